/** Requests that the service rejects before they reach a handler; each gets a response. */
import http from "node:http";
import net from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

let local: RunningLocalService;
let origin: string;
beforeAll(async () => {
  local = await startLocalService();
  origin = new URL(local.client.baseUrl).origin;
});
afterAll(() => local.remove());

const get = (headers: Record<string, string>, at = "/api/models") =>
  sendRequest(origin + at, { headers: { Authorization: local.client.token, ...headers } });

/** Sends raw bytes; returns everything that is received. */
async function raw(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(origin).port), "127.0.0.1");
  let response = "";
  socket.on("data", (chunk: Buffer) => (response += chunk.toString()));
  socket.write(text);
  await once(socket, "close");
  return response;
}

describe("Host and Origin", () => {
  it("only the Host names of the service are accepted", async () => {
    const { port } = new URL(origin);
    expect((await get({ Host: `127.0.0.1:${port}` })).status).toBe(200);
    expect((await get({ Host: `localhost:${port}` })).status).toBe(200);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:1`]) {
      const response = await get({ Host: host });
      expect([host, response.status]).toEqual([host, 403]);
    }
    expect(await raw("GET /api/models HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("pages of other origins are rejected on all paths, without CORS headers", async () => {
    for (const other of ["null", "https://evil.example", "http://127.0.0.1:1"]) {
      expect((await get({ Origin: other })).status).toBe(403);
      expect((await get({ Origin: other }, "/objects/x?signature=x")).status).toBe(403);
    }
    const own = await get({ Origin: origin });
    expect(own.status).toBe(200);
    expect(Object.keys(own.headers).filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
    const preflight = await sendRequest(`${origin}/api/models`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "GET" },
    });
    expect(preflight.status).toBe(403);
  });
});

describe("paths, methods and bodies", () => {
  it.each(["/", "/api", "/api/", "/api/nothing", "/api/models/", "/objects", "/api/%2e%2e/x"])(
    "404 for %s",
    async (at) => {
      const response = await get({}, at);
      expect(response.status).toBe(404);
      expect(response.json).toEqual({ message: "unknown path" });
    },
  );

  it("405 with Allow for another method", async () => {
    const response = await sendRequest(`${origin}/api/media/files`, { method: "DELETE" });
    expect([response.status, response.headers.allow]).toEqual([405, "GET"]);
    const onObject = await sendRequest(`${origin}/objects/a?signature=x`);
    expect([onObject.status, onObject.headers.allow]).toEqual([405, "PUT"]);
  });

  it("every call except those for tokens requires a token", async () => {
    const calls = [
      ["GET", "/languages"],
      ["GET", "/models"],
      ["GET", "/voices"],
      ["GET", "/models/local-basic/styles"],
      ["GET", "/local"],
      ["GET", "/media/files"],
      ["POST", "/media/upload-url"],
      ["POST", "/media/upload-url/multipart"],
      ["POST", "/media/files/delete"],
    ] as const;
    for (const [method, at] of calls) {
      const response = await sendRequest(`${origin}/api${at}`, { method });
      expect([at, response.status]).toEqual([at, 401]);
    }
  });

  it("400 for invalid JSON and invalid UTF-8", async () => {
    for (const body of ["", "{", "[".repeat(100_000), new Uint8Array([0x22, 0xff, 0x22])]) {
      const response = await sendRequest(`${origin}/api/media/upload-url`, {
        method: "POST",
        headers: { Authorization: local.client.token },
        body,
      });
      expect(response.status).toBe(400);
      expect(response.text).toContain("body: must be JSON");
    }
  });

  it("413 for a body over the limit, with and without a length", async () => {
    const big = JSON.stringify({ fileName: "a".repeat(2 * 1024 ** 2) });
    const headers = { Authorization: local.client.token };
    const options = { method: "POST", headers, body: big };
    const response = await sendRequest(`${origin}/api/media/upload-url`, options);
    expect(response.status).toBe(413);
    expect(response.text).toContain("body: must be at most");
    const chunked = await new Promise<number>((resolve, reject) => {
      const request = http.request(
        `${origin}/api/media/upload-url`,
        { method: "POST", headers: { ...headers, "Transfer-Encoding": "chunked" } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      request.end(big);
    });
    expect(chunked).toBe(413);
  });

  it("10,000 listed parts and 100,000 paths are accepted", async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => ({
      ETag: `"${"0".repeat(32)}"`,
      PartNumber: index + 1,
    }));
    const completed = await local.client.complete("a.mp4", "unknown", parts);
    expect(completed.status).toBe(404);
    const paths = Array.from({ length: 100_000 }, (_, index) => `folder/of/files/${index}.wav`);
    const deleted = await local.client.post("/media/files/delete", { paths });
    expect(deleted.status).toBe(204);
  });

  it("headers over 16 KiB and malformed HTTP are rejected", async () => {
    const big = `GET /api/models HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`;
    expect(await raw(big)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await raw("nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    const absolute = `GET http://evil.example/api/models HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: close\r\n\r\n`;
    expect(await raw(absolute)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
