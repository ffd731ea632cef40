/** Requests to an HTTP service of an external engine. */
import { createAgent } from "../../../common/http/agent";
import { createConnector } from "../../../common/http/connector";
import { request, type Dispatcher, type FormData } from "../../../common/http/undici";
import { baseUrlRule, type BaseUrlRule } from "../../../../preload/facts/external-engines";
import { withRetry, type RetryPolicy } from "../../../common/retry";
import { retryAfter } from "../../../common/retry-after";
import { printable } from "../../../common/printable";
import { ExternalError } from "./problems";

interface HttpRequest {
  url: URL;
  /** Null for a service without a key. */
  key: string | null;
  body: FormData | { json: object };
  /** Maximum size of the response. */
  maxBytes: number;
  deadlineMs: number;
}

export interface HttpClient {
  /**
   * The body of a successful response. Rejects with ExternalError, or with the reason of the
   * signal. A service that limits its rate, or fails, is tried again within the deadline. If it
   * asks for a longer delay, the error has it as `waitMs`.
   */
  post(request: HttpRequest, signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

const defaultPolicy: RetryPolicy = { baseMs: 500, maxAttempts: 4, maxDelayMs: 60_000 };
const maxErrorBytes = 16 * 1024;
const maxDetail = 300;

const baseUrlMessages: Record<BaseUrlRule, string> = {
  required: "is required",
  "not-a-url": "must be an address such as https://api.example/v1",
  "not-secure": "must begin with https://; http:// is allowed for this computer only",
  "user-in-url": "must not contain a user name or password",
  "query-in-url": 'must not contain "?" or "#"',
};

/**
 * The base URL of a service.
 * @throws Error with the reason, for users
 */
export function parseBaseUrl(text: string): URL {
  const rule = baseUrlRule(text);
  if (rule !== null) throw new Error(baseUrlMessages[rule]);
  return new URL(text);
}

/** The address of a call below the base URL. */
export const callUrl = (baseUrl: string, path: string): URL =>
  new URL(`${parseBaseUrl(baseUrl).href.replace(/(?<!\/)\/+$/, "")}${path}`);

/**
 * An error that another attempt may resolve, and the delay that the service asks for, in
 * milliseconds.
 */
class TransientError extends ExternalError {
  delayMs = 0;
}

export function createHttpClient(policy: RetryPolicy = defaultPolicy): HttpClient {
  const agent = createAgent({
    connect: createConnector({ timeoutMs: 15_000 }),
    maxHeaderSize: 64 * 1024,
  });

  async function attempt(options: HttpRequest, signal: AbortSignal): Promise<Buffer> {
    const { url, key, body } = options;
    const isJson = "json" in body;
    const response = await request(url, {
      dispatcher: agent,
      method: "POST",
      signal,
      // The deadline is that of the signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      headers: {
        ...(isJson && { "content-type": "application/json" }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body: isJson ? JSON.stringify(body.json) : body,
    });
    const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
    if (isSuccess) return readBody(response.body, options.maxBytes);
    // SECURITY: redirects are not followed, so the key never reaches another origin.
    if (response.statusCode < 400) {
      response.body.on("error", () => undefined).destroy();
      throw redirectError(response, url);
    }
    const text = await readBody(response.body, maxErrorBytes).catch(() => Buffer.alloc(0));
    throw statusError(response, options, detailOf(text, key));
  }

  return {
    async post(options, signal) {
      const { url, deadlineMs } = options;
      const timeout = AbortSignal.timeout(deadlineMs);
      const bounded = AbortSignal.any([signal, timeout]);
      let last: unknown = null;
      const run = () =>
        attempt(options, bounded).catch((error: unknown) => {
          throw (last = bounded.aborted ? error : toExternalError(error, url));
        });
      const minDelayOf = (error: unknown) =>
        error instanceof TransientError ? error.delayMs : null;
      try {
        return await withRetry(run, { policy, minDelayOf, signal: bounded });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (last instanceof TransientError) {
          if (timeout.aborted || last.delayMs > policy.maxDelayMs) last.waitMs = last.delayMs;
          throw last;
        }
        if (!timeout.aborted) throw error;
        throw new ExternalError(
          "deadline",
          `${url.host} takes more than ${deadlineMs / 1000} seconds`,
        );
      }
    },
    close: () => agent.destroy(),
  };
}

async function readBody(body: Dispatcher.ResponseData["body"], maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // SECURITY: the received bytes are counted; Content-Length may be missing or wrong.
    if (size > maxBytes) throw new ExternalError("too-large", "the engine returned too much data");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function redirectError({ headers }: Dispatcher.ResponseData, url: URL): ExternalError {
  const { location } = headers;
  const target =
    typeof location === "string" && URL.canParse(location, url.href)
      ? new URL(location, url).origin
      : "";
  const to = target === "" ? "" : ` to ${target}`;
  return new ExternalError("redirect", `${url.host} redirects${to}; enter the final address`);
}

function statusError(
  { statusCode, headers }: Dispatcher.ResponseData,
  { url, key }: HttpRequest,
  detail: string,
): ExternalError {
  const { host } = url;
  const status = `status ${statusCode}`;
  if (statusCode === 401 || statusCode === 403)
    return key === null
      ? new ExternalError("key-missing", `${host} requires a key (${status})`)
      : new ExternalError("key-refused", `${host} refuses the key (${status})`);
  const isBusy = statusCode === 429;
  if (!isBusy && statusCode !== 408 && (statusCode < 500 || statusCode === 501))
    return new ExternalError("rejected", `${host} rejects the request (${status})`, detail);
  const error = isBusy
    ? new TransientError("busy", `${host} limits the number of requests (${status})`, detail)
    : new TransientError("server-error", `${host} failed (${status})`, detail);
  error.delayMs = retryAfter(headers["retry-after"]) ?? 0;
  return error;
}

/**
 * The reason in the body of an error response. SECURITY: services repeat the key, or a part of it.
 */
function detailOf(body: Buffer, key: string | null): string {
  const text = body.toString("utf8");
  let reason: unknown;
  try {
    const parsed = JSON.parse(text) as { error?: { message?: unknown } | string; detail?: unknown };
    reason =
      typeof parsed.error === "object" ? parsed.error.message : (parsed.error ?? parsed.detail);
  } catch {
    return "";
  }
  if (typeof reason !== "string") return "";
  const safe = key === null ? reason : reason.replaceAll(key, "[key]");
  return printable(safe).slice(0, maxDetail);
}

function toExternalError(error: unknown, { host }: URL): ExternalError {
  if (error instanceof ExternalError) return error;
  const found = (error as { code?: unknown } | null)?.code;
  const code = typeof found === "string" ? ` (${found})` : "";
  const ErrorType = /CERT|SIGNATURE|ISSUER|ALTNAME/.test(code) ? ExternalError : TransientError;
  return new ErrorType("unreachable", `${host} could not be reached${code}`);
}
