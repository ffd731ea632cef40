/**
 * Checks and copies database files in a worker thread: a file of several gigabytes takes minutes,
 * and SQLite calls are synchronous. The thread opens its own connection, so other connections can
 * read and write meanwhile.
 */
import { createRequire } from "node:module";
import { MessageChannel, Worker, receiveMessageOnPort } from "node:worker_threads";

/** Maximum number of problems reported for one file. */
export const maxProblems = 20;

export type ThreadJob =
  /**
   * PRAGMA integrity_check: all tables and indexes. Result: the problems; "ok" if there are none.
   */
  | { kind: "integrity"; file: string }
  /**
   * PRAGMA quick_check, one table at a time, then the rows of `problemSql`, one text each. Result:
   * the problems; empty if there are none.
   */
  | { kind: "quick"; file: string; problemSql?: string }
  /**
   * A copy made by VACUUM INTO: written to `part`, checked, compared with the counts of the source,
   * recorded (see copy-record.ts), fsynced, then renamed to `target`. Rejects if the source or the
   * copy is damaged or the copy is not complete; `part` may remain in this case.
   */
  | {
      kind: "copy";
      file: string;
      part: string;
      target: string;
      countSql: string;
      recordSql: string;
    };

/**
 * The code of the worker thread. Its only input is workerData: {driver, job, most, reply, stop}.
 */
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
  const versionOf = (database) => textOf(database.prepare("PRAGMA data_version").get());
  const countsOf = (database) => JSON.stringify(database.prepare(job.countSql).all());
  function run() {
    let isComparable, counts;
    const database = open(job.file);
    try {
      if (job.kind === "quick") {
        const found = quick(database);
        if (found.length > 0 || !job.problemSql) return found;
        return database.prepare(job.problemSql).all().map(textOf).slice(0, most);
      }
      if (job.kind === "integrity")
        return database.prepare("PRAGMA integrity_check(" + most + ")").all().map(textOf);
      fs.writeFileSync(job.part, "", { mode: 0o600 });
      const before = [versionOf(database), countsOf(database)];
      database.prepare("VACUUM INTO ?").run(job.part);
      // Other connections may write meanwhile; then the counts of the source are not those of the copy.
      isComparable = versionOf(database) === before[0];
      counts = before[1];
    } finally {
      database.close();
    }
    const copy = open(job.part);
    try {
      const [problem] = quick(copy);
      if (problem) throw new Error("the copy is damaged: " + problem);
      if (isComparable && countsOf(copy) !== counts) throw new Error("the copy is not complete");
      copy.exec(job.recordSql);
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

/** `isDamage`: the error is SQLITE_CORRUPT or SQLITE_NOTADB. */
type Reply = { result: string[] } | { failure: string; isDamage: boolean };

function startThread(job: ThreadJob, stop: Int32Array | null) {
  const driver = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const { port1, port2 } = new MessageChannel();
  const workerData = { driver, job, most: maxProblems, reply: port2, stop };
  const worker = new Worker(program, { eval: true, workerData, transferList: [port2] });
  return { worker, port: port1 };
}

/** Runs a job. Rejects with the error of the thread, or if the thread cannot be started. */
export async function runInThread(job: ThreadJob): Promise<string[]> {
  const { worker, port } = startThread(job, null);
  try {
    const reply = await new Promise<Reply>((resolve, reject) => {
      port.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => {
        // The reply may still be queued: "exit" of the worker and "message" of the port are
        // separate events.
        const queued: { message: Reply } | undefined = receiveMessageOnPort(port);
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
 * Runs a quick check in a worker thread and blocks the calling thread until it ends, at most `ms`
 * milliseconds. Null if the check did not end in time, or if the calling thread cannot block or the
 * check failed; the worker then stops after the current table.
 */
export function quickCheckWithin(file: string, ms: number): string[] | null {
  const stop = new Int32Array(new SharedArrayBuffer(8));
  const { worker, port } = startThread({ kind: "quick", file }, stop);
  worker.unref();
  worker.on("error", () => undefined);
  try {
    if (Atomics.wait(stop, 0, 0, ms) === "timed-out") return null;
    const received: { message: Reply } | undefined = receiveMessageOnPort(port);
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
