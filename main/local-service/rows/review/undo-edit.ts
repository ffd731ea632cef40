/** SQL that undoes a change of lines, unless they were changed since. */
import { z } from "zod";
import { get, run, type Work } from "../unit-of-work";
import { countLines } from "../batches/line-rows";
import type { EditProblem, MadeEdit } from "./line-edit-port";
import { madeLine } from "./line-schemas";
import { contentOf, lineOf, rowsOf, storedRows, type LineRows } from "./line-row-sets";
import { replaceLines } from "./replace-lines";

/**
 * Comments and entries of the history that were added since then stay, at the first line; replies
 * at the line of their comment. Null if there is no line for a comment.
 */
function* withNewComments(
  batchId: string,
  { from, count }: { from: number; count: number },
  lines: readonly LineRows[],
): Work<LineRows[] | null> {
  const present: LineRows[] = [];
  for (let number = from; number < from + count; number += 1)
    present.push(yield* rowsOf(batchId, number));
  const known = new Set(lines.flatMap(({ comments }) => comments.map(({ id }) => id)));
  const added = present
    .flatMap(({ comments }) => comments)
    .filter(({ id }) => !known.has(id))
    .map((row) => ({ ...row, take_id: null }));
  if (lines.length === 0 && added.length > 0) return null;
  const homes = added.map(({ reply_to: of }) =>
    Math.max(
      0,
      lines.findIndex(({ comments }) => comments.some(({ id }) => id === of)),
    ),
  );
  return lines.map((rows, index) => {
    const { identity } = lineOf(rows);
    const now = present.find((one) => lineOf(one).identity === identity);
    return {
      ...rows,
      line_history: now ? now.line_history : rows.line_history,
      comments: [...rows.comments, ...added.filter((_, at) => homes[at] === index)],
    };
  });
}

/** The number of the line with an identity. */
function* numberOf(batchId: string, identity: number): Work<number | undefined> {
  const sql = "SELECT number FROM lines WHERE batch_id = ? AND identity = ?";
  return (yield* get<{ number: number }>(sql, batchId, identity))?.number;
}

/** Inside a transaction: undoes a change of lines. */
export function* undoEdit(
  batchId: string,
  { id, at, by }: { id: number; at: number; by: string },
): Work<MadeEdit | EditProblem> {
  const stored = yield* get<{ afterLine: number; replaced: string; made: string }>(
    `SELECT after_line AS afterLine, replaced, made FROM line_edits
     WHERE batch_id = ? AND id = ? AND is_undone = 0`,
    batchId,
    id,
  );
  if (!stored) return "unknown";
  const replaced = storedRows.safeParse(JSON.parse(stored.replaced));
  const made = z.array(madeLine).safeParse(JSON.parse(stored.made));
  if (!replaced.success || !made.success) return "unknown";
  const numbers: (number | undefined)[] = [];
  for (const { identity } of made.data) numbers.push(yield* numberOf(batchId, identity));
  // A change that made no line is undone after the line that was before the removed ones.
  const before = stored.afterLine === 0 ? 0 : yield* numberOf(batchId, stored.afterLine);
  const from = numbers[0] ?? (before === undefined ? yield* countLines(batchId) : before) + 1;
  for (const [index, { content }] of made.data.entries()) {
    const isUnchanged =
      numbers[index] === from + index && (yield* contentOf(batchId, from + index)) === content;
    if (!isUnchanged) return "changed";
  }
  for (const { lines } of replaced.data) {
    const number = yield* numberOf(batchId, lines[0]?.identity ?? 0);
    const isReturned = number !== undefined && !numbers.includes(number);
    if (isReturned) return "changed";
  }
  const lines = yield* withNewComments(batchId, { from, count: made.data.length }, replaced.data);
  if (!lines) return "changed";
  const edit = { kind: "undo", at, by, from, count: made.data.length } as const;
  const undone = yield* replaceLines(batchId, edit, lines);
  yield* run("UPDATE line_edits SET is_undone = 1 WHERE id = ?", id);
  return undone;
}
