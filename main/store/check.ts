/** Checks a database file in a thread of its own: one of gigabytes takes minutes, and others wait for this one. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Database } from "./database";

const mostProblems = 20;
/** The thread's program; it has nothing but what it is given. */
const program = `
  const { parentPort, workerData: { driver, file, most } } = require("node:worker_threads");
  const { DatabaseSync } = require(driver);
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout=5000");
  const rows = database.prepare("PRAGMA integrity_check(" + most + ")").all();
  database.close();
  parentPort.postMessage(rows.map((row) => String(Object.values(row)[0])));
`;

/**
 * What SQLite finds wrong with a file, at most twenty sentences; none when it is whole. Where no thread can be had,
 * `here` looks, less closely.
 */
export async function checkDatabase(file: string, here: Pick<Database, "all">): Promise<string[]> {
  let told: string[];
  try {
    told = await checkInThread(file);
  } catch (error) {
    // A file that cannot even be opened says so here as well.
    told = checkHere(here, error);
  }
  return told.filter((problem) => problem !== "ok");
}

async function checkInThread(file: string): Promise<string[]> {
  const driver = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const workerData = { driver, file, most: mostProblems };
  const worker = new Worker(program, { eval: true, workerData });
  try {
    return await new Promise<string[]>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the check of the database ended early")));
    });
  } finally {
    await worker.terminate();
  }
}

function checkHere(db: Pick<Database, "all">, cause: unknown): string[] {
  try {
    const rows = db.all<Record<string, unknown>>(`PRAGMA quick_check(${mostProblems})`);
    return rows.flatMap((row) => Object.values(row).map(String));
  } catch (error) {
    return [error, cause].map((one) => (one instanceof Error ? one.message : String(one)));
  }
}
