/** Leases of background work. Costs about 0.5 s. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { silentLog } from "../../../main/common/log";
import { LostLease, type Lease, type LeaseRows } from "../../../main/local-service/rows/lease-port";
import { createLeases, type HeldLease } from "../../../main/local-service/work/leases";
import { AwaitedError } from "../../../main/local-service/common/outside-work";
import {
  createLeaseRows,
  end,
  forgetAttempts,
  hold,
} from "../../../main/local-service/rows/leases";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { run } from "../../../main/local-service/rows/unit-of-work";

const leaseMs = 15_000;
let database: Database;
let rows: LeaseRows;
/** Stores a result under a lease. */
let store: (lease: Lease, result: string) => Promise<void>;
let progress: (lease: Lease) => Promise<void>;
/** Before each test of a group. */
function useDatabase(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    database = openDatabase(":memory:", migrations);
    database.exec("CREATE TABLE results (result TEXT)");
    const driver = createSqliteRows(database);
    rows = createLeaseRows(driver, { isShared: false });
    store = driver.note(function* (lease, result) {
      yield* hold(lease);
      yield* end(lease);
      yield* run("INSERT INTO results (result) VALUES (?)", result);
    });
    progress = driver.note(function* (lease) {
      yield* hold(lease);
      yield* forgetAttempts(lease);
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    database.close();
  });
}

const lease = (token: string): Lease => ({ kind: "export", key: "a", token });
const results = () =>
  database.all<{ result: string }>("SELECT result FROM results").map(({ result }) => result);
/** The clock of the database goes on. */
const pass = (milliseconds: number) =>
  database.run("UPDATE leases SET until = until - ? WHERE until <> 0", milliseconds);

describe("the rows of leases", () => {
  useDatabase();
  it("give an item to one of two owners", async () => {
    expect(await rows.claimLease(lease("1"), "one", leaseMs)).toBe(1);
    expect(await rows.claimLease(lease("2"), "two", leaseMs)).toBeNull();
    expect(await rows.claimLease({ ...lease("3"), key: "b" }, "two", leaseMs)).toBe(1);
  });

  it("give an expired lease to another owner: the first one stores nothing", async () => {
    await rows.claimLease(lease("1"), "one", leaseMs);
    pass(leaseMs - 1000);
    expect(await rows.claimLease(lease("2"), "two", leaseMs)).toBeNull();
    pass(1001);
    expect(await rows.claimLease(lease("2"), "two", leaseMs)).toBe(2);
    await expect(store(lease("1"), "first")).rejects.toThrow(LostLease);
    await store(lease("2"), "second");
    await expect(store(lease("2"), "again")).rejects.toThrow(LostLease);
    expect(results()).toEqual(["second"]);
  });

  it("renew all leases of an owner, also an expired one that no other has taken", async () => {
    await rows.claimLease(lease("1"), "one", leaseMs);
    await rows.claimLease({ ...lease("2"), key: "b" }, "one", leaseMs);
    await rows.claimLease({ ...lease("3"), key: "c" }, "two", leaseMs);
    pass(leaseMs + 1);
    await rows.claimLease({ ...lease("4"), key: "b" }, "two", leaseMs);
    expect(await rows.renewLeases("one", leaseMs)).toEqual(["1"]);
    expect(await rows.claimLease(lease("5"), "two", leaseMs)).toBeNull();
  });

  it("count attempts that end with the process, until there is a result or progress", async () => {
    const claim = (token: string) => rows.claimLease(lease(token), token, leaseMs);
    await claim("1");
    await rows.startLeases();
    expect(await claim("2")).toBe(2);
    await rows.releaseLease(lease("2"));
    expect(await claim("3")).toBe(2);
    await rows.startLeases();
    expect(await claim("4")).toBe(3);
    await progress(lease("4"));
    await rows.startLeases();
    expect(await claim("5")).toBe(2);
    await store(lease("5"), "made");
    expect(await claim("6")).toBe(1);
    await rows.releaseLease(lease("6"));
    expect(await claim("7")).toBe(1);
  });
});

describe("with a lease that another process has taken", () => {
  const lost = lease("lost");
  const task = { id: 1, batchId: "b", languageId: "fr-fr", requestId: "r", lease: lost };
  const outcome = { result: "failed", note: "", problem: "" } as const;
  const file = { path: "a.wav", state: "failed", bytes: null, sha256: null } as const;
  const nothing = { problem: "", finding: "", measures: null, location: null };
  const range = { after: 0, to: 9 };
  const asked = { kind: "peaks", key: "k", subject: "b" } as const;
  const askedOutcome = { state: "made", status: 0, problem: "", result: "", laterMs: 0 } as const;
  const results: [string, (store: LocalStore) => Promise<unknown>][] = [
    ["removeTask", (store) => store.removeTask(task)],
    ["finishIngestion", (store) => store.finishIngestion(task, outcome, 1)],
    ["finishLanguage", (store) => store.finishLanguage(task, outcome, 1)],
    ["finishCasting", (store) => store.finishCasting(task, [], 1)],
    ["clearLines", (store) => store.clearLines(lost, "b", 9)],
    ["addLines", (store) => store.addLines(lost, "b", [])],
    ["clearSpareTexts", (store) => store.clearSpareTexts(lost, "b", "fr-fr", 9)],
    ["addSpareTexts", (store) => store.addSpareTexts(lost, "b", "fr-fr", [])],
    ["addSpans", (store) => store.addSpans(lost, "b", [])],
    ["replaceSpans", (store) => store.replaceSpans(lost, "b", [], [])],
    ["clearBulkRows", (store) => store.clearBulkRows(task, 9)],
    ["addBulkRows", (store) => store.addBulkRows(task, 0, [])],
    ["finishBulkRead", (store) => store.finishBulkRead(task, null)],
    ["createBulkBatches", (store) => store.createBulkBatches(task, 9, 1)],
    ["beginPlan", (store) => store.beginPlan(lost, "b", "fr-fr")],
    ["planTakes", (store) => store.planTakes(lost, task, { takes: [], ...range }, null)],
    ["finishPlan", (store) => store.finishPlan(lost, "b", "fr-fr", { planned: 0, lines: 0 }, 1)],
    ["blockDub", (store) => store.blockDub(lost, "b", "fr-fr", "", 1)],
    ["finishTake", (store) => store.finishTake(lost, task, outcome, 1)],
    ["finishDub", (store) => store.finishDub(lost, task, "", 1)],
    ["beginFindings", (store) => store.beginFindings(lost, task)],
    ["putFindings", (store) => store.putFindings(lost, task, range, [])],
    ["finishFindings", (store) => store.finishFindings(lost, task)],
    ["replaceExportFiles", (store) => store.replaceExportFiles(lost, "e", noSnapshot, [])],
    ["holdExport", (store) => store.holdExport(lost, { id: "e", signature: "" }, [])],
    ["setExportFile", (store) => store.setExportFile(lost, "e", { ...file, ...nothing })],
    ["noteAskedProgress", (store) => store.noteAskedProgress(lost, asked, 0.5)],
    ["finishAsked", (store) => store.finishAsked(lost, asked, askedOutcome)],
    ["endExport", (store) => store.endExport(lost, "e", endedExport)],
  ];
  const endedExport = { state: "made", problem: "", expiresAt: null } as const;
  const noSnapshot = { snapshot: "", signature: "" };
  let folder: string;
  let workspace: LocalStore;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "dubyard-leases-"));
    workspace = openSqliteStore(folder);
  });
  afterAll(async () => {
    await workspace.close();
    rmSync(folder, { recursive: true });
  });

  it.each(results)("%s stores nothing", async (_name, change) => {
    await expect(change(workspace)).rejects.toThrow(LostLease);
  });

  it("no other unit that has a lease is missing here", () => {
    const rowsFolder = path.resolve(import.meta.dirname, "../../../main/local-service/rows");
    const ports = readdirSync(rowsFolder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("port.ts") && file !== "lease-port.ts")
      .map((file) => readFileSync(path.join(rowsFolder, file), "utf8"));
    const leased = ports.flatMap((text) =>
      [...text.matchAll(/^ {2}(\w+)\(([^]*?)\): Promise/gm)].flatMap(
        ([, name = "", values = ""]) =>
          /\bLease\b|\bOfBatch\b|\bClaimedRequest\b/.test(values) ? [name] : [],
      ),
    );
    expect(leased.sort()).toEqual(results.map(([name]) => name).sort());
  });
});

describe("the leases of a process", () => {
  useDatabase();
  /** Of a database that several processes use. */
  const createProcess = () =>
    createLeases({ rows: { ...rows, startLeases: () => Promise.resolve(true) }, log: silentLog });
  /** Runs work until `finish` is called. */
  function begin(process: ReturnType<typeof createLeases>) {
    let finish: (error?: Error) => void = () => undefined;
    let started: HeldLease | null = null;
    const ended = process.run("export", "a", async (claimed) => {
      started = claimed;
      await new Promise<void>((resolve, reject) => {
        finish = (error) => (error ? reject(error) : resolve());
      });
      await store(claimed, "made");
      return "made";
    });
    ended.catch(() => undefined);
    return { ended, finish: (error?: Error) => finish(error), lease: () => started };
  }

  it("are renewed while work goes on, and forgotten after it", async () => {
    const [one, two] = [createProcess(), createProcess()];
    const { ended, finish } = begin(one);
    for (let renewals = 0; renewals < 4; renewals += 1) {
      pass(5_000);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    await expect(begin(two).ended).rejects.toThrow(AwaitedError);
    finish();
    expect(await ended).toBe("made");
    expect(database.all("SELECT * FROM leases")).toEqual([]);
  });

  it("end the work whose lease another process has taken, and its result is not stored", async () => {
    const [one, two] = [createProcess(), createProcess()];
    const first = begin(one);
    await vi.advanceTimersByTimeAsync(0);
    pass(leaseMs + 1);
    const second = begin(two);
    await vi.advanceTimersByTimeAsync(0);
    expect(first.lease()?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(first.lease()?.signal.reason).toBeInstanceOf(LostLease);
    first.finish();
    // The loop considers the item again later.
    await expect(first.ended).rejects.toThrow(AwaitedError);
    second.finish();
    await second.ended;
    expect(results()).toEqual(["made"]);
  });

  it("are given back after an error, and when the process closes", async () => {
    const [one, two] = [createProcess(), createProcess()];
    const failing = begin(one);
    await vi.advanceTimersByTimeAsync(0);
    failing.finish(new Error("no connection"));
    await expect(failing.ended).rejects.toThrow("no connection");
    const closing = begin(one);
    await vi.advanceTimersByTimeAsync(0);
    await one.close();
    const taken = begin(two);
    await vi.advanceTimersByTimeAsync(0);
    expect(taken.lease()?.attempts).toBe(1);
    closing.finish();
    await expect(closing.ended).rejects.toThrow(AwaitedError);
    expect(results()).toEqual([]);
  });

  it("are given back before the next claim if the database could not be reached after an error", async () => {
    let isReached = false;
    const process = createLeases({
      rows: {
        ...rows,
        releaseLease: (lease) =>
          isReached ? rows.releaseLease(lease) : Promise.reject(new Error("no connection")),
      },
      log: silentLog,
    });
    const failed = process.run("ingest", "1", () => Promise.reject(new Error("no reason")));
    await expect(failed).rejects.toThrow("no reason");
    const attempts = () =>
      process.run("ingest", "1", (claimed) => Promise.resolve(claimed.attempts));
    await expect(attempts()).rejects.toThrow("no connection");
    isReached = true;
    expect(await attempts()).toBe(1);
  });

  it("stay during counted work outside", async () => {
    const [one, two] = [createProcess(), createProcess()];
    let endOutside: () => void = () => undefined;
    const outside = new Promise<void>((resolve) => (endOutside = resolve));
    const awaited = (isCounted: boolean) =>
      one.run("ingest", "1", () => Promise.reject(new AwaitedError(outside, { isCounted })));
    await expect(awaited(false)).rejects.toThrow(AwaitedError);
    const counted = await awaited(true).catch((error: unknown) => error as AwaitedError);
    const claimOfTwo = () => two.run("ingest", "1", ({ attempts }) => Promise.resolve(attempts));
    await expect(claimOfTwo()).rejects.toThrow(AwaitedError);
    endOutside();
    if (counted instanceof AwaitedError) await counted.ended;
    expect(await claimOfTwo()).toBe(1);
  });
});
