/** Bytes that a service refers to its storage for. Takes about a second. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileCalls } from "../../../main/remote/extensions/files";
import { createHttp, type Http } from "../../../main/remote/http/http";

/** The requests that the storage received, and how it responds. */
let requests: { url: string; headers: http.IncomingHttpHeaders }[];
let statuses: number[];
let location: (origin: string) => string;
let service: http.Server;
let storage: http.Server;
let client: Http;
const origins: string[] = [];

async function listen(server: http.Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
beforeEach(async () => {
  requests = [];
  statuses = [];
  origins.length = 0;
  location = (origin) => `${origin}/bucket/key?signature=secret`;
  storage = http.createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    response.statusCode = statuses.shift() ?? (request.headers.range === undefined ? 200 : 206);
    response.setHeader("location", "/again");
    response.end("bytes");
  });
  const storageOrigin = await listen(storage);
  service = http.createServer((request, response) => {
    if (request.url === "/api/auth/token") {
      response.end(
        JSON.stringify({ accessToken: "token", refreshToken: "refresh", expiresIn: 60 }),
      );
      return;
    }
    response.writeHead(307, { location: location(storageOrigin), etag: '"row"' }).end();
  });
  const baseUrl = `${await listen(service)}/api`;
  client = createHttp({
    connection: () =>
      Promise.resolve({ baseUrl, clientId: "a", clientSecret: "b", authScheme: "bearer" } as never),
    onStorage: (origin) => origins.push(origin),
  });
});
afterEach(async () => {
  await client.close();
  service.close();
  storage.close();
});
const call = (headers: Record<string, string> = {}, mayBeInStorage = true) =>
  client.response({ method: "GET", path: "/local/x", isRepeatable: true, mayBeInStorage, headers });

it("are read from the signed URL with the range, and without the token", async () => {
  const { statusCode, headers, body } = await call({ range: "bytes=0-4" });
  expect([statusCode, headers.etag, await text(body)]).toEqual([206, '"row"', "bytes"]);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    url: "/bucket/key?signature=secret",
    headers: { range: "bytes=0-4" },
  });
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
  expect(origins).toEqual([`http://${requests[0]?.headers.host}`]);
});

it("are downloaded as a file", async () => {
  const file = await createFileCalls(client).open("a.mp4", new AbortController().signal);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks) chunks.push(chunk);
  expect([file.bytes, Buffer.concat(chunks).toString()]).toEqual([5, "bytes"]);
});

it("an expired URL is replaced by another one", async () => {
  statuses = [403];
  expect(await text((await call()).body)).toBe("bytes");
  expect(requests).toHaveLength(2);
});

it("a second redirect is not followed", async () => {
  statuses = [307, 307, 307];
  await expect(call()).rejects.toMatchObject({ code: "service-error" });
  expect(requests.every(({ url }) => url.startsWith("/bucket/"))).toBe(true);
});

it("another call follows no redirect", async () => {
  await expect(call({}, false)).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(requests).toEqual([]);
});

it.each(["/relative", "ftp://a.test/b", "file:///etc/passwd", ""])(
  "a redirect to %j is refused",
  async (target) => {
    location = () => target;
    await expect(call()).rejects.toMatchObject({ code: "unexpected-answer" });
  },
);
