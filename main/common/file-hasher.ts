/**
 * Computes the MD5 and SHA-256 of whole files in a worker thread, in one pass: a file of many gigabytes takes minutes
 * of CPU time, which the event loop of the calling thread must not spend.
 */
import { Worker } from "node:worker_threads";

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
  const { parentPort } = require("node:worker_threads");
  const { createHash } = require("node:crypto");
  const fs = require("node:fs");
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const bytesBetweenReports = 16 * buffer.length;
  function hash(file, maxBytes) {
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
          parentPort.postMessage({ bytes: size });
        }
      }
      return { size, md5: md5.digest("hex"), sha256: sha256.digest("hex") };
    } finally {
      fs.closeSync(handle);
    }
  }
  parentPort.on("message", ({ file, maxBytes }) => {
    try {
      parentPort.postMessage({ hashes: hash(file, maxBytes) });
    } catch (error) {
      parentPort.postMessage({ failure: { code: error.code || "", message: String(error.message || error) } });
    }
  });
`;

type Reply =
  { bytes: number } | { hashes: FileHashes } | { failure: { code: string; message: string } };

export function createFileHasher(): FileHasher {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(program, { eval: true });
    // The hash in progress rejects; see `hash`. Without a listener the error would end the process.
    started.on("error", () => undefined);
    started.on("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  }

  return {
    async hash(file, maxBytes, { signal, onBytes }) {
      signal.throwIfAborted();
      const thread = (worker ??= start());
      const end = new AbortController();
      const done = new Promise<FileHashes>((resolve, reject) => {
        const receive = (reply: Reply) => {
          if ("bytes" in reply) onBytes?.(reply.bytes);
          else if ("hashes" in reply) resolve(reply.hashes);
          else reject(Object.assign(new Error(reply.failure.message), reply.failure));
        };
        const fail = (error: Error) => reject(error);
        const endEarly = () => reject(new Error("the hash thread ended early"));
        const abort = () => reject(signal.reason as Error);
        thread.on("message", receive).on("error", fail).on("exit", endEarly);
        signal.addEventListener("abort", abort);
        end.signal.addEventListener("abort", () => {
          thread.off("message", receive).off("error", fail).off("exit", endEarly);
          signal.removeEventListener("abort", abort);
        });
      });
      thread.postMessage({ file, maxBytes });
      return done.finally(() => end.abort());
    },
    close() {
      // Not awaited: a read from a network folder that does not respond cannot be interrupted.
      void worker?.terminate();
      worker = null;
    },
  };
}
