/** What becomes of the rows of lines that are split and merged. */
import { reviewValues } from "./line-review";
import { joinTexts, splitText } from "./split-text";
import { lineOf, withoutRows, type LineRows, type Row } from "./line-row-sets";

/** The language of a set of texts. */
const languageOfSet = (set: string) => set.replace(/#$/, "");

/** Another line of the same voice, fit and level, without decisions and offset. */
const toNewReview = (row: Row<"line_reviews">): Row<"line_reviews"> => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(reviewValues)
      .filter(([name]) => name !== "voice" && name !== "fit" && name !== "levelDb")
      .map(([, { column, none }]) => [column, none]),
  ),
  revision: 1,
});

/** The rows of the two lines that a line becomes. The second one gets the identity and the id. */
export function splitRows(
  before: LineRows,
  { languageId, textEnd, atMs }: { languageId: string; textEnd: number; atMs: number | null },
  { identity, lineId }: { identity: number; lineId: string },
): { first: LineRows; second: LineRows } {
  const line = lineOf(before);
  const own = before.line_texts.find((row) => row.language_id === languageId)?.text ?? "";
  const share = own.length === 0 ? 0.5 : textEnd / own.length;
  const parts = before.line_texts.map((row) => {
    const of = languageOfSet(row.language_id);
    const isOwn = row.language_id === languageId;
    const [first, second] = isOwn
      ? [row.text.slice(0, textEnd).trim(), row.text.slice(textEnd).trim()]
      : splitText(row.text, share, of);
    return [
      { ...row, text: first },
      { ...row, text: second },
    ] as const;
  });
  const threads = new Map(before.comments.map((row) => [row.id, row]));
  /** Replies stay with their comment. */
  const isAtSecond = (row: Row<"comments">) => {
    const { at_ms: at } = (row.reply_to === null ? row : threads.get(row.reply_to)) ?? row;
    return atMs !== null && at !== null && at >= atMs - (line.start_ms ?? 0);
  };
  const fromSecond = (ms: number | null) =>
    ms === null ? null : ms - ((atMs ?? 0) - (line.start_ms ?? 0));
  const first: LineRows = {
    ...before,
    lines: [{ ...line, end_ms: atMs ?? line.end_ms, revision: line.revision + 1 }],
    line_texts: parts.map(([text]) => text),
    comments: before.comments.filter((row) => !isAtSecond(row)),
  };
  const second: LineRows = {
    ...withoutRows({
      ...line,
      identity,
      line_id: lineId,
      start_ms: atMs ?? line.start_ms,
      slot_ms: null,
    }),
    line_texts: parts.map(([, text]) => text),
    line_reviews: before.line_reviews.map(toNewReview),
    comments: before.comments.filter(isAtSecond).map((row) => ({
      ...row,
      at_ms: fromSecond(row.at_ms),
      end_ms: fromSecond(row.end_ms),
      take_id: null,
    })),
  };
  return { first, second };
}

/** The rows of the line that two lines become, and its times. */
export function mergeRows(
  first: LineRows,
  second: LineRows,
): { merged: LineRows; startMs: number | null; endMs: number | null } {
  const [line, other] = [lineOf(first), lineOf(second)];
  const isTimed = line.start_ms !== null && other.start_ms !== null;
  const startMs = isTimed ? Math.min(line.start_ms ?? 0, other.start_ms ?? 0) : line.start_ms;
  const endMs = isTimed ? Math.max(line.end_ms ?? 0, other.end_ms ?? 0) : line.end_ms;
  const sets = new Set(
    [...first.line_texts, ...second.line_texts].map(({ language_id }) => language_id),
  );
  const textIn = (rows: LineRows, set: string) =>
    rows.line_texts.find(({ language_id }) => language_id === set)?.text ?? "";
  const moved = (of: Row<"lines">) => {
    const later = (ms: number | null) =>
      ms === null ? null : ms + (of.start_ms ?? 0) - (startMs ?? 0);
    return (row: Row<"comments">) => ({
      ...row,
      at_ms: later(row.at_ms),
      end_ms: later(row.end_ms),
    });
  };
  const merged: LineRows = {
    ...first,
    lines: [{ ...line, start_ms: startMs, end_ms: endMs, revision: line.revision + 1 }],
    line_texts: [...sets].map((set) => ({
      batch_id: line.batch_id,
      number: line.number,
      language_id: set,
      text: joinTexts(textIn(first, set), textIn(second, set), languageOfSet(set)),
    })),
    comments: [
      ...first.comments.map(moved(line)),
      ...second.comments.map((row) => ({ ...moved(other)(row), take_id: null })),
    ],
  };
  return { merged, startMs, endMs };
}
