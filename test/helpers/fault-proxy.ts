/** A real HTTP proxy in front of a service. It injects faults and logs all requests. */
import { randomInt } from "node:crypto";
import http from "node:http";
import https from "node:https";

export interface ProxiedRequest {
  method: string;
  path: string;
  /** With its "?"; "" for none. */
  query: string;
  /** The upload id of a PUT to a pre-signed URL. */
  uploadId: string | null;
  partNumber: number | null;
  /** The status that was sent to the client; 0 for none. */
  status: number;
  /** The status from the service; 0 if the request was not forwarded. */
  serviceStatus: number;
  body: string;
  /**
   * Of a PUT that was forwarded: when its first and last bytes arrived, in milliseconds of
   * `performance.now`.
   */
  arrival: { first: number; last: number } | null;
}

export type Fault =
  /** Responds instead of the service. */
  | { kind: "respond"; status: number; headers?: Record<string, string>; body?: string }
  /** Resets the connection after this many bytes of the request body. */
  | { kind: "reset"; afterBytes: number }
  /** Reads this many bytes of the body, then stops reading and sends no response. */
  | { kind: "stall"; afterBytes: number }
  /** Forwards the request, then closes the connection without sending the response. */
  | { kind: "drop-response" }
  /** Forwards the request, and sends no response. */
  | { kind: "withhold-response" }
  /**
   * Of a download: sends this many bytes of the response, and no more. The connection stays open.
   */
  | { kind: "stall-response"; afterBytes: number }
  /** Forwards the request and changes the headers of the response. */
  | { kind: "headers"; headers: Record<string, string> };

export interface FaultRule {
  method?: string;
  /** Matched against the path and the query. */
  path: RegExp;
  /** Matched against the text of the JSON body, for calls with the same path. */
  body?: RegExp;
  fault: Fault;
  /** The number of times that the rule applies; Infinity until `clearFaults`. */
  times: number;
}

export interface FaultProxy {
  /** The base URL of the service through the proxy. */
  baseUrl: string;
  requests: ProxiedRequest[];
  /** Adds a rule. The promise resolves when the rule has applied for the last time. */
  injectFault(rule: FaultRule): Promise<void>;
  clearFaults(): void;
  /** Refuses new connections and closes all open ones. */
  refuseConnections(): Promise<void>;
  /** Accepts connections again on the same port. */
  acceptConnections(): Promise<void>;
  /** Closes all connections; new ones get this certificate. Only with TLS. */
  changeCertificate(tls: { key: string; cert: string }): void;
  close(): Promise<void>;
}

/** The address that a proxy listens on, and the key and certificate if it uses TLS. */
export interface FaultProxyAddress {
  host: string;
  /** The host in its URLs; the same unless given. */
  name?: string;
  tls: { key: string; cert: string } | null;
}

/** `service` is called for each request, because a restarted service has a new URL. */
export async function startFaultProxy(
  service: () => string,
  { host, name = host, tls }: FaultProxyAddress = { host: "127.0.0.1", tls: null },
): Promise<FaultProxy> {
  const rules: { rule: FaultRule; left: number; done: () => void }[] = [];
  const passed: ProxiedRequest[] = [];
  let port = 0;
  const agent = new http.Agent({ keepAlive: false });

  function faultFor(method: string, target: string, body: string): Fault | null {
    const found = rules.find(
      ({ rule, left: remaining }) =>
        remaining > 0 &&
        (rule.method === undefined || rule.method === method) &&
        rule.path.test(target) &&
        (rule.body === undefined || rule.body.test(body)),
    );
    if (!found) return null;
    found.left -= 1;
    if (found.left === 0) found.done();
    return found.rule.fault;
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const method = request.method ?? "GET";
    const target = request.url ?? "/";
    const url = new URL(target, "http://proxy");
    const entry: ProxiedRequest = {
      method,
      path: url.pathname,
      query: url.search,
      uploadId: url.searchParams.get("uploadId"),
      partNumber: Number(url.searchParams.get("partNumber")) || null,
      status: 0,
      serviceStatus: 0,
      body: "",
      arrival: null,
    };
    passed.push(entry);
    // Binary bodies are not logged.
    const isUpload = method === "PUT" && /^\/objects\/|\/local\/scripts\//.test(url.pathname);
    if (!isUpload) entry.body = await text(request);
    const fault = faultFor(method, target, entry.body);
    if (fault?.kind === "respond") {
      // The body is read completely first. A response before its end can result in a connection
      // reset at the client.
      if (isUpload) for await (const _chunk of request);
      entry.status = fault.status;
      response.writeHead(fault.status, { connection: "close", ...fault.headers });
      response.end(fault.body ?? "");
      return;
    }
    if (fault?.kind === "reset" || fault?.kind === "stall") {
      if (fault.afterBytes > 0) await readBytes(request, fault.afterBytes);
      if (fault.kind === "reset") request.socket.resetAndDestroy();
      return;
    }
    const base = new URL(service());
    const forwarded = http.request(base.origin + target, {
      method,
      agent,
      headers: { ...request.headers, host: base.host },
    });
    request.on("error", () => forwarded.destroy());
    request.on("close", () => {
      if (!request.complete) forwarded.destroy();
    });
    forwarded.on("error", () => request.socket.destroy());
    forwarded.on("response", (reply) => {
      entry.serviceStatus = reply.statusCode ?? 0;
      // Media of any size, which is no text.
      if (url.pathname.includes("/local/files/")) {
        entry.status = entry.serviceStatus;
        response.writeHead(entry.status, reply.headers);
        response.on("close", () => reply.destroy());
        if (fault?.kind === "stall-response") sendBeginning(reply, response, fault.afterBytes);
        else reply.pipe(response);
        return;
      }
      void text(reply).then((body) => {
        if (fault?.kind === "withhold-response") return;
        if (fault?.kind === "drop-response") {
          request.socket.destroy();
          return;
        }
        const headers = { ...reply.headers, ...(fault?.kind === "headers" ? fault.headers : {}) };
        delete headers["transfer-encoding"];
        // Only the service fetches the URLs of scripts, and only with its own origin.
        const isScript = /\/local\/scripts(\/|$)/.test(url.pathname);
        const rewritten = isScript ? body : body.replaceAll(base.origin, origin());
        headers["content-length"] = String(Buffer.byteLength(rewritten));
        entry.status = entry.serviceStatus;
        response.writeHead(entry.status, headers);
        response.end(rewritten);
      });
    });
    if (isUpload) {
      request.on("data", () => {
        const last = performance.now();
        entry.arrival = { first: entry.arrival?.first ?? last, last };
      });
      request.pipe(forwarded);
    } else forwarded.end(entry.body);
  }

  const origin = () => `${tls ? "https" : "http"}://${name}:${port}`;
  let server = listen();
  function listen(): http.Server | https.Server {
    const requestListener: http.RequestListener = (request, response) => {
      handle(request, response).catch(() => request.socket.destroy());
    };
    const made = tls
      ? https.createServer(tls, requestListener)
      : http.createServer(requestListener);
    made.requestTimeout = 0;
    return made;
  }
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  /**
   * Uses a port outside of the range from which systems choose ports, so that it stays free while
   * connections are refused.
   */
  async function openOnFreePort(): Promise<void> {
    for (;;) {
      port = 10_000 + randomInt(20_000);
      try {
        await open();
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      }
    }
  }
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await openOnFreePort();

  return {
    baseUrl: `${origin()}${new URL(service()).pathname}`,
    requests: passed,
    injectFault: (rule) =>
      new Promise((done) => {
        rules.push({ rule, left: rule.times, done });
      }),
    clearFaults: () => rules.splice(0),
    refuseConnections: stopListening,
    async acceptConnections() {
      server = listen();
      await open();
    },
    changeCertificate(changed) {
      if (!(server instanceof https.Server)) throw new Error("the proxy does not use TLS");
      server.setSecureContext(changed);
      server.closeAllConnections();
    },
    close: stopListening,
  };
}

async function text(stream: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Sends the first bytes of a response, then stops reading it. */
function sendBeginning(from: http.IncomingMessage, to: http.ServerResponse, count: number): void {
  let sent = 0;
  from.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, count - sent);
    sent += part.length;
    if (part.length > 0) to.write(part);
    if (sent >= count) from.pause();
  });
}

/** Reads this many bytes, then stops reading. */
function readBytes(stream: http.IncomingMessage, count: number): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    stream.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received < count) return;
      stream.pause();
      stream.removeAllListeners("data");
      resolve();
    });
    stream.on("close", resolve);
  });
}
