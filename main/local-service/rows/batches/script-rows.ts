/** SQL of the script store. */
import { all, get, run, type Rows } from "../unit-of-work";
import { recordRemovals } from "../stored-files";
import type { ScriptRows, ScriptRow } from "./script-port";

const columns = "id, name, size, location, created_at AS createdAt";

export function createScriptRows(rows: Rows): ScriptRows {
  return {
    listScripts: rows.read(() =>
      all<ScriptRow>(`SELECT ${columns} FROM scripts ORDER BY created_at, id`),
    ),
    findScript: rows.read(function* (id) {
      return (yield* get<ScriptRow>(`SELECT ${columns} FROM scripts WHERE id = ?`, id)) ?? null;
    }),
    addScript: rows.within("scripts").change(function* (script) {
      yield* run(
        "INSERT INTO scripts (id, name, size, location, created_at) VALUES (?, ?, ?, ?, ?)",
        script.id,
        script.name,
        script.size,
        script.location,
        script.createdAt,
      );
    }),
    removeScript: rows.within("scripts").change(function* (id) {
      const sql = "DELETE FROM scripts WHERE id = ? RETURNING location";
      const row = yield* get<{ location: string }>(sql, id);
      if (!row) return null;
      // The bytes are removed after the row; until then their location is recorded, as for
      // gallery files.
      yield* recordRemovals([row.location]);
      return row.location;
    }),
  };
}
