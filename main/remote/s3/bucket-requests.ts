/** Signed requests to a bucket, which are retried. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { request, type Dispatcher } from "../../common/http/undici";
import { retryPolicies, withRetry, type RetryPolicy } from "../../common/retry";
import { createConnections } from "../http/http-agents";
import type { Routes } from "../http/routes";
import { AppError } from "../../common/errors";
import { fromNetworkError, readStart } from "../http/http-errors";
import { limits } from "../http/limits";
import { addressOf, type BucketConnection } from "./address";
import { fromErrorResponse } from "./responses";
import { createSigner, queryOf, type Unsigned } from "./signing";
import { readWhole } from "../http/read-whole";

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

/** Size of a body chunk in bytes. Each chunk that is written resets the inactivity timeout. */
const chunkBytes = 64 * 1024;

export interface BucketRequest {
  method: Unsigned["method"];
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** A phrase for error messages: "store a script". */
  action: string;
  signal: AbortSignal | undefined;
}

export function createBucketRequests(deps: BucketDeps) {
  const { connection, now, timeoutMs = 30_000, policy = retryPolicies.bucketRequest } = deps;
  const connections = createConnections({ connections: 8, timeoutMs }, deps.routes);
  const signer = createSigner(connection, now);

  /**
   * Sends one request without retries. Resolves to a successful response, whose body the caller
   * reads.
   */
  async function respond(call: BucketRequest): Promise<Dispatcher.ResponseData> {
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
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    throw await readErrorResponse(response, call.action);
  }

  /** Sends one request without retries and returns the response as text. */
  const sendOnce = async (call: BucketRequest): Promise<string> =>
    (await readWhole((await respond(call)).body, maxResponseBytes(call.method))).toString("utf8");

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

  return {
    /** Sends a request; resolves to the response as text. */
    send,
    respond,
    sendHttp,
    readErrorResponse,
    retry,
    presign: signer.presign,
    close: connections.close,
  };
}

const maxResponseBytes = (method: Unsigned["method"]) =>
  method === "PUT" ? limits.putResponseBytes : limits.bucketResponseBytes;

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
