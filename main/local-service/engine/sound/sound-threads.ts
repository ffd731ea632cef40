/** Runs jobs on sound in threads. */
import { EngineError } from "../ports";
import { createThreadPool, type JobOptions, type ThreadReply } from "../thread-pool";
import type {
  FromSoundThread,
  SoundFailure,
  SoundJobKind,
  SoundJobs,
  ToSoundThread,
} from "./sound-jobs";

export interface SoundThreadsOptions {
  /** The bundle of sound-thread.ts. */
  file: string;
  maxThreads: number;
  /** A job that reports no progress for this time fails, in milliseconds. */
  stallMs?: number;
}

export interface SoundThreads {
  /**
   * Rejects with EngineError, the error of the operating system, the reason of the signal, or
   * another error if the thread fails. The thread does nothing for the job when it has rejected.
   */
  run<Kind extends SoundJobKind>(
    kind: Kind,
    request: SoundJobs[Kind]["request"],
    options: JobOptions,
  ): Promise<SoundJobs[Kind]["result"]>;
  close(): Promise<void>;
}

/** Long, because the disk may be busy. */
const defaultStallMs = 120_000;

function errorOf({ message, isFinal, system }: SoundFailure): Error {
  return isFinal ? new EngineError(message) : Object.assign(new Error(message), system);
}

function readReply(message: FromSoundThread): ThreadReply<unknown> {
  if (!("failure" in message)) return message;
  const { failure } = message;
  // WebAssembly that failed is in an unknown state.
  return { error: errorOf(failure), endsThread: !failure.isFinal && !failure.system };
}

export function createSoundThreads(options: SoundThreadsOptions): SoundThreads {
  const { file, maxThreads, stallMs = defaultStallMs } = options;
  const pool = createThreadPool<ToSoundThread, FromSoundThread, unknown>({
    file,
    maxThreads,
    timeoutMs: stallMs,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    read: readReply,
    failed: (cause) => cause ?? new Error("the thread for sound has ended"),
    timedOut: () => new Error("the thread for sound does not respond"),
  });
  return {
    run: (kind, request, jobOptions) =>
      // The thread replies to a kind of job with its result.
      pool.run({ kind, request }, jobOptions) as Promise<SoundJobs[typeof kind]["result"]>,
    close: pool.close,
  };
}
