/** The listener: who may ask, how long they may take, and that every request gets an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { AppError, systemCode } from "../common/errors";
import type { Log } from "../common/log";
import { objectsPrefix } from "./presign";
import { HttpProblem, internalProblem, toHttpProblem } from "./problem";
import { drain, refuseBroken, writeProblem } from "./http-errors";

export interface HttpDeps {
  api: Hono;
  /** Answers requests below the objects' prefix, or throws. */
  receiveObject: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  log: Log;
  /** How long a body that is no upload may take; 60,000 unless told otherwise. In milliseconds. */
  bodyMs?: number | undefined;
}

export interface HttpListener {
  port: number;
  /** Takes no more requests, gives those under way `graceMs`, and resolves when none is left. */
  close(graceMs: number): Promise<void>;
}

const host = "127.0.0.1";
/** SECURITY: bounds for those who send slowly, in milliseconds. Uploads have their own. */
const headersMs = 15_000;
const jsonBodyMs = 60_000;
const idleConnectionMs = 65_000;
const maxHeaderBytes = 16 * 1024;
const maxHeaders = 100;

/** Listens on loopback. @throws AppError "local-service-failed" when the port cannot be had. */
export async function listen(deps: HttpDeps, port: number): Promise<HttpListener> {
  const { api, log, bodyMs = jsonBodyMs } = deps;
  const underWay = new Set<Promise<void>>();
  let allowedHosts: ReadonlySet<string> = new Set();
  let allowedOrigins: ReadonlySet<string> = new Set();

  /** Whoever went before they had sent all: nobody is there to be told, or to be blamed. */
  const isGone = (request: IncomingMessage) => request.destroyed && !request.complete;
  const answerOf = ({ message, status, headers }: HttpProblem) =>
    Response.json({ message }, { status, headers });
  api.onError((error, context) => {
    if (isGone((context.env as HttpBindings).incoming)) return RESPONSE_ALREADY_SENT;
    return answerOf(toHttpProblem(error) ?? unexpected(error));
  });
  const apiListener = getRequestListener(api.fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      answerOf(
        error instanceof RequestError
          ? new HttpProblem(400, `the request is malformed: ${error.message}`)
          : unexpected(error),
      ),
  });

  function unexpected(error: unknown): HttpProblem {
    log.error("local service: a request failed", error);
    return internalProblem;
  }

  function checkSender(request: IncomingMessage): void {
    // SECURITY: a page in a browser can be made to ask us, by a name that leads here; it cannot forge these.
    if (!allowedHosts.has(request.headers.host ?? ""))
      throw new HttpProblem(403, "Host: must be that of this service");
    const { origin } = request.headers;
    if (origin !== undefined && !allowedOrigins.has(origin))
      throw new HttpProblem(403, "Origin: pages of other origins are not answered");
    if (!request.url?.startsWith("/")) throw new HttpProblem(400, "the request needs a path");
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      checkSender(request);
      if (request.url?.startsWith(objectsPrefix)) {
        await deps.receiveObject(request, response);
        return;
      }
      boundBody(request, response);
      if (request.headers.expect !== undefined) response.writeContinue();
      await apiListener(request, response);
    } catch (error) {
      if (isGone(request)) return;
      await refuse(request, response, toHttpProblem(error) ?? unexpected(error));
    }
  }

  /** Ends a request whose body does not come to its end, answered or not. */
  function boundBody(request: IncomingMessage, response: ServerResponse): void {
    const timer = setTimeout(() => {
      if (request.complete) return;
      const tooSlow = new HttpProblem(408, "body: did not come in time");
      if (!response.headersSent) writeProblem(response, tooSlow, { Connection: "close" });
      response.end(() => request.destroy());
    }, bodyMs).unref();
    request.once("close", () => clearTimeout(timer));
  }

  const server = createServer(
    {
      headersTimeout: headersMs,
      // Uploads may take hours; the time of other requests is bounded above.
      requestTimeout: 0,
      keepAliveTimeout: idleConnectionMs,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: maxHeaderBytes,
      // Who sends none is told why, as with a wrong one.
      requireHostHeader: false,
    },
    onRequest,
  );
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    answers.set(request.socket, response);
    // A connection that breaks is seen where its bytes are read.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const work = answer(request, response).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  // Those who ask first are told of a refusal before they send gigabytes.
  server.on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => {
    void refuse(request, response, new HttpProblem(417, "Expect: only 100-continue is known"));
  });
  const answers = new WeakMap<object, ServerResponse>();
  server.on("clientError", (error, socket) => {
    const answer = answers.get(socket);
    // In the middle of an answer there is no place for another.
    if (answer?.headersSent && !answer.writableFinished) socket.destroy();
    else refuseBroken(socket, error);
  });
  server.on("connect", (_request, socket) => refuseBroken(socket, null));
  server.maxHeadersCount = maxHeaders;

  const actualPort = await start(server, port);
  allowedHosts = new Set([`${host}:${actualPort}`, `localhost:${actualPort}`]);
  allowedOrigins = new Set([...allowedHosts].map((name) => `http://${name}`));
  return {
    port: actualPort,
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await Promise.allSettled([...underWay]);
      server.closeAllConnections();
      await closed;
      clearTimeout(timer);
    },
  };
}

function start(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const reason = systemCode(error) === "EADDRINUSE" ? "is in use" : "cannot be listened on";
      const message = `port ${port} of ${host} ${reason}`;
      reject(new AppError("local-service-failed", message, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Answers a problem. What the sender is still sending is read for a while, or it would never see the answer. */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  problem: HttpProblem,
): Promise<void> {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  writeProblem(response, problem, request.complete ? {} : { Connection: "close" });
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  response.end();
}
