/** Runs jobs on sound in threads, which are ended when a job is aborted or makes no progress. */
import { Worker } from "node:worker_threads";
import { EngineError } from "../ports";
import type { FromSoundThread, SoundFailure, SoundJobKind, SoundJobs } from "./sound-jobs";

export interface SoundThreadsOptions {
  /** The bundle of sound-thread.ts. */
  file: string;
  maxThreads: number;
  /** A job that reports no progress for this time fails, in milliseconds. */
  stallMs?: number;
}

export interface SoundJobOptions {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface SoundThreads {
  /**
   * Runs a job as soon as a thread is idle. Rejects with EngineError, the error of the operating system, the reason of
   * the signal, or another error if the thread fails. The thread does nothing for the job when it has rejected.
   */
  run<Kind extends SoundJobKind>(
    kind: Kind,
    request: SoundJobs[Kind]["request"],
    options: SoundJobOptions,
  ): Promise<SoundJobs[Kind]["result"]>;
  close(): Promise<void>;
}

/** Long, because the disk may be busy. */
const defaultStallMs = 120_000;
/** An idle thread is ended after this time, in milliseconds. */
const idleMs = 10_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Job {
  kind: SoundJobKind;
  request: unknown;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onAbort: () => void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** The timeout of the job, or the time until the idle thread is ended. */
  timer: NodeJS.Timeout;
}

function errorOf({ message, isFinal, system }: SoundFailure): Error {
  return isFinal ? new EngineError(message) : Object.assign(new Error(message), system);
}

const closedError = () => new Error("the threads for sound are closed");

export function createSoundThreads(options: SoundThreadsOptions): SoundThreads {
  const { file, maxThreads, stallMs = defaultStallMs } = options;
  const threads = new Set<Thread>();
  /** Threads that are being ended: they count as running, because they may still write. */
  const ends = new Set<Promise<void>>();
  const waiting: Job[] = [];
  let isClosed = false;

  function takeJob(thread: Thread): Job | null {
    const { job } = thread;
    thread.job = null;
    job?.signal.removeEventListener("abort", job.onAbort);
    return job;
  }

  /** Ends the thread, then its job with this error. */
  function end(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const job = takeJob(thread);
    const ending = thread.worker.terminate().then(() => {
      ends.delete(ending);
      job?.reject(error);
      startNext();
    });
    ends.add(ending);
  }

  function setTimer(thread: Thread, delay: number, reason: string): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, new Error(reason)), delay);
  }

  function startThread(): Thread {
    const worker = new Worker(file, { env: {}, argv: [], execArgv: [], resourceLimits });
    const thread: Thread = { worker, job: null, timer: setTimeout(() => undefined, 0) };
    worker.on("message", (message: FromSoundThread) => receive(thread, message));
    worker.on("error", (error) => end(thread, error));
    worker.on("exit", () => end(thread, new Error("the thread for sound has ended")));
    threads.add(thread);
    return thread;
  }

  function receive(thread: Thread, message: FromSoundThread): void {
    if (!thread.job) return;
    if ("progress" in message) {
      thread.timer.refresh();
      thread.job.onProgress(message.progress);
      return;
    }
    if ("failure" in message && !message.failure.isFinal && !message.failure.system) {
      // WebAssembly that failed is in an unknown state.
      end(thread, errorOf(message.failure));
      return;
    }
    const job = takeJob(thread);
    setTimer(thread, idleMs, "idle");
    thread.timer.unref();
    thread.worker.unref();
    if ("result" in message) job?.resolve(message.result);
    else job?.reject(errorOf(message.failure));
    startNext();
  }

  function startNext(): void {
    while (waiting.length > 0 && !isClosed) {
      const idle = [...threads].find(({ job }) => job === null);
      if (!idle && threads.size + ends.size >= maxThreads) return;
      const job = waiting.shift();
      if (job) start(idle ?? startThread(), job);
    }
  }

  function start(thread: Thread, job: Job): void {
    thread.job = job;
    setTimer(thread, stallMs, "the thread for sound does not respond");
    thread.worker.ref();
    thread.worker.postMessage({ kind: job.kind, request: job.request });
  }

  function abort(job: Job): void {
    const reason = job.signal.reason as Error;
    const thread = [...threads].find((one) => one.job === job);
    if (thread) {
      end(thread, reason);
      return;
    }
    waiting.splice(waiting.indexOf(job), 1);
    job.reject(reason);
  }

  return {
    run: (kind, request, { signal, onProgress = () => undefined }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closedError();
        const job: Job = {
          kind,
          request,
          signal,
          onProgress,
          resolve: resolve as Job["resolve"],
          reject,
          onAbort: () => abort(job),
        };
        signal.addEventListener("abort", job.onAbort, { once: true });
        waiting.push(job);
        startNext();
      }),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) {
        job.signal.removeEventListener("abort", job.onAbort);
        job.reject(closedError());
      }
      for (const thread of threads) end(thread, closedError());
      await Promise.all(ends);
    },
  };
}
