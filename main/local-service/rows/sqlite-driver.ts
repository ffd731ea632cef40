/** Runs units of work on SQLite. */
import { createCommitGroup } from "../../common/database/commit-group";
import type { Database } from "../../common/database/database";
import { toPromise } from "./to-promise";
import type { Changes, Rows, Statement, Work } from "./unit-of-work";

/** The SQL of SQLite for each token. */
const tokens: Readonly<Record<string, string>> = {
  "@texts": "(SELECT value FROM json_each(?))",
  "@numbers": "(SELECT value FROM json_each(?))",
  "@items": "json_each(?)",
  "@least": "min",
  "@greatest": "max",
  "@position": "instr",
  "@like": "LIKE",
  // There is one connection: nothing changes before the unit ends.
  "@share": "",
  "@now": "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  "@schemaVersion": "PRAGMA user_version",
  // A comparison, which changes nothing.
  "@setSequence": "max",
  // Queries are written for its plans without such facts.
  "@analyze": "SELECT 1",
  "@deferForeignKeys": "PRAGMA defer_foreign_keys = ON",
};

/** @throws Error for an unknown token */
export function toSqlite(sql: string): string {
  return sql.replaceAll(/@\w+/g, (token) => {
    const translated = tokens[token];
    if (translated === undefined) throw new Error(`unknown token in SQL: ${token}`);
    return translated;
  });
}

/** Translated SQL, by the text with tokens. */
const translated = new Map<string, string>();

function execute(database: Database, { kind, sql, values }: Statement): unknown {
  let own = translated.get(sql);
  if (own === undefined) {
    own = toSqlite(sql);
    translated.set(sql, own);
  }
  return database[kind](own, ...values);
}

/** Runs a unit of work in the present transaction, or without one. */
export function runUnit<T>(database: Database, work: Work<T>): T {
  let step = work.next();
  while (step.done !== true) {
    let result: unknown;
    try {
      result = execute(database, step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(result);
  }
  return step.value;
}

export function createSqliteRows(database: Database): Rows {
  const group = createCommitGroup(database);
  // There is one connection, and it runs a unit to its end before the next one: all statements of a
  // unit see the same state.
  const read: Rows["read"] =
    (work) =>
    (...values) =>
      toPromise(() => runUnit(database, work(...values)));
  const changes: Changes = {
    change:
      (work) =>
      (...values) =>
        toPromise(() => database.durably(() => runUnit(database, work(...values)))),
    groupedChange:
      (work) =>
      (...values) =>
        group.durably(() => runUnit(database, work(...values))),
    note:
      (work) =>
      (...values) =>
        toPromise(() => database.transaction(() => runUnit(database, work(...values)))),
  };
  return { read, snapshot: read, ...changes, within: () => changes };
}
