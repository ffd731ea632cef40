/**
 * Work on a database file in a thread of its own: a file of gigabytes takes minutes, and SQLite's calls are
 * synchronous. The thread opens its own connection, so readers and writers elsewhere continue.
 */
import { createRequire } from "node:module";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";

/** Sentences reported for one file. */
export const mostProblems = 20;

export type ThreadJob =
  /** PRAGMA integrity_check: everything, indexes included. Result: problems, "ok" for none. */
  | { kind: "integrity"; file: string }
  /** PRAGMA quick_check, a table at a time. Result as above. */
  | { kind: "quick"; file: string }
  /**
   * A copy by VACUUM INTO: written to `part`, checked, fsynced, then renamed to `target`. Rejects when the source
   * or the copy is damaged; `part` may be left then.
   */
  | { kind: "copy"; file: string; part: string; target: string };

/** The thread's program. It has only what workerData carries: {driver, job, most, reply, stop}. */
const program = `
  const { workerData: { driver, job, most, reply, stop } } = require("node:worker_threads");
  const fs = require("node:fs");
  const path = require("node:path");
  const { DatabaseSync } = require(driver);
  const textOf = (row) => String(Object.values(row)[0]);
  function sync(file) {
    const handle = fs.openSync(file, "r+");
    try { fs.fsyncSync(handle); } finally { fs.closeSync(handle); }
  }
  function syncFolder(folder) {
    let handle;
    try { handle = fs.openSync(folder, "r"); } catch { return; }
    try { fs.fsyncSync(handle); } catch {} finally { fs.closeSync(handle); }
  }
  function quick(database) {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const found = [];
    for (const { name } of names) {
      if (stop && Atomics.load(stop, 1) !== 0) break;
      const sql = "PRAGMA quick_check('" + name.replaceAll("'", "''") + "')";
      found.push(...database.prepare(sql).all().map(textOf).filter((text) => text !== "ok"));
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  }
  function open(file) {
    const database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout=5000");
    return database;
  }
  function run() {
    const database = open(job.file);
    try {
      if (job.kind === "quick") return quick(database);
      if (job.kind === "integrity")
        return database.prepare("PRAGMA integrity_check(" + most + ")").all().map(textOf);
      fs.writeFileSync(job.part, "", { mode: 0o600 });
      database.prepare("VACUUM INTO ?").run(job.part);
    } finally {
      database.close();
    }
    const copy = open(job.part);
    try {
      const [problem] = quick(copy);
      if (problem) throw new Error("the copy is damaged: " + problem);
    } finally {
      copy.close();
    }
    sync(job.part);
    fs.renameSync(job.part, job.target);
    syncFolder(path.dirname(job.target));
    return [];
  }
  try {
    reply.postMessage({ result: run() });
  } catch (error) {
    const isDamage = [11, 26].includes((error && error.errcode) & 0xff);
    reply.postMessage({ failure: String(error && error.message || error), isDamage });
  }
  if (stop) {
    Atomics.store(stop, 0, 1);
    Atomics.notify(stop, 0);
  }
`;

/** `isDamage`: SQLITE_CORRUPT or SQLITE_NOTADB. */
type Reply = { result: string[] } | { failure: string; isDamage: boolean };

function startThread(job: ThreadJob, stop: Int32Array | null) {
  const driver = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const { port1, port2 } = new MessageChannel();
  const workerData = { driver, job, most: mostProblems, reply: port2, stop };
  const worker = new Worker(program, { eval: true, workerData, transferList: [port2] });
  return { worker, port: port1 };
}

/** Runs a job; rejects with the thread's error, or when no thread can be started. */
export async function runInThread(job: ThreadJob): Promise<string[]> {
  const { worker, port } = startThread(job, null);
  try {
    const reply = await new Promise<Reply>((resolve, reject) => {
      port.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => {
        // The reply may still be queued: the thread's end and its port are two events.
        const queued = receiveMessageOnPort(port) as { message: Reply } | undefined;
        if (queued) resolve(queued.message);
        else reject(new Error("the database thread ended early"));
      });
    });
    if ("failure" in reply) throw new Error(reply.failure);
    return reply.result;
  } finally {
    port.close();
    await worker.terminate();
  }
}

/**
 * Runs a quick check and blocks this thread for it, at most `ms` milliseconds. Null when it did not end in time, or
 * where a thread cannot be waited for; the check then ends after the table it is at.
 */
export function quickCheckWithin(file: string, ms: number): string[] | null {
  const stop = new Int32Array(new SharedArrayBuffer(8));
  const { worker, port } = startThread({ kind: "quick", file }, stop);
  worker.unref();
  worker.on("error", () => undefined);
  try {
    Atomics.wait(stop, 0, 0, ms);
    const received = receiveMessageOnPort(port) as { message: Reply } | undefined;
    if (!received) return null;
    const reply = received.message;
    if ("failure" in reply) return reply.isDamage ? [reply.failure] : null;
    return reply.result;
  } catch {
    return null;
  } finally {
    Atomics.store(stop, 1, 1);
    port.close();
  }
}
