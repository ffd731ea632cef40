/**
 * Maps failed requests to error codes. The parsing is tolerant, because the format of error bodies
 * is undocumented.
 */
import type { Dispatcher } from "../../common/http/undici";
import { clean, messageLength, redact } from "../../../preload/facts/shown-text";
import type { ErrorCode } from "../../../preload/model";
import { AppError, systemCode } from "../../common/errors";
import { retryAfter } from "../../common/retry-after";
import { limits } from "./limits";

const codesByStatus: Partial<Record<number, ErrorCode>> = {
  400: "invalid-input",
  401: "token-refused",
  403: "request-refused",
  404: "not-found",
  408: "timeout",
  409: "invalid-input",
  410: "not-found",
  413: "invalid-input",
  414: "invalid-input",
  415: "invalid-input",
  422: "invalid-input",
  425: "service-error",
  429: "rate-limited",
  507: "service-full",
};

/** The error code of an HTTP status of 400 or more. */
export const codeOfStatus = (status: number): ErrorCode =>
  codesByStatus[status] ?? (status >= 500 ? "service-error" : "unexpected-answer");

/**
 * Converts an error response to an AppError. Sources of the message, in this order: JSON `message`,
 * JSON `error`, the text of the body, the status (interface-notes).
 */
export async function fromStatus(response: Dispatcher.ResponseData): Promise<AppError> {
  const status = response.statusCode;
  const code = codeOfStatus(status);
  const message = messageIn(await readStart(response.body, limits.errorBodyBytes));
  const isRedirect = status >= 300 && status < 400;
  const text = isRedirect ? redirectText(status, response.headers) : message || `HTTP ${status}`;
  return new AppError(code, text, {
    retryAfterMs: retryAfter(response.headers["retry-after"]),
    details: (code === "invalid-input" && fieldsIn(message)) || { status },
  });
}

/** Redirects are not followed: the token is for one service. */
const redirectText = (status: number, headers: Dispatcher.ResponseData["headers"]) =>
  `HTTP ${status}: redirects to ${redirectOrigin(headers) || "another address"}`;

/**
 * The origin of the URL to which a response redirects, or "" if it names none. SECURITY: the rest
 * of the URL may be signed.
 */
export function redirectOrigin({ location }: Dispatcher.ResponseData["headers"]): string {
  if (typeof location !== "string" || !URL.canParse(location)) return "";
  const { origin } = new URL(location);
  return origin === "null" ? "" : clean(origin);
}

/**
 * Splits a message like "name: is too long; settings.noOfSpeakers: …" by field; null if a part
 * names no field.
 */
export function fieldsIn(message: string): { field: string; message: string }[] | null {
  const named = /^([A-Za-z][\w.]*(?:\[\d+\][\w.]*)*): +([^ ].*)$/s;
  if (message.length > messageLength) return null;
  const found: { field: string; message: string }[] = [];
  for (const part of message.split(/; (?=[A-Za-z][\w.[\]]*: )/)) {
    const [, field, text] = named.exec(part) ?? [];
    if (field === undefined || text === undefined) return null;
    found.push({ field, message: text });
  }
  return found;
}

/** The message in an error body, or "" if the body contains no readable message. */
export function messageIn(text: string): string {
  const trimmed = text.slice(0, limits.errorBodyBytes).trim();
  try {
    const body: unknown = JSON.parse(trimmed);
    if (typeof body === "string") return clean(body);
    if (typeof body === "object" && body !== null) {
      for (const key of ["message", "error"] as const) {
        const value = (body as Record<string, unknown>)[key];
        if (typeof value === "string" && value !== "") return clean(value);
        // Only strings: other values may be nested too deeply to be serialized.
        if (Array.isArray(value))
          return clean(value.filter((one) => typeof one === "string").join("; "));
      }
      return "";
    }
  } catch {
    // Not JSON: an HTML page of a gateway, an XML document or plain text.
  }
  const inXml = /<Message>([^<]*)<\/Message>/i.exec(trimmed)?.[1];
  if (inXml) return clean(inXml);
  if (/^\s*<(!doctype|html)/i.test(trimmed))
    return clean(/<title>([^<]*)/i.exec(trimmed)?.[1] ?? "");
  return clean(trimmed);
}

export function certificateError(
  url: string | undefined,
  reason: string,
  cause: unknown,
): AppError {
  const host = url === undefined ? "" : `${new URL(url).host}: `;
  return new AppError("certificate", `${host}${clean(reason)}`, { cause });
}

/**
 * Converts the error of a request that received no complete response. `url`: of the request, to
 * name its host; none if that is named elsewhere.
 */
export function fromNetworkError(error: unknown, url?: string): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const cause = error instanceof Error ? error.cause : undefined;
  const name = code || systemCode(cause);
  const message = redact(error instanceof Error ? error.message : String(error));
  if (name.startsWith("UND_ERR_SOCKS5")) {
    // A reply with a code means that the proxy could not connect; the others concern its sign-in.
    const isSignIn = name.startsWith("UND_ERR_SOCKS5_AUTH");
    return new AppError(isSignIn ? "proxy-credentials" : "proxy-failed", message, { cause: error });
  }
  if (/TIMEOUT|ETIMEDOUT/.test(name)) return new AppError("timeout", message, { cause: error });
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(name)) {
    return certificateError(url, `${message} (${name})`, error);
  }
  return new AppError("unreachable", name ? `${name}: ${message}` : message, { cause: error });
}

/**
 * The first `limit` bytes of a body. If the body is longer, its remainder is not read and the
 * connection is closed. Never rejects.
 */
export async function readStart(
  body: Dispatcher.ResponseData["body"],
  limit: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break;
    }
  } catch {
    // The status is known, so the part of the body that was received is sufficient.
  }
  return Buffer.concat(chunks).toString("utf8", 0, Math.min(size, limit));
}
