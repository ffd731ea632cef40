/**
 * Reads documents in processes of their own. Nothing in a document can end the program that wants it read: one that
 * takes too much time or memory, or crashes its reader, costs its process and fails alone.
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
  /** Never rejects: what cannot be read is a script without lines and with one "error" problem. */
  readScript(bytes: Uint8Array, fileName: string, options: ReadOptions): Promise<Script>;
  /** Never rejects, likewise. `isGuarded` says that cells of a .csv may have been guarded by `guard`. */
  readBulk(
    bytes: Uint8Array,
    fileName: string,
    options?: { isGuarded: boolean },
  ): Promise<BulkScript>;
  /** Ends the processes. Jobs that are not done end with the problem "closed". */
  close(): Promise<void>;
}

/** For those who read other tables as well. */
export interface CsvReader {
  /** A .csv in portions. Never rejects. */
  readCsv(bytes: Uint8Array, fileName: string): Promise<CsvPortions>;
}

/** For those who change scripts as well. */
export interface ScriptRewriter {
  /** A copy of a script whose source audio is elsewhere, by what stands in the file. Never rejects. */
  rewriteAudio(
    bytes: Uint8Array,
    fileName: string,
    paths: ReadonlyMap<string, string>,
  ): Promise<Rewritten>;
}

interface Job {
  message: ReaderJob;
  /** The lines, rows or portions that have arrived. */
  items: unknown[];
  /** With the answer, or with why there is none. */
  settle: (outcome: ReaderAnswer | ScriptProblem) => void;
}

interface Seat {
  process: ReaderProcess | null;
  /** Documents that this process has been given. */
  documents: number;
  job: Job | null;
  timer: NodeJS.Timeout | null;
}

export interface ReaderOptions {
  /** How a reader process is started. */
  launch: LaunchReader;
  /** Milliseconds for one document, from the start of its reading. */
  timeoutMs?: number;
  /** MiB of heap, and of resident memory of the whole process. */
  heapMb?: number;
  memoryMb?: number;
  /** Processes at a time; 1 unless given. */
  processes?: number;
  documentsPerProcess?: number;
  maxWaiting?: number;
}

/** A process that has had nothing to do for this long is ended. */
const idleMs = 30_000;

const isProblem = (outcome: ReaderAnswer | ScriptProblem): outcome is ScriptProblem =>
  "severity" in outcome;

/** An answer with the items that came before it. */
function whole(answer: ReaderAnswer, items: unknown[]): ReaderAnswer {
  const list = listNames.find((name) => name in answer);
  return list === undefined ? answer : { ...answer, [list]: items };
}

/**
 * A pool of reader processes, one document at a time each; the bounds are those of limits.ts unless given. A document
 * beyond `timeoutMs` ends with the problem "too-slow", one beyond `heapMb` or `memoryMb` with "too-much-memory", one
 * that crashes the process with "reader-failed"; the process is killed, and the next document gets a new one.
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

  /** Ends the seat's process, and its job with this problem; the next job gets a new process. */
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

  /** Until the next job, the process neither keeps the program alive nor keeps its memory for long. */
  function rest(seat: Seat, process: ReaderProcess): void {
    process.setBusy(false);
    seat.timer = setTimeout(() => vacate(seat, "closed"), idleMs);
    seat.timer.unref();
  }

  function start(seat: Seat): ReaderProcess {
    const process = launch({ heapMb, memoryMb });
    // A process that was killed may have sent something before; it no longer counts.
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
      // A view of a larger buffer is sent without the rest of it.
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
