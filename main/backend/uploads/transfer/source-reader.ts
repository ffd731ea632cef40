/** Reads files in a thread that sends them: blocks the thread while the disk responds at once, and not otherwise. */
import { close, closeSync, open, openSync, read, readSync, stat, statSync } from "node:fs";
import { promisify } from "node:util";
import { AppError } from "../../../common/errors";
import { foundFile, fromReadError, type FoundFile } from "./disk";

/** A file that is open for reading. All functions reject with an AppError that names the reason. */
export interface OpenSource {
  /** Reads `length` bytes into the buffer; rejects with "file-changed" when the file ends before. */
  read(buffer: Buffer, length: number, position: number): Promise<void>;
  close(): Promise<void>;
}

export interface SourceReader {
  open(sourcePath: string): Promise<OpenSource>;
  /** The present identity of a file; null if it cannot be read. */
  identity(sourcePath: string): Promise<FoundFile | null>;
}

const asynchronous = {
  open: promisify(open),
  read: promisify(read),
  close: promisify(close),
  stat: promisify(stat),
};

/**
 * Note: Blocking reads. A call that goes through the pool of libuv costs 30 to 150 µs of CPU more than one that blocks,
 * which is a third of the time of a small file. Disks of this computer respond within 50 µs, mostly from the cache. A
 * network drive or a disk that has to be started responds after milliseconds; blocking calls would then stop all
 * requests of the thread. So when the calls have become slow on average, they go through the pool for a while.
 */
const slowMs = 1;
const asynchronousMs = 1_000;
/** The share of the last call in the average. */
const smoothing = 1 / 8;

/** `now` in milliseconds. */
export function createSourceReader(now = () => performance.now()): SourceReader {
  let averageMs = 0;
  let asynchronousUntil = 0;

  function isSlow(): boolean {
    return now() < asynchronousUntil;
  }
  function blocking<T>(call: () => T): T {
    const startedAt = now();
    try {
      return call();
    } finally {
      const endedAt = now();
      averageMs += smoothing * (endedAt - startedAt - averageMs);
      if (averageMs > slowMs) {
        asynchronousUntil = endedAt + asynchronousMs;
        averageMs = 0;
      }
    }
  }

  function source(file: number): OpenSource {
    return {
      async read(buffer, length, position) {
        for (let filled = 0; filled < length;) {
          const range = [filled, length - filled, position + filled] as const;
          const bytes = isSlow()
            ? (await asynchronous.read(file, buffer, ...range)).bytesRead
            : blocking(() => readSync(file, buffer, ...range));
          if (bytes === 0) throw new AppError("file-changed", "the file is shorter than it was");
          filled += bytes;
        }
      },
      async close() {
        if (isSlow()) await asynchronous.close(file);
        else blocking(() => closeSync(file));
      },
    };
  }

  return {
    async open(sourcePath) {
      try {
        return source(
          isSlow()
            ? await asynchronous.open(sourcePath, "r")
            : blocking(() => openSync(sourcePath, "r")),
        );
      } catch (error) {
        throw fromReadError(error);
      }
    },
    async identity(sourcePath) {
      try {
        return foundFile(
          isSlow()
            ? await asynchronous.stat(sourcePath, { bigint: true })
            : blocking(() => statSync(sourcePath, { bigint: true })),
        );
      } catch {
        return null;
      }
    },
  };
}
