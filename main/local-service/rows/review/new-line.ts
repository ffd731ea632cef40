/** What identifies a line that is added. */
import { exists, get, type Work } from "../unit-of-work";

/** Identities of added lines begin after those of the lines of a script. */
const firstIdentity = 1_000_000_000;

/** The identity of the next added line. */
export function* newIdentity(batchId: string): Work<number> {
  return (
    firstIdentity +
    ((yield* get<{ set: number }>('SELECT line_set AS "set" FROM batches WHERE id = ?', batchId))
      ?.set ?? 0)
  );
}

/** An id that no line has yet: "L7-2" after "L7"; "" in a script without ids. */
export function* newLineId(batchId: string, id: string): Work<string> {
  if (id === "") return "";
  for (let part = 2; ; part += 1) {
    const candidate = `${id}-${part}`;
    const sql = "SELECT 1 FROM lines WHERE batch_id = ? AND line_id = ?";
    if (!(yield* exists(sql, batchId, candidate))) return candidate;
  }
}
