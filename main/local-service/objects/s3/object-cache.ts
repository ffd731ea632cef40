/**
 * Objects of a bucket as files of this computer: each is downloaded once, and stays until others
 * need its space. Files in use are never removed.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { renameFile } from "../../../common/rename";
import { createFolder } from "../files";

export interface ObjectCacheOptions {
  /** It is emptied at the start. */
  folder: string;
  /** The size of all files together. */
  limitBytes: number;
  /**
   * Downloads an object to a file. Calls `onSize` with its bytes before the first one is written.
   */
  download: (
    location: string,
    file: string,
    onSize: (bytes: number) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

interface Entry {
  file: string;
  /** 0 until the size is known. */
  bytes: number;
  /** The number of uses; a waiting one counts. */
  pins: number;
  /** Whether the file is complete. */
  isReady: boolean;
  /** It is removed as soon as it is not used. */
  isStale: boolean;
  ready: Promise<void>;
  download: AbortController;
}

export interface ObjectCache {
  withFiles<T>(
    locations: readonly string[],
    work: (files: readonly string[]) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** Adds a file, which is moved; removes it if there is no space. */
  adopt(location: string, file: string, bytes: number): Promise<void>;
  /** The object was replaced or removed. */
  forget(location: string): Promise<void>;
}

/** Downloads at the same time. */
const parallel = 8;

/** The working files of the caller do not fit into the limit. */
class WorkBytesExceeded extends Error {
  readonly code = "ENOSPC";
  constructor(bytes: number, limitBytes: number) {
    const megabytes = (value: number) => `${Math.ceil(value / 1_000_000)} MB`;
    super(
      `ENOSPC: working files of ${megabytes(bytes)} are needed at a time, and the limit (--work-bytes) is ${megabytes(limitBytes)}`,
    );
  }
}

export async function createObjectCache(options: ObjectCacheOptions): Promise<ObjectCache> {
  const { folder, limitBytes, download } = options;
  await rm(folder, { recursive: true, force: true });
  await createFolder(folder);
  /** By location; the least recently used first. */
  const entries = new Map<string, Entry>();
  /** Including those that are removed when they are not used. */
  let usedBytes = 0;

  async function removeFile(entry: Entry): Promise<void> {
    usedBytes -= entry.bytes;
    entry.bytes = 0;
    await rm(entry.file, { force: true });
  }

  /** @throws WorkBytesExceeded */
  async function reserve(bytes: number): Promise<void> {
    usedBytes += bytes;
    for (const [location, entry] of entries) {
      if (usedBytes <= limitBytes) return;
      if (entry.pins > 0) continue;
      entries.delete(location);
      await removeFile(entry);
    }
    if (usedBytes <= limitBytes) return;
    const needed = usedBytes;
    usedBytes -= bytes;
    throw new WorkBytesExceeded(needed, limitBytes);
  }

  const newEntry = (): Entry => ({
    file: path.join(folder, randomBytes(12).toString("hex")),
    bytes: 0,
    pins: 0,
    isReady: false,
    isStale: false,
    ready: Promise.resolve(),
    download: new AbortController(),
  });

  function begin(location: string): Entry {
    const entry = newEntry();
    const onSize = async (bytes: number) => {
      await reserve(bytes);
      entry.bytes = bytes;
    };
    const downloaded = async () => {
      try {
        await download(location, entry.file, onSize, entry.download.signal);
        entry.isReady = true;
        // Its last use was aborted when the download was about to end.
        if (entry.isStale && entry.pins === 0) await removeFile(entry);
      } catch (error) {
        drop(location, entry);
        await removeFile(entry);
        throw error;
      }
    };
    entry.ready = downloaded();
    // Each use awaits it; the last one may have ended before.
    entry.ready.catch(() => undefined);
    return entry;
  }

  function drop(location: string, entry: Entry): void {
    entry.isStale = true;
    if (entries.get(location) === entry) entries.delete(location);
  }

  async function pin(location: string, signal: AbortSignal): Promise<Entry> {
    signal.throwIfAborted();
    const entry = entries.get(location) ?? begin(location);
    entries.delete(location);
    entries.set(location, entry);
    entry.pins += 1;
    try {
      await untilAborted(entry.ready, signal);
      return entry;
    } catch (error) {
      await unpin(location, entry);
      throw error;
    }
  }

  async function unpin(location: string, entry: Entry): Promise<void> {
    entry.pins -= 1;
    if (entry.pins > 0) return;
    if (!entry.isReady) {
      drop(location, entry);
      entry.download.abort(new Error("nothing needs the object any more"));
    } else if (entry.isStale) await removeFile(entry);
  }

  async function forget(location: string): Promise<void> {
    const entry = entries.get(location);
    if (!entry) return;
    drop(location, entry);
    if (entry.pins === 0) await removeFile(entry);
  }

  return {
    async withFiles(locations, work, signal) {
      const pinned: [string, Entry][] = [];
      const files = new Map<string, string>();
      try {
        const waiting = [...new Set(locations)];
        const next = async (): Promise<void> => {
          for (let location = waiting.shift(); location !== undefined; location = waiting.shift()) {
            const entry = await pin(location, signal);
            pinned.push([location, entry]);
            files.set(location, entry.file);
          }
        };
        const ended = await Promise.allSettled(Array.from({ length: parallel }, next));
        for (const one of ended) if (one.status === "rejected") throw one.reason;
        return await work(locations.map((location) => files.get(location) ?? ""));
      } finally {
        for (const [location, entry] of pinned) await unpin(location, entry);
      }
    },
    async adopt(location, file, bytes) {
      await forget(location);
      try {
        await reserve(bytes);
      } catch (error) {
        await rm(file, { force: true });
        if (error instanceof WorkBytesExceeded) return;
        throw error;
      }
      const entry = { ...newEntry(), bytes, isReady: true };
      await renameFile(file, entry.file);
      // A download may have begun meanwhile; its uses keep its file.
      const begun = entries.get(location);
      if (begun) drop(location, begun);
      entries.set(location, entry);
      if (begun?.pins === 0) await removeFile(begun);
    },
    forget,
  };
}

/** Rejects with the reason of the signal if it is aborted before. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
