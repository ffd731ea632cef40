/**
 * The HTTP listener: checks Host and Origin, applies timeouts, and sends a response to every
 * request.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import { isIPv6, type AddressInfo } from "node:net";
import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { AppError, systemCode } from "../common/errors";
import type { Log } from "../common/log";
import { pause } from "../common/retry";
import { objectsPrefix } from "./common/presign";
import { HttpError, toHttpError, unexpectedResponse } from "./common/http-error";
import {
  loopback,
  readTlsFiles,
  versionOf,
  type ListenAddress,
  type TlsFiles,
} from "./common/listen-address";
import { drain, rejectMalformed, writeError } from "./error-responses";

export interface HttpDeps {
  api: Hono;
  /** Handles requests below `objectsPrefix`, or throws. */
  receiveObject: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  log: Log;
  /** Whether a connection may be used; without it, every one may. */
  acceptsPeer?: ((request: IncomingMessage) => boolean) | undefined;
  /** Called with each request that Node could parse, before it is handled. */
  onRequest?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The paths that respond while the listener drains. */
  openWhileDraining?: readonly string[] | undefined;
  /** Timeout of a request body outside of uploads, in milliseconds; default 60,000. */
  bodyMs?: number | undefined;
}

export interface HttpListener {
  port: number;
  /** Such as "http://127.0.0.1:4000": what clients use. */
  origin: string;
  /**
   * From now on new requests get 503 and the end of their connection. Resolves with the number of
   * the earlier ones that have not ended: 0 as soon as all have, or others when the signal is
   * aborted. `noticeMs`: before, requests are still handled for this time, each as the last one of
   * its connection; then new connections are refused, which a proxy opens to another service.
   */
  drain(signal: AbortSignal, noticeMs?: number): Promise<number>;
  /**
   * Stops accepting requests, waits up to `graceMs` for active ones, and resolves when all have
   * ended.
   */
  close(graceMs: number): Promise<void>;
}

const certificateCheckMs = 60_000;
/** To a new request while the listener drains. A client repeats the request then. */
const stopping = new HttpError(503, "the service stops", {
  "Retry-After": "5",
  Connection: "close",
});
/** SECURITY: timeouts against slow senders, in milliseconds. Uploads have their own. */
const headersMs = 15_000;
const jsonBodyMs = 60_000;
const idleConnectionMs = 65_000;
const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;

/**
 * Listens, by default on loopback.
 * @throws AppError "local-service-failed" when the port cannot be opened
 */
export async function listen(
  deps: HttpDeps,
  port: number,
  place: ListenAddress = loopback,
): Promise<HttpListener> {
  const { api, log, bodyMs = jsonBodyMs } = deps;
  const activeRequests = new Set<Promise<void>>();
  /** The responses that are not sent yet. */
  const openResponses = new Set<ServerResponse>();
  let isEnding = false;
  let isDraining = false;
  let allowedHosts: ReadonlySet<string> = new Set();
  let allowedOrigins: ReadonlySet<string> = new Set();

  /**
   * The client disconnected before the body was complete: no response is possible, and it is not a
   * server error.
   */
  const isDisconnected = (request: IncomingMessage) => request.destroyed && !request.complete;
  const toResponse = ({ message, status, headers }: HttpError) =>
    Response.json({ message }, { status, headers });
  api.onError((error, context) => {
    if (isDisconnected((context.env as HttpBindings).incoming)) return RESPONSE_ALREADY_SENT;
    return toResponse(toHttpError(error) ?? unexpected(error));
  });
  const apiListener = getRequestListener(api.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      toResponse(
        error instanceof RequestError
          ? new HttpError(400, `the request is malformed: ${error.message}`)
          : unexpected(error),
      ),
  });

  function unexpected(error: unknown): HttpError {
    log.error("local service: a request failed", error);
    return unexpectedResponse(error);
  }

  function checkSender(request: IncomingMessage): void {
    if (deps.acceptsPeer && !deps.acceptsPeer(request))
      throw new HttpError(403, "plain HTTP is for this computer and the proxies only; use HTTPS");
    // SECURITY: DNS rebinding lets a web page send requests to this service, but it cannot forge
    // Host or Origin.
    if (!allowedHosts.has(request.headers.host ?? ""))
      throw new HttpError(403, "Host: must be the address of this service");
    const { origin } = request.headers;
    if (origin !== undefined && !allowedOrigins.has(origin))
      throw new HttpError(403, "Origin: requests from pages of other origins are rejected");
    if (!request.url?.startsWith("/")) throw new HttpError(400, "the request needs a path");
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      checkSender(request);
      if (isEnding) response.setHeader("Connection", "close");
      if (isDraining && !deps.openWhileDraining?.includes(request.url ?? "")) throw stopping;
      if (request.url?.startsWith(objectsPrefix)) {
        await deps.receiveObject(request, response);
        return;
      }
      limitBodyTime(request, response);
      if (request.headers.expect !== undefined) response.writeContinue();
      await apiListener(request, response);
    } catch (error) {
      if (isDisconnected(request)) return;
      await sendError(request, response, toHttpError(error) ?? unexpected(error));
    }
  }

  /**
   * Closes the connection of a request whose body is not complete in time, with or without a
   * response.
   */
  function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      if (request.complete) return;
      const tooSlow = new HttpError(408, "body: was not received in time");
      if (!response.headersSent) writeError(response, tooSlow, { Connection: "close" });
      response.end(() => request.destroy());
    }, bodyMs).unref();
    request.once("close", () => clearTimeout(timer));
  }

  const server = createListener(
    {
      headersTimeout: headersMs,
      // Uploads may take hours; `limitBodyTime` applies to all other requests.
      requestTimeout: 0,
      keepAliveTimeout: idleConnectionMs,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: maxHeaderBytes,
      // A missing Host gets the same 403 as a wrong one.
      requireHostHeader: false,
    },
    place.tls,
  );
  server.on("request", onRequest);
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    responses.set(request.socket, response);
    openResponses.add(response);
    response.once("close", () => openResponses.delete(response));
    deps.onRequest?.(request, response);
    // Connection errors are handled where the body is read.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const work = handle(request, response).finally(() => activeRequests.delete(work));
    activeRequests.add(work);
  }
  // With "Expect: 100-continue" a client gets an error before it sends gigabytes.
  server.on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => {
    void sendError(request, response, new HttpError(417, "Expect: only 100-continue is supported"));
  });
  const responses = new WeakMap<object, ServerResponse>();
  server.on("clientError", (error, socket) => {
    const response = responses.get(socket);
    // An error response cannot be sent inside another response.
    if (response?.headersSent && !response.writableFinished) socket.destroy();
    else rejectMalformed(socket, error);
  });
  server.on("connect", (_request, socket) => rejectMalformed(socket, null));
  server.maxHeadersCount = maxHeaders;

  const actualPort = await start(server, place.host, port);
  const scheme = place.tls ? "https" : "http";
  const hostName = isIPv6(place.host) ? `[${place.host}]` : place.host;
  const origin = place.publicOrigin ?? `${scheme}://${hostName}:${actualPort}`;
  // Monitors on this computer use loopback.
  const names = [`127.0.0.1:${actualPort}`, `localhost:${actualPort}`];
  allowedHosts = new Set([...names, new URL(origin).host]);
  allowedOrigins = new Set([...names.map((name) => `${scheme}://${name}`), origin]);
  const certificate = place.tls && watchCertificate(server as SecureServer, place.tls, log);
  return {
    port: actualPort,
    origin,
    async drain(signal, noticeMs = 0) {
      isEnding = noticeMs > 0;
      if (isEnding) {
        // An aborted signal only ends the pause.
        await pause(noticeMs, signal).catch(() => undefined);
        server.close();
      }
      isDraining = true;
      // Later requests are short, and there may always be one.
      const earlier = new Set(openResponses);
      if (signal.aborted || earlier.size === 0) return earlier.size;
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(earlier.size), { once: true });
        for (const response of earlier)
          response.once("close", () => {
            earlier.delete(response);
            if (earlier.size === 0) resolve(0);
          });
      });
    },
    async close(graceMs) {
      certificate?.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      // A connection that is still open can start another request meanwhile.
      while (activeRequests.size > 0) await Promise.allSettled([...activeRequests]);
      server.closeAllConnections();
      await closed;
      await Promise.allSettled([...activeRequests]);
      clearTimeout(timer);
    },
  };
}

function createListener(options: ServerOptions, tls: TlsFiles | null): Server | SecureServer {
  if (!tls) return createServer(options);
  try {
    return createSecureServer({ ...options, ...readTlsFiles(tls) });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // SECURITY: the error may contain parts of the key.
    throw new AppError("local-service-failed", "the certificate and its key cannot be used");
  }
}

/** Uses a certificate that was replaced, such as one that was renewed, for new connections. */
function watchCertificate(server: SecureServer, files: TlsFiles, log: Log): { stop: () => void } {
  let used = "";
  async function check() {
    const version = await versionOf(files);
    if (version === used) return;
    if (used !== "") {
      server.setSecureContext(readTlsFiles(files));
      log.info("local service: a new certificate is used");
    }
    used = version;
  }
  const tryCheck = () =>
    void check().catch(() => log.warn("local service: the new certificate cannot be used"));
  tryCheck();
  const timer = setInterval(tryCheck, files.checkMs ?? certificateCheckMs).unref();
  return { stop: () => clearInterval(timer) };
}

function start(server: Server | SecureServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const reason = systemCode(error) === "EADDRINUSE" ? "is in use" : "cannot be listened on";
      const message = `port ${port} of ${host} ${reason}`;
      reject(new AppError("local-service-failed", message, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Sends an error response. The rest of the body is read and discarded within limits: a client that
 * is still sending would otherwise see a connection reset instead of the response.
 */
async function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
): Promise<void> {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  writeError(response, error, request.complete ? {} : { Connection: "close" });
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  response.end();
}
