/** How requests are refused that never get as far as a call, and how a refusal reaches who is still sending. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { systemCode } from "../common/errors";
import { HttpProblem } from "./problem";

/** What is still read of a request that was refused, so that its sender gets to see the answer. */
const drainBytes = 64 * 1024 ** 2;
const drainMs = 5000;
/** How long whoever sent what is no HTTP has to read why it was refused. */
const lingerMs = 1000;

/** Begins an answer with all that it says; `end` is left to the caller. */
export function writeProblem(
  response: ServerResponse,
  problem: HttpProblem,
  headers: Readonly<Record<string, string>>,
): void {
  const body = bodyOf(problem);
  response.writeHead(problem.status, { ...problem.headers, ...headersOf(body), ...headers });
  response.write(body);
}

/** Reads and drops what comes, within bounds; resolves when that is over. */
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

/** Answers what Node could not read (null: that asks for a tunnel), and ends the connection. */
export function refuseBroken(socket: Duplex, error: Error | null): void {
  if (!socket.writable || systemCode(error) === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const problem = error ? brokenProblem(systemCode(error)) : noTunnel;
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

const noTunnel = new HttpProblem(405, "no tunnels here", { Allow: "GET, POST, PUT, DELETE" });

function brokenProblem(code: string): HttpProblem {
  if (code === "HPE_HEADER_OVERFLOW") return new HttpProblem(431, "the headers are too large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new HttpProblem(413, "the extensions of chunks are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new HttpProblem(408, "the headers did not come in time");
  return new HttpProblem(400, "the request is no HTTP/1.1");
}

const bodyOf = ({ message }: HttpProblem) => Buffer.from(JSON.stringify({ message }));
const headersOf = (body: Buffer) => ({
  "Content-Type": "application/json",
  "Content-Length": String(body.length),
});
