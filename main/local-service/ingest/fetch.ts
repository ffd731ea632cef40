/** Fetches what somebody's URL leads to, within bounds, and not from the networks behind this computer. */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request, type Dispatcher } from "undici";
import { isPrivateAddress } from "./addresses";

/** Why something could not be had: a sentence that names the host at most, for URLs hold signatures. */
export class SourceProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SourceProblem";
  }
}

/** One that may be over when it is tried again. */
class PassingProblem extends SourceProblem {
  /** It is tried again no sooner than after so many milliseconds. */
  readonly waitMs: number;
  constructor(message: string, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface FetcherOptions {
  /** Whether addresses of this computer and its network may be asked. */
  allowPrivateUrls: boolean;
  /** For everything that belongs to one fetch, all its tries included; 30,000 unless told otherwise. */
  timeoutMs?: number | undefined;
  /** The waits before a second try and further ones, in milliseconds; 500, 1,500 and 4,500 unless told otherwise. */
  retryDelaysMs?: readonly number[] | undefined;
}

export interface Fetcher {
  /**
   * All bytes of the answer, at most `limit`. What may pass (a network that fails, 429, 5xx) is tried again within
   * the time. @throws SourceProblem, also when `signal` ends it.
   */
  fetch(url: URL, limit: number, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Whether something is there: HEAD, and where that is refused (many signed URLs are good for GET alone) a GET of
   * the first byte; tried again as above. @throws SourceProblem when not.
   */
  probe(url: URL, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const maxRedirects = 5;
const defaultTimeoutMs = 30_000;
const defaultRetryDelaysMs = [500, 1500, 4500];
const privateCode = "EPRIVATE";

/** SECURITY: resolves a name, and gives the connection only addresses that were checked: it cannot change its mind. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
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

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** A fetcher with connections of its own. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { allowPrivateUrls } = options;
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const retryDelaysMs = options.retryDelaysMs ?? defaultRetryDelaysMs;
  const agent = new Agent({
    connect: allowPrivateUrls ? {} : { lookup: checkedLookup },
    maxHeaderSize: 64 * 1024,
  });

  function checkUrl(url: URL): void {
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new SourceProblem("leads to something that is neither http nor https");
    const host = hostOf(url);
    // SECURITY: a numeric host is never looked up.
    if (!allowPrivateUrls && isIP(host) !== 0 && isPrivateAddress(host))
      throw new SourceProblem(refusal(url));
  }

  /** The answer at the end of the redirects, whatever it is. */
  async function follow(
    start: URL,
    signal: AbortSignal,
    how: { method: "GET" | "HEAD"; headers?: Record<string, string> },
  ): Promise<{ response: Dispatcher.ResponseData; url: URL }> {
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      checkUrl(url);
      const response = await request(url, { dispatcher: agent, signal, ...how });
      const { location } = response.headers;
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string") {
        drop(response.body);
        url = new URL(location, url);
        continue;
      }
      return { response, url };
    }
    throw new SourceProblem(`redirects more than ${maxRedirects} times`);
  }

  async function within<T>(
    url: URL,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const bounded = AbortSignal.any([signal, timeout]);
    for (let attempt = 0; ; attempt += 1) {
      let problem: SourceProblem;
      try {
        return await work(bounded);
      } catch (error) {
        if (timeout.aborted && !(error instanceof SourceProblem))
          throw new SourceProblem(`${url.host} takes more than ${timeoutMs / 1000} seconds`);
        problem = problemOf(error, url);
      }
      const delayMs = retryDelaysMs[attempt];
      if (!(problem instanceof PassingProblem) || delayMs === undefined) throw problem;
      // Whoever ends the wait is told what was wrong before it.
      await sleep(Math.max(delayMs, problem.waitMs), undefined, { signal: bounded }).catch(() => {
        throw problem;
      });
    }
  }

  return {
    fetch: (start, limit, signal) =>
      within(start, signal, async (bounded) => {
        const { response, url } = await follow(start, bounded, { method: "GET" });
        const { body, headers } = response;
        if (response.statusCode !== 200) {
          drop(body);
          throw answerProblem(response, url);
        }
        const tooLarge = new SourceProblem(`is larger than ${limit / 1024 ** 2} MB`);
        if (Number(headers["content-length"] ?? 0) > limit) {
          drop(body);
          throw tooLarge;
        }
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length;
          // SECURITY: a length that was promised, or not, is measured as it comes.
          if (size > limit) throw tooLarge;
          chunks.push(chunk);
        }
        return Buffer.concat(chunks);
      }),
    probe: (start, signal) =>
      within(start, signal, async (bounded) => {
        const head = await follow(start, bounded, { method: "HEAD" });
        drop(head.response.body);
        const { statusCode } = head.response;
        if (isThere(statusCode)) return;
        if (isSurelyGone(statusCode)) throw answerProblem(head.response, head.url);
        const headers = { range: "bytes=0-0" };
        const { response, url } = await follow(start, bounded, { method: "GET", headers });
        drop(response.body);
        if (!isThere(response.statusCode)) throw answerProblem(response, url);
      }),
    close: () => agent.destroy(),
  };
}

const isThere = (status: number) => status === 200 || status === 206;
/** A GET would be told the same. */
const isSurelyGone = (status: number) => status === 404 || status === 410 || isPassing(status);
/** Refused for the moment. 501 is for ever. */
const isPassing = (status: number) =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

function answerProblem({ statusCode, headers }: Dispatcher.ResponseData, url: URL): SourceProblem {
  const message = `${url.host} answers ${statusCode}`;
  if (!isPassing(statusCode)) return new SourceProblem(message);
  const seconds = Number(headers["retry-after"]);
  return new PassingProblem(message, seconds > 0 ? seconds * 1000 : 0);
}

/** Reads no more of an answer. That it ends so is no error of anybody's. */
function drop(body: Dispatcher.ResponseData["body"]): void {
  body.on("error", () => undefined).destroy();
}

const refusal = (url: URL) =>
  `${url.host} is an address of this computer or its own network, which is not asked`;

/** Failures of the way there, which may be another one in a moment; those of certificates are not among them. */
const passingCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:NET|HOST)(?:UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|UND_ERR_(?:SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

function problemOf(error: unknown, url: URL): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const found = (error as { code?: unknown } | null)?.code;
  const code = typeof found === "string" ? found : "";
  if (code === privateCode) return new SourceProblem(refusal(url));
  if (error instanceof TypeError) return new SourceProblem("redirects to something that is no URL");
  const isUnknown = code === "ENOTFOUND" || code === "EAI_AGAIN";
  const known = code === "" ? "" : ` (${code})`;
  const message = isUnknown ? "is not found" : `could not be reached${known}`;
  const Problem = passingCodes.test(code) ? PassingProblem : SourceProblem;
  return new Problem(`${url.host} ${message}`);
}
