/**
 * Units of work: the rows are read and changed by generators that yield statements, so that the
 * same SQL runs on a synchronous and on an asynchronous database. A unit reads and writes rows
 * only, without network, files and clock: a database may run it twice.
 *
 * Note: A call of a generator without `yield*` compiles, and does nothing.
 * `test/unit/local-service/units-of-work.test.ts` finds such calls.
 */
import type { Scope } from "./scopes";

export type SqlValue = string | number | null;

/**
 * SQL with a `?` or a token for each value. Tokens stand for what databases write differently.
 * - `x IN @texts`, `x IN @numbers`: the value is a `jsonList`.
 * - `FROM @items`: the values of a `jsonList` as rows with the column `value`; `value ->> 0` is the
 *   first value of a row that is an array. Numbers need a `CAST`.
 *
 * Tokens without a value:
 * - `@least(a, b)`, `@greatest(a, b)`, of arguments that are not NULL; `@position(text, part)`.
 * - `@like`: LIKE that ignores the case of ASCII letters.
 * - `@share`: at the end of a query: its rows do not change before the unit ends.
 * - `@now`: the milliseconds since 1970, by the clock of the database.
 * - `@schemaVersion`: a query of one value, the version of the schema.
 * - `@setSequence('NAME', value)`: the database counts the ids of a table from the value on. SQLite
 *   does so without it.
 * - `@analyze`: a statement; the facts by which the database plans queries are those of the present
 *   rows.
 * - `@deferForeignKeys`: a statement; the references of rows are checked at the end of the unit.
 */
export interface Statement {
  /** All rows, the first row, or the number of changed rows. */
  kind: "all" | "get" | "run";
  sql: string;
  values: readonly SqlValue[];
}

/** Yields statements, receives their results, and returns its own. */
export type Work<T> = Generator<Statement, T, unknown>;

/* oxlint-disable typescript/no-unnecessary-type-parameters -- callers declare the row type */
/** The rows of a query. `T` must match the SQL; it is not checked. */
export function* all<T>(sql: string, ...values: readonly SqlValue[]): Work<T[]> {
  return (yield { kind: "all", sql, values }) as T[];
}

/** The first row, or undefined. */
export function* get<T>(sql: string, ...values: readonly SqlValue[]): Work<T | undefined> {
  return (yield { kind: "get", sql, values }) as T | undefined;
}
/* oxlint-enable typescript/no-unnecessary-type-parameters */

/** Returns the number of changed rows. */
export function* run(sql: string, ...values: readonly SqlValue[]): Work<number> {
  return (yield { kind: "run", sql, values }) as number;
}

/** Whether a query has a row. */
export function* exists(sql: string, ...values: readonly SqlValue[]): Work<boolean> {
  return (yield { kind: "get", sql, values }) !== undefined;
}

/**
 * A JSON array for a token. Lone surrogates become U+FFFD, as databases store them in other values.
 */
export function jsonList(values: readonly unknown[]): string {
  const text = JSON.stringify(values);
  return text.includes("\\ud") ? JSON.stringify(values, toWellFormed) : text;
}

/**
 * The condition that the value of an SQL expression is not in a list, with the values of its
 * parameters. An empty list, which is usual, needs no parameter, and costs less.
 */
export const notIn = (
  expression: string,
  list: readonly (string | number)[],
  token: "@texts" | "@numbers",
): { sql: string; values: SqlValue[] } =>
  list.length === 0
    ? { sql: "true", values: [] }
    : { sql: `${expression} NOT IN ${token}`, values: [jsonList(list)] };

const toWellFormed = (_name: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\ufffd") : value;

type Unit<Given extends unknown[] = []> = <Values extends [...Given, ...unknown[]], T>(
  work: (...values: Values) => Work<T>,
) => (...values: Values) => Promise<T>;

/** The scope of a unit by its first arguments. */
export type ScopeOf<Given extends unknown[]> = (...given: Given) => Scope | Work<Scope>;

/** Changes of units whose first arguments are `Given`. */
export interface Changes<Given extends unknown[] = []> {
  /** A change that is durable when it resolves. */
  change: Unit<Given>;
  /**
   * As `change`, for frequent small changes: several may share the cost of one sync to disk, for
   * which they wait some milliseconds.
   */
  groupedChange: Unit<Given>;
  /** A change that a power failure may undo. */
  note: Unit<Given>;
}

/**
 * Makes functions of ports: each call runs a unit of work, which happens whole or not at all. A
 * generator is created once for each function, since creating one for each call costs as much as
 * three of the smallest queries.
 */
export interface Rows extends Changes {
  /** Reads. Each statement may see changes that were made after the one before it. */
  read: Unit;
  /** Reads whose statements must all see the same state. */
  snapshot: Unit;
  /**
   * Changes of this scope; that of all others is the workspace. A scope that is found by a query
   * may depend only on what never changes: other changes may happen between it and the unit.
   */
  within<Given extends unknown[]>(scope: Scope | ScopeOf<Given>): Changes<Given>;
}
