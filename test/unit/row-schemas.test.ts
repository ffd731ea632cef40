/**
 * Every table of a workspace has a schema of its values, or a reason why its rows are not restored.
 */
import { expect, test } from "vitest";
import { openDatabase } from "../../main/common/database/database";
import { otherTables, restoredTables, rowSchemas } from "../../main/local-service/rows/row-schemas";
import { migrations } from "../../main/local-service/rows/migrations";

test("the schemas name all tables and all of their columns", () => {
  const database = openDatabase(":memory:", migrations);
  const tables = database
    .all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .map(({ name }) => name);
  expect([...Object.keys(rowSchemas), ...Object.keys(otherTables)].sort()).toEqual(tables.sort());
  for (const [table, schema] of Object.entries(rowSchemas)) {
    const columns = database
      .all<{ name: string }>("SELECT name FROM pragma_table_info(?)", table)
      .map(({ name }) => name);
    expect([table, Object.keys(schema.shape).sort()]).toEqual([table, columns.sort()]);
  }
  database.close();
});

test("a restored table follows those that its rows refer to", () => {
  const database = openDatabase(":memory:", migrations);
  for (const [index, table] of restoredTables.entries()) {
    const parents = database.all<{ table: string }>(
      'SELECT "table" FROM pragma_foreign_key_list(?)',
      table,
    );
    const earlier: string[] = restoredTables.slice(0, index + 1);
    for (const parent of parents) expect(earlier).toContain(parent.table);
  }
  database.close();
});
