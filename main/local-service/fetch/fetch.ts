/** Fetches URLs from requests and scripts, with limits, and not from private addresses. */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { createAgent } from "../../common/http/agent";
import { createConnector } from "../../common/http/connector";
import { request, type Dispatcher } from "../../common/http/undici";
import { retryPolicies, withRetry, type RetryPolicy } from "../../common/retry";
import { isPrivateAddress } from "./addresses";
import { download, type DownloadState, type DownloadTarget } from "./download";
import {
  discard,
  isTransientStatus,
  privateCode,
  privateMessage,
  SourceError,
  statusError,
  toSourceError,
  TransientError,
} from "./fetch-errors";
import { createHostPlaces, type PlaceLimits } from "../common/host-places";

export interface FetcherOptions {
  /** Whether requests to this computer and its local network are allowed. */
  allowPrivateUrls: boolean;
  /** Time limit for one fetch including its retries; default 30,000. */
  timeoutMs?: number | undefined;
  /** Time limit for one download including its waits; default 24 hours. */
  downloadLimitMs?: number | undefined;
  /** Downloads at the same time; default: 4 for each host, 16 for all. */
  places?: PlaceLimits | undefined;
  /** Default: `retryPolicies.download`. */
  policy?: RetryPolicy | undefined;
}

export interface Fetcher {
  /**
   * The whole response body, at most `limit` bytes. Transient errors (network, 429, 5xx) are
   * retried within the time limit.
   * @throws SourceError, also when `signal` is aborted.
   */
  fetch(url: URL, limit: number, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Resolves if the URL is reachable: sends HEAD, and if that is rejected (many signed URLs allow
   * only GET) a GET of the first byte, with retries as above.
   * @throws SourceError if not.
   */
  probe(url: URL, signal: AbortSignal): Promise<void>;
  /**
   * Writes the response body to a file and returns its size; see `download`. The limits are that of
   * one download, and of the time between two bytes.
   */
  download(
    url: URL,
    target: DownloadTarget,
    signal: AbortSignal,
    onState?: (state: DownloadState) => void,
  ): Promise<number>;
  close(): Promise<void>;
}

const maxRedirects = 5;
const defaultTimeoutMs = 30_000;
const defaultDownloadLimitMs = 24 * 3_600_000;
const defaultPlaces: PlaceLimits = { perHost: 4, total: 16 };

/**
 * SECURITY: DNS lookup that passes only checked addresses to the connection, which prevents DNS
 * rebinding.
 */
export const checkedLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, "");
      return;
    }
    if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(Object.assign(new Error("a private address"), { code: privateCode }), "");
      return;
    }
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
};

/** Limit of a connection, in milliseconds. */
const connectTimeoutMs = 15_000;

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Creates a fetcher with its own connection pool. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { allowPrivateUrls } = options;
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const policy = options.policy ?? retryPolicies.download;
  const limitMs = options.downloadLimitMs ?? defaultDownloadLimitMs;
  const takePlace = createHostPlaces(options.places ?? defaultPlaces);
  const agent = createAgent({
    connect: createConnector({
      timeoutMs: connectTimeoutMs,
      lookup: allowPrivateUrls ? undefined : checkedLookup,
    }),
    maxHeaderSize: 64 * 1024,
  });

  function checkUrl(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new SourceError("redirects to a URL that is neither http nor https");
    const host = hostOf(url);
    // SECURITY: `checkedLookup` is not called for numeric hosts.
    if (!allowPrivateUrls && isIP(host) !== 0 && isPrivateAddress(host))
      throw new SourceError(privateMessage(url));
  }

  /** Follows redirects and returns the last response, of any status. */
  async function follow(
    start: URL,
    signal: AbortSignal,
    options: Pick<Dispatcher.RequestOptions, "headersTimeout" | "bodyTimeout"> & {
      method: "GET" | "HEAD";
      headers?: Record<string, string>;
    },
  ): Promise<{ response: Dispatcher.ResponseData; url: URL }> {
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      checkUrl(url);
      const response = await request(url, { dispatcher: agent, signal, ...options });
      const { location } = response.headers;
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string") {
        discard(response.body);
        url = new URL(location, url);
        continue;
      }
      return { response, url };
    }
    throw new SourceError(`redirects more than ${maxRedirects} times`);
  }

  /** Runs `work` with the time limit, and retries transient errors. Rejects with the last error. */
  async function withinLimit<T>(
    url: URL,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const bounded = AbortSignal.any([signal, timeout]);
    const failures: SourceError[] = [];
    const attempt = async () => {
      try {
        return await work(bounded);
      } catch (error) {
        const isTimeout = timeout.aborted && !(error instanceof SourceError);
        const failure = isTimeout
          ? new SourceError(`${url.host} takes more than ${timeoutMs / 1000} seconds`)
          : toSourceError(error, url);
        failures.push(failure);
        throw failure;
      }
    };
    const minDelayOf = (error: unknown) => (error instanceof TransientError ? error.waitMs : null);
    try {
      return await withRetry(attempt, { policy, minDelayOf, signal: bounded });
    } catch (error) {
      // If a delay is aborted, `error` is the reason of the signal.
      throw failures.at(-1) ?? error;
    }
  }

  return {
    fetch: (start, limit, signal) =>
      withinLimit(start, signal, async (bounded) => {
        const { response, url } = await follow(start, bounded, { method: "GET" });
        const { body, headers } = response;
        if (response.statusCode !== 200) {
          discard(body);
          throw statusError(response, url);
        }
        const tooLarge = new SourceError(`is larger than ${limit / 1024 ** 2} MB`);
        if (Number(headers["content-length"] ?? 0) > limit) {
          discard(body);
          throw tooLarge;
        }
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length;
          // SECURITY: the received bytes are counted; Content-Length may be missing or wrong.
          if (size > limit) throw tooLarge;
          chunks.push(chunk);
        }
        return Buffer.concat(chunks);
      }),
    probe: (start, signal) =>
      withinLimit(start, signal, async (bounded) => {
        const head = await follow(start, bounded, { method: "HEAD" });
        discard(head.response.body);
        const { statusCode } = head.response;
        if (isSuccess(statusCode)) return;
        if (isSameForGet(statusCode)) throw statusError(head.response, head.url);
        const headers = { range: "bytes=0-0" };
        const { response, url } = await follow(start, bounded, { method: "GET", headers });
        discard(response.body);
        if (!isSuccess(response.statusCode)) throw statusError(response, url);
      }),
    download: (start, target, signal, onState = () => undefined) =>
      download(
        (url, bounded, headers) =>
          follow(url, bounded, {
            method: "GET",
            headers,
            headersTimeout: timeoutMs,
            bodyTimeout: timeoutMs,
          }),
        start,
        target,
        { policy, limitMs, takePlace, onState, signal },
      ),
    close: () => agent.destroy(),
  };
}

const isSuccess = (status: number) => status === 200 || status === 206;
/** Whether a GET would fail like the HEAD. */
const isSameForGet = (status: number) =>
  status === 404 || status === 410 || isTransientStatus(status);
