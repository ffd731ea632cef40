/**
 * The load of one process on a workspace, for the benchmark of a team: lines of a review that are
 * read, decisions that are stored, and files that are published, by 8 callers each. A process is
 * `npm run bench -- team --child …`, which begins at a line of its input.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { LocalStore } from "../../../main/local-service/rows/port";

export const loads = ["reads", "writes", "uploads"] as const;
export type Load = (typeof loads)[number];

const callers = 8;
const ticksPerSecond = 100;

interface LoadOptions {
  load: Load;
  /** Of the process: each changes a language of its own. */
  language: { batchId: string; languageId: string };
  lineCount: number;
  seconds: number;
}
export interface LoadResult {
  count: number;
  /** Of this process. */
  processorSeconds: number;
}

/** Runs the load until its time is over. */
export async function runLoad(
  store: LocalStore,
  { load, language, lineCount, seconds }: LoadOptions,
): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const once: Record<Load, (number: number, turn: number) => Promise<unknown>> = {
    reads: (number) => store.findReviewed(language, number),
    writes: async (number, turn) => {
      const line = await store.findReviewed(language, number);
      const change = { number, revision: line?.revision ?? 0 };
      await store.changeReview(language, change, { offsetMs: turn % 9 }, 2);
    },
    uploads: async () => {
      const staged = `media/${randomUUID()}`;
      const file = { path: `${staged}.mp4`, location: staged, folded: null, size: 1 };
      const row = { ...file, etag: "e", contentType: "video/mp4", staged, uploadId: null };
      await store.beginPublishing(row);
      await store.finishPublishing(staged);
    },
  };
  const call = async (caller: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      await once[load](1 + ((turn * callers + caller) % lineCount), turn);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  const { user, system } = process.cpuUsage(cpu);
  return { count, processorSeconds: (user + system) / 1e6 };
}

/**
 * The lines of the input: the parent sends one when all processes are ready, and one when it has
 * measured their connections.
 */
export function readSignals(): () => Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return async () => {
    await lines.next();
  };
}

/** The processor time of the connections of a database by their processes, in seconds (Linux). */
function connectionTimes(database: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const title = readFileSync(`/proc/${id}/cmdline`, "utf8");
      if (!title.startsWith(`postgres: dubyard ${database} `)) continue;
      const fields = readFileSync(`/proc/${id}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      times.set(id, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond);
    } catch {
      // The process has ended.
    }
  return times;
}

/** The time of all cores that was used, in seconds. */
const usedSeconds = (): number =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) /
  1000;

interface Measured extends LoadResult {
  /** Of PostgreSQL. */
  databaseSeconds: number;
  /** Of all programs of this computer. */
  allSeconds: number;
}

/** Runs a load in processes at the same time. */
export async function runProcesses(
  children: readonly (readonly string[])[],
  database: string,
): Promise<Measured> {
  const tool = path.resolve(import.meta.dirname, "../../../resources/tools/bench.mjs");
  const started = children.map((args) => {
    const child = spawn(process.execPath, [tool, "team", ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, next: async () => String((await lines.next()).value) };
  });
  for (const { next } of started)
    if ((await next()) !== "ready") throw new Error("a process of the load has ended");
  const before = connectionTimes(database);
  const usedBefore = usedSeconds();
  for (const { child } of started) child.stdin.write("go\n");
  const results: LoadResult[] = [];
  for (const { next } of started) results.push(JSON.parse(await next()) as LoadResult);
  const after = connectionTimes(database);
  const allSeconds = usedSeconds() - usedBefore;
  for (const { child } of started) {
    child.stdin.end("end\n");
    if (child.exitCode === null) await once(child, "exit");
  }
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    count: sum(({ count }) => count),
    processorSeconds: sum(({ processorSeconds }) => processorSeconds),
    allSeconds,
    databaseSeconds: [...after].reduce(
      (total, [id, time]) => total + time - (before.get(id) ?? 0),
      0,
    ),
  };
}
