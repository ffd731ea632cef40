/** The driver of PostgreSQL: transactions, locks, values, and databases that it refuses. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Pool } from "pg";
import { silentLog } from "../../main/common/log";
import { DatabaseUnavailable } from "../../main/local-service/common/http-error";
import { createPostgresRows } from "../../main/local-service/rows/postgres-driver";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { openStore } from "../../main/local-service/open-store";
import { createConfirmations } from "../../main/local-service/common/confirmations";
import { numberOf } from "../../main/local-service/rows/postgres/locks";
import type { LocalStore } from "../../main/local-service/rows/port";
import { createCastingRows } from "../../main/local-service/rows/projects/casting-rows";
import type { GlossaryRow } from "../../main/local-service/rows/projects/project-port";
import { createPool } from "../../main/local-service/rows/postgres/pool";
import { schemaVersion } from "../../main/local-service/rows/postgres/schema";
import type { Scope } from "../../main/local-service/rows/scopes";
import { all, get, jsonList, run } from "../../main/local-service/rows/unit-of-work";
import {
  createDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from "../helpers/postgres/databases";
import { runSql } from "../helpers/postgres/server";

const folder = { id: "rows", isEmpty: true };
const refuseLoss = (error: Error): void => {
  throw error;
};
const open = (url: string, of = folder, onLost = refuseLoss) =>
  openPostgresStore({ url, folder: of, log: silentLog, onLost });
const keys = createConfirmations(Buffer.alloc(32, 1));
const openShared = (url: string, confirmations = keys) =>
  openPostgresStore({
    url,
    folder,
    log: silentLog,
    isShared: true,
    confirmations,
    onLost: refuseLoss,
  });

const addScript = (store: LocalStore, id: string) =>
  store.addScript({ id, name: "x", size: 1, location: `scripts/${id}`, createdAt: 1 });

const pollOptions = { timeout: 20_000, interval: 10 };

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  if (inject("postgres") === null) return;
  database = await createDatabase(folder.id);
  pool = createPool(database.url, silentLog);
});
afterAll(async () => {
  if (inject("postgres") === null) return;
  await pool.end();
  await database.remove();
});
afterEach(async () => {
  if (inject("postgres") !== null) await database.exec("DELETE FROM removals");
});

const add = (location: string) => run("INSERT INTO removals (location) VALUES (?)", location);
const listed = () =>
  createPostgresRows(pool).read(function* () {
    const sql = "SELECT location FROM removals ORDER BY location";
    return (yield* all<{ location: string }>(sql)).map((row) => row.location);
  })();

describe("units of work", () => {
  it.each(["change", "groupedChange", "note"] as const)(
    "a %s happens whole or not at all",
    async (kind) => {
      const rows = createPostgresRows(pool);
      const addBoth = rows[kind](function* (fails: boolean) {
        yield* add("a");
        if (fails) throw new Error("no reason");
        return yield* add("b");
      });
      await expect(addBoth(true)).rejects.toThrow("no reason");
      expect(await listed()).toEqual([]);
      expect(await addBoth(false)).toBe(1);
      expect(await listed()).toEqual(["a", "b"]);
    },
  );

  it("has the values that SQLite has", async () => {
    const values = createPostgresRows(pool).read(function* () {
      return yield* get<object>(
        `SELECT count(*) AS isCount, 1 < 2 AS isLess, CAST(? AS DOUBLE PRECISION) / 4 AS part, sum(CAST(9 AS BIGINT)) AS total,
           json_array(1, 'a') AS list, CAST(NULL AS TEXT) AS missing, ? IN @texts AS isIn`,
        1,
        "é\ud800",
        jsonList(["é\ud800"]),
      );
    });
    expect(await values()).toEqual({
      isCount: 1,
      isLess: 1,
      part: 0.25,
      total: 9,
      list: '[1, "a"]',
      missing: null,
      isIn: 1,
    });
  });

  it("orders texts by their bytes, and ignores the case of ASCII letters only", async () => {
    const texts = jsonList([["b"], ["B"], ["ä"], ["Ä"], ["😀"], ["\uffff"]]);
    const rows = createPostgresRows(pool);
    const ordered = rows.read(() =>
      all<{ text: string }>("SELECT value ->> 0 AS text FROM @items ORDER BY value ->> 0", texts),
    );
    expect((await ordered()).map(({ text }) => text)).toEqual(["B", "b", "Ä", "ä", "\uffff", "😀"]);
    const found = rows.read(() =>
      all<{ text: string }>(
        "SELECT value ->> 0 AS text FROM @items WHERE value ->> 0 @like ?",
        texts,
        "Ä",
      ),
    );
    expect(await found()).toEqual([{ text: "Ä" }]);
  });

  it("sees one state in a snapshot, and each present one otherwise", async () => {
    const rows = createPostgresRows(pool);
    const gate = "7";
    const countTwice = (kind: "read" | "snapshot", onFirst: () => void) =>
      rows[kind](function* () {
        const sql = "SELECT count(*) AS count FROM removals";
        const before = yield* get<{ count: number }>(sql);
        onFirst();
        yield* all(`SELECT pg_advisory_xact_lock(${gate})`);
        return [before?.count, (yield* get<{ count: number }>(sql))?.count];
      })();
    for (const [kind, expected] of [
      ["snapshot", [0, 0]],
      ["read", [0, 1]],
    ] as const) {
      const holder = await pool.connect();
      await holder.query(`SELECT pg_advisory_lock(${gate})`);
      let counts: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        counts = countTwice(kind, resolve);
      });
      await rows.change(() => add("x"))();
      await holder.query(`SELECT pg_advisory_unlock(${gate})`);
      holder.release();
      expect(await counts, kind).toEqual(expected);
      await database.exec("DELETE FROM removals");
    }
  });

  it("makes changes one after the other, as SQLite does", async () => {
    const rows = createPostgresRows(pool);
    const addNext = rows.change(function* () {
      const found = yield* get<{ count: number }>("SELECT count(*) AS count FROM removals");
      yield* add(String(found?.count));
    });
    await Promise.all(Array.from({ length: 12 }, () => addNext()));
    expect((await listed()).length).toBe(12);
  });

  const language = (languageId: string, batchId = "b"): Scope => ({ batchId, languageId });
  it.each<[string, Scope, Scope, "waits" | "does not wait"]>([
    ["a language for the same one", language("fr"), language("fr"), "waits"],
    ["a language for another one of its batch", language("fr"), language("de"), "does not wait"],
    ["a language for its batch", { batchId: "b" }, language("fr"), "waits"],
    ["a batch for its language", language("fr"), { batchId: "b" }, "waits"],
    ["a batch for another one", { batchId: "c" }, { batchId: "b" }, "does not wait"],
    ["a batch for own rows", "own-rows", { batchId: "b" }, "does not wait"],
    ["own rows for own rows", "own-rows", "own-rows", "does not wait"],
    ["own rows for the workspace", "workspace", "own-rows", "waits"],
    ["the workspace for a language", language("fr"), "workspace", "waits"],
  ])("a change of %s", async (_name, first, second, expected) => {
    const rows = createPostgresRows(pool);
    const gate = await pool.connect();
    await gate.query("SELECT pg_advisory_lock(8)");
    let isSecondMade = false;
    const made = [rows.within(first).change(() => all("SELECT pg_advisory_xact_lock(8)"))()];
    // The server has databases of other tests, and the view lists the locks of all.
    const waiting = async () =>
      (
        await gate.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rowCount;
    try {
      await expect.poll(waiting, pollOptions).toBe(1);
      const change = rows.within(second).change(() => add("second"))();
      made.push(change.then(() => ((isSecondMade = true), [])));
      if (expected === "waits") await expect.poll(waiting, pollOptions).toBe(2);
      else await change;
      expect(isSecondMade).toBe(expected !== "waits");
    } finally {
      await gate.query("SELECT pg_advisory_unlock(8)");
      gate.release();
      await Promise.all(made);
    }
  });

  it("repeats a unit that was rolled back by a conflict, and gives up after five times", async () => {
    const rows = createPostgresRows(pool);
    let runs = 0;
    const conflict = (times: number) =>
      rows.change(function* () {
        runs += 1;
        yield* add("once");
        if (runs <= times) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      })();
    await conflict(3);
    expect(runs).toBe(4);
    expect(await listed()).toEqual(["once"]);
    await database.exec("DELETE FROM removals");
    runs = 0;
    await expect(conflict(100)).rejects.toThrow(DatabaseUnavailable);
    expect(runs).toBe(6);
  });

  it("does not commit after a failed statement", async () => {
    const ignoring = createPostgresRows(pool).change(function* () {
      yield* add("a");
      try {
        yield* add("a");
      } catch {
        // SQLite would continue.
      }
    });
    await expect(ignoring()).rejects.toThrow("continued after a failed statement");
    expect(await listed()).toEqual([]);
  });

  it("gets 503 for a connection that was lost, and works with the next one", async () => {
    const rows = createPostgresRows(pool);
    const own = rows.change(function* () {
      yield* all("SELECT pg_terminate_backend(pg_backend_pid())");
    });
    await expect(own()).rejects.toThrow(DatabaseUnavailable);
    expect(await listed()).toEqual([]);
  });

  it("ends a transaction that does nothing, so that it keeps no lock", async () => {
    const { rows } = await pool.query<Record<string, string>>(
      `SELECT current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('jit') AS jit,
         current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    expect(rows).toEqual([{ idle: "5s", jit: "off", statement: "30s", lock: "10s" }]);
  });
});

it("a statement stores many lines of a glossary, and changes those that are stored", async () => {
  const { listGlossary, putGlossaryLines } = createCastingRows(createPostgresRows(pool));
  await database.exec(
    `INSERT INTO projects (id, name, status, type, model, created_at, updated_at)
     VALUES ('p', 'P', 'active', 'audio-production', 'm', 1, 1)`,
  );
  try {
    const lineOf = (index: number): GlossaryRow => ({
      id: `l${String(index).padStart(4, "0")}`,
      projectId: "p",
      word: `"Zo\\ë" ${index}`,
      languageId: "fr-fr",
      phonemization: "",
      phonemizationLanguageId: "",
      pronunciationLanguageId: "en-us",
      pronounceAs: "12",
      caseSensitive: index % 2 === 1,
      createdAt: 1_700_000_000_000,
      updatedAt: index,
    });
    const lines = Array.from({ length: 1_001 }, (_, index) => lineOf(index));
    await putGlossaryLines(lines);
    expect(await listGlossary("p")).toEqual(lines);
    const changed = { ...lineOf(1_000), word: "other", updatedAt: 5_000 };
    await putGlossaryLines([changed]);
    expect((await listGlossary("p")).at(-1)).toEqual(changed);
  } finally {
    await database.exec("DELETE FROM projects");
  }
});

describe("the lock of a database", () => {
  /** Ends the connections that have it, and returns their number. */
  const endHolders = async () => {
    const { rows } = await pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length;
  };

  it("keeps a second service from it, until the first one has ended", async () => {
    const first = await open(database.url);
    await expect(open(database.url)).rejects.toThrow("another service uses the database");
    await first.close();
    const second = await open(database.url);
    await second.close();
  });

  it("is taken again after its connection was lost", async () => {
    const store = await open(database.url);
    for (let losses = 0; losses < 2; losses += 1) {
      expect(await endHolders()).toBe(1);
      const change = () =>
        addScript(store, `s${losses}`).then(
          () => true,
          () => false,
        );
      await expect.poll(change, pollOptions).toBe(true);
      await expect(open(database.url)).rejects.toThrow("another service uses the database");
    }
    await store.close();
  });

  it("ends a service whose tables a newer version changed while it was lost", async () => {
    let lost: Error | null = null;
    const store = await open(database.url, folder, (error) => void (lost = error));
    await pool.query("UPDATE workspace SET schema_version = schema_version + 1");
    try {
      expect(await endHolders()).toBe(1);
      await expect
        .poll(() => lost?.message, pollOptions)
        .toMatch(/^a newer version of Dubyard changed the database/);
      await expect(addScript(store, "late")).rejects.toThrow(DatabaseUnavailable);
    } finally {
      await pool.query("UPDATE workspace SET schema_version = schema_version - 1");
      await store.close();
    }
  });

  it("ends a service whose workspace another one began to move while it was lost", async () => {
    let lost: Error | null = null;
    const store = await open(database.url, folder, (error) => void (lost = error));
    expect(await store.findMoveState()).toBeNull();
    await pool.query("INSERT INTO moving (is_only, state) VALUES (1, '{}')");
    try {
      expect(await endHolders()).toBe(1);
      await expect
        .poll(() => lost?.message, pollOptions)
        .toBe("a move of the workspace began or ended at another service");
      await expect(addScript(store, "late")).rejects.toThrow(DatabaseUnavailable);
    } finally {
      await pool.query("DELETE FROM moving");
      await store.close();
    }
  });

  it("ends a service that another one took it from, and nothing is stored afterwards", async () => {
    let lost: Error | null = null;
    const store = await open(database.url, folder, (error) => void (lost = error));
    const other = await pool.connect();
    const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const taken = other.query(`SELECT pg_advisory_lock(${numberOf(`service of ${folder.id}`)})`);
    const waits = async () =>
      (await pool.query("SELECT FROM pg_locks WHERE pid = $1 AND NOT granted", [rows[0]?.pid]))
        .rowCount;
    await expect.poll(waits, pollOptions).toBe(1);
    expect(await endHolders()).toBe(1);
    await taken;
    await expect.poll(() => lost?.message, pollOptions).toBe("another service uses the database");
    await expect(addScript(store, "late")).rejects.toThrow(DatabaseUnavailable);
    other.release(true);
    await store.close();
  });
});

describe("services that share a database", () => {
  let own: TestDatabase;
  let stores: LocalStore[];
  beforeEach(async () => {
    own = await createDatabase(folder.id);
    stores = await Promise.all([openShared(own.url), openShared(own.url)]);
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await own.remove();
  });
  const [first, second] = [() => stores[0] as LocalStore, () => stores[1] as LocalStore];

  it("have the same keys, and keep others from it", async () => {
    await expect(open(own.url)).rejects.toThrow("another service uses the database");
    const others = createConfirmations(Buffer.alloc(32, 2));
    await expect(openShared(own.url, others)).rejects.toThrow("has another key");
    await own.exec(`UPDATE workspace SET schema_version = 29`);
    await expect(openShared(own.url)).rejects.toThrow("services of a former version");
  });

  it("take the lock of a name one after the other, with what is nested in it", async () => {
    const order: string[] = [];
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    let end = (): void => undefined;
    const isEnding = new Promise<void>((resolve) => (end = resolve));
    const held = first().exclusively("users", () =>
      first().exclusively("project p", async () => {
        begun();
        await isEnding;
        await addScript(first(), "one");
        order.push("first");
      }),
    );
    await isBegun;
    const others = ["users", "project p"].map((name) =>
      second().exclusively(name, async () => {
        await addScript(second(), name);
        order.push("second");
      }),
    );
    await second().exclusively("project q", () => addScript(second(), "other"));
    expect(order).toEqual([]);
    end();
    await Promise.all([held, ...others]);
    expect(order).toEqual(["first", "second", "second"]);
  });

  it("change nothing under a lock that was lost", async () => {
    const holders = `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
      WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const held = first().exclusively("scripts", async () => {
      await own.exec(holders);
      // The lock is free, whatever the holder knows of it.
      await second().exclusively("scripts", () => addScript(second(), "by the other"));
      await addScript(first(), "late");
    });
    await expect(held).rejects.toThrow(DatabaseUnavailable);
    await addScript(first(), "without the lock");
    const ids = (await first().listScripts()).map(({ id }) => id);
    expect(ids.sort()).toEqual(["by the other", "without the lock"]);
  });

  it("leave the leases of each other", async () => {
    const lease = { kind: "takes", key: "1", token: "t" } as const;
    expect(await first().claimLease(lease, "first", 60_000)).toBe(1);
    expect(await second().startLeases()).toBe(true);
    expect(await second().claimLease({ ...lease, token: "u" }, "second", 60_000)).toBeNull();
  });
});

describe("a database", () => {
  /** Statements that undo the migrations after version 32, by their version. */
  const undone = new Map([
    [33, "DROP TABLE presence"],
    [34, "DROP TABLE moving"],
    [35, "DROP TABLE engine_sets, workers, settings"],
    [36, "DROP TABLE delivery_presets"],
    [37, "DROP TABLE asked"],
    [
      38,
      `ALTER TABLE exports DROP COLUMN kind, DROP COLUMN expires_at;
       ALTER TABLE export_files DROP COLUMN location`,
    ],
  ]);
  /** The columns, indexes and triggers of all tables, in the order of their names. */
  const readSchema = async (of: Pool) =>
    (
      await of.query<Record<"kind" | "name" | "content", string>>(
        `SELECT 'column' AS kind, table_name || '.' || column_name AS name,
             concat_ws(' ', data_type, is_nullable, column_default) AS content
           FROM information_schema.columns WHERE table_schema = 'public'
         UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger
           WHERE NOT tgisinternal
         ORDER BY 1, 2, 3`,
      )
    ).rows;

  it("of a version before is changed to the present one", async () => {
    const own = await createDatabase(folder.id);
    expect([...undone.keys()].at(-1)).toBe(schemaVersion);
    for (const statement of [...undone.values()].toReversed()) await own.exec(statement);
    await own.exec("UPDATE workspace SET schema_version = 32");
    const store = await open(own.url);
    const upgraded = createPool(own.url, silentLog);
    expect(await readSchema(upgraded)).toEqual(await readSchema(pool));
    await upgraded.end();
    const language = { batchId: "b", languageId: "fr-fr" };
    const ada = { id: "ada", firstName: "Ada", lastName: "Moss", email: "ada@example.org" };
    await store.putUser(ada, ada.email, 1);
    for (const number of [3, 4]) await store.notePresence("ada", language, number);
    await store.notePresence("removed", language, 5);
    const { email: _email, id: userId, ...name } = ada;
    expect(await store.listPresent(language, 15_000)).toEqual([{ userId, ...name, number: 4 }]);
    await own.exec("UPDATE presence SET seen_at = seen_at - 20000");
    expect(await store.listPresent(language, 15_000)).toEqual([]);
    await store.removeFormerPresence(15_000);
    await store.close();
    await own.remove();
  });

  it("may be another empty one after a first start failed, but not beside objects", async () => {
    const own = await createEmptyDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-first-"));
    const start = (databaseUrl: string) =>
      openStore({
        dataDir,
        databaseUrl,
        state: "database-missing",
        mayRestoreCopy: false,
        lastUse: null,
        acceptsRows: false,
        confirmations: createConfirmations(randomBytes(32)),
        log: silentLog,
        now: () => 1,
      });
    await expect(start(own.url.replace(/\/test_\w+/, "/missing"))).rejects.toThrow(
      "cannot be opened",
    );
    await mkdir(path.join(dataDir, "media"));
    const bucket = path.join(dataDir, "bucket.json");
    await writeFile(bucket, '{"objects":"s3://a/b at c"}');
    await expect(start(own.url)).rejects.toThrow("the database is empty");
    await rm(bucket);
    await (await start(own.url)).close();
    await own.remove();
    await rm(dataDir, { recursive: true });
  });

  it("without tables gets them, and keeps its rows", async () => {
    const own = await createEmptyDatabase();
    const first = await open(own.url);
    await addScript(first, "s");
    await first.close();
    const again = await open(own.url, { ...folder, isEmpty: false });
    expect(await again.listScripts()).toHaveLength(1);
    await again.close();
    await own.remove();
  });

  it.each([
    [
      "of another encoding",
      "TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'",
      "has the encoding LATIN1",
    ],
    [
      "of another collation",
      "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C'",
      "has the collation",
    ],
    [
      "of another character type",
      "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'",
      "has the character type",
    ],
  ])("%s is refused", async (_name, options, reason) => {
    const own = await createEmptyDatabase(options);
    await expect(open(own.url)).rejects.toThrow(`the database ${reason}`);
    await own.remove();
  });

  it("of a newer version, of another folder, or beside bytes without rows is refused", async () => {
    const own = await createDatabase(folder.id);
    await expect(open(own.url, { id: "other", isEmpty: true })).rejects.toThrow(
      "another data folder",
    );
    await own.exec("UPDATE workspace SET schema_version = 1000");
    await expect(open(own.url)).rejects.toThrow("newer version of Dubyard (schema 1000)");
    await own.remove();
    const empty = await createEmptyDatabase();
    await expect(open(empty.url, { id: "x", isEmpty: false })).rejects.toThrow(
      "the database is empty",
    );
    await empty.remove();
  });

  it("that cannot be reached, or permits nothing, is refused with one line", async () => {
    const missing = database.url.replace(/\/test_\w+/, "/missing");
    const error: unknown = await open(missing).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/^AppError: the database cannot be opened: [^\n]+$/);
    await runSql(
      database.url,
      "CREATE ROLE reader LOGIN",
      "GRANT USAGE ON SCHEMA public TO reader",
      "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
    );
    const asReader = database.url.replace("dubyard@", "reader@");
    await expect(open(asReader)).rejects.toThrow(
      /does not permit this role to change the table \w+$/,
    );
  });
});
