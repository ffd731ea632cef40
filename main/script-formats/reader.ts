/**
 * Reads documents in separate processes, so that no document can end the calling program: a document that takes too
 * much time or memory, or crashes its reader, fails alone and ends only its process.
 */
import { deserialize } from "node:v8";
import type { CsvPortions } from "./csv-portions";
import {
  documentsPerProcess,
  maxFileBytes,
  maxWaitingDocuments,
  maxWaitingMb,
  readerHeapMb,
  readerMemoryMb,
  readerTimeoutMs,
} from "./limits";
import type { BulkScript, ReadOptions, Script, ScriptProblem } from "./model";
import { fileProblem, tooLarge, unread, type FileProblemCode } from "./problems";
import type { LaunchReader, ReaderProcess } from "./reader-process";
import {
  listNames,
  type ReaderAnswer,
  type ReaderJob,
  type ReaderReport,
  type ReaderRequest,
} from "./reader-protocol";
import type { Rewritten } from "./rewrite";

export interface ScriptReader {
  /** Never rejects: an unreadable file results in a script without lines and with one "error" problem. */
  readScript(bytes: Uint8Array, fileName: string, options: ReadOptions): Promise<Script>;
  /** Never rejects. `isGuarded`: cells of a .csv may have been escaped by `guard`. */
  readBulk(
    bytes: Uint8Array,
    fileName: string,
    options?: { isGuarded: boolean },
  ): Promise<BulkScript>;
  /** Ends the processes. Unfinished jobs end with the problem "closed". */
  close(): Promise<void>;
}

/** For callers that also read other tables. */
export interface CsvReader {
  /** Splits a .csv into portions. Never rejects. */
  readCsv(bytes: Uint8Array, fileName: string): Promise<CsvPortions>;
}

/** For callers that also change scripts. */
export interface ScriptRewriter {
  /** A copy of a script with other source audio paths. `paths` is keyed by the paths in the file. Never rejects. */
  rewriteAudio(
    bytes: Uint8Array,
    fileName: string,
    paths: ReadonlyMap<string, string>,
  ): Promise<Rewritten>;
}

interface Job {
  message: ReaderJob;
  /** The lines, rows or portions received until now. */
  items: unknown[];
  /** Called with the answer, or with the problem if there is none. */
  settle: (outcome: ReaderAnswer | ScriptProblem) => void;
}

interface Seat {
  process: ReaderProcess | null;
  /** The number of documents sent to this process. */
  documents: number;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

export interface ReaderOptions {
  /** Starts a reader process. */
  launch: LaunchReader;
  /** Timeout for one document in milliseconds, from the start of its reading. */
  timeoutMs?: number;
  /** Limits in MiB: the heap, and the resident memory of the whole process. */
  heapMb?: number;
  memoryMb?: number;
  /** Number of concurrent processes; default 1. */
  processes?: number;
  documentsPerProcess?: number;
  maxWaiting?: number;
}

/** A process that was idle for this long is ended. */
const idleMs = 30_000;

const isProblem = (outcome: ReaderAnswer | ScriptProblem): outcome is ScriptProblem =>
  "severity" in outcome;

/** The complete answer: `answer` with the items that were received before it. */
function whole(answer: ReaderAnswer, items: unknown[]): ReaderAnswer {
  const list = listNames.find((name) => name in answer);
  return list === undefined ? answer : { ...answer, [list]: items };
}

/**
 * A pool of reader processes, each with one document at a time; the default limits are those of limits.ts. A document
 * that exceeds `timeoutMs` ends with the problem "too-slow", one that exceeds `heapMb` or `memoryMb` with
 * "too-much-memory", and one that crashes the process with "reader-failed". The process is killed, and the next
 * document gets a new one.
 */
export function createScriptReader(
  options: ReaderOptions,
): ScriptReader & ScriptRewriter & CsvReader {
  const { launch, timeoutMs = readerTimeoutMs } = options;
  const { heapMb = readerHeapMb, memoryMb = readerMemoryMb } = options;
  const mostDocuments = options.documentsPerProcess ?? documentsPerProcess;
  const maxWaiting = options.maxWaiting ?? maxWaitingDocuments;
  const seats = Array.from({ length: options.processes ?? 1 }, (): Seat => ({
    process: null,
    documents: 0,
    job: null,
    timer: null,
  }));
  const waiting: Job[] = [];
  let waitingBytes = 0;
  const endings = new Set<Promise<void>>();
  let isClosed = false;

  /** Ends the process of the seat, and its job with this problem; the next job gets a new process. */
  function vacate(seat: Seat, code: FileProblemCode): void {
    seat.process?.kill();
    seat.process = null;
    finish(seat, fileProblem(code, seat.job?.message.fileName));
  }

  function finish(seat: Seat, outcome: ReaderAnswer | ScriptProblem): void {
    const { job } = seat;
    seat.job = null;
    if (seat.timer !== null) clearTimeout(seat.timer);
    seat.timer = null;
    job?.settle(outcome);
    if (seat.process !== null && seat.documents >= mostDocuments) {
      seat.process.kill();
      seat.process = null;
    }
    if (seat.process !== null) rest(seat, seat.process);
    next();
  }

  /** While idle, the process does not keep the program alive, and is ended after `idleMs` to free its memory. */
  function rest(seat: Seat, process: ReaderProcess): void {
    process.setBusy(false);
    seat.timer = setTimeout(() => vacate(seat, "closed"), idleMs);
    seat.timer.unref();
  }

  function start(seat: Seat): ReaderProcess {
    const process = launch({ heapMb, memoryMb });
    // Messages of a process that was already killed are ignored.
    const isCurrent = () => seat.process === process;
    process.onMessage((message) => {
      if (!isCurrent()) return;
      const report = message as ReaderReport;
      if ("failure" in report) {
        vacate(seat, report.failure);
        return;
      }
      const items = seat.job?.items ?? [];
      if ("answer" in report) {
        finish(seat, whole(deserialize(report.answer) as ReaderAnswer, items));
        return;
      }
      items.push(...(deserialize(report.items) as unknown[]));
      process.send({ kind: "more" } satisfies ReaderRequest);
    });
    const ending = new Promise<void>((resolve) => {
      process.onExit(({ isAborted }) => {
        resolve();
        if (isCurrent()) vacate(seat, isAborted ? "too-much-memory" : "reader-failed");
      });
    }).finally(() => endings.delete(ending));
    endings.add(ending);
    return process;
  }

  function next(): void {
    for (const seat of seats) {
      if (seat.job !== null || waiting.length === 0) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      waitingBytes -= job.message.bytes.length;
      if (seat.timer !== null) clearTimeout(seat.timer);
      seat.job = job;
      if (seat.process === null) {
        seat.process = start(seat);
        seat.documents = 0;
      }
      seat.documents += 1;
      seat.process.setBusy(true);
      seat.timer = setTimeout(() => vacate(seat, "too-slow"), timeoutMs);
      const { bytes } = job.message;
      // Only the viewed range is sent if the bytes are a view of a larger buffer.
      const isWhole = bytes.length === bytes.buffer.byteLength;
      const request = { ...job.message, bytes: isWhole ? bytes : Uint8Array.from(bytes) };
      seat.process.send(request satisfies ReaderRequest);
    }
  }

  function run(message: ReaderJob): Promise<ReaderAnswer | ScriptProblem> {
    const { bytes, fileName } = message;
    if (isClosed) return Promise.resolve(fileProblem("closed"));
    if (bytes.length > maxFileBytes) return Promise.resolve(tooLarge());
    if (waiting.length >= maxWaiting || waitingBytes + bytes.length > maxWaitingMb * 1024 ** 2)
      return Promise.resolve(fileProblem("reader-busy", fileName));
    return new Promise((settle) => {
      waitingBytes += bytes.length;
      waiting.push({ message, items: [], settle });
      next();
    });
  }

  return {
    async readScript(bytes, fileName, readOptions) {
      const outcome = await run({ kind: "script", bytes, fileName, options: readOptions });
      return isProblem(outcome) ? unread([outcome]) : (outcome as Script);
    },
    async readBulk(bytes, fileName, { isGuarded } = { isGuarded: false }) {
      const outcome = await run({ kind: "bulk", bytes, fileName, isGuarded });
      return isProblem(outcome) ? { rows: [], problems: [outcome] } : (outcome as BulkScript);
    },
    async readCsv(bytes, fileName) {
      const outcome = await run({ kind: "csv", bytes, fileName });
      return isProblem(outcome) ? { portions: [], problems: [outcome] } : (outcome as CsvPortions);
    },
    async rewriteAudio(bytes, fileName, paths) {
      const outcome = await run({ kind: "rewrite", bytes, fileName, paths });
      return isProblem(outcome) ? { bytes: null, problems: [outcome] } : (outcome as Rewritten);
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle(fileProblem("closed"));
      for (const seat of seats) vacate(seat, "closed");
      await Promise.all(endings);
    },
  };
}
