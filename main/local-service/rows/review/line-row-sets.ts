/** SQL of all rows of a line together. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { all, run, type SqlValue, type Work } from "../unit-of-work";
import { reviewValues } from "./line-review";
import { lineSchemas } from "./line-schemas";

/** The rows of a line, by table; parents first. */
export const lineTables = [
  "lines",
  "line_texts",
  "line_reviews",
  "line_history",
  "comments",
  "ignored_checks",
] as const;
export type LineTable = (typeof lineTables)[number];
export type Row<Table extends LineTable> = z.infer<(typeof lineSchemas)[Table]>;
export type LineRows = { [Table in LineTable]: Row<Table>[] };
/** SECURITY: the rows may be those of a prepared backup, and their names become SQL. */
export const storedRows = z.array(
  z.strictObject({
    lines: z.array(lineSchemas.lines).length(1),
    line_texts: z.array(lineSchemas.line_texts),
    line_reviews: z.array(lineSchemas.line_reviews),
    line_history: z.array(lineSchemas.line_history),
    comments: z.array(lineSchemas.comments),
    ignored_checks: z.array(lineSchemas.ignored_checks),
  }),
);

/** What a reviewer sets for a line and sees of it. */
const seenValues = ["voice", "offsetMs", "fit", "decision", "reason"] as const;
const noValues = JSON.stringify(seenValues.map((name) => reviewValues[name].none));
/** The columns of a review; those of `reviewValues` have no types of their own. */
const reviewOf = (row: Row<"line_reviews">): Readonly<Record<string, unknown>> => row;

const levelOf = (row: Row<"line_reviews">) =>
  reviewOf(row)[reviewValues.levelDb.column] ?? reviewValues.levelDb.none;

/** The row of the table `lines`. */
export const lineOf = (rows: LineRows): Row<"lines"> => {
  const [line] = rows.lines;
  if (!line) throw new Error("the rows have no line");
  return line;
};

/** A line without texts, reviews and comments. */
export const withoutRows = (line: Row<"lines">): LineRows => ({
  lines: [line],
  line_texts: [],
  line_reviews: [],
  line_history: [],
  comments: [],
  ignored_checks: [],
});

/** What a line contains is compared, so its rows have an order. */
const order: Readonly<Record<LineTable, string>> = {
  lines: "number",
  line_texts: "language_id",
  line_reviews: "language_id",
  line_history: "language_id, id",
  comments: "language_id, id",
  ignored_checks: "language_id, name",
};

export function* rowsOf(batchId: string, number: number): Work<LineRows> {
  const found: Partial<Record<LineTable, unknown[]>> = {};
  for (const table of lineTables) {
    const sql = `SELECT * FROM ${table} WHERE batch_id = ? AND number = ? ORDER BY ${order[table]}`;
    found[table] = yield* all(sql, batchId, number);
  }
  return found as LineRows;
}

export function* insertRow(table: LineTable, row: Record<string, SqlValue>): Work<void> {
  const names = Object.keys(row);
  const places = names.map(() => "?").join(", ");
  yield* run(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`,
    ...Object.values(row),
  );
}

/** What a reviewer sees of a line: its values, texts and decisions. */
export function* contentOf(batchId: string, number: number): Work<string> {
  const { lines, line_texts, line_reviews } = yield* rowsOf(batchId, number);
  const texts = line_texts.map(({ language_id, text }) => [language_id, text]);
  // A line without a row of a language, and one whose row has no value, are the same.
  const reviews = line_reviews
    .map((row) => [
      ...seenValues.map((name) => reviewOf(row)[reviewValues[name].column] ?? null),
      // Only if there is one: contents were stored before lines had a level.
      ...(levelOf(row) === 0 ? [] : [levelOf(row)]),
    ])
    .map((values, index) => [line_reviews[index]?.language_id, ...values])
    .filter(([, ...values]) => JSON.stringify(values) !== noValues);
  const values = lines.map((line) => [
    line.character_id,
    line.emotion,
    line.intensity,
    line.start_ms,
    line.end_ms,
  ]);
  return createHash("sha256")
    .update(JSON.stringify([values, texts, reviews]))
    .digest("hex");
}
