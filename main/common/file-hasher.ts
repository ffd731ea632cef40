/**
 * Computes the MD5 and SHA-256 of whole files in a worker thread, in one pass: a file of many gigabytes takes minutes
 * of CPU time, which the event loop of the calling thread must not spend.
 */
import { createJobThread } from "./processes/job-thread";

export interface FileHashes {
  /** The number of bytes read, which are the input of both hashes. */
  size: number;
  /** In lower-case hexadecimal digits. */
  md5: string;
  sha256: string;
}

export interface HashOptions {
  signal: AbortSignal;
  /** Called during the pass with the number of bytes read of this file. */
  onBytes?: (bytes: number) => void;
}

export interface FileHasher {
  /**
   * Hashes a file; one at a time. Reads at most one block more than `maxBytes`, so that a file that grows as fast as it
   * is read also ends. Rejects with the error of the operating system, or with the reason of the signal; a hasher whose
   * signal was aborted can only be closed.
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
  function run({ file, maxBytes }, report) {
    const md5 = createHash("md5");
    const sha256 = createHash("sha256");
    // A named pipe that replaced the file must not block the thread.
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK || 0));
    try {
      let size = 0;
      let reported = 0;
      while (size <= maxBytes) {
        const length = fs.readSync(handle, buffer, 0, buffer.length, null);
        if (length === 0) break;
        const bytes = buffer.subarray(0, length);
        md5.update(bytes);
        sha256.update(bytes);
        size += length;
        if (size - reported >= bytesBetweenReports) {
          reported = size;
          report(size);
        }
      }
      return { size, md5: md5.digest("hex"), sha256: sha256.digest("hex") };
    } finally {
      fs.closeSync(handle);
    }
  }
`;

export function createFileHasher(): FileHasher {
  const thread = createJobThread<{ file: string; maxBytes: number }, FileHashes>(program);
  return {
    hash: (file, maxBytes, { signal, onBytes }) =>
      thread.run({ file, maxBytes }, { signal, onProgress: onBytes }),
    // Not awaited: a read from a network folder that does not respond cannot be interrupted.
    close: () => void thread.end(),
  };
}
