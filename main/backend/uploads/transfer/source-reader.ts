/** Reads files in a thread that sends them; see "Blocking calls". */
import { close, closeSync, open, openSync, read, readSync, stat, statSync } from "node:fs";
import { promisify } from "node:util";
import { createDiskCalls } from "../../../common/disk-calls";
import { AppError } from "../../../common/errors";
import { openFlags } from "../../../common/files";
import { foundFile, fromReadError, type FoundFile } from "./disk";

/** A file that is open for reading. All functions reject with an AppError that names the reason. */
export interface OpenSource {
  /**
   * Reads `length` bytes into the buffer; rejects with "file-changed" when the file ends before.
   */
  read(buffer: Buffer, length: number, position: number): Promise<void>;
  close(): Promise<void>;
}

export interface SourceReader {
  open(sourcePath: string): Promise<OpenSource>;
  /** The present identity of a file. */
  identity(sourcePath: string): Promise<FoundFile>;
}

const asynchronous = {
  open: promisify(open),
  read: promisify(read),
  close: promisify(close),
  stat: promisify(stat),
};

/** `now` in milliseconds. */
export function createSourceReader(now?: () => number): SourceReader {
  const call = createDiskCalls(now);

  function source(file: number): OpenSource {
    return {
      async read(buffer, length, position) {
        for (let filled = 0; filled < length;) {
          const range = [filled, length - filled, position + filled] as const;
          const bytes = await call(
            () => readSync(file, buffer, ...range),
            async () => (await asynchronous.read(file, buffer, ...range)).bytesRead,
          );
          if (bytes === 0) throw new AppError("file-changed", "the file is shorter than it was");
          filled += bytes;
        }
      },
      async close() {
        await call(
          () => closeSync(file),
          () => asynchronous.close(file),
        );
      },
    };
  }

  return {
    async open(sourcePath) {
      try {
        return source(
          await call(
            () => openSync(sourcePath, openFlags),
            () => asynchronous.open(sourcePath, openFlags),
          ),
        );
      } catch (error) {
        throw fromReadError(error);
      }
    },
    async identity(sourcePath) {
      try {
        return foundFile(
          await call(
            () => statSync(sourcePath, { bigint: true }),
            () => asynchronous.stat(sourcePath, { bigint: true }),
          ),
        );
      } catch (error) {
        throw fromReadError(error);
      }
    },
  };
}
