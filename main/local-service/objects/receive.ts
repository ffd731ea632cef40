/** Writes bytes from a connection to a file, and computes their MD5 meanwhile. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { statfs } from "node:fs/promises";
import type { IncomingBody } from "./port";

/** Bytes collected for one write: bounds memory, and keeps the number of system calls low. */
const writeBytes = 1024 * 1024;
/** Bytes between syncs that run while more bytes arrive; this keeps the final sync short. */
const syncBytes = 32 * 1024 * 1024;
/** Free space reserved for the database and the system. */
const reserveBytes = 32 * 1024 * 1024;

/**
 * Checks for free space before bytes are written, so that uploads never fill the disk completely.
 */
export interface DiskSpace {
  /** The number of bytes that fit. */
  free(): Promise<number>;
  /** Throws ENOSPC when this many more bytes do not fit. */
  require(bytes: number): Promise<void>;
  reserve(bytes: number): void;
  release(bytes: number): void;
}

function noSpace(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
}

/**
 * The free space of the disk that contains `folder`; with `limit`, at most that many bytes in
 * total.
 */
export function createDiskSpace(folder: string, limit: number | undefined): DiskSpace {
  let used = 0;
  async function free(): Promise<number> {
    const disk = await statfs(folder);
    return Math.max(0, disk.bavail * disk.bsize - reserveBytes);
  }
  return {
    free: async () => Math.min(await free(), Math.max(0, (limit ?? Infinity) - used)),
    async require(bytes) {
      if ((await free()) < bytes) throw noSpace();
    },
    reserve(bytes) {
      if (limit !== undefined && used + bytes > limit) throw noSpace();
      used += bytes;
    },
    release(bytes) {
      used -= bytes;
    },
  };
}

/**
 * Writes the body at `position` and syncs it; returns its MD5 in hexadecimal. Hashing and writing
 * overlap; backpressure slows the connection to the speed of the disk. Rejects if the body has
 * fewer or more bytes than announced.
 */
export async function receiveInto(
  file: FileHandle,
  position: number,
  body: IncomingBody,
  diskSpace: DiskSpace,
): Promise<string> {
  const hash = createHash("md5");
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let received = 0;
  let written = 0;
  let synced = 0;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  let isSyncing = false;

  async function write(buffers: Buffer[], at: number): Promise<void> {
    const { bytesWritten } = await file.writev(buffers, at);
    const total = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    if (bytesWritten === total) return;
    // A short write is rare (a nearly full disk); writing the rest succeeds or reports the error.
    const rest = Buffer.concat(buffers).subarray(bytesWritten);
    let done = 0;
    while (done < rest.length) {
      const result = await file.write(rest, done, rest.length - done, at + bytesWritten + done);
      done += result.bytesWritten;
    }
  }
  function syncInBackground(): void {
    if (isSyncing || written - synced < syncBytes) return;
    isSyncing = true;
    synced = written;
    syncing = file.datasync().finally(() => (isSyncing = false));
    syncing.catch(() => undefined);
  }
  async function flush(): Promise<void> {
    await writing;
    syncInBackground();
    if (waitingBytes === 0) return;
    diskSpace.reserve(waitingBytes);
    const at = position + written;
    written += waitingBytes;
    writing = write(waiting, at);
    // Awaited at the next flush; until then a rejection must not be reported as unhandled.
    writing.catch(() => undefined);
    waiting = [];
    waitingBytes = 0;
  }

  try {
    // An error must not destroy the connection: the response is sent on it.
    const chunks = body.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > body.size) throw new Error("more bytes than announced");
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= writeBytes) await flush();
    }
    if (received !== body.size) throw new Error("fewer bytes than announced");
    await flush();
    await writing;
    await syncing;
    await file.datasync();
    return hash.digest("hex");
  } catch (error) {
    await Promise.allSettled([writing, syncing]);
    diskSpace.release(written);
    throw error;
  }
}
