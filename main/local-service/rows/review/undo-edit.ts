/** SQL that undoes a change of lines, unless they were changed since. */
import { z } from "zod";
import { get, run, type Work } from "../unit-of-work";
import { countLines } from "../batches/line-rows";
import type { EditProblem, MadeEdit } from "./line-edit-port";
import { madeLine } from "./line-schemas";
import { contentOf, lineOf, rowsOf, storedRows, type LineRows, type Row } from "./line-row-sets";
import { replaceLines } from "./replace-lines";

const startOf = (rows: LineRows) => lineOf(rows).start_ms;

/** The comments of the present lines, for each of the lines that come back. */
function placedComments(
  present: readonly LineRows[],
  lines: readonly LineRows[],
): Row<"comments">[][] {
  const now = new Map(
    present.flatMap((rows) =>
      rows.comments.map((row) => [row.id, { row, start: startOf(rows) }] as const),
    ),
  );
  const before = new Map(
    lines.flatMap(({ comments }, index) =>
      comments.map((row) => [row.id, { row, index }] as const),
    ),
  );
  const shifted = (ms: number | null, start: number | null, index: number) => {
    const line = lines[index];
    return ms === null || !line ? ms : ms + (start ?? 0) - (startOf(line) ?? 0);
  };
  /** Where a comment was, unless it is new or has another time; then the line of its time. */
  function indexOf({ id, at_ms: at }: Row<"comments">, start: number | null): number {
    const former = before.get(id);
    if (former && former.row.at_ms === shifted(at, start, former.index)) return former.index;
    const isAt = (rows: LineRows) =>
      at !== null && start !== null && (startOf(rows) ?? Infinity) <= start + at;
    return Math.max(0, lines.findLastIndex(isAt));
  }
  const placed = lines.map((): Row<"comments">[] => []);
  for (const { row, start } of now.values()) {
    // Replies stay with their comment.
    const thread = (row.reply_to === null ? undefined : now.get(row.reply_to)) ?? { row, start };
    const index = indexOf(thread.row, thread.start);
    const former = before.get(row.id);
    placed[index]?.push({
      ...row,
      at_ms: shifted(row.at_ms, start, index),
      end_ms: shifted(row.end_ms, start, index),
      take_id: former?.index === index ? former.row.take_id : null,
    });
  }
  return placed;
}

/**
 * Comments and entries of the history are those of the present lines: what was added, changed and
 * deleted since then stays so. Null if there is no line for a comment.
 */
function* withPresentComments(
  batchId: string,
  { from, count }: { from: number; count: number },
  lines: readonly LineRows[],
): Work<LineRows[] | null> {
  const present: LineRows[] = [];
  for (let number = from; number < from + count; number += 1)
    present.push(yield* rowsOf(batchId, number));
  if (lines.length === 0 && present.some(({ comments }) => comments.length > 0)) return null;
  // Those of a deleted line come back with it.
  const placed = count === 0 ? null : placedComments(present, lines);
  return lines.map((rows, index) => {
    const { identity } = lineOf(rows);
    const now = present.find((one) => lineOf(one).identity === identity);
    return {
      ...rows,
      line_history: now ? now.line_history : rows.line_history,
      comments: placed?.[index] ?? rows.comments,
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
  const lines = yield* withPresentComments(
    batchId,
    { from, count: made.data.length },
    replaced.data,
  );
  if (!lines) return "changed";
  const edit = { kind: "undo", at, by, from, count: made.data.length } as const;
  const undone = yield* replaceLines(batchId, edit, lines);
  yield* run("UPDATE line_edits SET is_undone = 1 WHERE id = ?", id);
  return undone;
}
