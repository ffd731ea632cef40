/** SQL of external engines. */
import type { ExternalEngine } from "../../common/external-grants";
import { all, exists, run, type Rows } from "./unit-of-work";
import type { ExternalEngineRows } from "./external-port";

/** Null for a text that is no JSON: the row may be of another person's workspace. */
function parsed(settings: string): unknown {
  try {
    return JSON.parse(settings);
  } catch {
    return null;
  }
}

export function createExternalRows(rows: Rows): ExternalEngineRows {
  return {
    listExternalEngines: rows.read(function* () {
      return (yield* all<{ id: string; settings: string }>(
        "SELECT id, settings FROM external_engines ORDER BY id",
      )).map(({ id, settings }) => ({ id, settings: parsed(settings) }));
    }),
    setExternalEngine: rows.change(function* ({ id, settings }: ExternalEngine) {
      yield* run(
        `INSERT INTO external_engines (id, settings) VALUES (?, ?)
         ON CONFLICT (id) DO UPDATE SET settings = excluded.settings`,
        id,
        JSON.stringify(settings),
      );
    }),
    removeExternalEngine: rows.change((id) =>
      exists("DELETE FROM external_engines WHERE id = ? RETURNING id", id),
    ),
  };
}
