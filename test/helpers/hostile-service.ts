/**
 * A service with arbitrary responses, for behaviour that a real service cannot be made to show. A
 * request without a configured response gets 403, as from the gateway of the hosted service.
 */
import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** A response. The body is `body`, or `pieces` for a long one. */
interface CannedResponse {
  status?: number;
  headers?: Record<string, string>;
  /** A body that is neither a string nor bytes is sent as JSON. */
  body?: unknown;
  pieces?: Iterable<string | Uint8Array>;
  /** The delay before the response, in milliseconds. */
  delayMs?: number;
  /** Resets the connection after this body has been sent, without ending the response. */
  isReset?: boolean;
}
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  /** The MD5 of the received body. */
  md5: string;
  /** The token in the header; "" for none. */
  token: string;
  at: number;
}
type ResponseSource =
  CannedResponse | ((request: ReceivedRequest) => CannedResponse | Promise<CannedResponse>);

export interface HostileService {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** All requests, except those for tokens. */
  requests: ReceivedRequest[];
  /** The number of requests with this method and path. */
  count(method: string, path: string): number;
  /**
   * Sets the response for a method and a path below the base URL, without a query ("GET
   * /projects").
   */
  respondTo(route: string, response: ResponseSource): void;
  /** The current and the maximum number of requests in progress. */
  readonly activeRequests: number;
  readonly maxActiveRequests: number;
  close(): Promise<void>;
}

const prefix = "/v1";

export async function startHostileService(): Promise<HostileService> {
  const responses = new Map<string, ResponseSource>();
  const requests: ReceivedRequest[] = [];
  let activeRequests = 0;
  let maxActiveRequests = 0;

  async function find(one: ReceivedRequest): Promise<CannedResponse> {
    if (one.path === "/auth/token" && !responses.has("POST /auth/token"))
      return { body: { accessToken: "token", refreshToken: "refresh" } };
    requests.push(one);
    const reply = responses.get(`${one.method} ${one.path}`);
    if (!reply) return { status: 403, body: { message: "Missing Authentication Token" } };
    return typeof reply === "function" ? reply(one) : reply;
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? "/", "http://service");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const reply = await find({
      method: request.method ?? "GET",
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      body: Buffer.concat(chunks).toString(),
      md5: createHash("md5").update(Buffer.concat(chunks)).digest("hex"),
      token: request.headers.authorization ?? "",
      at: Date.now(),
    });
    if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    const { status = 200, headers, body } = reply;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    for (const piece of reply.pieces ?? [asText(body)]) {
      if (response.destroyed) return;
      if (!response.write(piece)) await drained(response);
    }
    // The delay gives the written bytes time to be sent before the connection is reset.
    if (reply.isReset) setTimeout(() => request.socket.resetAndDestroy(), 20);
    else response.end();
  }

  const server = http.createServer((request, response) => {
    activeRequests += 1;
    maxActiveRequests = Math.max(maxActiveRequests, activeRequests);
    response.once("close", () => (activeRequests -= 1));
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const service: HostileService = {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    clientId: "client",
    clientSecret: "secret",
    requests,
    count: (method, path) =>
      requests.filter((one) => one.method === method && one.path === path).length,
    respondTo: (route, reply) => void responses.set(route, reply),
    get activeRequests() {
      return activeRequests;
    },
    get maxActiveRequests() {
      return maxActiveRequests;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  service.respondTo("GET /models", { body: [] });
  return service;
}

function asText(body: unknown): string | Uint8Array {
  if (body === undefined) return "";
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
}

function drained(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.on("drain", go);
    response.on("close", go);
  });
}
