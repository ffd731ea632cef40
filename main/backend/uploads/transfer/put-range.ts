/** One PUT of a range of a file to a pre-signed URL; its ETag is compared with the bytes sent. */
import { AppError } from "../../../common/errors";

import { retryAfter } from "../../../common/retry-after";
import { messageIn } from "../../../remote/http/http-errors";
import { directRoutes, type Routes } from "../../../remote/http/routes";
import type { PutExecutor } from "./put-executor";
import type { ByteRange, FoundFile } from "./disk";

export interface PutRequest {
  url: string;
  contentType: string;
  sourcePath: string;
  range: ByteRange;
  signal: AbortSignal;
  /** Sent as Content-MD5, in hexadecimal digits; storage that checks this header refuses other bytes. */
  contentMd5?: string | undefined;
  /** Called for bytes that the system has accepted; they are not confirmed yet. */
  onSent: (bytes: number) => void;
}

export interface PutResult {
  /** As received. */
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
  /** The host of this URL returns ETags that are not MD5 for bytes that it confirmed: they are no longer compared. */
  expectOpaqueEtags(url: string): void;
}

export interface PutOptions {
  executor: Pick<PutExecutor, "execute">;
  /** Direct unless given. */
  routes?: Routes | undefined;
}

export function createPut({ executor, routes = directRoutes }: PutOptions): Put {
  /** Until the process ends, or one of its ETags is an MD5. */
  const opaqueHosts = new Set<string>();

  return {
    async send({ url, contentType, sourcePath, range, contentMd5, onSent, signal }) {
      const route = await routes.of(url);
      const task = { url, contentType, sourcePath, range, contentMd5, route };
      const { status, headers, text, md5, found } = await executor
        .execute(task, onSent, signal)
        .catch((error: unknown) => {
          if (error instanceof AppError) routes.failed(route, error);
          throw error;
        });
      if (status < 200 || status >= 300)
        throw refused(status, text, retryAfter(headers["retry-after"]));
      const { etag } = headers;
      if (typeof etag !== "string" || etag === "")
        throw new AppError("etag-mismatch", "the response has no ETag");
      const value = plainEtag(etag);
      const { host } = new URL(url);
      if (value === md5) opaqueHosts.delete(host);
      const isClaim = isMd5(value) && !isEncryptedOtherwise(headers) && !opaqueHosts.has(host);
      return { etag, md5, match: value === md5 ? "md5" : isClaim ? "differs" : "opaque", found };
    },
    expectOpaqueEtags: (url) => void opaqueHosts.add(new URL(url).host),
  };
}

function refused(status: number, text: string, retryAfterMs: number | undefined): AppError {
  const message = messageIn(text) || `the upload URL responded with ${status}`;
  const options = { retryAfterMs, details: { status } };
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
  return new AppError("invalid-input", message, options);
}

/** Whether the storage refused the bytes because they do not match Content-MD5. */
export const isDigestRefusal = ({ code, details }: AppError) =>
  code === "etag-mismatch" && (details as { isDigest?: boolean } | undefined)?.isDigest === true;

const plainEtag = (etag: string) => etag.replace(/^W\//, "").replace(/^"|"$/g, "").toLowerCase();
const isMd5 = (value: string) => /^[0-9a-f]{32}$/.test(value);

/**
 * With SSE-KMS and SSE-C an ETag may have 32 hexadecimal digits without being an MD5 (S3 API, "Common response headers":
 * ETag).
 */
function isEncryptedOtherwise(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers["x-amz-server-side-encryption"] ?? "").startsWith("aws:kms") ||
    headers["x-amz-server-side-encryption-customer-algorithm"] !== undefined
  );
}
