/**
 * Error responses on the level of HTTP: malformed requests, and errors while the client is still
 * sending.
 */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { systemCode } from "../common/errors";
import { HttpError } from "./common/http-error";

/**
 * Limits for reading the rest of a rejected request, so that its client can receive the response.
 */
const drainBytes = 64 * 1024 ** 2;
const drainMs = 5000;
/**
 * Time a client has to read the response to a malformed request before the connection is closed, in
 * milliseconds.
 */
const lingerMs = 1000;

/** Writes head and body of an error response; the caller ends it. */
export function writeError(
  response: ServerResponse,
  error: HttpError,
  headers: Readonly<Record<string, string>>,
): void {
  const body = bodyOf(error);
  response.writeHead(error.status, { ...error.headers, ...headersOf(body), ...headers });
  response.write(body);
}

/** Reads and discards the rest of a body; resolves at its end or when a limit is reached. */
export function drain(request: IncomingMessage): Promise<void> {
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

/**
 * Responds to a request that Node could not parse, or to CONNECT if `error` is null; closes the
 * connection.
 */
export function rejectMalformed(socket: Duplex, error: Error | null): void {
  if (!socket.writable || systemCode(error) === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const problem = error ? malformedError(systemCode(error)) : noTunnel;
  const body = bodyOf(problem);
  const headers = Object.entries({
    ...problem.headers,
    ...headersOf(body),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => undefined);
  const line = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`;
  socket.end(`${line}\r\n${headers.join("")}\r\n${body.toString()}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const noTunnel = new HttpError(405, "CONNECT is not supported", {
  Allow: "GET, POST, PUT, DELETE",
});

function malformedError(code: string): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") return new HttpError(431, "the headers are too large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new HttpError(413, "the chunk extensions are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpError(408, "the headers were not received in time");
  return new HttpError(400, "the request is not valid HTTP/1.1");
}

const bodyOf = ({ message }: HttpError) => Buffer.from(JSON.stringify({ message }));
const headersOf = (body: Buffer) => ({
  "Content-Type": "application/json",
  "Content-Length": String(body.length),
});
