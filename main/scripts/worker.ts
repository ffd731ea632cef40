/**
 * The worker that reads script files (bundled to out/main/script-worker.cjs). It holds no state of its own, so
 * that it may be killed at any moment.
 */
import { parentPort } from "node:worker_threads";
import { readBulk, readScript } from "./read";
import type { BulkScript, ReadOptions, Script } from "./model";

/** What the reader sends. */
export type ScriptJob =
  | { kind: "script"; bytes: Uint8Array; fileName: string; options: ReadOptions }
  | { kind: "bulk"; bytes: Uint8Array; fileName: string };

/** What it gets back; one answer a job. */
export type ScriptAnswer = Script | BulkScript;

// SECURITY: no document reaches the network, whatever a library would do for it.
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
  Reflect.deleteProperty(globalThis, name);
}

parentPort?.on("message", (job: ScriptJob) => {
  const reading: Promise<ScriptAnswer> =
    job.kind === "script"
      ? readScript(job.bytes, job.fileName, job.options)
      : readBulk(job.bytes, job.fileName);
  // Neither reader rejects; if one did, the error event would end this worker and the job with it.
  void reading.then((answer) => parentPort?.postMessage(answer));
});
