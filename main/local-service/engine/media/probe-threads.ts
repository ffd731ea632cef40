/** Reads the facts of media files in threads that are ended when they do not respond. */
import { createThreadPool, type ThreadReply } from "../thread-pool";
import type { ReadFacts } from "./facts";
import { probeTimeoutMs } from "./limits";
import type { ProbeJob, ProbeReply } from "./probe-thread";
import { mediaError } from "./problems";

export interface ProbeThreads {
  /** Rejects with EngineError, the error of the operating system, or the reason of the signal. */
  read(file: string, signal: AbortSignal): Promise<ReadFacts>;
  close(): Promise<void>;
}

export interface ProbeThreadsOptions {
  /** The bundle of probe-thread.ts. */
  file: string;
  /** The largest number of threads. */
  maxThreads?: number;
  /** Maximum time for one file, in milliseconds. */
  timeoutMs?: number;
}

function readReply(reply: ProbeReply): ThreadReply<ReadFacts> {
  if ("facts" in reply) return { result: reply.facts };
  if ("problem" in reply)
    // WebAssembly that failed is in an unknown state.
    return { error: mediaError(reply.problem), endsThread: reply.problem === "not-readable" };
  const error = new Error("the media file cannot be read");
  return { error: Object.assign(error, { code: reply.error }), endsThread: false };
}

export function createProbeThreads(options: ProbeThreadsOptions): ProbeThreads {
  const { file, maxThreads = 2, timeoutMs = probeTimeoutMs } = options;
  const pool = createThreadPool<ProbeJob, ProbeReply, ReadFacts>({
    file,
    maxThreads,
    timeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    read: readReply,
    failed: (cause) =>
      mediaError(cause?.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-much-memory" : "not-readable"),
    timedOut: () => mediaError("too-slow"),
  });
  return {
    read: (media, signal) => pool.run({ file: media }, { signal }),
    close: pool.close,
  };
}
