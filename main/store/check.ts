/** Checks a database file in a thread of its own: one of gigabytes takes minutes, and others wait for this one. */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

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

/** What SQLite finds wrong with a file, at most twenty sentences; none when it is whole. Rejects when it cannot be read. */
export async function checkDatabase(file: string): Promise<string[]> {
  const driver = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const worker = new Worker(program, {
    eval: true,
    workerData: { driver, file, most: mostProblems },
  });
  try {
    const told = await new Promise<string[]>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the check of the database ended early")));
    });
    return told.filter((problem) => problem !== "ok");
  } finally {
    await worker.terminate();
  }
}
