/** SQL of external engines. */
import type { ExternalEngine } from "../../common/external-grants";
import type { Database } from "../../common/database/database";
import type { ExternalEngineRows } from "./external-port";
import { toPromise } from "./to-promise";

export function createExternalRows(database: Database): ExternalEngineRows {
  return {
    listExternalEngines: () =>
      toPromise(() =>
        database
          .all<{ id: string; settings: string }>(
            "SELECT id, settings FROM external_engines ORDER BY id",
          )
          .map(({ id, settings }) => ({ id, settings: JSON.parse(settings) as unknown })),
      ),
    setExternalEngine: ({ id, settings }: ExternalEngine) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "INSERT OR REPLACE INTO external_engines (id, settings) VALUES (?, ?)",
            id,
            JSON.stringify(settings),
          );
        }),
      ),
    removeExternalEngine: (id) =>
      toPromise(() =>
        database.durably(
          () =>
            database.get("DELETE FROM external_engines WHERE id = ? RETURNING id", id) !==
            undefined,
        ),
      ),
  };
}
