/** Rows as lines of JSON. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { invalid } from "../common/http-error";
import { explainInvalidRow, findProblem } from "../rows/check-rows";
import type { MoveRows, ObjectPosition, RowKey, StoredRow } from "../rows/move-port";
import type { MovedTable } from "../rows/moved-tables";
import { rowSchemas } from "../rows/row-schemas";

/** JSON has no such number: the level of digital silence. */
const silence = "-Infinity";
const levels = ["loudness", "peak"];

const withSilence = (_name: string, value: unknown) =>
  value === Number.NEGATIVE_INFINITY ? silence : value;

export const linesOf = (rows: readonly StoredRow[]): string =>
  rows.map((row) => `${JSON.stringify(row, withSilence)}\n`).join("");

/**
 * SECURITY: rows are those of another person. Their values are checked as those of a restored
 * backup.
 * @throws HttpError 400 that names the first invalid row.
 */
export function readLines(table: MovedTable, text: string): StoredRow[] {
  const schema: z.ZodType = rowSchemas[table.name];
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length > table.rowsPerCall)
    throw invalid("body", `has more than ${table.rowsPerCall} rows`);
  return lines.map((line) => {
    const row = parseRow(line);
    if (table.name === "takes")
      for (const level of levels) if (row[level] === silence) row[level] = Number.NEGATIVE_INFINITY;
    const problem = findProblem(table.name, table.key, row, schema);
    if (problem) throw invalid("body", explainInvalidRow(problem));
    return row as StoredRow;
  });
}

function parseRow(line: string): Record<string, unknown> {
  try {
    const row = JSON.parse(line) as unknown;
    if (typeof row === "object" && row !== null && !Array.isArray(row))
      return row as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw invalid("body", "must be one row in each line");
}

export const keyOf = (table: MovedTable, row: StoredRow): RowKey =>
  table.key.map((column) => row[column] ?? "");

/** A text of a key, for URLs; "" for the beginning of a table. */
export const keyText = (key: RowKey | null): string => (key === null ? "" : JSON.stringify(key));

function parseKey(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it.
    return null;
  }
}

/** @throws HttpError 400 */
export function readKey(table: MovedTable, text: string): RowKey | null {
  if (text === "") return null;
  const key = parseKey(text);
  const isPart = (part: unknown) => typeof part === "string" || typeof part === "number";
  if (Array.isArray(key) && key.length === table.key.length && key.every(isPart)) return key;
  throw invalid("after", `is no key of ${table.name}`);
}

const objectPosition = z.union([
  z.tuple([z.literal("script"), z.string()]),
  z.tuple([z.literal("take"), z.string(), z.string()]),
]);

/**
 * A position in the list of objects from its text; null for the beginning.
 * @throws HttpError 400
 */
export function readObjectPosition(text: string): ObjectPosition | null {
  if (text === "") return null;
  const { data } = objectPosition.safeParse(parseKey(text));
  if (!data) throw invalid("after", "is no position in the list of objects");
  return data;
}

/** The number of rows of a table, and the SHA-256 of their compared values in their order. */
export async function hashTable(
  rows: Pick<MoveRows, "readRows">,
  table: MovedTable,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash("sha256");
  let count = 0;
  let after: RowKey | null = null;
  for (;;) {
    const page: StoredRow[] = await rows.readRows(table.name, after, table.rowsPerCall);
    for (const row of page)
      hash.update(
        `${JSON.stringify(
          table.compared.map((column) => row[column]),
          withSilence,
        )}\n`,
      );
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < table.rowsPerCall)
      return { rows: count, sha256: hash.digest("hex") };
    after = keyOf(table, last);
  }
}
