/**
 * A hosted dubbing service with faults, over real HTTP: the calls of interface §4.1 and its
 * storage. It stores the hash of everything that it received, but no bytes. `isWhole` compares
 * the hashes to find which objects the storage has.
 */
import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request that has arrived. */
interface ServedRequest {
  /** "token": a new token, or a refreshed one. */
  kind: "token" | "sign" | "begin" | "complete" | "list" | "put" | "other";
  /** The gallery path; "" for others. */
  path: string;
  /** The number of a part; 0 for a whole file. */
  part: number;
  /** The number of requests of the same kind, path and part so far, this one included. */
  attempt: number;
  /** When it arrived, in milliseconds of performance.now(). */
  at: number;
  /** The status of the response; 0 if there was none. */
  status: number;
}

export type ServiceFault =
  /**
   * Responds without executing the request; "early": before its body was read, and closes the
   * connection.
   */
  | {
      kind: "respond";
      status: number;
      headers?: Record<string, string>;
      body?: string;
      isEarly?: boolean;
    }
  /** Resets the connection after this many bytes of the body. */
  | { kind: "reset"; afterBytes: number }
  /** Reads this many bytes of the body each 100 milliseconds. */
  | { kind: "trickle"; bytes: number }
  /** Reads the body, and never responds. "after": executes the request. */
  | { kind: "silent"; isExecuted: boolean }
  /** Executes the request and responds after this time. */
  | { kind: "late"; milliseconds: number }
  /** Executes the request and closes the connection without a response. */
  | { kind: "lost" }
  /**
   * Responds with the status at once, then with white space each 50 milliseconds for this time,
   * then with the body.
   */
  | { kind: "white-space"; milliseconds: number };

/** What was received of a file or a part. */
interface Received {
  etag: string;
  size: number;
  sha256: string;
}

export interface FaultService {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  requests: ServedRequest[];
  /** Decides the fault of each request; null for none. */
  fault: (request: ServedRequest) => ServiceFault | null;
  /** The gallery paths. */
  paths: () => string[];
  /** How often an object was created or replaced at this path. */
  created: (path: string) => number;
  /** Whether the object at this path has the bytes of this file. */
  isWhole: (path: string, file: string) => Promise<boolean>;
  /**
   * The number of PUTs of parts that were accepted although the same part of the same upload had
   * been accepted before.
   */
  repeatedParts: () => number;
  /** The number of PUTs that have arrived and have no response yet. */
  activePuts: () => number;
  /** Tokens issued so far are rejected with 401. */
  revokeTokens: () => void;
  close: () => Promise<void>;
}

export interface FaultServiceOptions {
  /** Closes connections without a request after this time, without an announcement. 0: never. */
  idleMs?: number;
}

export async function startFaultService({
  idleMs = 0,
}: FaultServiceOptions = {}): Promise<FaultService> {
  const uploads = new Map<string, { path: string; parts: Map<number, Received> }>();
  const objects = new Map<string, Received[]>();
  const counts = new Map<string, number>();
  const created = new Map<string, number>();
  let tokens = new Set<string>();
  let repeated = 0;
  let active = 0;

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signed = (path: string, query: string) =>
    `${origin()}/storage/${encodeURIComponent(path)}?${query}X-Amz-Signature=${randomUUID()}`;
  function createObject(path: string, pieces: Received[]): void {
    objects.set(path, pieces);
    created.set(path, (created.get(path) ?? 0) + 1);
  }
  type Reply = { status: number; headers?: Record<string, string>; body: string };
  const reply = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });

  /** Stores what was received of a PUT. */
  function store(url: URL, path: string, received: Received): Reply {
    const uploadId = url.searchParams.get("uploadId");
    const number = Number(url.searchParams.get("partNumber"));
    if (uploadId === null) createObject(path, [received]);
    else {
      const upload = uploads.get(uploadId);
      if (!upload) return { status: 404, body: "<Error><Code>NoSuchUpload</Code></Error>" };
      if (upload.parts.has(number)) repeated += 1;
      upload.parts.set(number, received);
    }
    return { status: 200, headers: { etag: received.etag }, body: "" };
  }
  function call(kind: ServedRequest["kind"], body: Record<string, unknown>): Reply {
    const path = String(body["fileName"]);
    const id = body["uploadId"] as string | undefined;
    if (kind === "list") return reply([...objects.keys()]);
    if (kind === "sign" && body["action"] === undefined)
      return { status: 200, body: signed(path, "") };
    if (kind === "complete") {
      const upload = uploads.get(id ?? "");
      if (!upload) return reply({ message: "uploadId: unknown" }, 404);
      const listed = body["parts"] as { ETag: string; PartNumber: number }[];
      const pieces = listed.map(({ PartNumber }) => upload.parts.get(PartNumber));
      if (listed.some(({ ETag }, index) => pieces[index]?.etag !== ETag))
        return reply({ message: "parts: InvalidPart" }, 400);
      uploads.delete(id ?? "");
      createObject(path, pieces as Received[]);
      return reply({ message: "completed" });
    }
    const uploadId = id ?? randomUUID();
    if (id === undefined) uploads.set(uploadId, { path, parts: new Map() });
    else if (!uploads.has(id)) return reply({ message: "uploadId: unknown" }, 404);
    const query = `uploadId=${uploadId}&partNumber=${Number(body["partNumber"])}&`;
    return reply({ uploadId, uploadUrl: signed(path, query) });
  }
  function issueToken(): Reply {
    const accessToken = randomUUID();
    tokens.add(accessToken);
    return reply({ accessToken, refreshToken: "refresh", expiresIn: 3600 });
  }

  function kindOf(pathname: string, body: Record<string, unknown>): ServedRequest["kind"] {
    if (pathname.startsWith("/auth/")) return "token";
    if (pathname === "/media/files") return "list";
    if (pathname === "/media/upload-url") return "sign";
    if (pathname !== "/media/upload-url/multipart") return "other";
    if (body["action"] === "complete") return "complete";
    return body["uploadId"] === undefined ? "begin" : "sign";
  }
  function record(kind: ServedRequest["kind"], path: string, part: number): ServedRequest {
    const key = JSON.stringify([kind, path, part]);
    const attempt = (counts.get(key) ?? 0) + 1;
    counts.set(key, attempt);
    const request = { kind, path, part, attempt, at: performance.now(), status: 0 };
    service.requests.push(request);
    return request;
  }

  async function handle(incoming: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(incoming.url ?? "/", "http://service");
    const isPut = incoming.method === "PUT";
    const text = isPut ? "" : (await readAll(incoming)).toString();
    const body = JSON.parse(text || "{}") as Record<string, unknown>;
    const path = isPut
      ? decodeURIComponent(url.pathname.slice("/storage/".length))
      : ((body["fileName"] as string | undefined) ?? "");
    const part = Number(isPut ? url.searchParams.get("partNumber") : (body["partNumber"] ?? 0));
    const request = record(isPut ? "put" : kindOf(url.pathname, body), path, part);
    const fault = service.fault(request);
    const send = ({ status, headers, body: content }: Reply) => {
      request.status = status;
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(content) });
      response.end(content);
    };
    if (fault?.kind === "respond" && fault.isEarly) {
      const { status, headers, body: content = "" } = fault;
      request.status = status;
      response.writeHead(status, { ...headers, connection: "close" });
      response.end(content, () => incoming.socket.destroySoon());
      return;
    }
    if (fault?.kind === "reset") {
      if (isPut) await readSome(incoming, fault.afterBytes);
      incoming.socket.resetAndDestroy();
      return;
    }
    if (fault?.kind === "trickle") {
      trickle(incoming, fault.bytes);
      return;
    }
    const received = isPut ? await hashAll(incoming) : null;
    if (isPut && received === null) return;
    if (fault?.kind === "respond") {
      send({ body: "", ...fault });
      return;
    }
    if (fault?.kind === "silent" && !fault.isExecuted) return;
    const isPublic = isPut || request.kind === "token";
    const token = incoming.headers.authorization ?? "";
    const result =
      received !== null
        ? store(url, path, received)
        : !isPublic && !tokens.has(token)
          ? reply({ message: "expired" }, 401)
          : request.kind === "token"
            ? issueToken()
            : request.kind === "other"
              ? url.pathname === "/models"
                ? reply([])
                : reply({}, 404)
              : call(request.kind, body);
    if (fault?.kind === "silent") return;
    if (fault?.kind === "late") setTimeout(() => send(result), fault.milliseconds);
    else if (fault?.kind === "lost") incoming.socket.destroy();
    else if (fault?.kind === "white-space") {
      request.status = result.status;
      response.writeHead(result.status);
      const timer = setInterval(() => response.write(" "), 50);
      setTimeout(() => {
        clearInterval(timer);
        response.end(result.body);
      }, fault.milliseconds);
    } else send(result);
  }

  const server = http.createServer(
    { keepAliveTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      request.on("error", () => undefined);
      const { socket } = request;
      socket.setTimeout(0);
      const isPut = request.method === "PUT";
      if (isPut) active += 1;
      response.on("close", () => {
        if (isPut) active -= 1;
        socket.setTimeout(idleMs);
      });
      handle(request, response).catch(() => request.socket.destroy());
    },
  );
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("timeout", () => socket.destroy());
  });

  const service: FaultService = {
    baseUrl: "",
    clientId: "client",
    clientSecret: "secret",
    requests: [],
    fault: () => null,
    paths: () => [...objects.keys()],
    created: (path) => created.get(path) ?? 0,
    async isWhole(path, file) {
      const handle = await open(file);
      try {
        let offset = 0;
        for (const { size, sha256 } of objects.get(path) ?? []) {
          const bytes = Buffer.alloc(size);
          const { bytesRead } = await handle.read(bytes, 0, size, offset);
          if (bytesRead !== size || hashOf("sha256", bytes) !== sha256) return false;
          offset += size;
        }
        return objects.has(path) && offset === (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    repeatedParts: () => repeated,
    activePuts: () => active,
    revokeTokens: () => (tokens = new Set()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.baseUrl = origin();
  return service;
}

const hashOf = (algorithm: string, bytes: Buffer) =>
  createHash(algorithm).update(bytes).digest("hex");

async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Reads the body; null if the client aborted it. */
async function hashAll(stream: http.IncomingMessage): Promise<Received | null> {
  const md5 = createHash("md5");
  const sha256 = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      md5.update(bytes);
      sha256.update(bytes);
    }
  } catch {
    return null;
  }
  return { etag: `"${md5.digest("hex")}"`, size, sha256: sha256.digest("hex") };
}

/** Reads at least this many bytes of the body, or all of it. */
function readSome(stream: http.IncomingMessage, count: number): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    stream.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received >= count) resolve();
    });
    stream.on("close", resolve);
  });
}

/** Reads this many bytes each 100 milliseconds, until the client aborts the request. */
function trickle(stream: http.IncomingMessage, bytes: number): void {
  const timer = setInterval(() => void stream.read(bytes), 100);
  stream.on("close", () => clearInterval(timer));
}
