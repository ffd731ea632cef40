/**
 * Distributes jobs of an engine to runners, each with one job at a time, in the order of the
 * requests.
 */
import { EngineError } from "../ports";
import { deadlineMs } from "./limits";
import type { SpeechJob, SpeechResult } from "./program-messages";
import { OutOfMemory, type Runner } from "./runner";

export interface JobPool<Job, Result> {
  /**
   * @throws EngineError when the job cannot succeed: the engine gave a reason, or the job exceeded
   * its time or memory twice. The reason of the signal when it is aborted; another error when the
   * engine failed.
   */
  run(job: Job, signal: AbortSignal): Promise<Exclude<Result, { reason: string }>>;
  close(): Promise<void>;
}
export type SpeechPool = JobPool<SpeechJob, SpeechResult>;

export interface PoolOptions<Job> {
  /** Milliseconds. */
  deadlineOf: (job: Job) => number;
  /** Why a job with this text or sound failed twice, for users. */
  problems: { tooSlow: string; tooLarge: string };
}

class DeadlineExceeded extends Error {}

const closedError = () => new Error("the engine was closed");

const attempts = 2;

const isRejected = (result: object): result is { reason: string } => "reason" in result;

const charactersOf = (job: SpeechJob): number => {
  if (job.kind === "espeak") return job.ssml.length;
  return "text" in job.input ? job.input.text.length : job.input.phones.length;
};

/** `deadline`: milliseconds for a job of this many characters. */
export const createSpeechPool = (
  runners: readonly Runner[],
  deadline: (characters: number) => number = deadlineMs,
): SpeechPool =>
  createJobPool(runners, {
    deadlineOf: (job) => deadline(charactersOf(job)),
    problems: {
      tooSlow: "the speech engine takes too long for this text",
      tooLarge: "the speech engine needs too much memory for this text",
    },
  });

export function createJobPool<Job, Result extends object>(
  runners: readonly Runner<Job, Result>[],
  { deadlineOf, problems }: PoolOptions<Job>,
): JobPool<Job, Result> {
  type JobRunner = Runner<Job, Result>;
  const free = [...runners];
  const waiting: { start: (runner: JobRunner) => void; signal: AbortSignal }[] = [];
  /** One for each request that has not ended. */
  const active = new Set<AbortController>();
  let isClosed = false;

  function acquire(signal: AbortSignal): Promise<JobRunner> {
    const runner = free.pop();
    if (runner) return Promise.resolve(runner);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      };
      const entry = {
        signal,
        start(runner: JobRunner) {
          signal.removeEventListener("abort", onAbort);
          resolve(runner);
        },
      };
      waiting.push(entry);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  function release(runner: JobRunner): void {
    const next = waiting.shift();
    if (next) next.start(runner);
    else free.push(runner);
  }

  async function attempt(runner: JobRunner, job: Job, signal: AbortSignal) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new DeadlineExceeded()), deadlineOf(job));
    try {
      return await runner.run(job, AbortSignal.any([signal, timeout.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async function runOn(runner: JobRunner, job: Job, signal: AbortSignal) {
    for (let left = attempts; ; left -= 1) {
      try {
        return await attempt(runner, job, signal);
      } catch (error) {
        const isTooSlow = error instanceof DeadlineExceeded;
        if (!isTooSlow && !(error instanceof OutOfMemory)) throw error;
        if (left === 1) throw new EngineError(isTooSlow ? problems.tooSlow : problems.tooLarge);
      }
    }
  }

  return {
    async run(job, caller) {
      if (isClosed) throw closedError();
      caller.throwIfAborted();
      // Not AbortSignal.any, because Node.js keeps its results as long as the signal of the caller
      // exists.
      const controller = new AbortController();
      const abort = () => controller.abort(caller.reason);
      caller.addEventListener("abort", abort, { once: true });
      active.add(controller);
      try {
        const runner = await acquire(controller.signal);
        try {
          const result = await runOn(runner, job, controller.signal);
          if (isRejected(result)) throw new EngineError(result.reason);
          return result as Exclude<Result, { reason: string }>;
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
