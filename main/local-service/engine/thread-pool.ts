/**
 * Runs jobs in threads, which are ended when a job is aborted, fails in an unknown way, or makes no
 * progress.
 */
import { Worker, type ResourceLimits } from "node:worker_threads";

/**
 * What the message of a thread means. `endsThread`: the state of the thread is unknown, so it runs
 * no other job.
 */
export type ThreadReply<Result> =
  { progress: number } | { result: Result } | { error: Error; endsThread: boolean };

export interface ThreadPoolOptions<Message, Result> {
  /** The bundle of the thread. */
  file: string;
  maxThreads: number;
  /** A job that reports no progress for this time fails, in milliseconds. */
  timeoutMs: number;
  resourceLimits: ResourceLimits;
  /** The meaning of a message. */
  read: (message: Message) => ThreadReply<Result>;
  /**
   * The error of a job whose thread failed or ended, with the error of the thread, if there is one.
   */
  failed: (cause: NodeJS.ErrnoException | null) => Error;
  /** The error of a job that made no progress. */
  timedOut: () => Error;
}

export interface JobOptions {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface ThreadPool<Request, Result> {
  /**
   * Runs a job as soon as a thread is idle. Rejects with an error of the options, or with the
   * reason of the signal. The thread does nothing for the job when it has rejected.
   */
  run(request: Request, options: JobOptions): Promise<Result>;
  close(): Promise<void>;
}

/** An idle thread is ended after this time, in milliseconds: it uses about 50 MB. */
const idleMs = 10_000;

interface Job<Request, Result> {
  request: Request;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  onAbort: () => void;
}

interface Thread<Request, Result> {
  worker: Worker;
  job: Job<Request, Result> | null;
  /** The timeout of the job, or the time until the idle thread is ended. */
  timer: NodeJS.Timeout;
}

const closedError = () => new Error("the threads are closed");

export function createThreadPool<Request, Message, Result>(
  options: ThreadPoolOptions<Message, Result>,
): ThreadPool<Request, Result> {
  const { file, maxThreads, timeoutMs, resourceLimits, read, failed, timedOut } = options;
  type PoolThread = Thread<Request, Result>;
  type PoolJob = Job<Request, Result>;
  const threads = new Set<PoolThread>();
  /** Threads that are being ended: they count as running, because they may still write. */
  const ends = new Set<Promise<void>>();
  const waiting: PoolJob[] = [];
  let isClosed = false;

  function takeJob(thread: PoolThread): PoolJob | null {
    const { job } = thread;
    thread.job = null;
    job?.signal.removeEventListener("abort", job.onAbort);
    return job;
  }

  /** Ends the thread, then its job with this error. */
  function end(thread: PoolThread, error: Error): void {
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

  function setTimer(thread: PoolThread, delay: number, error: () => Error): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, error()), delay);
  }

  function startThread(): PoolThread {
    const worker = new Worker(file, { env: {}, argv: [], execArgv: [], resourceLimits });
    const thread: PoolThread = { worker, job: null, timer: setTimeout(() => undefined, 0) };
    worker.on("message", (message: Message) => receive(thread, read(message)));
    worker.on("error", (cause) => end(thread, failed(cause)));
    worker.on("exit", () => end(thread, failed(null)));
    threads.add(thread);
    return thread;
  }

  function receive(thread: PoolThread, reply: ThreadReply<Result>): void {
    if (!thread.job) return;
    if ("progress" in reply) {
      thread.timer.refresh();
      thread.job.onProgress(reply.progress);
      return;
    }
    if ("error" in reply && reply.endsThread) {
      end(thread, reply.error);
      return;
    }
    const job = takeJob(thread);
    setTimer(thread, idleMs, closedError);
    thread.timer.unref();
    thread.worker.unref();
    if ("result" in reply) job?.resolve(reply.result);
    else job?.reject(reply.error);
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

  function start(thread: PoolThread, job: PoolJob): void {
    thread.job = job;
    setTimer(thread, timeoutMs, timedOut);
    thread.worker.ref();
    thread.worker.postMessage(job.request);
  }

  function abort(job: PoolJob): void {
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
    run: (request, { signal, onProgress = () => undefined }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (isClosed) throw closedError();
        const onAbort = () => abort(job);
        const job: PoolJob = { request, signal, onProgress, resolve, reject, onAbort };
        signal.addEventListener("abort", onAbort, { once: true });
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
