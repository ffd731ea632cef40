/** Processes that read documents, and the jobs that wait for one. */
import { deserialize } from "node:v8";
import {
  documentsPerProcess,
  maxFileBytes,
  maxWaitingDocuments,
  maxWaitingMb,
  readerHeapMb,
  readerMemoryMb,
  readerTimeoutMs,
} from "../limits";
import type { ScriptProblem } from "../model";
import { fileProblem, tooLarge, type FileProblemCode } from "../problems";
import type { ProgramProcess } from "../../common/processes/program-process";
import type { LaunchReader } from "./reader-process";
import {
  listNames,
  type ReaderResult,
  type ReaderJob,
  type ReaderReport,
  type ReaderRequest,
} from "./reader-protocol";

interface Job {
  message: ReaderJob;
  /** The lines, rows or portions received until now. */
  items: unknown[];
  /** Called with the result, or with the problem if there is none. */
  settle: (outcome: ReaderResult | ScriptProblem) => void;
}

/**
 * Runs one job at a time. Its process is started with the first job, and reused for the next ones.
 */
interface Slot {
  process: ProgramProcess | null;
  /** The number of documents sent to this process. */
  documentCount: number;
  job: Job | null;
  /** The timeout of the job; without a job, the time until the idle process is ended. */
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
  /** Number of documents after which a process is replaced. */
  documentsPerProcess?: number;
  /** Maximum number of documents in the queue; further ones end with the problem "reader-busy". */
  maxWaiting?: number;
}

/** A process that was idle for this long is ended. */
const idleMs = 30_000;

/** The complete result: `result` with the items that were received before it. */
function withItems(result: ReaderResult, items: unknown[]): ReaderResult {
  const list = listNames.find((name) => name in result);
  return list === undefined ? result : { ...result, [list]: items };
}

/**
 * A pool of reader processes, each with one document at a time; the default limits are those of
 * limits.ts. A document that exceeds `timeoutMs` ends with the problem "too-slow", one that exceeds
 * `heapMb` or `memoryMb` with "too-much-memory", and one that crashes the process with
 * "reader-failed". The process is killed, and the next document gets a new one.
 */
export function createReaderPool(options: ReaderOptions) {
  const { launch, timeoutMs = readerTimeoutMs } = options;
  const { heapMb = readerHeapMb, memoryMb = readerMemoryMb } = options;
  const maxDocuments = options.documentsPerProcess ?? documentsPerProcess;
  const maxWaiting = options.maxWaiting ?? maxWaitingDocuments;
  const slots = Array.from({ length: options.processes ?? 1 }, (): Slot => ({
    process: null,
    documentCount: 0,
    job: null,
    timer: null,
  }));
  const waiting: Job[] = [];
  let waitingBytes = 0;
  /** One promise for each process that has not exited yet. */
  const exits = new Set<Promise<void>>();
  let isClosed = false;

  function run(message: ReaderJob): Promise<ReaderResult | ScriptProblem> {
    const { bytes, fileName } = message;
    if (isClosed) return Promise.resolve(fileProblem("closed"));
    if (bytes.length > maxFileBytes) return Promise.resolve(tooLarge());
    if (waiting.length >= maxWaiting || waitingBytes + bytes.length > maxWaitingMb * 1024 ** 2)
      return Promise.resolve(fileProblem("reader-busy", fileName));
    return new Promise((settle) => {
      waitingBytes += bytes.length;
      waiting.push({ message, items: [], settle });
      startNextJobs();
    });
  }

  function startNextJobs(): void {
    for (const slot of slots) {
      if (slot.job !== null) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      waitingBytes -= job.message.bytes.length;
      startJob(slot, job);
    }
  }

  function startJob(slot: Slot, job: Job): void {
    if (slot.timer !== null) clearTimeout(slot.timer);
    slot.job = job;
    if (slot.process === null) {
      slot.process = startProcess(slot);
      slot.documentCount = 0;
    }
    slot.documentCount += 1;
    slot.process.setBusy(true);
    slot.timer = setTimeout(() => endProcess(slot, "too-slow"), timeoutMs);
    const { bytes } = job.message;
    // Structured clone can send the whole buffer of a view; the range of a view is therefore copied
    // first.
    const isWhole = bytes.length === bytes.buffer.byteLength;
    const request = { ...job.message, bytes: isWhole ? bytes : Uint8Array.from(bytes) };
    slot.process.send(request satisfies ReaderRequest);
  }

  function startProcess(slot: Slot): ProgramProcess {
    const process = launch({ heapMb, memoryMb });
    // Messages of a process that was already killed are ignored.
    const isCurrent = () => slot.process === process;
    process.onMessage((message) => {
      if (!isCurrent()) return;
      const report = message as ReaderReport;
      if ("failure" in report) {
        endProcess(slot, report.failure === "failed" ? "reader-failed" : report.failure);
        return;
      }
      const items = slot.job?.items ?? [];
      if ("result" in report) {
        finishJob(slot, withItems(deserialize(report.result) as ReaderResult, items));
        return;
      }
      items.push(...(deserialize(report.items) as unknown[]));
      process.send({ kind: "more" } satisfies ReaderRequest);
    });
    const exit = new Promise<void>((resolve) => {
      process.onExit(({ isAborted }) => {
        resolve();
        if (isCurrent()) endProcess(slot, isAborted ? "too-much-memory" : "reader-failed");
      });
    }).finally(() => exits.delete(exit));
    exits.add(exit);
    return process;
  }

  /** Ends the process of the slot, and its job, if there is one, with this problem. */
  function endProcess(slot: Slot, code: FileProblemCode): void {
    slot.process?.kill();
    slot.process = null;
    finishJob(slot, fileProblem(code, slot.job?.message.fileName));
  }

  /**
   * Settles the job of the slot, if there is one, and makes the slot available for the next job.
   */
  function finishJob(slot: Slot, outcome: ReaderResult | ScriptProblem): void {
    const { job } = slot;
    slot.job = null;
    if (slot.timer !== null) clearTimeout(slot.timer);
    slot.timer = null;
    job?.settle(outcome);
    if (slot.process !== null && slot.documentCount >= maxDocuments) {
      slot.process.kill();
      slot.process = null;
    }
    if (slot.process !== null) startIdleTimer(slot, slot.process);
    startNextJobs();
  }

  /**
   * While idle, the process does not keep the program alive, and is ended after `idleMs` to free
   * its memory.
   */
  function startIdleTimer(slot: Slot, process: ProgramProcess): void {
    process.setBusy(false);
    slot.timer = setTimeout(() => endProcess(slot, "closed"), idleMs);
    slot.timer.unref();
  }

  return {
    run,
    /** Ends the processes. Unfinished jobs end with the problem "closed". */
    async close(): Promise<void> {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle(fileProblem("closed"));
      for (const slot of slots) endProcess(slot, "closed");
      await Promise.all(exits);
    },
  };
}
