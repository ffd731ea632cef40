/** What identifies a line that is added. */
import type { Database } from "../../../common/database/database";

/** Identities of added lines begin after those of the lines of a script. */
const firstIdentity = 1_000_000_000;

/** The identity of the next added line. */
export const newIdentity = (database: Database, batchId: string): number =>
  firstIdentity +
  (database.get<{ set: number }>('SELECT line_set AS "set" FROM batches WHERE id = ?', batchId)
    ?.set ?? 0);

/** An id that no line has yet: "L7-2" after "L7"; "" in a script without ids. */
export function newLineId(database: Database, batchId: string, id: string): string {
  if (id === "") return "";
  for (let part = 2; ; part += 1) {
    const candidate = `${id}-${part}`;
    const sql = "SELECT 1 FROM lines WHERE batch_id = ? AND line_id = ?";
    if (!database.get(sql, batchId, candidate)) return candidate;
  }
}
