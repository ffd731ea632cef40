/**
 * Executes PUTs: reads a range of a file, hashes it and sends it in one pass. It depends only on
 * its task, so that it can run in a thread: see put-threads.
 */
import type { Readable } from "node:stream";
import { request } from "../../../common/http/undici";
import { AppError } from "../../../common/errors";
import { createConnections } from "../../../remote/http/http-agents";
import { fromNetworkError, readStart } from "../../../remote/http/http-errors";
import type { Route } from "../../../remote/http/routes";
import { limits } from "../../../remote/http/limits";
import type { Bandwidth } from "./bandwidth";
import { fromReadError, type ByteRange, type FoundFile } from "./disk";
import { createHashing, type BodyHash } from "./hashing/hashing";
import { createSourceReader, type OpenSource } from "./source-reader";

export interface PutTask {
  url: string;
  contentType: string;
  sourcePath: string;
  range: ByteRange;
  /**
   * Sent as Content-MD5, in hexadecimal digits; storage that checks this header refuses other
   * bytes.
   */
  contentMd5?: string | undefined;
  route: Route;
}

/** The response of the storage, of any status. */
export interface PutResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The start of the body. */
  text: string;
  /** MD5 of the bytes sent, in hexadecimal digits. */
  md5: string;
  /** The identity of the file after its bytes were read; null if it could not be inspected. */
  found: FoundFile | null;
}

export interface PutExecutor {
  /**
   * Prepares for a request that will follow soon: while a file is checked and signed, what executes
   * it starts.
   */
  prepare(): void;
  /**
   * Calls `onSent` with bytes that the system has accepted; they are not confirmed yet. Rejects
   * with an AppError when there is no response or the file cannot be read, or with the reason of
   * the signal.
   */
  execute(
    task: PutTask,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PutResponse>;
  /**
   * The present identity of a file; see FileAccess. Absent where the file system is called
   * directly: a thread inspects the files of one turn of the event loop together, which needs a
   * fifth of the CPU time.
   */
  identity?(sourcePath: string): Promise<FoundFile>;
  /**
   * Closes all connections: after a sleep or a change of network they are dead, but not reported as
   * closed.
   */
  refreshConnections(): void;
  /** Closes all connections and aborts active requests. */
  close(): Promise<void>;
}

/** An executor that inspects files as well. */
export type FileExecutor = PutExecutor & Required<Pick<PutExecutor, "identity">>;

export interface PutExecutorOptions {
  bandwidth: Bandwidth;
  /**
   * Milliseconds without a sent byte, or without a response after the last byte, after which a
   * request fails.
   */
  stallMs: number;
}

/**
 * Bytes of a buffer: the memory of a request does not depend on the size of its range. With 256 KiB
 * a file of 1 GiB needs 8 % more CPU time; with 1 MiB hardly less, but more memory.
 */
const bufferBytes = 512 * 1024;
const maxConnections = 64;

const isSuccess = (status: number) => status >= 200 && status < 300;

export function createPutExecutor({ bandwidth, stallMs }: PutExecutorOptions): FileExecutor {
  const connections = createConnections({ connections: maxConnections, timeoutMs: stallMs });
  const reader = createSourceReader();
  const hashing = createHashing({ bufferBytes, maxBuffers: 2 * maxConnections });

  async function send(
    task: PutTask,
    body: Body,
    hash: BodyHash,
    signal: AbortSignal,
  ): Promise<PutResponse> {
    const { contentMd5 } = task;
    let response;
    let wasTaken: boolean;
    try {
      response = await request(task.url, {
        method: "PUT",
        dispatcher: connections.through(task.route),
        signal,
        // Note: Body shape. With a generator as body every drained write restarts this timer, so it
        // is a stall detector; with a Buffer it would abort slow but healthy uploads.
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
        headers: {
          "content-length": String(task.range.size),
          "content-type": task.contentType,
          ...(contentMd5 === undefined
            ? {}
            : { "content-md5": Buffer.from(contentMd5, "hex").toString("base64") }),
        },
        // The types omit async iterables; the library accepts them.
        body: body.chunks() as unknown as Readable,
      });
    } finally {
      wasTaken = body.isTaken();
      await body.end();
    }
    const text = await readStart(response.body, limits.putResponseBytes);
    if (body.error() !== null) throw body.error() as AppError;
    // Nothing was stored yet: a proxy, or a storage that has lost the rest, has responded.
    if (isSuccess(response.statusCode) && !wasTaken)
      throw new AppError("unexpected-answer", "the storage responded before it had all bytes");
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      md5: hash.digest(),
      found: await reader.identity(task.sourcePath).catch(() => null),
    };
  }

  return {
    prepare: () => undefined,
    async execute(task, onSent, signal) {
      signal.throwIfAborted();
      const file = await reader.open(task.sourcePath);
      // The next bytes are read into another buffer while those of the first one are sent.
      const hash = hashing.begin(task.range.size > bufferBytes ? 2 : 1);
      const body = createBody(file, task.range, hash, {
        beforeSend: (bytes) => bandwidth.take(bytes, signal),
        onSent,
      });
      try {
        return await send(task, body, hash, signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason as Error;
        throw body.error() ?? fromNetworkError(error, task.url);
      } finally {
        await file.close();
        hash.end();
      }
    },
    identity: reader.identity,
    refreshConnections: connections.reset,
    close: connections.close,
  };
}

interface Body {
  /** Reads into the buffers alternately: the next chunk is read while the current one is sent. */
  chunks(): AsyncGenerator<Buffer>;
  /**
   * Prevents further reads and waits for the active one: only then can the buffers and the file be
   * reused.
   */
  end(): Promise<void>;
  /** Why the file could not be read, or null. */
  error(): AppError | null;
  /** Whether the request has taken all bytes. */
  isTaken(): boolean;
}

interface BodyListeners {
  /** Resolves when some of these bytes may be sent, with their number. */
  beforeSend: (bytes: number) => Promise<number>;
  onSent: (bytes: number) => void;
}

function createBody(
  file: OpenSource,
  range: ByteRange,
  hash: BodyHash,
  listeners: BodyListeners,
): Body {
  let error: AppError | null = null;
  let pending: Promise<unknown> | null = null;
  let isEnded = false;
  let isTaken = range.size === 0;
  let [current, next = current] = hash.buffers as [Buffer, Buffer?];

  function fill(buffer: Buffer, from: number): Promise<number> {
    // After an early response the library may request more chunks; another request uses the buffers
    // by then.
    if (isEnded) throw new AppError("unreachable", "the request has ended");
    const length = Math.min(buffer.length, range.size - from);
    const filling = hash
      .settle(buffer)
      .then(() => file.read(buffer, length, range.offset + from))
      .then(() => length);
    // A failure is handled where the read is awaited; this prevents an unhandled rejection before.
    filling.catch(() => undefined);
    pending = filling;
    return filling;
  }

  return {
    async *chunks() {
      let filling = fill(current, 0);
      for (let done = 0; done < range.size;) {
        let length: number;
        try {
          length = await filling;
        } catch (cause) {
          error = fromReadError(cause);
          throw cause;
        }
        const chunk = current.subarray(0, length);
        hash.add(current, length);
        [current, next] = [next, current];
        done += length;
        if (done < range.size) filling = fill(current, done);
        for (let start = 0; start < length;) {
          const bytes = await listeners.beforeSend(length - start);
          isTaken = done === range.size && start + bytes === length;
          yield chunk.subarray(start, start + bytes);
          start += bytes;
          listeners.onSent(bytes);
        }
      }
    },
    async end() {
      isEnded = true;
      await pending?.catch(() => undefined);
    },
    error: () => error,
    isTaken: () => isTaken,
  };
}
