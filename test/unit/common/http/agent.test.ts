/** Responses that RFC 9110 and RFC 9112 allow, from a server that writes them byte by byte. */
import { EventEmitter, once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { createAgent } from "../../../../main/common/http/agent";
import { createConnector } from "../../../../main/common/http/connector";
import { maxInterimResponses } from "../../../../main/common/http/interim-responses";
import { request } from "../../../../main/common/http/undici";

const agent = createAgent({ connect: createConnector({ timeoutMs: 5_000 }) });
const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Answers each request whose end `isComplete` recognises; returns the URL. Default: a request
 * without a body.
 */
async function serve(
  answer: (socket: net.Socket) => void,
  isComplete: (request: string) => boolean = (text) => text.includes("\r\n\r\n"),
): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = net.createServer((socket) => {
    let received = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isComplete(received)) return;
      requests.push(received);
      received = "";
      answer(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}
const get = (url: string) => request(url, { dispatcher: agent });
const put = (url: string) =>
  request(url, { method: "PUT", dispatcher: agent, body: "body", headersTimeout: 5_000 });
const hasBody = (text: string) => text.endsWith("\r\n\r\nbody");

test("a body is complete when the server closes the connection before it is read", async () => {
  // Larger than what the parser and the stream hold, so that the parser has paused when the
  // connection ends.
  const bytes = Buffer.alloc(300_000, 97);
  for (const head of [`Content-Length: ${bytes.length}\r\nConnection: close\r\n`, ""]) {
    const sent = new EventEmitter();
    const isSent = once(sent, "finish");
    const { url } = await serve((socket) => {
      socket.on("finish", () => sent.emit("finish"));
      socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
      socket.end(bytes);
    });
    const { body } = await get(url);
    await isSent;
    // No event says that the parser of the client has paused with the end of the connection behind
    // it.
    await wait(50);
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) size += chunk.length;
    expect(size).toBe(bytes.length);
  }
});

test("interim responses that were not requested are ignored", async () => {
  for (const interim of ["100 Continue", "102 Processing", "103 Early Hints"]) {
    const { url, requests } = await serve((socket) => {
      socket.write(`HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\n`);
      socket.write("HTTP/1.1 200 OK\r\nETag: x\r\nContent-Length: 2\r\n\r\nok");
    }, hasBody);
    for (let index = 0; index < 2; index += 1) {
      const { statusCode, headers, body } = await put(url);
      expect([statusCode, headers["etag"], await body.text()]).toEqual([200, "x", "ok"]);
    }
    expect(requests).toHaveLength(2);
  }
});

test("interim responses without an end are an error", async () => {
  const { url } = await serve(
    (socket) => socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(maxInterimResponses + 1)),
    hasBody,
  );
  await expect(put(url)).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
});

test("an encoded response is decoded, although none was requested", async () => {
  const encoded = gzipSync("plain");
  const { url, requests } = await serve((socket) => {
    const status = requests.length === 1 ? "200 OK" : "503 Busy";
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Encoding: gzip\r\nContent-Length: ${encoded.length}\r\n\r\n`,
    );
    socket.write(encoded);
  });
  for (const status of [200, 503]) {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, await body.text()]).toEqual([status, "plain"]);
    expect(headers["content-length"]).toBeUndefined();
  }
  expect(requests[0]).toMatch(/^accept-encoding: identity\r$/im);
});

test("a damaged encoding is an error of the response", async () => {
  const { url } = await serve((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain"),
  );
  const { body } = await get(url);
  await expect(body.text()).rejects.toThrow("incorrect header check");
});

test("a header that is repeated with one value counts once", async () => {
  const { url } = await serve((socket) =>
    socket.end(
      `HTTP/1.1 200 OK\r\nETag: "a"\r\nETag: "a"\r\nX-B: 1\r\nX-B: 2\r\n` +
        "Content-Type: text/plain\r\nContent-Type: text/plain\r\n\r\n",
    ),
  );
  const { headers, body } = await get(url);
  await body.dump();
  expect(headers).toMatchObject({ etag: '"a"', "x-b": ["1", "2"], "content-type": "text/plain" });
});

test("HTTP/1.0 responses are read, with and without a length", async () => {
  for (const head of ["Content-Length: 4\r\n", ""]) {
    const { url } = await serve((socket) => socket.end(`HTTP/1.0 200 OK\r\n${head}\r\nbody`));
    const { body } = await get(url);
    expect(await body.text()).toBe("body");
  }
});
