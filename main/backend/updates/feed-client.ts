/** Reads the list of releases, and downloads a file of it. Sends nothing about this computer. */
import { open, type FileHandle } from "node:fs/promises";
import { firstByteOf } from "../../common/byte-ranges";
import { AppError, systemCode } from "../../common/errors";
import type { Dispatcher } from "../../common/http/undici";
import {
  backoffDelay,
  pause,
  transientDelay,
  withRetry,
  type RetryPolicy,
} from "../../common/retry";
import { createConnections } from "../../remote/http/http-agents";
import { fromNetworkError } from "../../remote/http/http-errors";
import type { Routes } from "../../remote/http/routes";
import { UpdateRefused } from "./errors";
import { maxListBytes, type ReleaseFile } from "./release-list";
import { verifyFile } from "./verify-file";

export interface FeedClientDeps {
  /** Proxies and certificates of the settings. */
  routes: Routes;
  /** Milliseconds without a byte after which a request fails. */
  timeoutMs: number;
  policy: RetryPolicy;
}

interface DownloadOptions {
  /** Called with the number of bytes that the file has. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

export type FeedClient = ReturnType<typeof createFeedClient>;

export function createFeedClient({ routes, timeoutMs, policy }: FeedClientDeps) {
  // A check must not wait for a download: a version may be withdrawn meanwhile.
  const connections = createConnections({ connections: 2, timeoutMs }, routes);

  async function get(url: string, headers: Record<string, string>, signal: AbortSignal) {
    const response = await connections.request(url, {
      method: "GET",
      headers,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const { statusCode } = response;
    if (statusCode === 200 || statusCode === 206) return response;
    discard(response);
    // SECURITY: redirects are refused too, because files come from the host of the list.
    const isTemporary = statusCode >= 500 || statusCode === 429 || statusCode === 408;
    throw new AppError(
      isTemporary ? "service-error" : "unexpected-answer",
      `${new URL(url).host} responds with HTTP ${statusCode}`,
    );
  }

  async function readList(url: string, signal: AbortSignal): Promise<string> {
    const response = await get(url, {}, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of chunksOf(response, url, signal)) {
      bytes += chunk.length;
      // SECURITY: the received bytes are counted; Content-Length may be missing or wrong.
      if (bytes > maxListBytes) throw new UpdateRefused("no-list", "the response is too long");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  }

  /** Receives the missing bytes of a file once. */
  async function receive(
    { url, size }: ReleaseFile,
    handle: FileHandle,
    { onBytes, signal }: DownloadOptions,
  ): Promise<void> {
    const has = (await handle.stat()).size;
    onBytes(has);
    if (has === size) return;
    const response = await get(url, has > 0 ? { range: `bytes=${has}-` } : {}, signal);
    const isPart = response.statusCode === 206;
    let position = isPart ? has : 0;
    if (isPart && firstByteOf(response.headers["content-range"]) !== has) {
      discard(response);
      throw new AppError("unexpected-answer", "the host sends other bytes than requested");
    }
    const length = response.headers["content-length"];
    if (length !== undefined && position + Number(length) !== size) {
      // For example a page of a network: the bytes that the file has stay.
      discard(response);
      throw new UpdateRefused("wrong-size", `${position} and ${String(length)} bytes, not ${size}`);
    }
    if (!isPart) await handle.truncate(0);
    for await (const chunk of chunksOf(response, url, signal)) {
      // SECURITY: the received bytes are counted; Content-Length may be missing or wrong.
      if (position + chunk.length > size) {
        await handle.truncate(0);
        throw new UpdateRefused("wrong-size", `more than ${size} bytes`);
      }
      await handle.write(chunk, 0, chunk.length, position);
      position += chunk.length;
      onBytes(position);
    }
    if (position < size) throw new AppError("unreachable", "the host ended the connection");
  }

  return {
    /** The text of the list. Rejects with an AppError, or UpdateRefused "no-list". */
    readList: (url: string, signal: AbortSignal): Promise<string> =>
      withRetry(() => readList(url, signal), { policy, signal }),

    /**
     * Downloads a file, or the bytes of it that are missing, and syncs it. After a failure of the
     * network the file has the bytes that were received. If it has other bytes than the list
     * names, it is emptied, and UpdateRefused is thrown. Rejects also with an AppError, or with the
     * reason of the signal.
     */
    async download(release: ReleaseFile, file: string, options: DownloadOptions): Promise<void> {
      const { signal } = options;
      // "a+" creates a file that is missing; positions can be written only with "r+".
      await open(file, "a+", 0o600).then((created) => created.close(), rethrowDiskError);
      const handle = await open(file, "r+");
      try {
        if ((await handle.stat()).size > release.size) await handle.truncate(0);
        let { size: furthest } = await handle.stat();
        for (let attempt = 1; ; attempt += 1) {
          try {
            await receive(release, handle, options);
            break;
          } catch (error) {
            signal.throwIfAborted();
            const { size: has } = await handle.stat();
            // Only attempts in a row that receive nothing count.
            if (has > furthest) attempt = 1;
            furthest = Math.max(furthest, has);
            if (transientDelay(error) === null || attempt >= policy.maxAttempts) throw error;
            await pause(backoffDelay(attempt, policy.baseMs), signal);
          }
        }
        await handle.sync();
        await verifyFile(file, release).catch(async (error: unknown) => {
          if (error instanceof UpdateRefused) await handle.truncate(0);
          throw error;
        });
      } catch (error) {
        return rethrowDiskError(error);
      } finally {
        await handle.close();
      }
    },
    /** Later requests use new connections. */
    reset: connections.reset,
    close: connections.close,
  };
}

const discard = ({ body }: Dispatcher.ResponseData) => {
  body.on("error", () => undefined).destroy();
};

/** The body of a response; a failure is an AppError, or the reason of the signal. */
async function* chunksOf(
  { body }: Dispatcher.ResponseData,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const next = () =>
    chunks.next().catch((error: unknown) => {
      signal.throwIfAborted();
      throw fromNetworkError(error, url);
    });
  try {
    for (let part = await next(); part.done !== true; part = await next()) yield part.value;
  } finally {
    body.on("error", () => undefined).destroy();
  }
}

function rethrowDiskError(error: unknown): never {
  const code = systemCode(error);
  if (error instanceof AppError || code === "") throw error;
  const message = `the update cannot be written (${code})`;
  if (code === "ENOSPC" || code === "EDQUOT")
    throw new AppError("disk-full", message, { cause: error });
  throw new UpdateRefused("cannot-write", message);
}
