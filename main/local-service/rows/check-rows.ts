/**
 * Checks the values of rows that are not known to be written by this application.
 */
import { z } from "zod";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import { messageText } from "../../../preload/facts/service-messages";
import { AppError } from "../../common/errors";
import type { Database } from "../../common/database/database";
import { otherTables, rowSchemas } from "./row-schemas";
import { truncate } from "../../common/printable";

/** A row with an invalid value. */
export interface InvalidRow {
  table: string;
  /** Its key, for messages: "id 12", or "batch_id x, number 3". */
  key: string;
  column: string;
  /** What is wrong: "is not an id". */
  message: string;
}

/** Characters of a value of a key in a message. */
const shownLength = 60;

/** The maximum number of invalid rows in a message. */
const namedRows = 5;

/** SQLite checks the types of tables that no restore copies; a larger integer cannot be read. */
const readableRow = z.record(
  z.string(),
  z.unknown().refine((value) => typeof value !== "bigint", "is too large"),
);
const allSchemas: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(Object.keys(otherTables).map((table) => [table, readableRow])),
  ...rowSchemas,
};

/** Milliseconds between two reports of progress. */
const progressMs = 1_000;

/**
 * Checks the rows of all tables. `onProgress` is called about every second.
 * @throws AppError "rows-invalid", which names the first invalid rows; its cause explains them
 */
export async function requireValidRows(
  database: Database,
  onProgress: () => void = () => undefined,
): Promise<void> {
  const timer = setInterval(onProgress, progressMs);
  const named = await listInvalidRows(database).finally(() => clearInterval(timer));
  if (named.length === 0) return;
  const texts = named.slice(0, namedRows).map(describeInvalidRow);
  if (named.length > namedRows) texts.push(messageText("rows-more", {}));
  throw new AppError("rows-invalid", texts.join("; "), {
    cause: named.map(explainInvalidRow).join("; "),
  });
}

/** The first invalid rows of all tables: at most one more than a message names. */
async function listInvalidRows(database: Database): Promise<InvalidRow[]> {
  const found: InvalidRow[] = [];
  for await (const row of findInvalidRows(database, allSchemas))
    if (found.push(row) > namedRows) break;
  return found;
}

/**
 * Finds the rows with an invalid value; yields to the event loop between rows. `schemas`: by table;
 * default: those of the tables that a restore copies.
 */
export async function* findInvalidRows(
  database: Database,
  schemas: Readonly<Record<string, z.ZodType>> = rowSchemas,
): AsyncGenerator<InvalidRow> {
  const yieldIfDue = createYieldIfDue();
  for (const [table, schema] of Object.entries(schemas)) {
    const keys = keysOf(database, table);
    const statement = database.prepare(`SELECT * FROM ${table}`);
    // Integers beyond those of JavaScript cannot be read otherwise.
    statement.setReadBigInts(true);
    for (const stored of statement.iterate() as IterableIterator<Record<string, unknown>>) {
      await yieldIfDue();
      const row = Object.fromEntries(
        Object.entries(stored).map(([column, value]) => [column, toNumber(value)]),
      );
      const invalid = findProblem(table, keys, row, schema);
      if (invalid) yield invalid;
    }
  }
}

/** What is wrong with a row of a table, by the schema of its values; null if it is valid. */
export function findProblem(
  table: string,
  keys: readonly string[],
  row: Readonly<Record<string, unknown>>,
  schema: z.ZodType,
): InvalidRow | null {
  const issue = schema.safeParse(row).error?.issues[0];
  if (!issue) return null;
  const key = keys.map((column) => `${column} ${shown(row[column])}`).join(", ");
  return { table, key, column: String(issue.path[0] ?? ""), message: issue.message };
}

/** Describes a row to users: the window translates the text. */
function describeInvalidRow({ table, key, column }: InvalidRow): string {
  const row = messageText("row-invalid", { table, id: key });
  // The fault of a row with unknown columns is in no column.
  return column === "" ? row : `${row}: ${messageText("value-form", { column })}`;
}

/** Describes a row with the message of its schema: for the log, other services and restores. */
export function explainInvalidRow({ table, key, column, message }: InvalidRow): string {
  return `${messageText("row-invalid", { table, id: key })}: ${column} ${message}`.trimEnd();
}

const keysOf = (database: Database, table: string): string[] =>
  database
    .all<{ name: string }>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", table)
    .map(({ name }) => name);

function toNumber(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function shown(value: unknown): string {
  return truncate(String(value).replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd"), shownLength);
}
