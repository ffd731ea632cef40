/**
 * The process that reads documents (bundled to out/main/script-worker.cjs), and its worker thread.
 * Both are stateless, so that they can be killed at any time.
 */
import { serialize } from "node:v8";
import { isMainThread, parentPort } from "node:worker_threads";
import { readCsvPortions } from "../files/csv-portions";
import { convertScript } from "../convert";
import { readPlainTable } from "../plain-table";
import { readBulk, readScript } from "../read";
import {
  listNames,
  type ReaderResult,
  type ReaderJob,
  type ReaderReport,
  type ReaderRequest,
} from "./reader-protocol";
import { rewriteAudio } from "../rewrite";
import { readTableView } from "../table-view";
import { supervise } from "../../common/processes/program-supervisor";

/**
 * Maximum number of items per message and of UTF-16 units in their texts; unpacking takes about 10
 * ms.
 */
const itemsAtOnce = 5000;
const charactersAtOnce = 1_000_000;

function runJobs(port: NonNullable<typeof parentPort>): void {
  // SECURITY: a document cannot cause network requests, even through a library.
  for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"])
    Reflect.deleteProperty(globalThis, name);

  let result: ReaderResult | null = null;
  let items: readonly object[] = [];
  let sent = 0;

  function sendMore(): void {
    if (!result) return;
    if (sent < items.length) {
      const portion = items.slice(sent, endOfPortion(items, sent));
      sent += portion.length;
      port.postMessage({ items: serialize(portion) } satisfies ReaderReport);
      return;
    }
    port.postMessage({ result: serialize(result) } satisfies ReaderReport);
    result = null;
  }

  async function read(job: ReaderJob): Promise<void> {
    // The readers never reject. If one did, the error event would end this process and its job.
    const whole = await perform(job);
    const list = listNames.find((name) => name in whole);
    items = list === undefined ? [] : (whole as unknown as Record<typeof list, object[]>)[list];
    result = list === undefined ? whole : { ...whole, [list]: [] };
    sent = 0;
    sendMore();
  }

  port.on("message", (message: ReaderRequest) => {
    if (message.kind === "more") sendMore();
    else void read(message);
  });
}

/** The index after the last item of a portion. */
function endOfPortion(items: readonly object[], from: number): number {
  let end = from;
  let characters = 0;
  while (end < items.length && end - from < itemsAtOnce && characters < charactersAtOnce) {
    characters += charactersOf(items[end]);
    end += 1;
  }
  return end;
}

/** The number of UTF-16 units in the texts of an item, one level deep. */
function charactersOf(item: unknown): number {
  if (typeof item === "string") return item.length;
  if (typeof item !== "object" || item === null) return 0;
  let count = 0;
  for (const value of Object.values(item) as unknown[]) {
    if (typeof value === "string") count += value.length;
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value) as unknown[])
        if (typeof inner === "string") count += inner.length;
  }
  return count;
}

function perform(job: ReaderJob): ReaderResult | Promise<ReaderResult> {
  const { bytes, fileName } = job;
  switch (job.kind) {
    case "script":
      return readScript(bytes, fileName, job.options);
    case "bulk":
      return readBulk(bytes, fileName, job.options);
    case "csv":
      return readCsvPortions(bytes, fileName, job.encoding);
    case "table":
      return readPlainTable(bytes, fileName, job.sheet, job.encoding);
    case "view":
      return readTableView(bytes, fileName, job.options, job.place);
    case "convert":
      return convertScript(bytes, fileName, job.options, job.paths);
    case "rewrite":
      return rewriteAudio(bytes, fileName, job.paths);
  }
}

if (isMainThread) supervise(__filename);
else if (parentPort) runJobs(parentPort);
