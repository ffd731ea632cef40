/**
 * What a copy of a database contains, recorded in the copy when it was made: the number of rows of
 * each table. SQLite finds no problem in an empty file, so a copy is good only if it still contains
 * what was recorded.
 */
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";

/**
 * The table of the record: name, rows. It exists in copies only: a database that is opened has
 * none.
 */
export const recordTable = "dubyard_copy_record";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** The tables that a copy is compared by. */
export function comparedTables(tables: readonly string[]): string[] {
  return tables.filter((name) => !name.startsWith("sqlite_") && name !== recordTable).sort();
}

export function tablesIn(connection: DatabaseSyncInstance): string[] {
  const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return comparedTables(rows.map((row) => String((row as { name: unknown }).name)));
}

/** The tables of a database that was created with these migrations. */
export function tablesOfSchema(migrations: readonly string[]): string[] {
  const database = new DatabaseSync(":memory:");
  try {
    for (const sql of migrations) database.exec(sql);
    return tablesIn(database);
  } finally {
    database.close();
  }
}

/** SQL: one row for each table, {name, rows}. */
export function countSql(tables: readonly string[]): string {
  if (tables.length === 0) return "SELECT '' AS name, 0 AS rows WHERE false";
  return tables
    .map((name) => `SELECT ${text(name)} AS name, (SELECT count(*) FROM ${quote(name)}) AS rows`)
    .join(" UNION ALL ");
}

/** SQL that records the content of a copy in the copy. */
export function recordSql(tables: readonly string[]): string {
  return `DROP TABLE IF EXISTS ${recordTable}; CREATE TABLE ${recordTable} AS ${countSql(tables)}`;
}

/** SQL: one row with a text for each difference between the record of a copy and its content. */
export function differenceSql(tables: readonly string[]): string {
  const found = `SELECT name, rows FROM (${countSql(tables)})`;
  const recorded = `SELECT name, rows FROM ${recordTable}`;
  const text = "'the rows of ' || name || ' are not those recorded'";
  return `SELECT DISTINCT ${text} FROM (
    SELECT * FROM (${found} EXCEPT ${recorded}) UNION ALL SELECT * FROM (${recorded} EXCEPT ${found}))`;
}

/** SQL: a row with a text if no table has a row. */
export function emptySql(tables: readonly string[]): string {
  return `SELECT 'there are no rows' WHERE NOT EXISTS (SELECT 1 FROM (${countSql(tables)}) WHERE rows > 0)`;
}
