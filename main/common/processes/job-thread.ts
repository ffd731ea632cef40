/** Runs jobs that block in a worker thread: reading and writing whole files, for example. */
import { Worker } from "node:worker_threads";

export interface JobOptions {
  signal: AbortSignal;
  /** Called during the job with the numbers that it reports. */
  onProgress?: ((progress: number) => void) | undefined;
}

export interface JobThread<Job, Result> {
  /**
   * Runs a job; one at a time. The thread starts with the first one. Rejects with the error of the
   * job (the message and the code of the operating system), or at once with the reason of the
   * signal; the job then continues, and the thread can only be ended.
   */
  run(job: Job, options: JobOptions): Promise<Result>;
  /** Ends the thread; resolves when its current call of the operating system has returned. */
  end(): Promise<void>;
}

type Reply<Result> =
  { progress: number } | { result: Result } | { failure: { code: string; message: string } };

/**
 * `body`: JavaScript of a CommonJS module that defines `function run(job, report)`, which returns
 * the result.
 */
const programOf = (body: string) => `
  const { parentPort } = require("node:worker_threads");
  ${body}
  const report = (progress) => parentPort.postMessage({ progress });
  parentPort.on("message", (job) => {
    try {
      parentPort.postMessage({ result: run(job, report) });
    } catch (error) {
      parentPort.postMessage({ failure: { code: error.code || "", message: String(error.message || error) } });
    }
  });
`;

export function createJobThread<Job, Result>(body: string): JobThread<Job, Result> {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(programOf(body), { eval: true });
    // The job in progress rejects; see `run`. Without a listener the error would end the process.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  return {
    async run(job, { signal, onProgress }) {
      signal.throwIfAborted();
      const thread = (worker ??= start());
      const end = new AbortController();
      const done = new Promise<Result>((resolve, reject) => {
        const receive = (reply: Reply<Result>) => {
          if ("progress" in reply) onProgress?.(reply.progress);
          else if ("result" in reply) resolve(reply.result);
          else reject(Object.assign(new Error(reply.failure.message), reply.failure));
        };
        const fail = (error: Error) => reject(error);
        const endEarly = () => reject(new Error("the thread ended early"));
        const abort = () => reject(signal.reason as Error);
        thread.on("message", receive).on("error", fail).on("exit", endEarly);
        signal.addEventListener("abort", abort);
        end.signal.addEventListener("abort", () => {
          thread.off("message", receive).off("error", fail).off("exit", endEarly);
          signal.removeEventListener("abort", abort);
        });
      });
      thread.ref();
      thread.postMessage(job);
      return done.finally(() => {
        end.abort();
        // An idle thread does not keep the process running.
        thread.unref();
      });
    },
    async end() {
      const ending = worker?.terminate();
      worker = null;
      await ending;
    },
  };
}
