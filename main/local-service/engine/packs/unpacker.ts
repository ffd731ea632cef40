/** Unpacks packs in a thread that is ended when it is aborted or does not respond. */
import { createThreadPool, type ThreadReply } from "../thread-pool";
import { PackError } from "./problems";
import type { UnpackJob, UnpackedFile } from "./unpack";
import type { UnpackReply } from "./unpack-thread";

export interface Unpacker {
  /** Rejects with PackError, the error of the operating system, or the reason of the signal. */
  unpack(
    job: UnpackJob,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<UnpackedFile[]>;
  close(): Promise<void>;
}

/**
 * Without progress for this long, in milliseconds, a job fails. One block of bzip2 takes less than
 * a second.
 */
const timeoutMs = 120_000;

function readReply(reply: UnpackReply): ThreadReply<UnpackedFile[]> {
  if ("progress" in reply) return reply;
  if ("files" in reply) return { result: reply.files };
  if ("problem" in reply)
    return { error: new PackError(reply.problem, reply.message), endsThread: false };
  const error = new Error(`the pack cannot be written (${reply.error})`);
  return { error: Object.assign(error, { code: reply.error }), endsThread: false };
}

/** `file` is the bundle of unpack-thread.ts. */
export function createUnpacker(file: string): Unpacker {
  const pool = createThreadPool<UnpackJob, UnpackReply, UnpackedFile[]>({
    file,
    maxThreads: 1,
    timeoutMs,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    read: readReply,
    failed: () => new PackError("archive", "the archive could not be read"),
    timedOut: () => new PackError("archive", "reading the archive took too long"),
  });
  return { unpack: (job, options) => pool.run(job, options), close: pool.close };
}
