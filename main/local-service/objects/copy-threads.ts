/** Copies the bytes of files in threads, which read and write without the pool of libuv. */
import { createJobThread, type JobThread } from "../../common/processes/job-thread";
import type { ClonedFile } from "./port";

interface CopyJob {
  /** File descriptors. */
  from: number;
  to: number;
  /** Bytes. */
  size: number;
}

/**
 * The code of a thread. The buffer fits into the cache of a core; with 1 MiB a copy takes a fifth
 * longer. Writes during a sync of the same file take twice as long, so the copy stops for each
 * sync; they keep the last one short.
 */
const program = `
  const fs = require("node:fs");
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const bytesBetweenReports = 16 * 1024 * 1024;
  const bytesBetweenSyncs = 1024 * 1024 * 1024;
  function run({ from, to, size }, report) {
    for (let copied = 0; copied < size;) {
      const length = fs.readSync(from, buffer, 0, Math.min(buffer.length, size - copied), copied);
      if (length === 0) throw new Error("the file is shorter than its size");
      for (let done = 0; done < length;)
        done += fs.writeSync(to, buffer, done, length - done, copied + done);
      copied += length;
      if (copied % bytesBetweenReports < length) report(copied);
      if (copied % bytesBetweenSyncs < length) fs.fdatasyncSync(to);
    }
    fs.fdatasyncSync(to);
    return size;
  }
`;

/** How long a thread waits for another file before it ends, in milliseconds. */
const idleMs = 2_000;

interface IdleThread {
  thread: JobThread<CopyJob, number>;
  timer: NodeJS.Timeout;
}

const idle: IdleThread[] = [];

function takeThread(): JobThread<CopyJob, number> {
  const taken = idle.pop();
  if (!taken) return createJobThread(program);
  clearTimeout(taken.timer);
  return taken.thread;
}

function keepThread(thread: JobThread<CopyJob, number>): void {
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(kept), 1);
    void thread.end();
  }, idleMs);
  timer.unref();
  const kept = { thread, timer };
  idle.push(kept);
}

/**
 * Copies a file to an open, empty one and syncs it to disk. Rejects with the error of the operating
 * system, or with the reason of the signal; then nothing is written any more.
 */
export async function copyBytes(source: ClonedFile, target: number): Promise<void> {
  const thread = takeThread();
  const { handle, size, signal, onCopied } = source;
  try {
    await thread.run({ from: handle.fd, to: target, size }, { signal, onProgress: onCopied });
  } catch (error) {
    await thread.end();
    throw error;
  }
  onCopied(size);
  keepThread(thread);
}
