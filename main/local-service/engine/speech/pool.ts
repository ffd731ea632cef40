/** Distributes speech jobs to runners, each with one job at a time, in the order of the requests. */
import { EngineError } from "../ports";
import { deadlineMs } from "./limits";
import type { SpeechJob, SpeechResult } from "./program-messages";
import { OutOfMemory, type Runner } from "./runner";

export interface SpeechPool {
  /**
   * @throws EngineError when the job cannot succeed: the engine gave a reason, or the job exceeded its time or memory
   * twice. The reason of the signal when it is aborted; another error when the engine failed.
   */
  run(job: SpeechJob, signal: AbortSignal): Promise<Exclude<SpeechResult, { reason: string }>>;
  close(): Promise<void>;
}

class DeadlineExceeded extends Error {}

const closedError = () => new Error("speech synthesis was closed");

const attempts = 2;

const charactersOf = (job: SpeechJob): number => {
  if (job.kind === "espeak") return job.ssml.length;
  return "text" in job.input ? job.input.text.length : job.input.phones.length;
};

/** `deadline`: milliseconds for a job of this many characters. */
export function createSpeechPool(
  runners: readonly Runner[],
  deadline: (characters: number) => number = deadlineMs,
): SpeechPool {
  const free = [...runners];
  const waiting: { start: (runner: Runner) => void; signal: AbortSignal }[] = [];
  /** One for each request that has not ended. */
  const active = new Set<AbortController>();
  let isClosed = false;

  function acquire(signal: AbortSignal): Promise<Runner> {
    const runner = free.pop();
    if (runner) return Promise.resolve(runner);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      };
      const entry = {
        signal,
        start(runner: Runner) {
          signal.removeEventListener("abort", onAbort);
          resolve(runner);
        },
      };
      waiting.push(entry);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  function release(runner: Runner): void {
    const next = waiting.shift();
    if (next) next.start(runner);
    else free.push(runner);
  }

  async function attempt(runner: Runner, job: SpeechJob, signal: AbortSignal) {
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DeadlineExceeded()),
      deadline(charactersOf(job)),
    );
    try {
      return await runner.run(job, AbortSignal.any([signal, timeout.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async function runOn(runner: Runner, job: SpeechJob, signal: AbortSignal) {
    for (let left = attempts; ; left -= 1) {
      try {
        return await attempt(runner, job, signal);
      } catch (error) {
        const isTooSlow = error instanceof DeadlineExceeded;
        if (!isTooSlow && !(error instanceof OutOfMemory)) throw error;
        if (left === 1)
          throw new EngineError(
            isTooSlow
              ? "the speech engine takes too long for this text"
              : "the speech engine needs too much memory for this text",
          );
      }
    }
  }

  return {
    async run(job, caller) {
      if (isClosed) throw closedError();
      caller.throwIfAborted();
      // Not AbortSignal.any, because Node.js keeps its results as long as the signal of the caller exists.
      const controller = new AbortController();
      const abort = () => controller.abort(caller.reason);
      caller.addEventListener("abort", abort, { once: true });
      active.add(controller);
      try {
        const runner = await acquire(controller.signal);
        try {
          const result = await runOn(runner, job, controller.signal);
          if ("reason" in result) throw new EngineError(result.reason);
          return result;
        } finally {
          release(runner);
        }
      } finally {
        caller.removeEventListener("abort", abort);
        active.delete(controller);
      }
    },
    async close() {
      isClosed = true;
      for (const controller of active) controller.abort(closedError());
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}
