/** One PUT of a range of a file to a pre-signed URL: read, hashed and sent in one pass, its ETag compared. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { request } from "undici";
import { createConnections, type ProxyFor } from "../../../remote/http-agents";
import { AppError } from "../../../common/errors";
import { fromNetworkError, messageIn, readStart, retryAfter } from "../../../remote/http-errors";
import { limits } from "../../../remote/limits";
import type { Bandwidth } from "./bandwidth";
import type { Slot } from "./slots";
import { fromReadError } from "./source-file";

export interface PutRequest {
  url: string;
  contentType: string;
  file: FileHandle;
  /** Bytes of the file. */
  range: { offset: number; size: number };
  slot: Slot;
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
}

export interface Put {
  /** Rejects with an AppError; see `refused`. */
  send(put: PutRequest): Promise<PutResult>;
  /** The host of this URL returns ETags that are not MD5 for bytes that it confirmed: they are no longer compared. */
  expectOpaqueEtags(url: string): void;
  /** Closes all connections: after a sleep or a change of network they are dead, but not reported as closed. */
  refreshConnections(): void;
  close(): Promise<void>;
}

export interface PutOptions {
  bandwidth: Bandwidth;
  /** Milliseconds without a sent byte, or without a response after the last byte, after which a request fails. */
  stallMs: number;
  /** No proxy unless given. */
  proxyFor?: ProxyFor | undefined;
}

export function createPut({ bandwidth, stallMs, proxyFor }: PutOptions): Put {
  const connections = createConnections({ connections: 64, timeoutMs: stallMs }, proxyFor);
  /** Until the process ends, or one of its ETags is an MD5. */
  const opaqueHosts = new Set<string>();

  async function send(put: PutRequest): Promise<PutResult> {
    const md5 = createHash("md5");
    const source: Source = { error: null, pending: null, isEnded: false };
    let response;
    try {
      response = await request(put.url, {
        method: "PUT",
        dispatcher: await connections.dispatcherFor(put.url),
        signal: put.signal,
        // Note: Body shape. With a generator as body every drained write restarts this timer, so it is a stall
        // detector; with a Buffer it would abort slow but healthy uploads.
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
        headers: {
          "content-length": String(put.range.size),
          "content-type": put.contentType,
          ...(put.contentMd5 === undefined
            ? {}
            : { "content-md5": Buffer.from(put.contentMd5, "hex").toString("base64") }),
        },
        // The types omit async iterables; the library accepts them.
        body: read(put, md5, bandwidth, source) as unknown as Readable,
      });
    } catch (error) {
      if (put.signal.aborted) throw put.signal.reason as Error;
      if (source.error !== null) throw source.error;
      throw fromNetworkError(error);
    } finally {
      await endReads(source);
    }
    const text = await readStart(response.body, limits.putResponseBytes);
    if (source.error !== null) throw source.error;
    if (response.statusCode < 200 || response.statusCode >= 300) {
      throw refused(response.statusCode, text, retryAfter(response.headers["retry-after"]));
    }
    const etag = response.headers.etag;
    if (typeof etag !== "string" || etag === "") {
      throw new AppError("etag-mismatch", "the response has no ETag");
    }
    const sent = md5.digest("hex");
    const value = plainEtag(etag);
    const { host } = new URL(put.url);
    if (value === sent) opaqueHosts.delete(host);
    const isClaim =
      isMd5(value) && !isEncryptedOtherwise(response.headers) && !opaqueHosts.has(host);
    return {
      etag,
      md5: sent,
      match: value === sent ? "md5" : isClaim ? "differs" : "opaque",
    };
  }

  return {
    send,
    expectOpaqueEtags: (url) => void opaqueHosts.add(new URL(url).host),
    refreshConnections: connections.reset,
    close: connections.close,
  };
}

/** The read side of a request. */
interface Source {
  error: AppError | null;
  /** The active read. */
  pending: Promise<unknown> | null;
  isEnded: boolean;
}

/** Prevents further reads and waits for the active one: only then can the buffers and the file be reused. */
async function endReads(source: Source): Promise<void> {
  source.isEnded = true;
  await source.pending?.catch(() => undefined);
}

/** Reads into two buffers alternately: the next read runs while the current chunk is sent. */
async function* read(
  put: PutRequest,
  md5: { update(data: Buffer): unknown },
  bandwidth: Bandwidth,
  source: Source,
): AsyncGenerator<Buffer> {
  const { file, range, slot } = put;
  let [current, next] = slot.buffers;
  let done = 0;
  const fill = (buffer: Buffer, from: number) => {
    // After an early response the library may request more chunks; another request uses the buffers by then.
    if (source.isEnded) throw new AppError("unreachable", "the request has ended");
    const filling = readFully(
      file,
      buffer,
      Math.min(buffer.length, range.size - from),
      range.offset + from,
    );
    // A failure is handled where the read is awaited; this prevents an unhandled rejection before.
    filling.catch(() => undefined);
    source.pending = filling;
    return filling;
  };
  let filling = fill(current, 0);
  while (done < range.size) {
    let length: number;
    try {
      length = await filling;
    } catch (error) {
      source.error = fromReadError(error);
      throw error;
    }
    const chunk = current.subarray(0, length);
    const from = done + length;
    [current, next] = [next, current];
    if (from < range.size) filling = fill(current, from);
    md5.update(chunk);
    await bandwidth.take(length, put.signal);
    yield chunk;
    done = from;
    put.onSent(length);
  }
}

/** Reads `length` bytes into the buffer; rejects with "file-changed" when the file ends before. */
async function readFully(
  file: FileHandle,
  buffer: Buffer,
  length: number,
  position: number,
): Promise<number> {
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new AppError("file-changed", "the file is shorter than it was");
    filled += bytesRead;
  }
  return length;
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
