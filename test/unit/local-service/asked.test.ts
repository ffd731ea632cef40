/** What API processes ask workers to make. Costs about 2 s. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { silentLog } from "../../../main/common/log";
import { startAskedWork, type MakeAsked } from "../../../main/local-service/asked-work";
import { HttpError } from "../../../main/local-service/common/http-error";
import { createAskedRows } from "../../../main/local-service/rows/asked-rows";
import { createEngineSetRows } from "../../../main/local-service/rows/engine-set-rows";
import { createLeaseRows } from "../../../main/local-service/rows/leases";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { createAsking } from "../../../main/local-service/work/asking";

let database: Database;
let works: ReturnType<typeof startAskedWork>[] = [];
beforeEach(() => {
  database = openDatabase(":memory:", migrations);
});
afterEach(async () => {
  await Promise.all(works.map((work) => work.close()));
  works = [];
  database.close();
});

const rowsOf = () => {
  const driver = createSqliteRows(database);
  return {
    ...createAskedRows(driver),
    ...createEngineSetRows(driver),
    ...createLeaseRows(driver, { isShared: true }),
  };
};
const unexpected: MakeAsked = () => Promise.reject(new Error("not asked for"));

function startWorker(
  peaks: MakeAsked,
  { isPinned = true, sample = unexpected, preview = unexpected } = {},
): void {
  const makers = { sample, preview, facts: unexpected, peaks };
  const shared = { mayWork: () => isPinned, ownSet: () => (isPinned ? "set" : "other") };
  works.push(startAskedWork({ rows: rowsOf(), makers, shared, log: silentLog }));
}
const item = { kind: "peaks", key: "k", subject: "b" } as const;
const waitMs = 60_000;
const closing = new AbortController();

it("a worker makes what was asked for, in steps, and another process learns its state", async () => {
  const rows = rowsOf();
  await rows.addEngineSet({ id: "set", content: "{}" });
  const asking = createAsking(rows, closing.signal);
  expect(await asking.ask(item, 0)).toMatchObject({ state: "waiting", progress: 0 });
  const subjects: string[] = [];
  startWorker(() => Promise.reject(new Error("has another engine")), { isPinned: false });
  startWorker((subject) => {
    subjects.push(subject);
    return Promise.resolve(subjects.length === 1 ? 0.5 : "");
  });
  await expect
    .poll(async () => (await rows.findAsked(item))?.progress, { timeout: waitMs })
    .toBe(0.5);
  expect(await asking.ask(item, waitMs)).toMatchObject({ state: "made", problem: "" });
  expect(subjects).toEqual(["b", "b"]);
  // What is asked for again is missing, and is made again.
  expect(await asking.ask(item, waitMs)).toMatchObject({ state: "made" });
  expect(subjects).toHaveLength(3);
});

it("a failure has the status and the message of the response", async () => {
  const rows = rowsOf();
  await rows.addEngineSet({ id: "set", content: "{}" });
  startWorker(() => Promise.reject(new HttpError(404, "videoPath: no sound")));
  const asking = createAsking(rows, closing.signal);
  const failed = { state: "failed", status: 404, problem: "videoPath: no sound" };
  expect(await asking.ask(item, waitMs)).toMatchObject(failed);
  // The failure stays until it is tried again.
  expect(await asking.ask(item, 0)).toMatchObject(failed);
});

it("a preview that takes long delays neither a sample nor more than one of its kind", async () => {
  const rows = rowsOf();
  await rows.addEngineSet({ id: "set", content: "{}" });
  const asking = createAsking(rows, closing.signal);
  await asking.ask({ kind: "preview", key: "long", subject: "b" }, 0);
  let finish = (_result: string): void => undefined;
  const made = new Promise<string>((resolve) => (finish = resolve));
  const preview = vi.fn(() => made);
  startWorker(() => Promise.resolve(""), { preview, sample: () => Promise.resolve("") });
  await vi.waitFor(() => expect(preview).toHaveBeenCalled(), waitMs);
  await asking.ask(item, 0);
  const sample = { kind: "sample", key: "s", subject: "[]" } as const;
  expect(await asking.ask(sample, waitMs)).toMatchObject({ state: "made" });
  expect(await rows.findAsked(item)).toMatchObject({ state: "waiting" });
  finish("");
  expect(await asking.ask(item, waitMs)).toMatchObject({ state: "made" });
});

it("an item that ends its workers fails at the third attempt, and stays so for an hour", async () => {
  const rows = rowsOf();
  await rows.addEngineSet({ id: "set", content: "{}" });
  const asking = createAsking(rows, closing.signal);
  await asking.ask(item, 0);
  database.exec("INSERT INTO leases VALUES ('asked', 'peaks/k', 'ended', 't', 0, 2)");
  startWorker(unexpected);
  const failed = { state: "failed", status: 500 };
  expect(await asking.ask(item, waitMs)).toMatchObject(failed);
  await rows.ask(item, -60_000);
  expect(await rows.findAsked(item)).toMatchObject(failed);
});

it("the response of a process that waits ends when it closes", async () => {
  const closed = new AbortController();
  const asked = createAsking(rowsOf(), closed.signal).ask(item, waitMs);
  closed.abort(new HttpError(503, "the service stops"));
  await expect(asked).rejects.toThrow("the service stops");
});
