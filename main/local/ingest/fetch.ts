/** Fetches what somebody's URL leads to, within bounds, and not from the networks behind this computer. */
import { lookup as resolveName, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { Agent, request, type Dispatcher } from "undici";
import { isPrivateAddress } from "./addresses";

/** Why something could not be had: a sentence that names the host at most, for URLs hold signatures. */
export class SourceProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SourceProblem";
  }
}

export interface FetcherOptions {
  /** Whether addresses of this computer and its network may be asked. */
  allowPrivateUrls: boolean;
  /** For everything that belongs to one fetch; 30,000 unless told otherwise. */
  timeoutMs?: number | undefined;
}

export interface Fetcher {
  /** All bytes of the answer, at most `limit`. @throws SourceProblem, also when `signal` ends it. */
  fetch(url: URL, limit: number, signal: AbortSignal): Promise<Uint8Array>;
  /** Whether something is there: asks, and reads nothing. @throws SourceProblem when not. */
  probe(url: URL, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const maxRedirects = 5;
const defaultTimeoutMs = 30_000;
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
export function createFetcher({ allowPrivateUrls, timeoutMs }: FetcherOptions): Fetcher {
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

  async function follow(start: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      checkUrl(url);
      const response = await request(url, { dispatcher: agent, signal, method: "GET" });
      const { location } = response.headers;
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string") {
        drop(response.body);
        url = new URL(location, url);
        continue;
      }
      if (response.statusCode !== 200) {
        drop(response.body);
        throw new SourceProblem(`${url.host} answers ${response.statusCode}`);
      }
      return response;
    }
    throw new SourceProblem(`redirects more than ${maxRedirects} times`);
  }

  async function within<T>(
    url: URL,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const milliseconds = timeoutMs ?? defaultTimeoutMs;
    const timeout = AbortSignal.timeout(milliseconds);
    try {
      return await work(AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (error instanceof SourceProblem) throw error;
      if (timeout.aborted)
        throw new SourceProblem(`${url.host} takes more than ${milliseconds / 1000} seconds`);
      throw new SourceProblem(reasonOf(error, url));
    }
  }

  return {
    fetch: (url, limit, signal) =>
      within(url, signal, async (bounded) => {
        const { body, headers } = await follow(url, bounded);
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
    probe: (url, signal) =>
      within(url, signal, async (bounded) => {
        const { body } = await follow(url, bounded);
        drop(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Reads no more of an answer. That it ends so is no error of anybody's. */
function drop(body: Dispatcher.ResponseData["body"]): void {
  body.on("error", () => undefined).destroy();
}

const refusal = (url: URL) =>
  `${url.host} is an address of this computer or its own network, which is not asked`;

function reasonOf(error: unknown, url: URL): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === privateCode) return refusal(url);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `${url.host} is not found`;
  if (error instanceof TypeError) return "redirects to something that is no URL";
  const known = typeof code === "string" ? ` (${code})` : "";
  return `${url.host} could not be reached${known}`;
}
