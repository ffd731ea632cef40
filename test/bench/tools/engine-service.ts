/** The service of a local workspace in a process of its own, for benchmarks of its engine. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { signIn, type LocalClient } from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { localServiceEntry } from "../../helpers/programs";

export const print = (text: string) => process.stdout.write(`${text}\n`);

/** The resident memory of a process, and of it with all processes below it, in MiB. */
export function memoryOf(root: number): { own: number; all: number } {
  const parents = new Map<number, { parent: number; kib: number }>();
  for (const name of existsSync("/proc") ? readdirSync("/proc") : []) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const field = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
      parents.set(Number(name), { parent: field("PPid"), kib: field("VmRSS") });
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)?.parent ?? 0;
    return id === root || (parent > 1 && isBelow(parent));
  };
  let kib = 0;
  for (const [id, found] of parents) if (isBelow(id)) kib += found.kib;
  return { own: (parents.get(root)?.kib ?? 0) / 1024, all: kib / 1024 };
}

/** A service of the build, on the first `cores` cores (Linux). */
async function startService(dataDir: string, cores: number, engine: string) {
  const service = [process.execPath, localServiceEntry, "--data", dataDir] as const;
  const list = Array.from({ length: cores }, (_, index) => index).join(",");
  const [program, ...args] =
    process.platform === "linux" ? ["taskset", "-c", list, ...service] : service;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DUBYARD_ENGINE: engine },
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    child,
    client: await signIn(JSON.parse(line.toString()) as Parameters<typeof signIn>[0]),
  };
}

export interface EngineService {
  client: LocalClient;
  child: ChildProcess;
}

/** Runs `work` with a service on a data folder. */
export async function withServiceAt<T>(
  folder: string,
  { cores, engine }: { cores: number; engine: string },
  work: (service: EngineService) => Promise<T>,
): Promise<T> {
  const service = await startService(folder, cores, engine);
  try {
    return await work(service);
  } finally {
    const ended = once(service.child, "exit");
    service.child.kill("SIGTERM");
    await ended;
  }
}

/**
 * Runs `work` with a service on a temporary folder; `prepare` before it, with another process on
 * the same folder.
 */
export async function withService<T>(
  options: {
    cores: number;
    engine: string;
    prepare?: (service: EngineService) => Promise<unknown>;
  },
  work: (service: EngineService) => Promise<T>,
): Promise<T> {
  const { prepare } = options;
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
  try {
    if (prepare) await withServiceAt(folder, options, prepare);
    return await withServiceAt(folder, options, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until a batch is completed. Returns the seconds, and the largest memory in MiB: `memory` of
 * the service with its programs, `own` of its process, in whose threads sound is mixed, and
 * `mixing` of it after the last take was made.
 */
export async function untilCompleted(
  { client, child }: { client: LocalClient; child: ChildProcess },
  batch: string,
): Promise<{ seconds: number; memory: number; own: number; mixing: number }> {
  const startedAt = performance.now();
  let [memory, largestOwn, mixing] = [0, 0, 0];
  for (;;) {
    const { status, message } = bodyOf(await client.get(`/batches/${batch}`));
    if (status === "completed") break;
    if (status === "failed" || String(message).includes("cannot")) throw new Error(String(message));
    const { own, all } = memoryOf(child.pid ?? 0);
    memory = Math.max(memory, all);
    largestOwn = Math.max(largestOwn, own);
    const { dubs } = bodyOf<{ dubs: { state: string }[] }>(
      await client.get(`/local/batches/${batch}/dubs`),
    );
    if (dubs.some(({ state }) => state === "finishing")) mixing = Math.max(mixing, own);
    await wait(250);
  }
  return { seconds: (performance.now() - startedAt) / 1000, memory, own: largestOwn, mixing };
}
