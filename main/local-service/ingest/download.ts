/** Downloads a large file from a URL, and continues where a broken connection ended. */
import { open, rm, type FileHandle } from "node:fs/promises";
import type { Dispatcher } from "../../common/http/undici";
import { backoffDelay, pause, type RetryPolicy } from "../../common/retry";
import { isDiskFull } from "../http-error";
import { discard, SourceError, statusError, toSourceError, TransientError } from "./fetch-errors";

export interface DownloadTarget {
  /** Absolute; a file that exists is replaced. After a failure it does not exist. */
  file: string;
  /** Bytes that may be stored. */
  maxBytes: number;
}

/** Sends a GET, and returns the response of the last redirect. */
export type Get = (
  url: URL,
  signal: AbortSignal,
  headers: Record<string, string>,
) => Promise<{ response: Dispatcher.ResponseData; url: URL }>;

interface Progress {
  /** Bytes in the file. */
  size: number;
  /** Of the whole file; null if unknown. */
  total: number | null;
  /** Identifies the version of the file: a strong ETag or a time. Null if the server has neither. */
  version: string | null;
}

/**
 * Writes the body of a URL to a file and returns its size. After a transient failure it continues with the missing bytes,
 * if the server supports ranges and the file is still the same. Attempts without a new byte are limited by the policy.
 * @throws SourceError; the error of the operating system for a file that cannot be written.
 */
export async function download(
  get: Get,
  start: URL,
  { file, maxBytes }: DownloadTarget,
  { policy, signal }: { policy: RetryPolicy; signal: AbortSignal },
): Promise<number> {
  const handle = await open(file, "w", 0o600);
  const progress: Progress = { size: 0, total: null, version: null };
  let isComplete = false;
  try {
    for (let attempt = 1; !isComplete; attempt += 1) {
      const before = progress.size;
      try {
        await receive(get, start, handle, { progress, maxBytes, signal });
        isComplete = true;
      } catch (error) {
        signal.throwIfAborted();
        if (isDiskFull(error)) throw error;
        const failure = toSourceError(error, start);
        if (progress.size > before) attempt = 0;
        if (!(failure instanceof TransientError) || attempt >= policy.maxAttempts) throw failure;
        await pause(
          Math.max(failure.waitMs, backoffDelay(Math.max(1, attempt), policy.baseMs)),
          signal,
        );
      }
    }
    await handle.sync();
    return progress.size;
  } finally {
    await handle.close();
    if (!isComplete) await rm(file, { force: true });
  }
}

async function receive(
  get: Get,
  start: URL,
  handle: FileHandle,
  options: { progress: Progress; maxBytes: number; signal: AbortSignal },
): Promise<void> {
  const { progress, maxBytes, signal } = options;
  const { size, version } = progress;
  const isContinued = size > 0 && version !== null;
  const range = isContinued ? { range: `bytes=${size}-`, "if-range": version } : {};
  const { response, url } = await get(start, signal, { ...range });
  const { body, headers, statusCode } = response;
  const isPart = isContinued && statusCode === 206 && firstByteOf(headers) === size;
  if (statusCode !== 200 && !isPart) {
    discard(body);
    progress.version = null;
    throw statusCode === 206 || statusCode === 416
      ? new TransientError(`${url.host} sends other bytes than requested`)
      : statusError(response, url);
  }
  if (!isPart) {
    await handle.truncate(0);
    Object.assign(progress, { size: 0, version: versionOf(headers), total: null });
    const length = Number(headers["content-length"] ?? NaN);
    if (!headers["content-encoding"] && Number.isSafeInteger(length)) progress.total = length;
  }
  const tooLarge = () =>
    new SourceError(`is larger than the free space of ${Math.floor(maxBytes / 1_000_000)} MB`);
  if (progress.total !== null && progress.total > maxBytes) {
    discard(body);
    throw tooLarge();
  }
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    // SECURITY: the received bytes are counted; Content-Length may be missing or wrong.
    if (progress.size + chunk.length > maxBytes) throw tooLarge();
    await handle.write(chunk, 0, chunk.length, progress.size);
    progress.size += chunk.length;
  }
  if (progress.total !== null && progress.size !== progress.total)
    throw new TransientError(`${url.host} ended the connection`);
}

function firstByteOf(headers: Dispatcher.ResponseData["headers"]): number | null {
  const match = /^bytes (\d+)-/.exec(String(headers["content-range"] ?? ""));
  return match ? Number(match[1]) : null;
}

function versionOf(headers: Dispatcher.ResponseData["headers"]): string | null {
  const { etag, "last-modified": modified } = headers;
  if (typeof etag === "string" && !etag.startsWith("W/")) return etag;
  return typeof modified === "string" ? modified : null;
}
