/**
 * `npm run bench -- startup [--cold] [--idle SECONDS] [--runs N]`: the start of the built
 * application, and what it costs while nothing happens. For an empty profile and for one with a
 * local workspace and its sample project: the time from the creation of the process to the first
 * frame and to the first screen that can be used, the CPU time and the wake-ups of all processes
 * while idle, and their memory (PSS). Linux only. Requires a build.
 *
 * `--cold` empties the disk cache of the computer before a start, which only root can do, and which
 * slows down all else that runs on it. Figures of a busy computer are no measurement: its load is
 * printed with them.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { _electron, type ElectronApplication, type Page } from "playwright";
import type { Workspace } from "../../preload/model";
import { callMain, figure, print } from "./tools/application";

/** Goals: a warm start with a workspace, in milliseconds. */
const usableMs = 1_200;
/** Percent of one core. */
const idlePercent = 0.1;
/** MiB of all processes with a local workspace. */
const memoryMiB = 300;
/** After the start, before the application counts as idle. */
const settleMs = 20_000;
const ticksPerSecond = 100;

const { values } = parseArgs({
  options: {
    cold: { type: "boolean", default: false },
    idle: { type: "string", default: "60" },
    runs: { type: "string", default: "5" },
  },
});
const idleSeconds = Number(values.idle);
const runs = Number(values.runs);

interface Started {
  app: ElectronApplication;
  page: Page;
  /** Milliseconds after the creation of the process. */
  firstFrame: number;
  usable: number;
}

async function start(profile: string): Promise<Started> {
  const app = await _electron.launch({
    args: [".", `--user-data-dir=${profile}`, "--ozone-platform=x11", "--lang=en"],
    env: {
      ...(process.env as Record<string, string>),
      HOME: profile,
      DUBYARD_QUIT_WITHOUT_ASKING: "1",
    },
  });
  const page = await app.firstWindow();
  // The first screen can be used when its heading is shown, whose data is then loaded.
  await page.locator("main h1").first().waitFor();
  const shown = Date.now();
  const created = await app.evaluate(() => process.getCreationTime() ?? NaN);
  const painted = await page.evaluate(
    () =>
      performance.timeOrigin +
      (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN),
  );
  return { app, page, firstFrame: painted - created, usable: shown - created };
}

/** A process and all of its descendants. */
function processesOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = statOf(pid)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function readProc(file: string): string | null {
  try {
    return readFileSync(`/proc/${file}`, "utf8");
  } catch {
    // The process has ended.
    return null;
  }
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  const text = readProc(`${pid}/stat`);
  if (text === null) return null;
  // The name of the program, in parentheses, may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Voluntary context switches of all threads: how often something woke them. */
function wakeUpsOf(pid: number): number {
  let sum = 0;
  for (const thread of threadsOf(pid)) {
    const status = readProc(`${pid}/task/${thread}/status`) ?? "";
    sum += Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return sum;
}
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

const medianOf = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const sumOf = (pids: readonly number[], value: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + value(pid), 0);

/** The proportional set size of the processes, in MiB. */
const pssOf = (pids: readonly number[]) =>
  sumOf(pids, (pid) => {
    const text = readProc(`${pid}/smaps_rollup`) ?? "";
    return Number(/^Pss:\s*(\d+)/m.exec(text)?.[1] ?? 0);
  }) / 1024;

const line = (label: string, value: string, limit = "") =>
  print(`  ${label.padEnd(52)} ${value.padStart(10)}   ${limit}`);
const judged = (value: number, limit: number) => `${value > limit ? "OVER" : "of"} ${limit}`;

async function measureIdle(app: ElectronApplication, hasWorkspace: boolean): Promise<void> {
  const pid = app.process().pid ?? 0;
  await sleep(settleMs);
  const pids = processesOf(pid);
  const cpu = () => sumOf(pids, (one) => statOf(one)?.ticks ?? 0) / ticksPerSecond;
  const wakeUps = () => sumOf(pids, wakeUpsOf);
  const before = { cpu: cpu(), wakeUps: wakeUps() };
  await sleep(idleSeconds * 1_000);
  const percent = ((cpu() - before.cpu) / idleSeconds) * 100;
  const perSecond = (wakeUps() - before.wakeUps) / idleSeconds;
  const memory = pssOf(pids);
  line("idle: CPU", `${percent.toFixed(2)} %`, judged(percent, idlePercent));
  line("idle: wake-ups", `${perSecond.toFixed(1)} /s`);
  const limit = hasWorkspace ? judged(memory, memoryMiB) : "";
  line(`memory of ${pids.length} processes (PSS)`, `${memory.toFixed(0)} MiB`, limit);
}

async function measureStarts(profile: string, hasWorkspace: boolean): Promise<void> {
  const started: Started[] = [];
  for (let run = 0; run < runs; run += 1) {
    const one = await start(profile);
    started.push(one);
    if (run < runs - 1) await one.app.close();
  }
  const median = (of: (one: Started) => number) => medianOf(started.map(of));
  figure(
    "warm: first frame",
    median(({ firstFrame }) => firstFrame),
  );
  figure(
    "warm: usable",
    median(({ usable }) => usable),
    hasWorkspace ? usableMs : undefined,
  );
  const last = started.at(-1);
  if (!last) return;
  await measureIdle(last.app, hasWorkspace);
  await last.app.close();
}

async function measureCold(profile: string): Promise<void> {
  if (!values.cold) return;
  writeFileSync("/proc/sys/vm/drop_caches", "3");
  const { app, firstFrame, usable } = await start(profile);
  figure("cold: first frame", firstFrame);
  figure("cold: usable", usable);
  await app.close();
}

if (process.platform !== "linux") throw new Error("this benchmark reads /proc");
const profile = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-"));
try {
  const load = os.loadavg()[0] ?? 0;
  print(`load before: ${load.toFixed(2)} on ${os.availableParallelism()} processors`);
  const first = await start(profile);
  await first.app.close();
  print("empty profile");
  await measureCold(profile);
  await measureStarts(profile, false);

  const { app, page } = await start(profile);
  const { id: workspaceId } = await callMain<Workspace>(page, "workspaces.createLocal", {
    dataDir: path.join(profile, "Dubyard"),
  });
  await callMain(page, "samples.add", { workspaceId });
  await app.close();
  print("a local workspace with the sample project");
  await measureCold(profile);
  await measureStarts(profile, true);
  print(`load after: ${(os.loadavg()[0] ?? 0).toFixed(2)}`);
} finally {
  await rm(profile, { recursive: true, force: true });
}
