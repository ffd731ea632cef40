/** The listener: who may ask, how long they may take, and that every request gets an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { AppError, systemCode } from "../errors";
import type { Log } from "../log";
import { objectsPrefix } from "./presign";
import { HttpProblem, internalProblem, toHttpProblem } from "./problem";

export interface HttpDeps {
  api: Hono;
  /** Answers requests below the objects' prefix, or throws. */
  receiveObject: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  log: Log;
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
/** What is still read of a request that was refused, so that its sender gets to see the answer. */
const drainBytes = 64 * 1024 ** 2;
const drainMs = 5000;

/** Listens on loopback. @throws AppError "local-service-failed" when the port cannot be had. */
export async function listen(deps: HttpDeps, port: number): Promise<HttpListener> {
  const { api, log } = deps;
  const underWay = new Set<Promise<void>>();
  let allowedHosts: ReadonlySet<string> = new Set();
  let allowedOrigins: ReadonlySet<string> = new Set();

  api.onError((error) => {
    const problem = toHttpProblem(error) ?? unexpected(error);
    return Response.json(
      { message: problem.message },
      { status: problem.status, headers: problem.headers },
    );
  });
  const apiListener = getRequestListener(api.fetch, { overrideGlobalObjects: false });

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
      const timer = setTimeout(() => request.complete || request.destroy(), jsonBodyMs).unref();
      if (request.headers.expect !== undefined) response.writeContinue();
      await apiListener(request, response);
      clearTimeout(timer);
    } catch (error) {
      // Nobody is there to be told, or to be blamed.
      if (request.destroyed && !request.complete) return;
      await refuse(request, response, toHttpProblem(error) ?? unexpected(error));
    }
  }

  const server = createServer(
    {
      headersTimeout: headersMs,
      // Uploads may take hours; the time of other requests is bounded above.
      requestTimeout: 0,
      keepAliveTimeout: idleConnectionMs,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: maxHeaderBytes,
    },
    onRequest,
  );
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    // A connection that breaks is seen where its bytes are read.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const work = answer(request, response).finally(() => underWay.delete(work));
    underWay.add(work);
  }
  // Those who ask first are told of a refusal before they send gigabytes.
  server.on("checkContinue", onRequest);
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
  const body = Buffer.from(JSON.stringify({ message: problem.message }));
  response.writeHead(problem.status, {
    ...problem.headers,
    "Content-Type": "application/json",
    "Content-Length": body.length,
    ...(request.complete ? {} : { Connection: "close" }),
  });
  response.write(body);
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  response.end();
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let drained = 0;
    const timer = setTimeout(resolve, drainMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on("data", (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > drainBytes) end();
    });
    request.once("end", end);
    request.once("close", end);
    request.resume();
  });
}
