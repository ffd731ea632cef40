/** One PUT of a range of a file to a pre-signed URL; its ETag is compared with the bytes sent. */
import { AppError } from "../../../common/errors";
import { retryAfter } from "../../../common/retry-after";
import { messageIn } from "../../../remote/http/http-errors";
import { directRoutes, type Routes } from "../../../remote/http/routes";
import { executedStatuses, refuseStorageBody } from "../../../remote/http/success-answers";
import type { PutExecutor, PutResponse } from "./put-executor";
import type { ByteRange, FoundFile } from "./disk";

export interface PutRequest {
  url: string;
  contentType: string;
  sourcePath: string;
  range: ByteRange;
  signal: AbortSignal;
  /**
   * Sent as Content-MD5, in hexadecimal digits; storage that checks this header refuses other
   * bytes.
   */
  contentMd5?: string | undefined;
  /** Called for bytes that the system has accepted; they are not confirmed yet. */
  onSent: (bytes: number) => void;
}

export interface PutResult {
  /** As received; "" if the response has none. */
  etag: string;
  /** MD5 of the bytes sent, in hexadecimal digits. */
  md5: string;
  /** "md5": the ETag is the MD5 of what was sent. "opaque": it is not known to be an MD5. */
  match: "md5" | "opaque" | "differs";
  /** The identity of the file after its bytes were read; null if it could not be inspected. */
  found: FoundFile | null;
}

export interface Put {
  /** Rejects with an AppError; see `refused`. */
  send(put: PutRequest): Promise<PutResult>;
  /**
   * The host of this URL returns ETags that are not MD5 for bytes that it confirmed: they are no
   * longer compared.
   */
  expectOpaqueEtags(url: string): void;
}

export interface PutOptions {
  executor: Pick<PutExecutor, "execute">;
  /** Direct unless given. */
  routes?: Routes | undefined;
}

/** Redirects that one PUT follows. */
const maxRedirects = 3;

export function createPut({ executor, routes = directRoutes }: PutOptions): Put {
  /** Until the process ends, or one of its ETags is an MD5. */
  const opaqueHosts = new Set<string>();

  return {
    async send({ url: signedUrl, contentType, sourcePath, range, contentMd5, onSent, signal }) {
      /** Sends to this URL, or to the one to which the storage redirects. */
      async function sendTo(
        url: string,
        redirects: number,
      ): Promise<{ response: PutResponse; host: string }> {
        const route = await routes.of(url);
        const task = { url, contentType, sourcePath, range, contentMd5, route };
        let moved = 0;
        const count = (bytes: number) => {
          moved += bytes;
          onSent(bytes);
        };
        const response = await executor.execute(task, count, signal).catch((error: unknown) => {
          if (error instanceof AppError) routes.failed(route, error);
          throw error;
        });
        if (!isRedirect(response.status)) return { response, host: new URL(url).host };
        const target = redirectTarget(url, response.headers["location"]);
        if (redirects === maxRedirects)
          throw new AppError(
            "url-refused",
            `the storage redirects more than ${maxRedirects} times`,
          );
        onSent(-moved);
        return sendTo(target, redirects + 1);
      }
      const { response, host } = await sendTo(signedUrl, 0);
      const { status, headers, text, md5, found } = response;
      if (status < 200 || status >= 300)
        throw refused(status, text, retryAfter(headers["retry-after"]));
      const etag = etagOf(headers["etag"]);
      const value = plainEtag(etag);
      if (value !== md5)
        refuseStorageBody("storage", headers["content-type"], text, [pathOf(signedUrl)]);
      if (etag === "") return { etag, md5, match: "opaque", found };
      if (value === md5) opaqueHosts.delete(host);
      // Another status is no confirmation, so its ETag claims nothing: the gallery, or "complete",
      // shows what the storage has.
      const isClaim =
        executedStatuses.has(status) &&
        isMd5(value) &&
        !isEncryptedOtherwise(headers) &&
        !opaqueHosts.has(host);
      return { etag, md5, match: value === md5 ? "md5" : isClaim ? "differs" : "opaque", found };
    },
    expectOpaqueEtags: (url) => void opaqueHosts.add(new URL(url).host),
  };
}

/** The decoded path of a URL; "" if it cannot be decoded. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return "";
  }
}

/**
 * Storage that has moved to another host, or another region, repeats neither method nor body on its
 * own.
 */
const isRedirect = (status: number) => status === 307 || status === 308;

/** Throws "url-refused" if there is none, or if it would send media unencrypted. */
function redirectTarget(from: string, location: string | string[] | undefined): string {
  if (typeof location !== "string" || !URL.canParse(location, from))
    throw new AppError("url-refused", "the storage redirects without an address");
  const target = new URL(location, from);
  const isSecure = target.protocol === "https:";
  // SECURITY: what began encrypted stays so.
  if (!isSecure && (target.protocol !== "http:" || new URL(from).protocol === "https:"))
    throw new AppError("url-refused", "the storage redirects to an address without https");
  return target.href;
}

/** A proxy may repeat the header. "" if there is none, or several. */
function etagOf(header: string | string[] | undefined): string {
  const [first = "", ...others] = [header ?? []].flat();
  return others.every((other) => other === first) ? first : "";
}

/**
 * The URL, or the credentials with which the service signed it, expired. Some storage says so with
 * 400.
 */
export const isExpired = (text: string) =>
  /\b(?:ExpiredToken|InvalidToken|RequestExpired|TokenRefreshRequired|RequestTimeTooSkewed)/.test(
    text,
  );
/** Another request for the same object is being processed. */
export const isConflict = (text: string) =>
  /\b(?:OperationAborted|ConditionalRequestConflict)\b/.test(text);

function refused(status: number, text: string, retryAfterMs: number | undefined): AppError {
  const message = messageIn(text) || `the upload URL responded with ${status}`;
  const options = { retryAfterMs, details: { status } };
  // Before the status, which differs.
  if (isExpired(text))
    return new AppError("url-refused", message, {
      ...options,
      details: { status, isExpired: true },
    });
  if (isConflict(text)) return new AppError("service-error", message, options);
  if (status === 401 || status === 403) return new AppError("url-refused", message, options);
  if (status === 404 || status === 410) return new AppError("upload-lost", message, options);
  if (status === 429) return new AppError("rate-limited", message, options);
  if (status === 507) return new AppError("service-full", message, options);
  if (status === 408) return new AppError("timeout", message, options);
  if (status >= 500 || status === 425) return new AppError("service-error", message, options);
  // Storage responds with 400 also to a request that timed out, and to a body that arrived damaged.
  if (/RequestTimeout/.test(text)) return new AppError("timeout", message, options);
  const isDigest = /BadDigest|Md5Mismatch/.test(text);
  if (isDigest || /IncompleteBody/.test(text))
    return new AppError("etag-mismatch", message, { ...options, details: { status, isDigest } });
  // A proxy, or the sign-in page of a network.
  if (status < 400) return new AppError("unexpected-answer", message, options);
  return new AppError("invalid-input", message, options);
}

/**
 * Whether the storage refused the URL because of its age, or that of the credentials that signed
 * it.
 */
export const isExpiredUrl = ({ code, details }: AppError) =>
  code === "url-refused" && (details as { isExpired?: boolean } | undefined)?.isExpired === true;

/** Whether the storage refused the bytes because they do not match Content-MD5. */
export const isDigestRefusal = ({ code, details }: AppError) =>
  code === "etag-mismatch" && (details as { isDigest?: boolean } | undefined)?.isDigest === true;

const plainEtag = (etag: string) => etag.replace(/^W\//, "").replace(/^"|"$/g, "").toLowerCase();
const isMd5 = (value: string) => /^[0-9a-f]{32}$/.test(value);

/**
 * With SSE-KMS and SSE-C an ETag may have 32 hexadecimal digits without being an MD5 (S3 API,
 * "Common response headers": ETag).
 */
function isEncryptedOtherwise(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers["x-amz-server-side-encryption"] ?? "").startsWith("aws:kms") ||
    headers["x-amz-server-side-encryption-customer-algorithm"] !== undefined
  );
}
