/** One PUT of a range of a file to a pre-signed URL: read, hashed and sent in one pass, its ETag compared. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { request } from "undici";
import { createConnections, type ProxyFor } from "../../remote/http-agents";
import { AppError, systemCode } from "../../common/errors";
import { fromNetworkError, messageIn, readStart, retryAfter } from "../../remote/http-errors";
import { limits } from "../../remote/limits";
import type { Bandwidth } from "./bandwidth";
import type { Lane } from "./slots";

export interface PutRequest {
  url: string;
  contentType: string;
  file: FileHandle;
  /** Bytes of the file. */
  range: { offset: number; size: number };
  lane: Lane;
  signal: AbortSignal;
  /** Sent as Content-MD5, in hexadecimal digits; storage refuses other bytes where it checks this header. */
  contentMd5?: string | undefined;
  /** Told of bytes as the system takes them; what is told is not yet confirmed. */
  onSent: (bytes: number) => void;
}

export interface PutResult {
  /** As it came. */
  etag: string;
  /** Of what was sent, in hexadecimal digits. */
  md5: string;
  /** "md5": the ETag is the MD5 of what was sent. "opaque": it does not claim to be one. */
  match: "md5" | "opaque" | "differs";
}

export interface Put {
  /** Rejects with an AppError; see `refused`. */
  send(put: PutRequest): Promise<PutResult>;
  /** The host of this URL returns ETags that are not MD5 for bytes confirmed as whole: they are not compared. */
  expectOpaqueEtags(url: string): void;
  /** Drops all connections: after waking up and on a change of network they are dead without knowing it. */
  refreshConnections(): void;
  close(): Promise<void>;
}

export interface PutOptions {
  bandwidth: Bandwidth;
  /** Milliseconds in which nothing could be sent or no answer came after the last byte. */
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
        dispatcher: await connections.to(put.url),
        signal: put.signal,
        // Note: Body shape. With a generator as body this timer is refreshed by every drained write, so it is a
        // stall detector; with a Buffer it would end slow but healthy uploads.
        headersTimeout: stallMs,
        bodyTimeout: stallMs,
        headers: {
          "content-length": String(put.range.size),
          "content-type": put.contentType,
          ...(put.contentMd5 === undefined
            ? {}
            : { "content-md5": Buffer.from(put.contentMd5, "hex").toString("base64") }),
        },
        // The types leave async iterables out; the library takes them.
        body: read(put, md5, bandwidth, source) as unknown as Readable,
      });
    } catch (error) {
      if (put.signal.aborted) throw put.signal.reason as Error;
      if (source.error !== null) throw source.error;
      throw fromNetworkError(error);
    } finally {
      await ended(source);
    }
    const text = await readStart(response.body, limits.putAnswerBytes);
    if (source.error !== null) throw source.error;
    if (response.statusCode < 200 || response.statusCode >= 300) {
      throw refused(response.statusCode, text, retryAfter(response.headers["retry-after"]));
    }
    const etag = response.headers.etag;
    if (typeof etag !== "string" || etag === "") {
      throw new AppError("etag-mismatch", "the service's answer holds no ETag");
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
    refreshConnections: connections.renew,
    close: connections.close,
  };
}

/** The file's side of a request. */
interface Source {
  error: AppError | null;
  /** The read under way. */
  pending: Promise<unknown> | null;
  isEnded: boolean;
}

/** Lets no further read begin, and waits for the one under way: only then are buffers and file free again. */
async function ended(source: Source): Promise<void> {
  source.isEnded = true;
  await source.pending?.catch(() => undefined);
}

/** Reads into two buffers in turn: the next read runs while the current chunk goes out. */
async function* read(
  put: PutRequest,
  md5: { update(data: Buffer): unknown },
  bandwidth: Bandwidth,
  source: Source,
): AsyncGenerator<Buffer> {
  const { file, range, lane } = put;
  let [current, next] = lane.buffers;
  let done = 0;
  const fill = (buffer: Buffer, from: number) => {
    // After an early answer the library may still ask for more; the buffers are somebody else's by then.
    if (source.isEnded) throw new AppError("unreachable", "the request has ended");
    const filling = readFully(
      file,
      buffer,
      Math.min(buffer.length, range.size - from),
      range.offset + from,
    );
    // A failure is met where it is awaited; until then nobody listens.
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

/** Fills so many bytes of the buffer; a file that ends before has been cut short. */
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

/** A failure of the disk or the file, in our codes. */
export function fromReadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const isGone = ["ENOENT", "ENOTDIR", "ENXIO", "ENODEV", "ESTALE"].includes(code);
  return new AppError(isGone ? "file-missing" : "file-unreadable", message, { cause: error });
}

function refused(status: number, text: string, retryAfterMs: number | undefined): AppError {
  const message = messageIn(text) || `the upload address answered ${status}`;
  const options = { retryAfterMs, details: { status } };
  if (status === 401 || status === 403) return new AppError("url-refused", message, options);
  if (status === 404 || status === 410) return new AppError("upload-lost", message, options);
  if (status === 429) return new AppError("rate-limited", message, options);
  if (status === 507) return new AppError("service-full", message, options);
  if (status === 408) return new AppError("timeout", message, options);
  if (status >= 500 || status === 425) return new AppError("service-error", message, options);
  // Storage says 400 for a request it gave up waiting for, and for a body that arrived damaged.
  if (/RequestTimeout/.test(text)) return new AppError("timeout", message, options);
  const isDigest = /BadDigest|Md5Mismatch/.test(text);
  if (isDigest || /IncompleteBody/.test(text))
    return new AppError("etag-mismatch", message, { ...options, details: { status, isDigest } });
  return new AppError("invalid-input", message, options);
}

/** Storage that checks Content-MD5 refused other bytes. */
export const isDigestRefusal = ({ code, details }: AppError) =>
  code === "etag-mismatch" && (details as { isDigest?: boolean } | undefined)?.isDigest === true;

const plainEtag = (etag: string) => etag.replace(/^W\//, "").replace(/^"|"$/g, "").toLowerCase();
const isMd5 = (value: string) => /^[0-9a-f]{32}$/.test(value);

/**
 * With keys of a key service or of the customer an ETag may have 32 hexadecimal digits and be no MD5 (S3 API, "Common
 * response headers": ETag).
 */
function isEncryptedOtherwise(headers: Record<string, string | string[] | undefined>): boolean {
  return (
    String(headers["x-amz-server-side-encryption"] ?? "").startsWith("aws:kms") ||
    headers["x-amz-server-side-encryption-customer-algorithm"] !== undefined
  );
}
