/**
 * Downloads files of packs: over https, to a partial file that is continued after a failure, a
 * crash or a restart.
 */
import { open, readFile, rm, stat, type FileHandle } from "node:fs/promises";
import { isIP } from "node:net";
import { firstByteOf } from "../../../common/byte-ranges";
import { createAgent } from "../../../common/http/agent";
import { createConnector } from "../../../common/http/connector";
import { request, type Dispatcher } from "../../../common/http/undici";
import { z } from "zod";
import { maxBackoffMs, pause } from "../../../common/retry";
import { retryAfter } from "../../../common/retry-after";
import { isDiskFull } from "../../common/http-error";
import { checkedLookup } from "../../fetch/fetch";
import { isProgress } from "../../fetch/progress";
import { writeFileDurably } from "../../objects/files";
import { isPrivateAddress } from "../../fetch/addresses";
import { AppError } from "../../../common/errors";
import { createConnections } from "../../../remote/http/http-agents";
import { fromNetworkError } from "../../../remote/http/http-errors";
import type { Route, Routes } from "../../../remote/http/routes";
import { PackError } from "./problems";

interface DownloadRequest {
  url: string;
  /** Exact. */
  bytes: number;
  /** The partial file, absolute. Beside it, in `FILE.json`, is what its bytes belong to. */
  file: string;
}

interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the number of bytes in the file. */
  onProgress: (bytes: number) => void;
}

export interface Downloader {
  /**
   * Resolves when the file has all bytes; their hash is not checked. Rejects with PackError
   * "network" or "replaced", the error of the operating system, or the reason of the signal; the
   * partial file stays.
   */
  download(request: DownloadRequest, options: DownloadOptions): Promise<void>;
  /**
   * A text of at most 4 MiB. Rejects with PackError "network", or with the reason of the signal.
   */
  text(url: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface DownloaderOptions {
  /** Milliseconds before the second attempt; it doubles with each further one. Default 1,500. */
  retryMs?: number;
  /** Proxies and certificate authorities. */
  routes: Routes;
}

const maxRedirects = 5;
/** Attempts in a row without progress. */
const maxAttempts = 4;
const maxTextBytes = 4 * 1024 ** 2;
/**
 * Bytes between syncs of the partial file. After a power failure it has at least the bytes of the
 * last one.
 */
const syncBytes = 32 * 1024 ** 2;

const partialState = z.object({ url: z.string(), etag: z.string() });

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
const isLoopback = (url: URL) => ["127.0.0.1", "::1", "localhost"].includes(hostOf(url));
const networkError = (message: string) => new PackError("network", message);

/**
 * SECURITY: only a URL of this computer may lead to this computer, and others only over TLS to
 * public addresses.
 */
function isLocal(url: URL, start: URL): boolean {
  if (isLoopback(start) && isLoopback(url) && /^https?:$/.test(url.protocol)) return true;
  const host = hostOf(url);
  if (url.protocol !== "https:" || (isIP(host) !== 0 && isPrivateAddress(host)))
    throw networkError(`${start.host} redirects to an address that is not allowed`);
  return false;
}

/** Requests that follow redirects, by the routes of their URLs. */
function createRequests(routes: Routes) {
  const maxHeaderSize = 64 * 1024;
  const timeoutMs = 15_000;
  const remote = createConnections(
    { connections: 8, timeoutMs, lookup: checkedLookup, maxHeaderSize },
    routes,
  );
  const local = createAgent({ maxHeaderSize, connect: createConnector({ timeoutMs }) });

  /** One request. A proxy that fails is reported, so that the next attempt may use another one. */
  async function send(
    url: URL,
    start: URL,
    options: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Dispatcher.ResponseData> {
    const limits = { ...options, headersTimeout: 30_000, bodyTimeout: 60_000 };
    if (isLocal(url, start)) return request(url, { ...limits, dispatcher: local });
    let route: Route | null = null;
    try {
      route = await routes.of(url.href);
      return await request(url, { ...limits, dispatcher: remote.through(route) });
    } catch (error) {
      options.signal.throwIfAborted();
      const failure = fromNetworkError(error, url.href);
      if (route) routes.failed(route, failure);
      throw failure.code.startsWith("proxy-") ? failure : error;
    }
  }

  async function get(
    start: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await send(url, start, { headers, signal });
      const { location } = response.headers;
      if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== "string")
        return response;
      discard(response);
      if (!URL.canParse(location, url.href)) throw networkError(`${url.host} redirects to no URL`);
      url = new URL(location, url);
    }
    throw networkError(`${start.host} redirects more than ${maxRedirects} times`);
  }

  return {
    get,
    async close(): Promise<void> {
      await Promise.all([remote.close(), local.destroy()]);
    },
  };
}

export function createDownloader({ retryMs = 1_500, routes }: DownloaderOptions): Downloader {
  const { get, close } = createRequests(routes);

  /**
   * Repeats work that failed for a reason of the network, until `maxAttempts` of them made no
   * progress.
   */
  async function withRetries<T>(
    url: URL,
    signal: AbortSignal,
    work: () => Promise<T>,
    hasProgressed = () => false,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        const failure = toFailure(error, url);
        if (!(failure instanceof Retryable)) throw failure;
        if (hasProgressed()) attempt = 0;
        if (attempt >= maxAttempts) throw networkError(failure.message);
        const delay = Math.min(retryMs * 2 ** Math.max(0, attempt - 1), maxBackoffMs);
        await pause(Math.max(delay, failure.waitMs), signal);
      }
    }
  }

  async function receive(
    { url: text, bytes, file }: DownloadRequest,
    { signal, onProgress }: DownloadOptions,
  ): Promise<void> {
    const url = new URL(text);
    let { offset, etag } = await readPartial(file, text, bytes);
    if (offset === bytes) return;
    const headers: Record<string, string> = { "accept-encoding": "identity" };
    if (offset > 0) headers["range"] = `bytes=${offset}-`;
    if (offset > 0 && etag !== "") headers["if-range"] = etag;
    const response = await get(url, headers, signal);
    const { statusCode } = response;
    const first = firstByteOf(response.headers["content-range"]);
    if (statusCode === 416 || (statusCode === 206 && first !== offset)) {
      discard(response);
      await discardPartial(file);
      throw new Retryable(`${url.host} sends another part of the file`);
    }
    if (statusCode !== 200 && statusCode !== 206) {
      discard(response);
      throw statusError(response, url);
    }
    if (statusCode === 200) offset = 0;
    const announced = Number(response.headers["content-length"] ?? bytes - offset) + offset;
    if (announced !== bytes) {
      discard(response);
      throw new PackError("replaced", `the file at ${url.host} has another size than expected`);
    }
    etag = strongEtag(response.headers["etag"]);
    const handle = await openPartial(file, text, etag, offset);
    try {
      await writeBody(handle, response, { offset, bytes, onProgress });
    } finally {
      await handle.close();
    }
  }

  return {
    async download(download, options) {
      const { signal } = options;
      signal.throwIfAborted();
      let size = 0;
      /** Null before the first response: the file may have bytes of an earlier download. */
      let furthest: number | null = null;
      const onProgress = (bytes: number) => {
        size = bytes;
        furthest ??= bytes;
        options.onProgress(bytes);
      };
      const hasProgressed = () => {
        const received = size - (furthest ?? 0);
        furthest = Math.max(furthest ?? 0, size);
        return isProgress(received, download.bytes);
      };
      const work = () => receive(download, { signal, onProgress });
      await withRetries(new URL(download.url), signal, work, hasProgressed);
    },
    async text(address, signal) {
      const url = new URL(address);
      return withRetries(url, signal, async () => {
        const response = await get(url, {}, signal);
        if (response.statusCode !== 200) {
          discard(response);
          throw statusError(response, url);
        }
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
          size += chunk.length;
          if (size > maxTextBytes) throw networkError(`${url.host} sends too much`);
          chunks.push(chunk);
        }
        return Buffer.concat(chunks).toString("utf8");
      });
    },
    close,
  };
}

class Retryable extends Error {
  readonly waitMs: number;
  constructor(message: string, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => undefined).destroy();
}

function statusError({ statusCode, headers }: Dispatcher.ResponseData, url: URL): Error {
  const message = `${url.host} responds with status ${statusCode}`;
  const isTransient = statusCode === 408 || statusCode === 429 || statusCode >= 500;
  return isTransient
    ? new Retryable(message, retryAfter(headers["retry-after"]))
    : networkError(message);
}

/**
 * Errors of files stay what they are; others are those of the connection. The message names only
 * the host.
 */
function toFailure(error: unknown, url: URL): Error {
  if (error instanceof PackError || error instanceof Retryable) return error;
  if (error instanceof AppError) {
    // The user has to enter credentials: more attempts could lock the account.
    const message = `the proxy ${error.message}`;
    return error.code === "proxy-credentials" ? networkError(message) : new Retryable(message);
  }
  const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
  const isOfFile = ["open", "write", "fsync", "ftruncate", "stat", "rename"].includes(syscall);
  if (isDiskFull(error) || isOfFile) return error as Error;
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code);
  if (isCertificate) return networkError(`the certificate of ${url.host} is not valid (${code})`);
  return new Retryable(`${url.host} could not be reached${code === "" ? "" : ` (${code})`}`);
}

/** An ETag that If-Range accepts, or "". */
function strongEtag(value: string | string[] | undefined): string {
  return typeof value === "string" && /^"[\x21\x23-\x7e]{1,200}"$/.test(value) ? value : "";
}

async function readPartial(file: string, url: string, bytes: number) {
  const state = await readFile(`${file}.json`, "utf8")
    .then((text) => partialState.safeParse(JSON.parse(text)))
    .catch(() => null);
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (state?.success !== true || state.data.url !== url || size > bytes) {
    await discardPartial(file);
    return { offset: 0, etag: "" };
  }
  return { offset: size, etag: state.data.etag };
}

export async function discardPartial(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(`${file}.json`, { force: true });
}

/** The state is stored before the first byte, so that bytes always belong to it. */
async function openPartial(file: string, url: string, etag: string, offset: number) {
  if (offset > 0) return open(file, "r+");
  await discardPartial(file);
  await writeFileDurably(`${file}.json`, Buffer.from(JSON.stringify({ url, etag })), 0o600);
  return open(file, "wx", 0o600);
}

interface Progress {
  offset: number;
  bytes: number;
  onProgress: (bytes: number) => void;
}

async function writeBody(
  handle: FileHandle,
  response: Dispatcher.ResponseData,
  { offset, bytes, onProgress }: Progress,
): Promise<void> {
  let at = offset;
  let unsynced = 0;
  onProgress(at);
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    // SECURITY: the received bytes are counted; Content-Length may be missing.
    if (at + chunk.length > bytes)
      throw new PackError("replaced", "the file is larger than expected");
    let written = 0;
    while (written < chunk.length) {
      const result = await handle.write(chunk, written, chunk.length - written, at + written);
      written += result.bytesWritten;
    }
    at += chunk.length;
    unsynced += chunk.length;
    if (unsynced >= syncBytes) {
      await handle.datasync();
      unsynced = 0;
    }
    onProgress(at);
  }
  await handle.datasync();
  if (at < bytes) throw new Retryable("the connection ended before the end of the file");
}
