/**
 * One call to a service's interface: base URL, token, timeouts, retries of what is safe to repeat, and failures
 * read into codes. Everything else in this folder is built from it.
 */
import { request, type Dispatcher } from "undici";
import { AppError, toProblem } from "../common/errors";
import { concernsConnection, isTransient } from "../../preload/facts/errors";
import type { ErrorCode, Problem } from "../../preload/model";
import { backoffDelay, pause } from "../common/retry";
import { createConnections, isLoopbackUrl, type ProxyFor } from "./http-agents";
import { createAuth } from "./auth";
import type { Connection } from "./connection";
import { fromNetworkError, fromStatus } from "./http-errors";
import { limits } from "./limits";

export interface HttpDeps {
  /** Asked before each call: a local service's address changes when it restarts. */
  connection: () => Promise<Connection>;
  /** Told how each call went: null when the service answered as it should. */
  observe?: (problem: Problem | null) => void;
  /** Milliseconds without an answer, or without a byte of it, before a call is given up. */
  timeoutMs?: number;
  /** First step of the wait between repeats, in milliseconds; doubles with each. */
  backoffMs?: number;
  /** No proxy unless given. */
  proxyFor?: ProxyFor | undefined;
}

export interface CallOptions {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base URL, beginning with "/"; its segments already encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** What is sent as it is, in the place of a body that is JSON. */
  bytes?: Uint8Array;
  /** Whether sending it twice does what sending it once does: then lost answers are asked for again. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
  /** Milliseconds for this call in the place of the usual ones. */
  timeoutMs?: number;
  /**
   * Asks whether there is something at all. A gateway answers 403 for a path that it does not know: here that is
   * "not-found", and no failure says anything of the way to the service.
   */
  isProbe?: boolean;
  /** An answer that is not JSON is returned as its text (interface §4.1: "a URL string", with or without quotes). */
  allowsPlainText?: boolean;
}

export interface Http {
  /** The answer's JSON (see `allowsPlainText`), or undefined where there is no body. Rejects with an AppError. */
  json(options: CallOptions): Promise<unknown>;
  /** The body of a 200 as it comes, for long lists. Every other answer is a failure. */
  stream(options: CallOptions): Promise<Dispatcher.ResponseData["body"]>;
  /**
   * Rejects with "unexpected-answer" unless a URL that the service has signed is https, or the service is on this
   * computer.
   */
  requireSecure(signedUrl: string): Promise<void>;
  /** Drops all connections: after waking up and on a change of network they are dead without knowing it. */
  refreshConnections(): void;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** After these another token may be accepted. */
const renewable: readonly ErrorCode[] = ["token-refused", "request-refused"];
/** Checks a token at the lowest cost; a 404 means that there are no models (interface-notes). */
const tokenCheck: CallOptions = { method: "GET", path: "/models", isRepeatable: true };
const maxTries = 3;
/** A wait that the service asks for and that is longer than this is left to the caller. */
const longestInlineWaitMs = 2_000;

export function createHttp(deps: HttpDeps): Http {
  const timeoutMs = deps.timeoutMs ?? 30_000;
  const connections = createConnections({ connections: 8, timeoutMs }, deps.proxyFor);
  const auth = createAuth({
    send: async (connection, path, body) => {
      const response = await send(
        connection,
        { method: "POST", path, body, isRepeatable: false },
        null,
      );
      return readJson(response);
    },
  });

  /** One request, no retry. Resolves with a successful response whose body is still to be read. */
  async function send(
    connection: Connection,
    options: CallOptions,
    token: string | null,
  ): Promise<Dispatcher.ResponseData> {
    const url = addressOf(connection.baseUrl, options);
    const limit = options.timeoutMs ?? timeoutMs;
    const body =
      options.bytes ?? (options.body === undefined ? null : JSON.stringify(options.body));
    const contentType = options.bytes ? "application/octet-stream" : "application/json";
    let response: Dispatcher.ResponseData;
    try {
      response = await request(url, {
        method: options.method,
        dispatcher: await connections.to(url),
        headersTimeout: limit,
        bodyTimeout: limit,
        signal: options.signal ?? null,
        headers: {
          accept: "application/json",
          ...(body === null ? {} : { "content-type": contentType }),
          ...(token === null
            ? {}
            : { authorization: connection.authScheme === "bearer" ? `Bearer ${token}` : token }),
        },
        body,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw fromNetworkError(error);
    }
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    const refusal = await fromStatus(response);
    if (options.isProbe && response.statusCode === 403)
      throw new AppError("not-found", refusal.message, { cause: refusal });
    throw refusal;
  }

  /**
   * Sends a call with a token. After a 401 or 403 the token is refreshed once, then fetched anew once (interface-notes
   * § Authentication).
   *
   * Note: 401 and 403. A 401 with a fresh token means that the credentials are refused. A 403 may mean that, an
   * expired token, or that this one request is not allowed. So with a fresh token the cheap check decides: where it
   * is answered, the request alone was refused.
   */
  async function sendAuthorised(options: CallOptions): Promise<Dispatcher.ResponseData> {
    const connection = await deps.connection();
    let token = await auth.token(connection);
    for (const renew of [auth.refreshed, auth.renewed, null]) {
      const begunAt = performance.now();
      try {
        const response = await send(connection, options, token);
        auth.accepted(token, begunAt);
        return response;
      } catch (error) {
        if (!(error instanceof AppError) || !renewable.includes(error.code)) throw error;
        if (error.code === "request-refused" && (renew === null || auth.isFresh(token))) {
          if (await isTokenAccepted(connection, token, begunAt, options.signal)) throw error;
        }
        if (renew === null) throw new AppError("token-refused", error.message, { cause: error });
        token = await renew(connection, token);
      }
    }
    throw new AppError("token-refused", "the service refuses every token");
  }

  /** Whether a call that began later than `since` was accepted with this token; if none was, one is sent. */
  async function isTokenAccepted(
    connection: Connection,
    token: string,
    since: number,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    if (auth.wasAccepted(token, since)) return true;
    const begunAt = performance.now();
    try {
      const response = await send(connection, { ...tokenCheck, signal }, token);
      await response.body.dump();
    } catch (error) {
      const code = error instanceof AppError ? error.code : "internal";
      if (renewable.includes(code)) return false;
      if (code !== "not-found") throw error;
    }
    auth.accepted(token, begunAt);
    return true;
  }

  async function sendPatiently(options: CallOptions): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await sendAuthorised(options);
        deps.observe?.(null);
        return response;
      } catch (error) {
        if (options.signal?.aborted) throw error;
        const wait = waitBefore(error, attempt, options);
        if (wait === null) {
          if (error instanceof AppError && !options.isProbe)
            deps.observe?.(concernsConnection(error.code) ? toProblem(error) : null);
          throw error;
        }
        await pause(wait, options.signal);
      }
    }
  }

  function waitBefore(error: unknown, attempt: number, options: CallOptions): number | null {
    if (!(error instanceof AppError) || !options.isRepeatable || attempt >= maxTries) return null;
    if (!isTransient(error.code)) return null;
    const wait = error.retryAfterMs ?? backoffDelay(attempt, deps.backoffMs ?? 250);
    return wait <= longestInlineWaitMs ? wait : null;
  }

  return {
    async json(options) {
      const response = await sendPatiently(options);
      return readJson(response, options.allowsPlainText);
    },
    async stream(options) {
      const response = await sendPatiently(options);
      if (response.statusCode === 200) return response.body;
      await response.body.dump().catch(() => undefined);
      throw new AppError("unexpected-answer", `HTTP ${response.statusCode} in place of a list`);
    },
    async requireSecure(signedUrl) {
      // SECURITY: media and the signature of the URL cross a network over TLS only.
      if (new URL(signedUrl).protocol === "https:") return;
      const { baseUrl } = await deps.connection();
      if (new URL(signedUrl).protocol === "http:" && isLoopbackUrl(baseUrl)) return;
      throw new AppError("unexpected-answer", "the service gave a signed URL that is not https");
    },
    refreshConnections: connections.renew,
    close: connections.close,
  };
}

function addressOf(baseUrl: string, options: CallOptions): string {
  const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : "";
  return `${baseUrl.replace(/(?<!\/)\/+$/, "")}${options.path}${query}`;
}

async function readJson(
  response: Dispatcher.ResponseData,
  allowsPlainText = false,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.answerBytes)
        throw new AppError("unexpected-answer", "the answer is too long");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw fromNetworkError(error);
  }
  const text = Buffer.concat(chunks).toString("utf8").trim();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (allowsPlainText) return text;
    throw new AppError("unexpected-answer", "the answer is not JSON", { cause: error });
  }
}
