/** SQL of the script store. */
import type { Database } from "../../../common/database/database";
import type { ScriptRows, ScriptRow } from "./script-port";
import { toPromise } from "../to-promise";

const columns = "id, name, size, location, created_at AS createdAt";

export function createScriptRows(database: Database): ScriptRows {
  return {
    listScripts: () =>
      toPromise(() =>
        database.all<ScriptRow>(`SELECT ${columns} FROM scripts ORDER BY created_at, id`),
      ),
    findScript: (id) =>
      toPromise(
        () => database.get<ScriptRow>(`SELECT ${columns} FROM scripts WHERE id = ?`, id) ?? null,
      ),
    addScript: (script) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "INSERT INTO scripts (id, name, size, location, created_at) VALUES (?, ?, ?, ?, ?)",
            script.id,
            script.name,
            script.size,
            script.location,
            script.createdAt,
          );
        }),
      ),
    removeScript: (id) =>
      toPromise(() =>
        database.durably(() => {
          const sql = "DELETE FROM scripts WHERE id = ? RETURNING location";
          const row = database.get<{ location: string }>(sql, id);
          if (!row) return null;
          // The bytes are removed after the row; until then their location is recorded, as for
          // gallery files.
          database.run("INSERT OR IGNORE INTO removals (location) VALUES (?)", row.location);
          return row.location;
        }),
      ),
  };
}
