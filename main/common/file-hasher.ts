/**
 * Computes the MD5 and SHA-256 of whole files in a worker thread, in one pass: a file of many
 * gigabytes takes minutes of CPU time, which the event loop of the calling thread must not spend.
 */
import { createJobThread } from "./processes/job-thread";

export interface FileHashes {
  /** The number of bytes read, which are the input of both hashes. */
  size: number;
  /** In lower-case hexadecimal digits. */
  md5: string;
  sha256: string;
  /** The MD5 of each part, if the parts have a size. */
  partMd5s: string[];
}

export interface HashOptions {
  signal: AbortSignal;
  /** Bytes of a part, all but the last; 0 or nothing for a file without parts. */
  partSize?: number;
  /** Called during the pass with the number of bytes read of this file. */
  onBytes?: (bytes: number) => void;
}

export interface FileHasher {
  /**
   * Hashes a file; one at a time. Reads at most one block more than `maxBytes`, so that a file that
   * grows as fast as it is read also ends. Rejects with the error of the operating system, or with
   * the reason of the signal; a hasher whose signal was aborted can only be closed.
   */
  hash(file: string, maxBytes: number, options: HashOptions): Promise<FileHashes>;
  /** Stops the thread. */
  close(): void;
}

/** The code of the worker thread. It reads synchronously, because it has nothing else to do. */
const program = `
  const { createHash } = require("node:crypto");
  const fs = require("node:fs");
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const bytesBetweenReports = 16 * buffer.length;
  function run({ file, maxBytes, partSize }, report) {
    const md5 = createHash("md5");
    const sha256 = createHash("sha256");
    const partMd5s = [];
    let part = createHash("md5");
    // A named pipe that replaced the file must not block the thread.
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK || 0));
    try {
      let size = 0;
      let reported = 0;
      while (size <= maxBytes) {
        const leftInPart = partSize > 0 ? partSize - (size % partSize) : buffer.length;
        const wanted = Math.min(buffer.length, leftInPart);
        const length = fs.readSync(handle, buffer, 0, wanted, null);
        if (length === 0) break;
        const bytes = buffer.subarray(0, length);
        md5.update(bytes);
        sha256.update(bytes);
        size += length;
        if (partSize > 0) part.update(bytes);
        if (partSize > 0 && size % partSize === 0) {
          partMd5s.push(part.digest("hex"));
          part = createHash("md5");
        }
        if (size - reported >= bytesBetweenReports) {
          reported = size;
          report(size);
        }
      }
      if (partSize > 0 && size % partSize !== 0) partMd5s.push(part.digest("hex"));
      return { size, md5: md5.digest("hex"), sha256: sha256.digest("hex"), partMd5s };
    } finally {
      fs.closeSync(handle);
    }
  }
`;

export function createFileHasher(): FileHasher {
  const thread = createJobThread<{ file: string; maxBytes: number; partSize: number }, FileHashes>(
    program,
  );
  return {
    hash: (file, maxBytes, { signal, onBytes, partSize = 0 }) =>
      thread.run({ file, maxBytes, partSize }, { signal, onProgress: onBytes }),
    // Not awaited: a read from a network folder that does not respond cannot be interrupted.
    close: () => void thread.end(),
  };
}
