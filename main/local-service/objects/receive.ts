/** Bytes from a connection to a file, with their MD5 taken on the way. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { statfs } from "node:fs/promises";
import type { IncomingBody } from "./port";

/** Bytes gathered into one write: few enough to keep memory small, enough to make calls rare. */
const writeBytes = 1024 * 1024;
/** After so many bytes the disk is asked to catch up, while more come: the last wait is then short. */
const syncBytes = 32 * 1024 * 1024;
/** Kept free for the database and the system. */
const reserveBytes = 32 * 1024 * 1024;

/** Keeps count of room, so that a full disk is noticed before it is filled. */
export interface Room {
  /** Throws ENOSPC when this many more bytes do not fit. */
  expect(bytes: number): Promise<void>;
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

function noRoom(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
}

/** The disk's own room, or less: `limit` bytes in all, where a quota is set. */
export function createRoom(folder: string, limit: number | undefined): Room {
  let taken = 0;
  return {
    async expect(bytes) {
      const disk = await statfs(folder);
      if (disk.bavail * disk.bsize < bytes + reserveBytes) throw noRoom();
    },
    take(bytes) {
      if (limit !== undefined && taken + bytes > limit) throw noRoom();
      taken += bytes;
    },
    giveBack(bytes) {
      taken -= bytes;
    },
  };
}

/**
 * Writes the body at `position` and syncs it; gives its MD5 in hexadecimal. Hashing and writing overlap; the
 * connection is held back while the disk is behind. Rejects when fewer or more bytes come than promised.
 */
export async function receiveInto(
  file: FileHandle,
  position: number,
  body: IncomingBody,
  room: Room,
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
    // A short write is rare (a nearly full disk); the rest is written, or says why not.
    const rest = Buffer.concat(buffers).subarray(bytesWritten);
    let done = 0;
    while (done < rest.length) {
      const result = await file.write(rest, done, rest.length - done, at + bytesWritten + done);
      done += result.bytesWritten;
    }
  }
  function syncBehind(): void {
    if (isSyncing || written - synced < syncBytes) return;
    isSyncing = true;
    synced = written;
    syncing = file.datasync().finally(() => (isSyncing = false));
    syncing.catch(() => undefined);
  }
  async function flush(): Promise<void> {
    await writing;
    syncBehind();
    if (waitingBytes === 0) return;
    room.take(waitingBytes);
    const at = position + written;
    written += waitingBytes;
    writing = write(waiting, at);
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => undefined);
    waiting = [];
    waitingBytes = 0;
  }

  try {
    // The connection must survive a failure of ours, so that it can carry the answer.
    const chunks = body.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > body.size) throw new Error("more bytes than promised");
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= writeBytes) await flush();
    }
    if (received !== body.size) throw new Error("fewer bytes than promised");
    await flush();
    await writing;
    await syncing;
    await file.datasync();
    return hash.digest("hex");
  } catch (error) {
    await Promise.allSettled([writing, syncing]);
    room.giveBack(written);
    throw error;
  }
}
