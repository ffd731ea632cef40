/**
 * The HTTP client of a service: base URL, token, timeouts, retries of repeatable requests, and
 * mapping of errors to error codes. All other clients of a workspace's service in this folder use
 * it.
 */
import type { Dispatcher } from "../../common/http/undici";
import { AppError, toProblem } from "../../common/errors";
import { concernsConnection } from "../../../preload/facts/errors";
import type { Problem } from "../../../preload/model";
import { retryPolicies, transientDelay, withRetry } from "../../common/retry";
import { createConnections } from "./http-agents";
import { createAuth } from "../auth";
import type { Connection } from "../connection";
import { fromStatus } from "./http-errors";
import { limits } from "./limits";
import { isLoopbackUrl, type Routes } from "./routes";
import { isHtml, refuseErrorAnswer } from "./success-answers";
import { createAuthorisedSender } from "./authorised-sender";
import type { CallOptions } from "./call-options";
import { fieldsOf } from "./fields";
import { readWhole } from "./read-whole";

export interface HttpDeps {
  /**
   * Called before each request, because the address of a local service changes when the service
   * restarts.
   */
  connection: () => Promise<Connection>;
  /**
   * Called after each request, with the connection problem or with null if the connection works.
   */
  observe?: (problem: Problem | null) => void;
  /**
   * Timeout in milliseconds for the response headers, and between two chunks of the response body.
   */
  timeoutMs?: number;
  /** Called with the origin of each signed URL that is used: a host of the storage. */
  onStorage?: (origin: string) => void;
  /** Default: direct. */
  routes?: Routes | undefined;
}

export interface Http {
  /**
   * The parsed JSON body (see `allowsPlainText`), or undefined for an empty body. Rejects with an
   * AppError, also for a successful answer that reports an error.
   */
  json(options: CallOptions): Promise<unknown>;
  /** Resolves with the same, its status, and whether the response says that it is a web page. */
  answer(options: CallOptions): Promise<{ value: unknown; status: number; isHtml: boolean }>;
  /** The response body of a 200 as a stream, for long lists. Any other status is an error. */
  stream(options: CallOptions): Promise<Dispatcher.ResponseData["body"]>;
  /**
   * A response of any successful status, with its body as a stream that the caller has to read or
   * to destroy. Rejects with "unexpected-answer" if it is a web page: the service has none, but the
   * sign-in page of a network or a proxy may respond in its place.
   */
  response(
    options: CallOptions,
  ): Promise<Pick<Dispatcher.ResponseData, "statusCode" | "headers" | "body">>;
  /**
   * Rejects with "unexpected-answer" unless the signed URL uses https, or it uses http and the
   * service runs on this computer.
   */
  requireSecure(signedUrl: string): Promise<void>;
  /**
   * Sends bytes to a URL that was signed for their type; resolves with the ETag of the response.
   * @throws AppError
   */
  put(
    signedUrl: string,
    body: { bytes: Uint8Array; contentType: string },
    signal: AbortSignal,
  ): Promise<string>;
  /**
   * Closes all connections. After a system resume or a network change, open connections are dead
   * but undetected.
   */
  refreshConnections(): void;
  /** Aborts active requests. */
  close(): Promise<void>;
}

export function createHttp(deps: HttpDeps): Http {
  const timeoutMs = deps.timeoutMs ?? 30_000;
  const connections = createConnections({ connections: 32, timeoutMs }, deps.routes);
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

  /**
   * Sends one request without retries. Resolves with a successful response whose body has not been
   * read.
   */
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
    const response = await connections.request(url, {
      method: options.method,
      headersTimeout: limit,
      bodyTimeout: limit,
      signal: options.signal ?? null,
      headers: {
        accept: "application/json",
        ...options.headers,
        ...(body === null ? {} : { "content-type": contentType }),
        ...(token === null
          ? {}
          : { authorization: connection.authScheme === "bearer" ? `Bearer ${token}` : token }),
      },
      body,
    });
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    if (response.statusCode === 307 && options.mayBeInStorage === true)
      return readFromStorage(connection, options, response);
    const refusal = await fromStatus(response);
    if (options.isProbe && response.statusCode === 403)
      throw new AppError("not-found", refusal.message, { cause: refusal });
    throw refusal;
  }

  /** SECURITY: the token is sent to the service only, and the URL never to a log. */
  async function readFromStorage(
    { baseUrl }: Connection,
    { headers: { range } = {}, timeoutMs: limit = timeoutMs, signal }: CallOptions,
    { headers, body }: Dispatcher.ResponseData,
  ): Promise<Dispatcher.ResponseData> {
    await body.dump().catch(() => undefined);
    const url = String(headers["location"] ?? "");
    if (!URL.canParse(url))
      throw new AppError("unexpected-answer", "the service refers to no URL of its storage");
    requireSecureUrl(url, baseUrl);
    const response = await connections.request(url, {
      method: "GET",
      headersTimeout: limit,
      bodyTimeout: limit,
      signal: signal ?? null,
      headers: { accept: "*/*", ...(range === undefined ? {} : { range }) },
    });
    const { statusCode: status } = response;
    if (status === 200 || status === 206) {
      const { etag } = headers;
      return etag === undefined
        ? response
        : { ...response, headers: { ...response.headers, etag } };
    }
    await response.body.dump().catch(() => undefined);
    // 403 is a URL that has expired: the next attempt gets another one.
    const code = status === 404 ? "not-found" : status === 416 ? "invalid-input" : "service-error";
    throw new AppError(code, `the storage of the service responds with HTTP ${status}`);
  }

  /** @throws AppError "unexpected-answer" */
  function requireSecureUrl(url: string, baseUrl: string): void {
    const { origin, protocol } = new URL(url);
    deps.onStorage?.(origin);
    // SECURITY: media and the signature of the URL cross a network over TLS only.
    if (protocol === "https:" || (protocol === "http:" && isLoopbackUrl(baseUrl))) return;
    throw new AppError("unexpected-answer", "the signed URL does not use https");
  }

  const sendAuthorised = createAuthorisedSender({ connection: deps.connection, auth, send });

  /**
   * Sends a request and retries it if it is repeatable. Reports the state of the connection to
   * `observe`.
   */
  async function sendWithRetry(options: CallOptions): Promise<Dispatcher.ResponseData> {
    const { isRepeatable, isProbe, signal } = options;
    try {
      const response = await withRetry(() => sendAuthorised(options), {
        policy: retryPolicies.serviceRequest,
        minDelayOf: (error) => (isRepeatable ? transientDelay(error) : null),
        signal,
      });
      deps.observe?.(null);
      return response;
    } catch (error) {
      if (!signal?.aborted && !isProbe && error instanceof AppError)
        deps.observe?.(concernsConnection(error.code) ? toProblem(error) : null);
      throw error;
    }
  }

  async function answer(options: CallOptions) {
    const response = await sendWithRetry(options);
    const value = await readJson(response, options.allowsPlainText);
    // The extensions have fields of their own, and are offered by services of this application
    // only.
    if (!options.path.startsWith("/local/"))
      refuseErrorAnswer(value, {
        names: pathsOf(options.body),
        ignoresMessage: options.judgesMessage === true,
      });
    const { statusCode: status, headers } = response;
    return { value, status, isHtml: isHtml(headers["content-type"]) };
  }

  return {
    json: async (options) => (await answer(options)).value,
    answer,
    async stream(options) {
      const response = await sendWithRetry(options);
      if (response.statusCode === 200) return response.body;
      await response.body.dump().catch(() => undefined);
      throw new AppError("unexpected-answer", `HTTP ${response.statusCode} instead of a list`);
    },
    async response(options) {
      const response = await sendWithRetry(options);
      if (!isHtml(response.headers["content-type"])) return response;
      await response.body.dump().catch(() => undefined);
      throw new AppError("unexpected-answer", "a web page responded instead of the service");
    },
    async requireSecure(signedUrl) {
      requireSecureUrl(signedUrl, (await deps.connection()).baseUrl);
    },
    async put(signedUrl, { bytes, contentType }, signal) {
      const { statusCode, headers, body } = await connections.request(signedUrl, {
        method: "PUT",
        headersTimeout: putTimeoutMs,
        bodyTimeout: timeoutMs,
        signal,
        headers: { "content-type": contentType },
        body: bytes,
      });
      await body.dump().catch(() => undefined);
      const { etag } = headers;
      if (statusCode >= 200 && statusCode < 300 && typeof etag === "string") return etag;
      // 403 is a URL that has expired: the next attempt gets another one.
      const code = statusCode === 507 ? "service-full" : "service-error";
      throw new AppError(code, `the storage of the service responds with HTTP ${statusCode}`);
    },
    refreshConnections: connections.reset,
    close: connections.close,
  };
}

/** The time limit of a part, whose bytes may be sent slowly. */
const putTimeoutMs = 30 * 60_000;

/** The paths of the gallery in a request. */
function pathsOf(body: unknown): string[] {
  const { fileName, paths } = fieldsOf(body) ?? {};
  return [fileName, paths].flat().filter((value) => typeof value === "string");
}

function addressOf(baseUrl: string, options: CallOptions): string {
  const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : "";
  return `${baseUrl.replace(/(?<!\/)\/+$/, "")}${options.path}${query}`;
}

async function readJson(
  response: Dispatcher.ResponseData,
  allowsPlainText = false,
): Promise<unknown> {
  const body = await readWhole(response.body, limits.responseBytes);
  const text = body.toString("utf8").trim();
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (allowsPlainText) return text;
    throw new AppError("unexpected-answer", "the response is not JSON", { cause: error });
  }
}
