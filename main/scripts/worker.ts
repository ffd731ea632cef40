/**
 * The worker that reads script files (bundled to out/main/script-worker.cjs). It holds no state of its own, so
 * that it may be killed at any moment.
 */
import { parentPort } from "node:worker_threads";
import { readBulk, readScript } from "./read";
import { rewriteAudio, type Rewritten } from "./rewrite";
import type { BulkScript, ReadOptions, Script } from "./model";

/** What the reader sends: a job, and when it has taken a portion of the answer, that it wants more. */
export type ScriptJob =
  | { kind: "script"; bytes: Uint8Array; fileName: string; options: ReadOptions }
  | { kind: "bulk"; bytes: Uint8Array; fileName: string }
  | { kind: "rewrite"; bytes: Uint8Array; fileName: string; paths: ReadonlyMap<string, string> };

export interface WantsMore {
  kind: "more";
}

/** What a job ends with. */
export type ScriptAnswer = Script | BulkScript | Rewritten;
type Item = Script["lines"][number] | BulkScript["rows"][number];
/**
 * What it gets back for a job: the lines or rows in portions, each when it is wanted, and at last the rest of the
 * answer. Who unpacks two hundred thousand lines at once does nothing else for half a second.
 */
export type ScriptMessage = { items: Item[] } | { answer: ScriptAnswer };

/** Lines or rows of one message: some 10 ms to unpack. */
const itemsAtOnce = 5000;

// SECURITY: no document reaches the network, whatever a library would do for it.
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) {
  Reflect.deleteProperty(globalThis, name);
}

let answer: ScriptAnswer | null = null;
let sent = 0;

function sendMore(): void {
  if (!answer) return;
  const items: readonly Item[] =
    "lines" in answer ? answer.lines : "rows" in answer ? answer.rows : [];
  const portion = items.slice(sent, sent + itemsAtOnce);
  sent += portion.length;
  if (portion.length > 0) {
    send({ items: portion });
    return;
  }
  if ("lines" in answer) send({ answer: { ...answer, lines: [] } });
  else send({ answer: "rows" in answer ? { ...answer, rows: [] } : answer });
  answer = null;
}
const send = (message: ScriptMessage) => parentPort?.postMessage(message);

async function read(job: ScriptJob): Promise<void> {
  // Neither reader rejects; if one did, the error event would end this worker and the job with it.
  if (job.kind === "script") answer = await readScript(job.bytes, job.fileName, job.options);
  else if (job.kind === "bulk") answer = await readBulk(job.bytes, job.fileName);
  else answer = rewriteAudio(job.bytes, job.fileName, job.paths);
  sent = 0;
  sendMore();
}

parentPort?.on("message", (message: ScriptJob | WantsMore) => {
  if (message.kind === "more") sendMore();
  else void read(message);
});
