/**
 * Leases of ingestion tasks: a process that ended during a task, or is too slow, stores nothing,
 * and its end is counted; and two processes on one database. Costs about 2 s.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AppError } from "../../../main/common/errors";
import { silentLog } from "../../../main/common/log";
import { createLeases, type LeasesOptions } from "../../../main/local-service/work/leases";
import { LostLease, type LeaseRows } from "../../../main/local-service/rows/lease-port";
import { DatabaseUnavailable } from "../../../main/local-service/common/http-error";
import { createOutsideWork } from "../../../main/local-service/common/outside-work";
import { noEngines } from "../../../main/local-service/engines/engines";
import { createIngestion, type Ingestion } from "../../../main/local-service/ingest/queue";
import type { ObjectStore } from "../../../main/local-service/objects/port";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import type { Script } from "../../../main/script-formats/model";

let dataDir: string;
let store: LocalStore;
/** What ends the present process of each test. */
let closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
  store = openSqliteStore(dataDir);
  const fields = { name: "P", status: "active", type: "audio-production", model: "m" } as const;
  const times = { createdAt: 1, updatedAt: 1 };
  await store.addProject({ id: "p", ...fields, sourceLanguage: null, ...times }, ["fr-fr"]);
});
afterEach(async () => {
  await Promise.all(closers.map((close) => close()));
  closers = [];
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const line = { number: 1, id: "L1", character: "C", sourceAudio: null, emotion: null };
const untimed = { intensity: null, startMs: null, endMs: null, row: 2 };
const scriptOf = (text: string): Script => ({
  format: "csv",
  lines: [{ ...line, ...untimed, text: { "fr-fr": text } }],
  characters: [],
  languages: ["fr-fr"],
  columns: {},
  sheet: "",
  problems: [],
});

/** Of a database that several processes use. */
type Sharing = Partial<LeasesOptions>;
const shared = (rows: Partial<LeaseRows> = {}, leaseMs = 60_000): Sharing => ({
  rows: { ...store, startLeases: () => Promise.resolve(true), ...rows },
  leaseMs,
  pollEveryMs: 20,
});

interface Process {
  ingestion: Ingestion;
  /** The scripts that are being read, by their names; each ends when its function is called. */
  reading: Map<string, () => void>;
  /** Names of scripts in the order of their first reads. */
  begun: Set<string>;
  /** Errors of the next reads of scripts. */
  failures: Error[];
  /** Rejected changes of lines. */
  rejected: unknown[];
}

/**
 * A process that reads scripts. Those whose name begins with "slow" are read outside of the loop,
 * and counted, as a transcription is; "late" ones are read as part of their task. Their texts are
 * the name of the process.
 */
function startProcess(name: string, { rows = store, ...options }: Sharing = {}): Process {
  const outside = createOutsideWork(() => false);
  const reading = new Map<string, () => void>();
  const begun = new Set<string>();
  const failures: Error[] = [];
  const rejected: unknown[] = [];
  const leases = createLeases({
    rows,
    log: silentLog,
    onPoll: () => ingestion.wake(),
    ...options,
  });
  const ingestion = createIngestion({
    store: {
      ...store,
      clearLines: (...values) =>
        store.clearLines(...values).catch((error: unknown) => {
          rejected.push(error);
          throw error;
        }),
    },
    leases,
    sources: {
      readScript(fileName) {
        begun.add(fileName);
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        const script = { bytes: new Uint8Array(), fileName, kinds: {} };
        if (fileName.startsWith("late"))
          return new Promise((resolve) => reading.set(fileName, () => resolve(script)));
        if (!fileName.startsWith("slow")) return Promise.resolve(script);
        const read = ({ signal }: { signal: AbortSignal }) =>
          new Promise<typeof script>((resolve, reject) => {
            reading.set(fileName, () => resolve(script));
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          });
        return Promise.resolve().then(() =>
          outside.resultOf(fileName, "script", read, { isCounted: true }),
        );
      },
      hostOf: () => null,
      checkVideo: () => Promise.resolve(),
      download: () => Promise.reject(new Error("there is no video")),
      findAudioProblems: () => Promise.resolve(new Map()),
    },
    reader: {
      readScript: () => Promise.resolve(scriptOf(name)),
      readBulk: () => Promise.reject(new Error("there is no template")),
      close: () => Promise.resolve(),
    },
    engines: () => noEngines,
    engine: null,
    objects: {} as ObjectStore,
    outside,
    onIngested: () => undefined,
    removeFiles: () => Promise.resolve(),
    now: () => 1,
    log: silentLog,
  });
  closers.push(async () => {
    await Promise.all([ingestion.close(), outside.close()]);
    await leases.close();
  });
  return { ingestion, reading, begun, failures, rejected };
}

const addBatch = (id: string, scriptPath: string) =>
  store.addBatch(
    {
      id,
      projectId: "p",
      name: id,
      videoPath: null,
      languageCode: null,
      settings: {},
      scriptPath,
      translations: [{ languageId: "fr-fr", type: "target" }],
    },
    1,
  );
const pollOptions = { timeout: 20_000 };
const statusIs = (id: string, status: string) =>
  expect.poll(async () => (await store.findBatch(id))?.status, pollOptions).toBe(status);
const isReading = ({ reading }: Process, fileName: string) =>
  expect.poll(() => reading.has(fileName), pollOptions).toBe(true);
const textOf = async (id: string) => (await store.listLines(id, 0, 1))[0]?.texts["fr-fr"];

it("an end of the process during a transcription is counted, and the third one is prevented", async () => {
  await addBatch("b", "slow.csv");
  for (const process of ["first", "second"]) await isReading(startProcess(process), "slow.csv");
  startProcess("third");
  await statusIs("b", "failed");
  expect((await store.findBatch("b"))?.note).toBe(
    "scriptPath: reading “slow.csv” crashed the local service 2 times; it may be too large or too complex",
  );
});

it("a transcription whose process closes is not counted", async () => {
  await addBatch("b", "slow.csv");
  for (const process of ["first", "second", "third"]) {
    await isReading(startProcess(process), "slow.csv");
    await closers.pop()?.();
  }
  const last = startProcess("last");
  await isReading(last, "slow.csv");
  last.reading.get("slow.csv")?.();
  await statusIs("b", "casting");
});

it("a process that lost its lease stores nothing", async () => {
  await addBatch("b", "late.csv");
  const first = startProcess("first");
  await isReading(first, "late.csv");
  const second = startProcess("second");
  await isReading(second, "late.csv");
  second.reading.get("late.csv")?.();
  await statusIs("b", "casting");
  first.reading.get("late.csv")?.();
  await closers.shift()?.();
  expect(first.rejected).toEqual([expect.any(LostLease)]);
  expect(await textOf("b")).toBe("second");
});

it("without a connection to the database or to the bucket, a task is repeated, not ended", async () => {
  const { failures, ingestion } = startProcess("first");
  failures.push(
    new DatabaseUnavailable("no connection"),
    new AppError("unreachable", "no connection"),
    new AppError("timeout", "no answer"),
  );
  await addBatch("b", "b.csv");
  const status = async () => {
    ingestion.wake();
    return (await store.findBatch("b"))?.status;
  };
  await expect.poll(status, pollOptions).not.toBe("ingesting");
  expect(await status()).toBe("casting");
  expect(failures).toEqual([]);
});

it("beside a suspect's transcription other tasks are run, but no suspects", async () => {
  await addBatch("a", "slow-a.csv");
  await addBatch("b", "slow-b.csv");
  const first = startProcess("first");
  await isReading(first, "slow-a.csv");
  await isReading(first, "slow-b.csv");
  const second = startProcess("second");
  await isReading(second, "slow-a.csv");
  await addBatch("c", "c.csv");
  second.ingestion.wake();
  await statusIs("c", "casting");
  expect([...second.begun]).toEqual(["slow-a.csv", "c.csv"]);
  second.reading.get("slow-a.csv")?.();
  await statusIs("a", "casting");
  await isReading(second, "slow-b.csv");
  second.reading.get("slow-b.csv")?.();
  await statusIs("b", "casting");
});

it("two processes on one database read each script once, also one that is added later", async () => {
  const ids = Array.from({ length: 24 }, (_, index) => `b${index}`);
  for (const id of ids) await addBatch(id, `${id}.csv`);
  const processes = [startProcess("one", shared()), startProcess("two", shared())];
  for (const id of ids) await statusIs(id, "casting");
  await addBatch("added", "added.csv");
  await statusIs("added", "casting");
  const begun = processes.flatMap((process) => [...process.begun]);
  expect(begun.sort()).toEqual([...ids, "added"].map((id) => `${id}.csv`).sort());
  for (const process of processes) expect(process.begun.size).toBeGreaterThan(0);
});

it("the work of a process that renews no lease is taken over, and its later result is not stored", async () => {
  await addBatch("b", "late.csv");
  const stalled = startProcess("stalled", shared({}, 200));
  await isReading(stalled, "late.csv");
  const other = startProcess("other", shared());
  await isReading(other, "late.csv");
  other.reading.get("late.csv")?.();
  await statusIs("b", "casting");
  stalled.reading.get("late.csv")?.();
  await expect.poll(() => stalled.rejected, pollOptions).toEqual([expect.any(LostLease)]);
  expect(await textOf("b")).toBe("other");
});
