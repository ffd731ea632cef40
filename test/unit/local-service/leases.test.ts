/** Leases of background work. Costs about 0.2 s. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { run } from "../../../main/local-service/rows/unit-of-work";

const leaseMs = 15_000;
let database: Database;
let rows: LeaseRows;
/** Stores a result under a lease. */
let store: (lease: Lease, result: string) => Promise<void>;
let progress: (lease: Lease) => Promise<void>;
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

const lease = (token: string): Lease => ({ kind: "export", key: "a", token });
const results = () =>
  database.all<{ result: string }>("SELECT result FROM results").map(({ result }) => result);
/** The clock of the database goes on. */
const pass = (milliseconds: number) =>
  database.run("UPDATE leases SET until = until - ? WHERE until <> 0", milliseconds);

describe("the rows of leases", () => {
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

describe("the leases of a process", () => {
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
