/** Errors of requests to URLs from requests and scripts. */
import type { Dispatcher } from "../../common/http/undici";
import { retryAfter } from "../../common/retry-after";

/**
 * Why a script or media file is unavailable. SECURITY: the message names at most the host: URLs
 * contain signatures.
 */
export class SourceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SourceError";
  }
}

/** An error that a retry may resolve. */
export class TransientError extends SourceError {
  /** Minimum delay before the retry, in milliseconds (Retry-After). */
  readonly waitMs: number;
  constructor(message: string, waitMs = 0) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The code of an error for an address that is not allowed. */
export const privateCode = "EPRIVATE";

/** Whether a retry may succeed. 501 is permanent. */
export const isTransientStatus = (status: number) =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

export function statusError(
  { statusCode, headers }: Dispatcher.ResponseData,
  url: URL,
): SourceError {
  const message = `${url.host} responds with status ${statusCode}`;
  if (!isTransientStatus(statusCode)) return new SourceError(message);
  return new TransientError(message, retryAfter(headers["retry-after"]));
}

/** Aborts a response body; the resulting stream error is expected and ignored. */
export function discard(body: Dispatcher.ResponseData["body"]): void {
  body.on("error", () => undefined).destroy();
}

export const privateMessage = (url: URL) =>
  `${url.host} is an address of this computer or its local network; such addresses are not allowed`;

/** Codes of network errors that are transient; certificate errors are not. */
const transientCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:NET|HOST)(?:UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|UND_ERR_(?:SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

export function toSourceError(error: unknown, url: URL): SourceError {
  if (error instanceof SourceError) return error;
  const found = (error as { code?: unknown } | null)?.code;
  const code = typeof found === "string" ? found : "";
  if (code === privateCode) return new SourceError(privateMessage(url));
  if (error instanceof TypeError) return new SourceError("redirects to an invalid URL");
  const isUnknown = code === "ENOTFOUND" || code === "EAI_AGAIN";
  const known = code === "" ? "" : ` (${code})`;
  const message = isUnknown ? "was not found" : `could not be reached${known}`;
  const ErrorType = transientCodes.test(code) ? TransientError : SourceError;
  return new ErrorType(`${url.host} ${message}`);
}
