/** The client of an S3-compatible bucket: puts, lists, presigns, fetches and deletes objects. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { request, type Dispatcher } from "../../common/http/undici";
import { isTransient } from "../../../preload/facts/errors";
import { retryPolicies, withRetry, type RetryPolicy } from "../../common/retry";
import { createConnections } from "../http/http-agents";
import type { Routes } from "../http/routes";
import { AppError } from "../../common/errors";
import { escapeMarkup } from "../../common/xml";
import { fromNetworkError, readStart } from "../http/http-errors";
import { limits } from "../http/limits";
import { attemptAll } from "../script-store";
import { addressOf, type BucketConnection } from "./address";
import { fromErrorResponse, readDeletion, readList, type ListedObject } from "./responses";
import { createSigner, queryOf, type Unsigned } from "./signing";

export interface BucketDeps {
  connection: BucketConnection;
  /** The current time in milliseconds since 1970. */
  now: () => number;
  /** Inactivity timeout of a request, in milliseconds. */
  timeoutMs?: number;
  /** Default: `retryPolicies.bucketRequest`. */
  policy?: RetryPolicy;
  /** Replaces the default dispatcher in tests. */
  dispatcher?: Dispatcher;
  /** Default: direct. */
  routes?: Routes | undefined;
}

interface StoredObject {
  key: string;
  bytes: Uint8Array;
  contentType: string;
  contentDisposition: string;
}

/** All methods reject with an AppError. If a setting is the cause, `details` contains its field. */
export interface BucketClient {
  put(object: StoredObject, signal?: AbortSignal): Promise<void>;
  /** A pre-signed URL that is valid for `seconds`, at most a week. Sends no request. */
  presign(key: string, seconds: number): Promise<string>;
  /**
   * Fetches a pre-signed URL without credentials. Rejects with "url-refused" if the service rejects
   * the request.
   */
  fetch(url: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Yields the objects with a prefix in pages, ordered by key. */
  list(prefix: string, signal?: AbortSignal): AsyncGenerator<ListedObject[]>;
  /**
   * Deletes objects in groups of up to 1000 keys. A missing object counts as deleted. If a group
   * has errors, rejects with the first error of that group and skips the later groups.
   */
  delete(keys: readonly string[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const maxKeysPerRequest = 1000;
const maxConcurrentDeletions = 4;
const maxPages = 100;
/** Size of a body chunk in bytes. Each chunk that is written resets the inactivity timeout. */
const chunkBytes = 64 * 1024;

interface BucketRequest {
  method: Unsigned["method"];
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** A phrase for error messages: "store a script". */
  action: string;
  signal: AbortSignal | undefined;
}

export function createBucketClient(deps: BucketDeps): BucketClient {
  const { connection, now, timeoutMs = 30_000, policy = retryPolicies.bucketRequest } = deps;
  const connections = createConnections({ connections: 8, timeoutMs }, deps.routes);
  const signer = createSigner(connection, now);

  /** Sends one request without retries and returns the response as text. */
  async function sendOnce(call: BucketRequest): Promise<string> {
    const body = call.body ?? null;
    const unsigned: Unsigned = {
      method: call.method,
      ...addressOf(connection, call.key),
      query: call.query ?? {},
      headers: {
        ...call.headers,
        ...(body && { "content-md5": createHash("md5").update(body).digest("base64") }),
      },
      body,
    };
    const headers = await signer.headersOf(unsigned);
    const query = queryOf(unsigned.query);
    const response = await sendHttp(`${unsigned.origin}${unsigned.path}${query && `?${query}`}`, {
      method: call.method,
      headers: { ...headers, ...(body && { "content-length": String(body.length) }) },
      // In chunks: if the body were a single chunk, the inactivity timeout would abort a slow but
      // active upload.
      body: body && (chunksOf(body) as unknown as Readable),
      signal: call.signal,
    });
    if (response.statusCode >= 200 && response.statusCode < 300)
      return (await read(response.body, maxResponseBytes(call.method))).toString("utf8");
    throw await readErrorResponse(response, call.action);
  }

  async function sendHttp(
    url: string,
    options: {
      method: Unsigned["method"];
      headers?: Record<string, string>;
      body?: Readable | null;
      signal: AbortSignal | undefined;
    },
  ): Promise<Dispatcher.ResponseData> {
    const all = {
      ...options,
      signal: options.signal ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    };
    try {
      if (deps.dispatcher) return await request(url, { ...all, dispatcher: deps.dispatcher });
      return await connections.request(url, all);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason as Error;
      throw fromNetworkError(error, url);
    }
  }

  async function readErrorResponse(
    response: Dispatcher.ResponseData,
    action: string,
  ): Promise<AppError> {
    const body = await readStart(response.body, limits.errorBodyBytes);
    const { statusCode: status, headers } = response;
    return fromErrorResponse({ status, headers, body, action, now: now() });
  }

  /** All requests of this client are idempotent. */
  const retry = <T>(signal: AbortSignal | undefined, once: () => Promise<T>): Promise<T> =>
    withRetry(once, { policy, signal });
  const send = (call: BucketRequest) => retry(call.signal, () => sendOnce(call));

  async function deleteOne(key: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await send({ method: "DELETE", key, action: "delete scripts", signal });
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === "not-found" && !hasField(error);
      if (!isMissing) throw error;
    }
  }

  /** For services that do not support DeleteObjects. */
  const deleteSingly = (keys: readonly string[], signal?: AbortSignal) =>
    attemptAll(keys, maxConcurrentDeletions, (key) => deleteOne(key, signal));

  async function deleteTogether(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${escapeMarkup(key)}</Key></Object>`).join("");
    const xml = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const response = await send({
      method: "POST",
      key: "",
      query: { delete: "" },
      headers: { "content-type": "application/xml" },
      body: Buffer.from(xml),
      action: "delete scripts",
      signal,
    });
    const failed = readDeletion(response).filter(({ code }) => code !== "NoSuchKey");
    const [first] = failed;
    if (!first) return;
    throw new AppError(
      first.code === "AccessDenied" ? "token-refused" : "service-error",
      `${failed.length} of ${keys.length} scripts could not be deleted: ${first.message || first.code}`,
    );
  }

  return {
    async put({ key, bytes, contentType, contentDisposition }, signal) {
      await send({
        method: "PUT",
        key,
        headers: { "content-type": contentType, "content-disposition": contentDisposition },
        body: bytes,
        action: "store a script",
        signal,
      });
    },
    presign: (key, seconds) => signer.presign(addressOf(connection, key), seconds),
    fetch: (url, signal) =>
      retry(signal, async () => {
        const response = await sendHttp(url, { method: "GET", signal });
        if (response.statusCode === 200) return read(response.body, limits.bucketResponseBytes);
        const failure = await readErrorResponse(response, "fetch a script");
        throw isTransient(failure.code)
          ? failure
          : new AppError("url-refused", `the URL cannot be fetched: ${failure.message}`);
      }),
    async *list(prefix, signal) {
      let next: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const query: Record<string, string> = {
          "list-type": "2",
          "max-keys": String(maxKeysPerRequest),
          ...(prefix === "" ? {} : { prefix }),
          ...(next === null ? {} : { "continuation-token": next }),
        };
        const found = readList(
          await send({ method: "GET", key: "", query, action: "list scripts", signal }),
        );
        yield found.objects;
        if (found.next === null) return;
        next = found.next;
      }
    },
    async delete(keys, signal) {
      for (let at = 0; at < keys.length; at += maxKeysPerRequest) {
        const some = keys.slice(at, at + maxKeysPerRequest);
        if (some.length === 1) {
          await deleteSingly(some, signal);
          continue;
        }
        try {
          await deleteTogether(some, signal);
        } catch (error) {
          if (!isUnknownCall(error)) throw error;
          await deleteSingly(some, signal);
        }
      }
    },
    close: connections.close,
  };
}

/**
 * Whether the error means that the service does not support the operation; some do not support
 * DeleteObjects.
 */
function isUnknownCall(error: unknown): boolean {
  if (!(error instanceof AppError) || hasField(error)) return false;
  const { status } = (error.details ?? {}) as { status?: number };
  return status === 400 || status === 405 || status === 501 || error.code === "unexpected-answer";
}

const maxResponseBytes = (method: Unsigned["method"]) =>
  method === "PUT" ? limits.putResponseBytes : limits.bucketResponseBytes;

const hasField = (error: AppError) => Array.isArray(error.details);

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

async function read(body: Dispatcher.ResponseData["body"], limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new AppError("unexpected-answer", "the response is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    throw fromNetworkError(error);
  }
  return Buffer.concat(chunks);
}
