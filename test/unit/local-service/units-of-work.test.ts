/** Units of work: the statements of the rows, and their run on SQLite. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import {
  createSqliteRows,
  runUnit,
  toSqlite,
} from "../../../main/local-service/rows/sqlite-driver";
import { all, exists, get, jsonList, run } from "../../../main/local-service/rows/unit-of-work";

const folder = path.resolve(import.meta.dirname, "../../../main/local-service/rows");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: withoutComments(readFileSync(path.join(folder, file), "utf8")) }));

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  );
}

/** A driver runs what follows; a function that is named or returned is another call. */
const runs =
  /(?:\brunUnit\(\s*\w+,|\brows\s*(?:\.within\([\w"-]+\)\s*)?\.\w+\(\s*\([^()]*\) =>|\bconst \w+ = \([^()]*\)(?:: [\w<>]+)? =>)\s*$/;

/**
 * Calls of the generators that are declared in `texts`, whose statements are never run.
 * Asynchronous generators are no units of work.
 */
function lostCalls(texts: readonly { file: string; text: string }[]): string[] {
  const exported = new Set<string>();
  const declared = texts.map(({ text }) => {
    const own = new Set<string>();
    for (const [, isExported, name = ""] of text.matchAll(/(export )?(?<!async )function\* (\w+)/g))
      (isExported ? exported : own).add(name);
    return own;
  });
  return texts.flatMap(({ file, text }, index) => {
    // A call of a name that the file declares or imports; `.name(` is that of a method.
    const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from/g)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    const own = [...text.matchAll(/(?<!async )function\* (\w+)/g)].map(([, name = ""]) => name);
    const names = [...(declared[index] ?? []), ...exported].filter(
      (name) => own.includes(name) || imported.includes(name),
    );
    if (names.length === 0) return [];
    const call = new RegExp(`(?<![.\\w])(${names.join("|")})(?=[<(])`, "g");
    return [...text.matchAll(call)].flatMap(({ index: at, 0: name }) => {
      const before = text.slice(Math.max(0, at - 200), at);
      return /(?:yield\*|\breturn|function\*)\s*$/.test(before) || runs.test(before)
        ? []
        : [`${file}:${text.slice(0, at).split("\n").length} ${name}`];
    });
  });
}

describe("a call of a generator", () => {
  it("is delegated, returned or run: alone it does nothing", () => {
    expect(lostCalls(files)).toEqual([]);
  });

  it("is found where it is none of these", () => {
    const text = `import { all, run } from "./unit-of-work";
export function* set(id: string): Work<void> {
  run("UPDATE a SET b = 1");
  yield* run("UPDATE a SET b = 1");
  const found = (yield* all<Row>("SELECT 1")).map(toRow);
  if (exists()) return set(id);
}
const read = rows.read(({ id }, limit) => all("SELECT 1", id, limit));
const store = (name: string): Work<number> =>
  run("UPDATE a SET b = ?", name);
const write = rows.change(function* (ids) {
  set("a");
  ids.forEach((id) => set(id));
  database.run("UPDATE a SET b = 1");
});`;
    const declaring = {
      file: "unit-of-work.ts",
      text: "export function* all() {}\nexport function* run() {}",
    };
    expect(lostCalls([declaring, { file: "a.ts", text }])).toEqual([
      "a.ts:3 run",
      "a.ts:12 set",
      "a.ts:13 set",
    ]);
  });
});

/** What only SQLite has, and what units of work use instead. */
const onlySqlite: readonly [RegExp, string][] = [
  [/\bjson_each\b/, "@texts, @numbers or @items"],
  [/\bjson_(extract|patch)\b/, "->> with the name of a member, or TypeScript"],
  [/\b(INSERT|UPDATE) OR [A-Z]+/, "ON CONFLICT"],
  [/\bON CONFLICT DO UPDATE\b/, "ON CONFLICT (columns) DO UPDATE"],
  [/\blast_insert_rowid\b/, "RETURNING id"],
  [/\bIS NOT (?!NULL|DISTINCT)[\w'?]/, "IS DISTINCT FROM"],
  [/\b(min|max)\([^()]+,/, "@least and @greatest"],
  [/\binstr\(/, "@position"],
  [/(?<!@)\bLIKE\b/, "@like"],
  [/\bGLOB\b/, "TypeScript"],
  [/\bunixepoch\b/, "@now"],
];

describe("the SQL of units of work", () => {
  const units = files.filter(({ text }) => /from "(?:\.\.?\/)+unit-of-work"/.test(text));

  it.each(onlySqlite)("has no %s: it has %s", (found) => {
    expect(units.length).toBeGreaterThan(30);
    // In template literals and texts, not in code.
    const literals = /`[^`]*`|"[^"\n]*"/g;
    const using = units.filter(
      ({ file, text }) =>
        file !== "sqlite-driver.ts" &&
        [...text.matchAll(literals)].some(([literal]) => found.test(literal)),
    );
    expect(using.map(({ file }) => file)).toEqual([]);
  });
});

describe("on SQLite", () => {
  let database: Database;
  beforeEach(() => {
    database = openDatabase(":memory:", [
      "CREATE TABLE named (id INTEGER PRIMARY KEY, name TEXT, part REAL) STRICT",
    ]);
  });
  afterEach(() => database.close());
  const names = () =>
    database.all<{ name: string }>("SELECT name FROM named").map((row) => row.name);
  const insert = (name: string) => run("INSERT INTO named (name) VALUES (?)", name);

  it("statements return rows, a row, whether there is one, and the number of changed rows", async () => {
    const rows = createSqliteRows(database);
    const result = await rows.change(function* () {
      const added = [yield* insert("a"), yield* insert("b")];
      const found = yield* get<{ id: number }>("SELECT id FROM named WHERE name = ?", "b");
      return {
        added,
        found: found?.id,
        none: yield* get("SELECT id FROM named WHERE name = 'c'"),
        exists: yield* exists("SELECT 1 FROM named WHERE name = 'c'"),
        changed: yield* run("UPDATE named SET part = 0.5"),
      };
    })();
    expect(result).toEqual({ added: [1, 1], found: 2, none: undefined, exists: false, changed: 2 });
  });

  it.each(["change", "groupedChange", "note"] as const)(
    "a %s happens whole or not at all",
    async (kind) => {
      const rows = createSqliteRows(database);
      const add = rows[kind](insert);
      await add("a");
      const failed = rows[kind](function* () {
        yield* insert("b");
        throw new Error("no");
      })();
      await expect(failed).rejects.toThrow("no");
      expect(names()).toEqual(["a"]);
    },
  );

  it("a unit can catch the error of a statement, and a lost one rejects", async () => {
    const rows = createSqliteRows(database);
    const caught = await rows.change(function* () {
      yield* insert("a");
      try {
        yield* run("INSERT INTO named (id) VALUES ((SELECT id FROM named))");
      } catch (error) {
        return (error as Error).message;
      }
      return null;
    })();
    expect(caught).toContain("UNIQUE");
    expect(names()).toEqual(["a"]);
    await expect(rows.read(() => all("SELECT * FROM missing"))()).rejects.toThrow("missing");
  });

  it("units run inside of a transaction of code that has none", () => {
    const failing = () =>
      database.transaction(() => {
        runUnit(database, insert("a"));
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(names()).toEqual([]);
  });

  it("tokens are lists and rows of JSON arrays, whose values keep their types", async () => {
    const rows = createSqliteRows(database);
    const items = [
      [1, "5", 0.1],
      [2, null, null],
      [3, "a\u0000'\n", -Infinity],
    ];
    const found = await rows.change(function* () {
      yield* run(
        `INSERT INTO named (id, name, part) SELECT CAST(value ->> 0 AS BIGINT), value ->> 1,
           CAST(value ->> 2 AS DOUBLE PRECISION) FROM @items WHERE true ON CONFLICT DO NOTHING`,
        jsonList(items),
      );
      return [
        yield* all("SELECT name, part FROM named WHERE id IN @numbers", jsonList([1, 3])),
        yield* all("SELECT id FROM named WHERE name IN @texts", jsonList(["5", "6"])),
      ];
    })();
    expect(found).toEqual([
      [
        { name: "5", part: 0.1 },
        { name: "a\u0000'\n", part: null },
      ],
      [{ id: 1 }],
    ]);
  });

  it("a lost half of a character is stored as in other values", async () => {
    const text = "a\ud800 \\ud800 \u{1f3ac}";
    await createSqliteRows(database).change(function* () {
      yield* insert(text);
      const sql = "INSERT INTO named (name) SELECT value ->> 0 FROM @items";
      yield* run(sql, jsonList([[text]]));
    })();
    expect(names()).toEqual(Array(2).fill("a\ufffd \\ud800 \u{1f3ac}"));
  });

  it("an unknown token throws", () => {
    expect(() => toSqlite("SELECT 1 WHERE 1 IN @numers")).toThrow("@numers");
  });
});
