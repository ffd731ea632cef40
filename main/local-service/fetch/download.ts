/** Downloads a large file from a URL, and continues where a broken connection ended. */
import { open, rm, type FileHandle } from "node:fs/promises";
import { firstByteOf } from "../../common/byte-ranges";
import type { Dispatcher } from "../../common/http/undici";
import { backoffDelay, pause, type RetryPolicy } from "../../common/retry";
import { isDiskFull } from "../common/http-error";
import { discard, SourceError, statusError, toSourceError, TransientError } from "./fetch-errors";
import type { TakePlace } from "../common/host-places";
import { isProgress } from "./progress";

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
  /** Size of the whole file; null if unknown. */
  total: number | null;
  /**
   * Identifies the version of the file: a strong ETag or a time. Null if the server has neither.
   */
  version: string | null;
}

/** What a download does now. */
export type DownloadState =
  /** Too many others are in progress. */
  | { kind: "queued" }
  /** `total`: null if unknown. */
  | { kind: "receiving"; bytes: number; total: number | null }
  /** `reason`: names the host. `until`: in milliseconds since 1970. */
  | { kind: "waiting"; reason: string; until: number };

export interface DownloadOptions {
  policy: RetryPolicy;
  /** Maximum time of the whole download with its waits, in milliseconds. */
  limitMs: number;
  takePlace: TakePlace;
  onState: (state: DownloadState) => void;
  signal: AbortSignal;
}

/**
 * Writes the body of a URL to a file and returns its size. After a transient failure it continues
 * with the missing bytes, if the server supports ranges and the file is still the same. Attempts
 * without progress are limited by the policy. While it waits for the next attempt, it takes no
 * place.
 * @throws SourceError; the error of the operating system for a file that cannot be written; the
 * reason of the signal.
 */
export async function download(
  get: Get,
  start: URL,
  { file, maxBytes }: DownloadTarget,
  { policy, limitMs, takePlace, onState, signal }: DownloadOptions,
): Promise<number> {
  const limit = AbortSignal.timeout(limitMs);
  const bounded = AbortSignal.any([signal, limit]);
  const progress: Progress = { size: 0, total: null, version: null };
  const onBytes = () => onState({ kind: "receiving", bytes: progress.size, total: progress.total });
  let isComplete = false;
  let furthest = 0;

  async function attempt(isFirst: boolean): Promise<void> {
    onState({ kind: "queued" });
    const leave = await takePlace(start.host, bounded);
    try {
      onBytes();
      const handle = await open(file, isFirst ? "w" : "r+", 0o600);
      try {
        await receive(get, start, handle, { progress, maxBytes, onBytes, signal: bounded });
        await handle.sync();
      } finally {
        await handle.close();
      }
    } finally {
      leave();
    }
  }

  try {
    for (let count = 1, isFirst = true; !isComplete; count += 1, isFirst = false) {
      try {
        await attempt(isFirst);
        isComplete = true;
      } catch (error) {
        bounded.throwIfAborted();
        if (isDiskFull(error)) throw error;
        const failure = toSourceError(error, start);
        if (isProgress(progress.size - furthest, progress.total)) count = 0;
        furthest = Math.max(furthest, progress.size);
        if (!(failure instanceof TransientError) || count >= policy.maxAttempts) throw failure;
        const waitMs = Math.max(failure.waitMs, backoffDelay(Math.max(1, count), policy.baseMs));
        onState({ kind: "waiting", reason: failure.message, until: Date.now() + waitMs });
        await pause(waitMs, bounded);
      }
    }
    return progress.size;
  } catch (error) {
    if (limit.aborted && !signal.aborted)
      throw new SourceError(`${start.host} takes more than ${durationOf(limitMs)}`);
    throw error;
  } finally {
    if (!isComplete) await rm(file, { force: true });
  }
}

const durationOf = (ms: number) =>
  ms >= 3_600_000 ? `${Math.round(ms / 3_600_000)} hours` : `${Math.ceil(ms / 1000)} seconds`;

async function receive(
  get: Get,
  start: URL,
  handle: FileHandle,
  options: { progress: Progress; maxBytes: number; onBytes: () => void; signal: AbortSignal },
): Promise<void> {
  const { progress, maxBytes, onBytes, signal } = options;
  const { size, version } = progress;
  const isContinued = size > 0 && version !== null;
  const range = isContinued ? { range: `bytes=${size}-`, "if-range": version } : {};
  const { response, url } = await get(start, signal, { ...range });
  const { body, headers, statusCode } = response;
  const isPart =
    isContinued && statusCode === 206 && firstByteOf(headers["content-range"]) === size;
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
    onBytes();
  }
  if (progress.total !== null && progress.size !== progress.total)
    throw new TransientError(`${url.host} ended the connection`);
}

function versionOf(headers: Dispatcher.ResponseData["headers"]): string | null {
  const { etag, "last-modified": modified } = headers;
  if (typeof etag === "string" && !etag.startsWith("W/")) return etag;
  return typeof modified === "string" ? modified : null;
}
