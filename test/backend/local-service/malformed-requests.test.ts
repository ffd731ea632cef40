/**
 * Malformed HTTP, unusual URLs and invalid texts: always a 4xx with a message in JSON, without
 * delay.
 */
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../../main/local-service/http";
import { silentLog } from "../../../main/common/log";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { createProject, type Json } from "../../helpers/local-workspace";

let local: RunningLocalService;
let port: number;
let host: string;
let project: string;
const failures: string[] = [];
beforeAll(async () => {
  local = await startLocalService({
    log: {
      ...silentLog,
      error: (message, ...details) => failures.push([message, ...details.map(String)].join(" ")),
    },
  });
  ({ host } = new URL(local.client.baseUrl));
  port = Number(new URL(local.client.baseUrl).port);
  project = await createProject(local.client);
});
afterAll(() => local.remove());
afterEach(() => expect(failures.splice(0)).toEqual([]));

const timeoutMs = 10_000;

/**
 * Sends raw bytes, and repeats them while they are accepted; returns everything that is received.
 */
function raw(data: string, more = "", to = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(to, "127.0.0.1");
    let response = "";
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    const timer = setTimeout(end, timeoutMs);
    const send = () => {
      if (more !== "" && !socket.destroyed) socket.write(more, "latin1", () => setImmediate(send));
    };
    socket.on("data", (chunk: Buffer) => (response += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", end);
    socket.write(data, "latin1", send);
  });
}
const message = (line: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${local.client.token}\r\nConnection: close\r\n${headers}\r\n${body}`;

/** The status of the last response (after 100 Continue), whose body must be a message in JSON. */
function statusOf(response: string): number {
  const last = response.slice(response.lastIndexOf("HTTP/1.1 "));
  const [head = "", body = ""] = last.split("\r\n\r\n");
  expect(head.toLowerCase()).toContain("content-type: application/json");
  expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\S/) });
  return Number(last.slice(9, 12));
}

describe("methods", () => {
  const others = ["OPTIONS", "PATCH", "TRACE", "PROPFIND", "QUERY", "M-SEARCH", "LOCK", "PUT"];
  it.each(others)("%s is a 405", async (method) => {
    expect(statusOf(await raw(message(`${method} /api/models`)))).toBe(405);
    expect(statusOf(await raw(message(`${method} /api/nothing`)))).toBe(404);
  });

  it.each(["CONNECT 127.0.0.1:1", "CONNECT /api/models"])("%s is a 405", async (line) => {
    expect(statusOf(await raw(message(line)))).toBe(405);
  });

  it.each(["FOO", "get", "G\u0000T"])("%j is a 400", async (method) => {
    expect(statusOf(await raw(message(`${method} /api/models`)))).toBe(400);
  });

  it("HEAD gets the response of GET without a body", async () => {
    for (const [at, status] of [
      ["/api/models", 200],
      ["/api/media/files", 200],
      ["/api/projects/x", 404],
      ["/api/nothing", 404],
      ["/objects/x", 405],
    ] as const) {
      const response = await raw(message(`HEAD ${at}`));
      expect([at, Number(response.slice(9, 12))]).toEqual([at, status]);
      expect(response).toMatch(/\r\n\r\n$/);
    }
  });
});

describe("paths and queries", () => {
  it.each([
    ["//api/models", 404],
    ["/api//models", 404],
    ["/api/models//", 404],
    ["//objects/a", 404],
    ["/api/%", 404],
    ["/api/%zz", 404],
    ["/api/projects/%", 404],
    ["/api/projects/%zz", 404],
    ["/api/projects/%E0%A4", 404],
    ["/api/projects/%00", 404],
    ["/api/projects/%2e%2e%2f", 404],
    ["/api/local/scripts/x/%zz", 404],
    ["/api/models\\x", 400],
    ["/api/m\u00f6dels", 400],
    ["/\u0001", 400],
    ["*", 400],
    ["api/models", 400],
    ["http://evil.example/api/models", 400],
    ["/api/voices?model=%zz", 404],
    ["/api/voices?model=%00", 404],
    ["/api/voices?model=a&model=local-basic", 404],
    ["/api/voices?model=local-basic&model=local-basic", 400],
    ["/api/projects?type=opera&type=line-dubbing", 400],
    ["/api/projects?type=line-dubbing&type=opera", 400],
    ["/api/projects?type=", 400],
    ["/api/projects?type=__proto__", 400],
    ["/api/batches/bulk/x/status?page=1&page=2", 400],
    ["/api/batches/bulk/x/status?limit=1e2", 400],
    ["/api/batches/bulk/x/status?limit=%31%30%30%31", 400],
    [`/api/projects?type=${"x".repeat(15_000)}`, 400],
    [`/api/projects?${"a".repeat(20_000)}`, 431],
  ])("GET %s", async (at, status) => {
    const found = statusOf(await raw(message(`GET ${at}`)));
    // Either the unknown model or the repeated parameter may be reported.
    if (at.includes("model=a&")) expect([400, 404]).toContain(found);
    else expect(found).toBe(status);
  });

  it("unknown query parameters are ignored", async () => {
    for (const at of ["models?a=b&a=c", "models?%zz", "projects?__proto__=x", "models#x"])
      expect(await raw(message(`GET /api/${at}`))).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(["/objects/", "/objects/%zz", "/objects/a?signature=x&signature=y", "/objects/a?%zz"])(
    "PUT %s is not an upload URL",
    async (at) => {
      expect(statusOf(await raw(message(`PUT ${at}`, "Content-Length: 0\r\n")))).toBe(403);
    },
  );
});

describe("headers", () => {
  it.each([
    ["one with a space in its name", "X A: b\r\n", 400],
    ["one with a NUL", "X-A: b\u0000\r\n", 400],
    ["one of 20 KB", `X-A: ${"b".repeat(20_000)}\r\n`, 431],
    ["ten thousand", "X-A: b\r\n".repeat(10_000), 431],
    ["two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n", 400],
    ["a negative length", "Content-Length: -1\r\n", 400],
    ["a length beyond all integers", `Content-Length: ${"9".repeat(30)}\r\n`, 400],
    ["a length over the limit", "Content-Length: 1000000000\r\n", 413],
    ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", 400],
    ["an unknown encoding", "Transfer-Encoding: nonsense\r\n", 400],
    ["an unknown expectation", "Expect: something\r\nContent-Length: 2\r\n", 417],
    ["a known one", "Expect: 100-continue\r\nContent-Length: 2\r\n", 400],
    ["no content type", "Content-Length: 2\r\n", 400],
    ["another content type", "Content-Type: text/plain\r\nContent-Length: 2\r\n", 400],
    ["an invalid content type", "Content-Type: \u00ff;;=\r\nContent-Length: 2\r\n", 400],
  ])("%s", async (_what, headers, status) => {
    expect(statusOf(await raw(message("POST /api/projects", headers, "{}")))).toBe(status);
  });

  it("missing Host, no HTTP, other versions of HTTP", async () => {
    const withoutHost = "GET /api/models HTTP/1.1\r\nConnection: close\r\n\r\n";
    expect(statusOf(await raw(withoutHost))).toBe(403);
    for (const text of [
      "\u0016\u0003\u0001\u0000",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "x\r\n\r\n",
    ])
      expect(statusOf(await raw(text))).toBe(400);
  });
});

describe("bodies", () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;

  it("endless chunks are a 413, and the connection is closed", async () => {
    const chunked = "Transfer-Encoding: chunked\r\n";
    expect(statusOf(await raw(message("POST /api/projects", chunked), chunk))).toBe(413);
  });

  it("invalid chunks are a 400", async () => {
    const invalid = message("POST /api/projects", "Transfer-Encoding: chunked\r\n", "zz\r\nx\r\n");
    expect(statusOf(await raw(invalid))).toBe(400);
  });

  it("an unexpected body is ignored", async () => {
    for (const headers of ["Content-Length: 5\r\n", "Content-Length: 500\r\n"])
      expect(await raw(message("GET /api/models", headers, "hello"))).toMatch(/^HTTP\/1.1 200 /);
    const deleted = message("DELETE /api/projects/x", "Content-Length: 5\r\n", "hello");
    expect(statusOf(await raw(deleted))).toBe(404);
  });

  it("a peer that may not use plain HTTP gets a 403", async () => {
    const api = new Hono().get("/", (context) => context.json([]));
    const receiveObject = () => Promise.reject(new Error("not called"));
    const deps = { api, receiveObject, log: silentLog, acceptsPeer: () => false };
    const listener = await listen(deps, 0);
    for (const at of ["/", "/objects/x"]) {
      const { status } = await fetch(`${listener.origin}${at}`);
      expect([at, status]).toEqual([at, 403]);
    }
    await listener.close(100);
  });

  it("a client that disconnects is not logged as an error", async () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(message("POST /api/projects", "Content-Length: 500\r\n", "hello"));
    await wait(100);
    socket.destroy();
    await wait(100);
    expect(failures).toEqual([]);
  });

  it("an incomplete body is a 408, or the connection is closed if the response was sent", async () => {
    const api = new Hono();
    api.post("/", async (context) => context.json(await context.req.json()));
    api.get("/", (context) => context.json([]));
    const failed: string[] = [];
    const log = { ...silentLog, error: (text: string) => failed.push(text) };
    const receiveObject = () => Promise.resolve();
    const listener = await listen({ api, receiveObject, log, bodyMs: 300 }, 0);
    const half = (method: string) =>
      `${method} / HTTP/1.1\r\nHost: 127.0.0.1:${listener.port}\r\nContent-Length: 9\r\n\r\n{`;
    expect(statusOf(await raw(half("POST"), "", listener.port))).toBe(408);
    expect(await raw(half("GET"), "", listener.port)).toMatch(/^HTTP\/1.1 200 [^]*\[\]$/);
    await listener.close(100);
    expect(failed).toEqual([]);
  });
});

describe("texts", () => {
  const glossary = () => `/local/projects/${project}/glossary`;
  const batches = () => `/projects/${project}/batches`;
  const url = (text: string) => `https://example.com/${text}`;
  const word = { word: "x", languageId: "fr-fr" };
  const cases: [string, () => string, (text: string) => Json][] = [
    ["a name", () => "/projects", (name) => ({ name })],
    ["a term of the glossary", glossary, (text) => ({ ...word, word: text })],
    ["how it is spoken", glossary, (pronounceAs) => ({ ...word, pronounceAs })],
    [
      "an address",
      () => "/local/users",
      (text) => ({ firstName: "x", lastName: "x", email: text }),
    ],
    ["a script", batches, (text) => ({ name: "x", scriptPath: url(text) })],
    ["a video", batches, (text) => ({ name: "x", scriptPath: url("a.csv"), videoPath: url(text) })],
    ["a template", () => `${batches()}/bulk`, (text) => ({ scriptPath: url(text) })],
    ["a file", () => "/media/upload-url", (fileName) => ({ fileName, contentType: "video/mp4" })],
    ["a path", () => "/media/files/delete", (text) => ({ paths: [text] })],
    ["a folder", () => "/local/backup", (text) => ({ folder: `/tmp/${text}` })],
  ];
  it.each(cases)(
    "%s with an unpaired surrogate or a NUL is rejected",
    async (_what, at, bodyWith) => {
      for (const text of ["a\ud800@b", "a\udc00\ud800@b", "a\u0000@b"]) {
        const { status, json } = await local.client.post(at(), bodyWith(text));
        expect([text, status]).toEqual([text, 400]);
        expect(json).toEqual({
          message: expect.stringMatching(/Unicode|control character|address/),
        });
      }
    },
  );

  it("an imported glossary is validated by the same rules", async () => {
    const rows = ["a\ud800", "a\u0000b", "x".repeat(501)].map((text) => `x,fr-fr,${text}`);
    const csv = ["word,languageId,pronounceAs", ...rows].join("\n");
    const { json } = await local.client.post(`${glossary()}/import`, { csv });
    expect(json).toMatchObject({ added: 0, problems: [{ row: 2 }, { row: 3 }, { row: 4 }] });
  });

  it.each([
    ['{"__proto__":{"name":"x"},"scriptPath":"https://example.com/a.csv"}', "name"],
    ['{"name":"x","__proto__":{"scriptPath":"https://example.com/a.csv"}}', "scriptPath"],
    ['{"name":"x","scriptPath":"https://x.test/a.csv","settings":{"__proto__":{}}}', "__proto__"],
    [
      '{"name":"x","scriptPath":"https://x.test/a.csv","settings":{"constructor":1}}',
      "constructor",
    ],
  ])("%s does not affect prototypes", async (body, field) => {
    const length = `Content-Length: ${body.length}\r\n`;
    const response = await raw(message(`POST /api${batches()}`, length, body));
    expect(statusOf(response)).toBe(400);
    expect(response).toContain(field);
    expect(Object.hasOwn(Object.prototype, "name")).toBe(false);
  });
});
