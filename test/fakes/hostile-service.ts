/**
 * A service that answers as it pleases: a stand-in for what no real one does on command. Whatever no answer was set
 * for is answered as the gateway before the hosted service does it: 403.
 */
import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** An answer; `body` may be long and come in pieces. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Anything but a text, bytes or pieces is sent as JSON. */
  body?: unknown;
  pieces?: Iterable<string | Uint8Array>;
  /** Milliseconds before it is sent. */
  delayMs?: number;
  /** Cuts the connection after the body has been sent so far, without ending it. */
  isCut?: boolean;
}
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  /** Of the body as it came. */
  md5: string;
  /** As sent in the header; "" without one. */
  token: string;
  at: number;
}
type Answer = Reply | ((asked: Asked) => Reply | Promise<Reply>);

export interface HostileService {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Everything that was asked, tokens apart. */
  asked: Asked[];
  /** How often this was asked. */
  count(method: string, path: string): number;
  /** Sets the answer of a method and path ("GET /projects"), below the base URL and without its query. */
  on(route: string, answer: Answer): void;
  /** Requests being answered now, and the most there ever were. */
  readonly underWay: number;
  readonly mostUnderWay: number;
  close(): Promise<void>;
}

const prefix = "/v1";

export async function startHostileService(): Promise<HostileService> {
  const answers = new Map<string, Answer>();
  const asked: Asked[] = [];
  let underWay = 0;
  let mostUnderWay = 0;

  async function find(one: Asked): Promise<Reply> {
    if (one.path === "/auth/token" && !answers.has("POST /auth/token"))
      return { body: { accessToken: "token", refreshToken: "refresh" } };
    asked.push(one);
    const answer = answers.get(`${one.method} ${one.path}`);
    if (!answer) return { status: 403, body: { message: "Missing Authentication Token" } };
    return typeof answer === "function" ? answer(one) : answer;
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
    // What was written so far is on its way before the connection ends.
    if (reply.isCut) setTimeout(() => request.socket.resetAndDestroy(), 20);
    else response.end();
  }

  const server = http.createServer((request, response) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    response.once("close", () => (underWay -= 1));
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const service: HostileService = {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    clientId: "client",
    clientSecret: "secret",
    asked,
    count: (method, path) =>
      asked.filter((one) => one.method === method && one.path === path).length,
    on: (route, answer) => void answers.set(route, answer),
    get underWay() {
      return underWay;
    },
    get mostUnderWay() {
      return mostUnderWay;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  service.on("GET /models", { body: [] });
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
