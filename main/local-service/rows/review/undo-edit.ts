/** SQL that undoes a change of lines, unless they were changed since. */
import { z } from "zod";
import type { Database } from "../../../common/database/database";
import type { EditProblem, MadeEdit } from "./line-edit-port";
import { madeLine } from "./line-schemas";
import { countLines } from "./count-lines";
import { lineOf, storedRows, type LineRows, type LineRowSets } from "./line-row-sets";
import type { createLineReplacement } from "./replace-lines";

/** Creates the undoing of a change of lines; it runs inside a transaction. */
export function createUndoEdit(
  database: Database,
  { rowsOf, contentOf }: LineRowSets,
  replace: ReturnType<typeof createLineReplacement>,
) {
  /**
   * Comments and entries of the history that were added since then stay, at the first line. Null if
   * there is no line for a comment.
   */
  function withNewComments(
    batchId: string,
    { from, count }: { from: number; count: number },
    lines: readonly LineRows[],
  ): LineRows[] | null {
    const present = Array.from({ length: count }, (_, index) => rowsOf(batchId, from + index));
    const known = new Set(lines.flatMap(({ comments }) => comments.map(({ id }) => id)));
    const added = present
      .flatMap(({ comments }) => comments)
      .filter(({ id }) => !known.has(id))
      .map((row) => ({ ...row, take_id: null }));
    if (lines.length === 0 && added.length > 0) return null;
    return lines.map((rows, index) => {
      const { identity } = lineOf(rows);
      const now = present.find((one) => lineOf(one).identity === identity);
      return {
        ...rows,
        line_history: now ? now.line_history : rows.line_history,
        comments: index === 0 ? [...rows.comments, ...added] : rows.comments,
      };
    });
  }

  return (
    batchId: string,
    { id, at, by }: { id: number; at: number; by: string },
  ): MadeEdit | EditProblem => {
    const stored = database.get<{ afterLine: number; replaced: string; made: string }>(
      `SELECT after_line AS afterLine, replaced, made FROM line_edits
       WHERE batch_id = ? AND id = ? AND is_undone = 0`,
      batchId,
      id,
    );
    if (!stored) return "unknown";
    const replaced = storedRows.safeParse(JSON.parse(stored.replaced));
    const made = z.array(madeLine).safeParse(JSON.parse(stored.made));
    if (!replaced.success || !made.success) return "unknown";
    const numberOf = (identity: number) =>
      database.get<{ number: number }>(
        "SELECT number FROM lines WHERE batch_id = ? AND identity = ?",
        batchId,
        identity,
      )?.number;
    const numbers = made.data.map(({ identity }) => numberOf(identity));
    // A change that made no line is undone after the line that was before the removed ones.
    const before = stored.afterLine === 0 ? 0 : numberOf(stored.afterLine);
    const from = numbers[0] ?? (before === undefined ? countLines(database, batchId) : before) + 1;
    const isUnchanged = made.data.every(
      ({ content }, index) =>
        numbers[index] === from + index && contentOf(batchId, from + index) === content,
    );
    const isReturned = replaced.data.some(({ lines }) => {
      const number = numberOf(lines[0]?.identity ?? 0);
      return number !== undefined && !numbers.includes(number);
    });
    if (!isUnchanged || isReturned) return "changed";
    const lines = withNewComments(batchId, { from, count: made.data.length }, replaced.data);
    if (!lines) return "changed";
    const edit = { kind: "undo", at, by, from, count: made.data.length } as const;
    const undone = replace(batchId, edit, lines);
    database.run("UPDATE line_edits SET is_undone = 1 WHERE id = ?", id);
    return undone;
  };
}
