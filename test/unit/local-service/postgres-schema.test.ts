/** The tables of PostgreSQL are those of SQLite. */
import { expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/local-service/rows/migrations";
import type { Pool } from "pg";
import {
  openDatabase as openPostgres,
  postgresMigrations,
} from "../../../main/local-service/rows/postgres/open-database";
import { schema, schemaVersion } from "../../../main/local-service/rows/postgres/schema";
import { triggers } from "../../../main/local-service/rows/postgres/triggers";

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** As it stands in SQL, or null. */
  preset: string | null;
}

const types: Readonly<Record<string, string>> = {
  TEXT: "TEXT",
  JSON: "TEXT",
  BIGINT: "INTEGER",
  "DOUBLE PRECISION": "REAL",
};

/** The tables of PostgreSQL, in the types of SQLite. Each column has a line in the text. */
function tablesOfPostgres(): Map<string, Column[]> {
  const found = new Map<string, Column[]>();
  for (const [, table = "", body = ""] of schema.matchAll(
    /CREATE (?:UNLOGGED )?TABLE (\w+) \(\n(.*?)\n\);/gs,
  )) {
    const columns = [
      ...body.matchAll(/^ {2}([a-z]\w*) (TEXT|JSON|BIGINT|DOUBLE PRECISION)(.*)$/gm),
    ];
    found.set(
      table,
      columns.map(([, name = "", type = "", rest = ""]) => ({
        name,
        type: types[type] ?? type,
        isRequired: /NOT NULL|PRIMARY KEY/.test(rest) || isInKey(body, name),
        preset: /DEFAULT ('[^']*'|-?\d+)/.exec(rest)?.[1] ?? null,
      })),
    );
  }
  return found;
}
const isInKey = (body: string, name: string) =>
  (/^ {2}PRIMARY KEY \((.*)\)/m.exec(body)?.[1] ?? "").split(", ").includes(name);

const database = openDatabase(":memory:", migrations);
const namesOf = (type: "table" | "index" | "trigger") =>
  database
    .all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name",
      type,
    )
    .map(({ name }) => name);

const howToAdd =
  "A migration of SQLite changes main/local-service/rows/postgres/schema.ts and triggers.ts too.";

it("has the version of the last migration", () => {
  expect(schemaVersion, howToAdd).toBe(migrations.length);
});

it("has a migration for each version since the first one that databases were created with", () => {
  const first = Math.min(...postgresMigrations.keys());
  const versions = Array.from({ length: schemaVersion - first + 1 }, (_, index) => first + index);
  expect([...postgresMigrations.keys()], howToAdd).toEqual(versions);
});

it("has the same tables, with the same columns in the same order", () => {
  const tables = tablesOfPostgres();
  // Its counterpart is the header of the file of SQLite.
  expect(tables.delete("workspace")).toBe(true);
  expect([...tables.keys()].sort(), howToAdd).toEqual(namesOf("table"));
  for (const [table, columns] of tables) {
    const expected = database
      .all<{ name: string; type: string; notnull: number; dflt_value: string | null; pk: number }>(
        `SELECT * FROM pragma_table_info('${table}')`,
      )
      .map(({ name, type, notnull, dflt_value, pk }) => ({
        name,
        type,
        isRequired: notnull === 1 || pk > 0,
        preset: dflt_value,
      }));
    expect(columns, `${table}: ${howToAdd}`).toEqual(expected);
  }
});

it("has the same indexes", () => {
  const normal = (sql: string) => sql.replaceAll(/\s+/g, " ");
  const own = [...schema.matchAll(/^CREATE (?:UNIQUE )?INDEX .*(?=;$)/gm)].map(([sql]) => sql);
  const expected = database
    .all<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    .map(({ sql }) => normal(sql));
  expect(own.sort(), howToAdd).toEqual(expected.sort());
});

it("has the same references", () => {
  const references = [...schema.matchAll(/REFERENCES (\w+) ON DELETE (\w+)/g)];
  const expected = namesOf("table").flatMap((table) =>
    database.all<{ seq: number }>(
      `SELECT seq FROM pragma_foreign_key_list('${table}') WHERE seq = 0`,
    ),
  );
  expect(references.length, howToAdd).toBe(expected.length);
});

it("has a trigger for each one of SQLite", () => {
  const own = [...triggers.matchAll(/CREATE TRIGGER (\w+)/g)].map(([, name]) => name);
  // One that is named differently, as the table has no event of its own for it.
  const renamed = new Map([
    ["line_changed_by_changed_ignored_check", "line_changed_by_ignored_check"],
  ]);
  renamed.set("line_changed_by_ignored_check", "line_changed_by_new_ignored_check");
  expect(own.sort(), howToAdd).toEqual(
    namesOf("trigger")
      .map((name) => renamed.get(name) ?? name)
      .sort(),
  );
});

it("a migration has no time limit", async () => {
  const sent: { text: string; query_timeout?: number }[] = [];
  const settings = { version: 160_000, encoding: "UTF8", provider: "c", isReadOnly: 0 };
  const workspace = { version: schemaVersion - 1, folder: "f" };
  const answers: readonly (readonly [RegExp, object])[] = [
    [/server_version_num/, { ...settings, collation: "C", characterType: "C" }],
    [/to_regclass/, { exists: 1 }],
    [/schema_version AS version/, workspace],
  ];
  const query = (given: string | { text: string; query_timeout?: number }) => {
    const statement = typeof given === "string" ? { text: given } : given;
    sent.push(statement);
    const found = answers.find(([pattern]) => pattern.test(statement.text));
    return Promise.resolve({ rows: found ? [found[1]] : [] });
  };
  const client = { query, release: () => undefined };
  const pool = { connect: () => Promise.resolve(client) } as unknown as Pool;
  await openPostgres(pool, { id: "f", isEmpty: false }, () => Promise.resolve(true));
  const at = (found: (text: string) => boolean) => sent.findIndex(({ text }) => found(text));
  const migration = at((text) => text === postgresMigrations.get(schemaVersion));
  expect(sent[migration]?.query_timeout).toBeGreaterThan(3_600_000);
  const unlimited = at((text) => text === "SET LOCAL statement_timeout = 0");
  expect(unlimited).toBeGreaterThan(at((text) => text.startsWith("BEGIN")));
  expect(unlimited).toBeLessThan(migration);
});
