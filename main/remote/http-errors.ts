/** Failures of a request, read tolerantly into codes. The shape of an error body is nowhere promised. */
import type { Dispatcher } from "undici";
import type { ErrorCode } from "../../preload/model";
import { AppError, systemCode } from "../common/errors";
import { redact } from "../common/log";
import { limits } from "./limits";

const codesByStatus: Partial<Record<number, ErrorCode>> = {
  400: "invalid-input",
  401: "token-refused",
  403: "request-refused",
  404: "not-found",
  408: "timeout",
  409: "invalid-input",
  413: "invalid-input",
  422: "invalid-input",
  425: "service-error",
  429: "rate-limited",
  507: "service-full",
};

/** Reads a refusal: JSON `message`, then `error`, then the text, then the status (interface-notes). */
export async function fromStatus(response: Dispatcher.ResponseData): Promise<AppError> {
  const status = response.statusCode;
  const code = codesByStatus[status] ?? (status >= 500 ? "service-error" : "unexpected-answer");
  const message = messageIn(await readStart(response.body, limits.refusalBytes));
  return new AppError(code, message || `HTTP ${status}`, {
    retryAfterMs: retryAfter(response.headers["retry-after"]),
    details: (code === "invalid-input" && fieldsIn(message)) || { status },
  });
}

/** What "name: is too long; settings.noOfSpeakers: …" says of which field; null where a message names none. */
export function fieldsIn(message: string): { field: string; message: string }[] | null {
  const named = /^([A-Za-z][\w.]*(?:\[\d+\][\w.]*)*): +(.+)$/s;
  if (message.length > limits.wordsKept) return null;
  const found: { field: string; message: string }[] = [];
  for (const part of message.split(/; (?=[A-Za-z][\w.[\]]*: )/)) {
    const [, field, text] = named.exec(part) ?? [];
    if (field === undefined || text === undefined) return null;
    found.push({ field, message: text });
  }
  return found;
}

/** The message in an error body, or "" when it holds none that a person could read. */
export function messageIn(text: string): string {
  const trimmed = text.slice(0, limits.refusalBytes).trim();
  try {
    const body: unknown = JSON.parse(trimmed);
    if (typeof body === "string") return clean(body);
    if (typeof body === "object" && body !== null) {
      for (const key of ["message", "error"] as const) {
        const value = (body as Record<string, unknown>)[key];
        if (typeof value === "string" && value !== "") return clean(value);
        // Only texts: anything else may be nested too deep to be written out.
        if (Array.isArray(value))
          return clean(value.filter((one) => typeof one === "string").join("; "));
      }
      return "";
    }
  } catch {
    // Not JSON: a gateway's page, an XML document or plain text.
  }
  const inXml = /<Message>([^<]*)<\/Message>/i.exec(trimmed)?.[1];
  if (inXml) return clean(inXml);
  if (/^\s*<(!doctype|html)/i.test(trimmed))
    return clean(/<title>([^<]*)/i.exec(trimmed)?.[1] ?? "");
  return clean(trimmed);
}

/** White space and what is obeyed rather than shown; see `printable`. */
const unshown = /[\s\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What a service says in words, in one line without secrets and control characters. */
// SECURITY: a service may echo a signed URL in its words; these reach the window, the disk and the log.
export function clean(text: string, longest: number = limits.wordsKept): string {
  const line = text.slice(0, limits.wordsRead).replace(unshown, " ").trim();
  return redact(line).slice(0, longest);
}

/** The longest wait that a service can ask for, in milliseconds. */
export const longestRetryAfterMs = 10 * 60_000;

/** Retry-After in milliseconds: seconds or a date; undefined when absent or senseless. */
export function retryAfter(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), longestRetryAfterMs) : undefined;
}

/** A request that got no answer. */
export function fromNetworkError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const cause = error instanceof Error ? error.cause : undefined;
  const name = code || systemCode(cause);
  const message = redact(error instanceof Error ? error.message : String(error));
  if (/TIMEOUT|ETIMEDOUT/.test(name)) return new AppError("timeout", message, { cause: error });
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(name)) {
    return new AppError("certificate", message, { cause: error });
  }
  return new AppError("unreachable", name ? `${name}: ${message}` : message, { cause: error });
}

/**
 * The start of a body, of at least `limit` bytes where it is that long. A longer one ends with its connection: its
 * rest is not read. Never rejects.
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
    // The status is known; a body cut short adds nothing.
  }
  return Buffer.concat(chunks).toString("utf8", 0, Math.min(size, limit));
}
