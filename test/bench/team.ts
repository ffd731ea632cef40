/**
 * `npm run bench -- team [--seconds 10] [--lines 500]`: the changes of three services on one
 * PostgreSQL database, whose files are in memory: 8 reviewers, 4 workers that store takes, and the
 * checks, in one language of a batch and in four. Then lines that are read, decisions, and files
 * that are published by one to four processes, beside the embedded service: each is its rows,
 * without HTTP and bytes. Requires PostgreSQL.
 */
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { silentLog } from "../../main/common/log";
import { createConfirmations } from "../../main/local-service/common/confirmations";
import type { Lease, LeaseKind } from "../../main/local-service/rows/lease-port";
import type { LocalStore } from "../../main/local-service/rows/port";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { createPool } from "../../main/local-service/rows/postgres/pool";
import { findPostgres, startPostgres } from "../../resources/tools/postgres-server.mjs";
import { runSql } from "../helpers/postgres/server";
import { madeTake, plannedTakes } from "../helpers/queued-takes";
import { openSqliteStore } from "../../main/local-service/rows/sqlite";
import { print } from "./tools/engine-service";
import { loads, runLoad, runProcesses, readSignals, type Load } from "./tools/team-load";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seconds: { type: "string", default: "10" },
    lines: { type: "string", default: "500" },
    // Of a process of the load: the URL of the database, or the folder of an embedded workspace.
    child: { type: "string" },
    index: { type: "string", default: "0" },
    load: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);
const lineCount = Number(values.lines);
const variants = 20;
const services = 3;
const reviewers = 8;
const workers = 4;
const goals = { one: 300, four: 500, p99Ms: 200 };
const languages = ["fr-fr", "de-de", "es-es", "it-it"];
const batchId = "b";

const newLease = (kind: LeaseKind, key: string): Lease => ({ kind, key, token: randomUUID() });
async function leased<T>(store: LocalStore, lease: Lease, work: () => Promise<T>): Promise<T> {
  const attempts = await store.claimLease(lease, "bench", 60_000);
  if (attempts === null) throw new Error("the lease belongs to another one");
  return work();
}

/** A batch whose takes are queued. */
async function prepare(store: LocalStore): Promise<void> {
  const at = 1;
  const project = { id: "p", name: "P", status: "active", type: "line-dubbing" } as const;
  await store.addProject(
    { ...project, model: "local-basic", sourceLanguage: "en-us", createdAt: at, updatedAt: at },
    languages,
  );
  const character = { id: "c", name: "ANNA", folded: "anna" };
  await store.ensureCharacters("p", [character], at);
  const all = ["en-us", ...languages];
  const translations = all.map((languageId) => ({
    languageId,
    type: languageId === "en-us" ? ("source" as const) : ("target" as const),
  }));
  const location = { scriptPath: "x", videoPath: null, languageCode: null };
  await store.addBatch(
    { id: batchId, projectId: "p", name: "B", ...location, settings: {}, translations },
    at,
  );
  const [task] = await store.listTasks(1, { running: [], waiting: [], overtaken: [] });
  if (!task) throw new Error("there is no task of the batch");
  const lease = newLease("ingest", String(task.id));
  await leased(store, lease, async () => {
    const lines = Array.from({ length: lineCount }, (_, index) => ({
      number: index + 1,
      lineId: `L${index}`,
      characterId: "c",
      sourceAudio: "",
      emotion: "",
      intensity: "",
      startMs: index * 1000,
      endMs: index * 1000 + 900,
      appearance: "" as const,
      texts: Object.fromEntries(all.map((id) => [id, `Line ${index} in ${id}`])),
    }));
    await store.addLines(lease, batchId, lines);
    const outcome = { result: "ingested", isToBeCast: false, note: "" } as const;
    const ids = { characterIds: ["c"], languageIds: all };
    await store.finishIngestion({ id: task.id, batchId, lease }, { ...outcome, ...ids }, at);
  });
  await store.assignVoices([{ characterId: "c", voice: "Voice" }], at);
  for (const languageId of languages) {
    const plan = newLease("plan", `${batchId}/${languageId}`);
    await leased(store, plan, async () => {
      const takes = plannedTakes(lineCount, variants);
      const dub = { batchId, languageId };
      await store.planTakes(plan, dub, { takes, after: 0, to: lineCount }, {});
      const counts = { planned: takes.length, lines: lineCount };
      await store.finishPlan(plan, batchId, languageId, counts, at);
    });
  }
}

const outcome = madeTake("x");

interface Measured {
  reviews: number[];
  takes: number;
  checks: number;
  conflicts: number;
}

/** All work at the same time, in the first `count` languages. */
async function measure(stores: readonly LocalStore[], count: number): Promise<Measured> {
  const used = languages.slice(0, count);
  const storeAt = (index: number) => stores[index % stores.length] as LocalStore;
  const result: Measured = { reviews: [], takes: 0, checks: 0, conflicts: 0 };
  const end = performance.now() + seconds * 1000;
  const isRunning = () => performance.now() < end;
  async function review(index: number): Promise<void> {
    const store = storeAt(index);
    const language = { batchId, languageId: used[index % count] ?? "" };
    for (let turn = 0; isRunning(); turn += 1) {
      const number = 1 + ((turn * reviewers + index) % lineCount);
      const line = await store.findReviewed(language, number);
      const change = { number, revision: line?.revision ?? 0 };
      const begunAt = performance.now();
      const made = await store.changeReview(language, change, { offsetMs: turn % 9 }, 2);
      if (made) result.reviews.push(performance.now() - begunAt);
      else result.conflicts += 1;
    }
  }
  async function work(index: number): Promise<void> {
    const store = storeAt(index);
    const others = languages.filter((languageId) => !used.includes(languageId));
    const dubs = others.map((languageId) => `${batchId}/${languageId}`);
    while (isRunning()) {
      const take = await store.findQueuedTake({ ids: [], voices: [], dubs });
      if (!take) return;
      const lease = newLease("takes", String(take.id));
      if ((await store.claimLease(lease, "bench", 60_000)) === null) continue;
      if (await store.finishTake(lease, take, outcome, 2)) result.takes += 1;
    }
  }
  async function check(languageId: string): Promise<void> {
    const store = storeAt(0);
    const language = { batchId, languageId };
    while (isRunning()) {
      const begunAt = performance.now();
      const lease = newLease("check", `${batchId}/${languageId}`);
      await leased(store, lease, async () => {
        await store.beginFindings(lease, language);
        const findings = Array.from({ length: lineCount / 10 }, (_, index) => ({
          line: 1 + index * 10,
          languageId,
          name: "silence" as const,
          severity: "warning" as const,
          value: result.checks % 2,
        }));
        await store.putFindings(lease, language, { after: 0, to: lineCount }, findings);
        await store.finishFindings(lease, language);
      });
      result.checks += 1;
      // As the checks do: a tenth of the time.
      const restMs = (performance.now() - begunAt) * 9;
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
  await Promise.all([
    ...Array.from({ length: reviewers }, (_, index) => review(index)),
    ...Array.from({ length: workers }, (_, index) => work(index)),
    ...used.map(check),
  ]);
  return result;
}

const folder = { id: "team", isEmpty: true };
const confirmations = createConfirmations(Buffer.alloc(32, 1));
const onLost = (error: Error): void => {
  throw error;
};
const openShared = (url: string) =>
  openPostgresStore({ url, folder, log: silentLog, isShared: true, confirmations, onLost });

/** A process of the load, which reports its result on stdout. */
async function runChild(place: string): Promise<void> {
  const store = place.startsWith("/") ? openSqliteStore(place) : await openShared(place);
  const nextSignal = readSignals();
  print("ready");
  await nextSignal();
  const languageId = languages[Number(values.index)] ?? "";
  const language = { batchId, languageId };
  const result = await runLoad(store, { load: values.load as Load, language, lineCount, seconds });
  print(JSON.stringify(result));
  await nextSignal();
  await store.close();
}

/** The load by one to four processes on PostgreSQL, and by the embedded service. */
async function measureGrowth(url: string): Promise<void> {
  const cores = os.availableParallelism();
  const isInMemory = existsSync("/dev/shm");
  const data = mkdtempSync(path.join(isInMemory ? "/dev/shm" : os.tmpdir(), "dubyard-bench-"));
  const embedded = openSqliteStore(data);
  await prepare(embedded);
  await embedded.close();
  const argsOf = (load: Load, place: string, index: number) => [
    "--child",
    place,
    "--index",
    String(index),
    "--load",
    load,
    "--seconds",
    values.seconds,
    "--lines",
    values.lines,
  ];
  for (const load of loads) {
    const alone = await runProcesses([argsOf(load, data, 0)], "none");
    const perCore = (count: number, used: number) => (count / used).toFixed(0);
    print(
      `  ${load}, embedded: ${(alone.count / seconds).toFixed(0)}/s, ${perCore(alone.count, alone.processorSeconds)} for a core's second`,
    );
    for (let count = 1; count <= 4; count += 1) {
      const children = Array.from({ length: count }, (_, index) => argsOf(load, url, index));
      const found = await runProcesses(children, "team");
      const used = found.processorSeconds + found.databaseSeconds;
      const coresOf = (time: number) => (time / seconds).toFixed(2);
      const cause = found.allSeconds > 0.9 * cores * seconds ? "no core is idle" : "cores wait";
      print(
        `  ${load}, ${count} process${count === 1 ? "" : "es"}: ${(found.count / seconds).toFixed(0)}/s, ${perCore(found.count, used)} for a core's second; of ${cores} cores the services use ${coresOf(found.processorSeconds)}, PostgreSQL ${coresOf(found.databaseSeconds)}, others ${coresOf(found.allSeconds - used)}: ${cause}`,
      );
    }
  }
  rmSync(data, { recursive: true });
}

async function measureAll(): Promise<void> {
  const programs = findPostgres();
  if (programs === null) throw new Error("PostgreSQL is not installed");
  const server = await startPostgres(programs);
  await runSql(server.urlOf("postgres"), "CREATE DATABASE team TEMPLATE template0");
  const url = server.urlOf("team");
  const stores: LocalStore[] = [];
  for (let index = 0; index < services; index += 1) stores.push(await openShared(url));
  const pool = createPool(url, silentLog);
  await prepare(stores[0] as LocalStore);
  for (const [name, count, goal] of [
    ["one language", 1, goals.one],
    ["four languages", 4, goals.four],
  ] as const) {
    const { reviews, takes, checks, conflicts } = await measure(stores, count);
    const sorted = reviews.sort((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
    const rate = (sorted.length + takes) / seconds;
    const { rows } = await pool.query<{ deadlocks: number }>(
      "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    );
    print(
      `  ${name}: ${rate.toFixed(0)} changes/s (${(sorted.length / seconds).toFixed(0)} of reviewers, ${(takes / seconds).toFixed(0)} takes), p99 ${p99.toFixed(0)} ms of reviewers; ${checks} checks, ${conflicts} conflicts, ${rows[0]?.deadlocks ?? "?"} deadlocks   ${rate < goal || p99 > goals.p99Ms ? "UNDER" : "of"} ${goal}/s, ${goals.p99Ms} ms`,
    );
  }
  await pool.end();
  await Promise.all(stores.map((store) => store.close()));
  await measureGrowth(url);
  await server.stop();
}

if (values.child === undefined) await measureAll();
else await runChild(values.child);
