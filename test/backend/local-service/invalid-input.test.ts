/** Invalid input to every call: always a 4xx with a message, never a 500 or a timeout. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouteDescription } from "../../../main/local-service/routes/route";
import {
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, createProject, type Json } from "../../helpers/local-workspace";

let local: RunningLocalService;
interface Call {
  method: RouteDescription["method"];
  path: string;
  hasBody: boolean;
  /** The statuses that the OpenAPI document lists for it. */
  listed: string[];
}
let calls: Call[];
/** The statuses that the OpenAPI document lists for requests that reach no route. */
let general: string[];
/** Responses that the OpenAPI document does not list. */
const unlisted = new Set<string>();
const failures: string[] = [];
beforeAll(async () => {
  local = await startLocalService({
    // With the extension that needs it.
    cloneKey: Buffer.alloc(32),
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (message, ...details) => failures.push([message, ...details.map(String)].join(" ")),
    },
  });
  // All calls, from the service's OpenAPI document.
  const document = bodyOf<{
    paths: Record<string, Record<string, { requestBody?: unknown; responses: Json }>>;
    components: { responses: Json };
  }>(await local.client.get("/openapi.json"));
  general = Object.keys(document.components.responses);
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase() as RouteDescription["method"],
      path,
      hasBody: requestBody !== undefined && !path.startsWith("/local/scripts"),
      listed: Object.keys(responses),
    })),
  );
});
afterAll(() => local.remove());

const send = (
  method: string,
  path: string,
  body?: string | Uint8Array,
  token = local.client.token,
) =>
  sendRequest(local.client.baseUrl + path, {
    method,
    headers: { Authorization: token, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
/** Sends a call with `value` for each id in its path. */
async function attempt(
  { method, path, listed }: Call,
  value: string,
  body?: string | Uint8Array,
  token = local.client.token,
) {
  const response = await send(method, fill(path, value), body, token);
  if (!listed.includes(String(response.status)))
    unlisted.add(`${method} ${path}: ${response.status}`);
  return response;
}
const fill = (path: string, value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value));

const deep = (open: string, close: string) => open.repeat(5000) + close.repeat(5000);
const bodies: [string, string | Uint8Array][] = [
  ["nothing", ""],
  ["half of a document", '{"name": "x'],
  ["no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["null", "null"],
  ["a text", '"text"'],
  ["a number", "1e999"],
  ["an array", "[]"],
  ["deep arrays", deep("[", "]")],
  ["deep objects", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
];
/** Invalid for every field of every call. */
const fields = [
  "action",
  "batchIds",
  "caseSensitive",
  "clientId",
  "contentType",
  "csv",
  "email",
  "fileName",
  "firstName",
  "folder",
  "intoCharacterId",
  "languages",
  "members",
  "model",
  "name",
  "paths",
  "projectIds",
  "refreshToken",
  "scriptPath",
  "settings",
  "sourceLanguage",
  "status",
  "targetLanguages",
  "teamMembers",
  "type",
  "voice",
  "word",
];
const values: [string, unknown][] = [
  ["numbers", 7],
  ["nothing", null],
  ["objects in objects", { a: { b: { c: [] } } }],
  ["arrays of everything", [1, null, "x", {}, []]],
  ["a NUL", "a\u0000b"],
  ["half a pair", "\ud800"],
  ["a long text", "x".repeat(100_000)],
  ["names of prototypes", "__proto__"],
];
const filled = (value: unknown) =>
  JSON.stringify(Object.fromEntries(fields.map((f) => [f, value])));

function expectClientError(what: string, { status, json }: Awaited<ReturnType<typeof send>>): void {
  expect([what, status >= 400 && status < 500], String(status)).toEqual([what, true]);
  expect(json, what).toEqual({ message: expect.stringMatching(/\S/) });
}

describe("every call", () => {
  it.each(bodies)("rejects %s as a body", async (what, body) => {
    for (const call of calls.filter(({ hasBody }) => hasBody))
      expectClientError(`${call.method} ${call.path}: ${what}`, await attempt(call, "x", body));
  });

  it.each(values)("rejects %s in its fields", async (what, value) => {
    for (const call of calls.filter(({ hasBody }) => hasBody))
      expectClientError(
        `${call.method} ${call.path}: ${what}`,
        await attempt(call, "x", filled(value)),
      );
  });

  it("rejects a body of 10 MB", async () => {
    const body = JSON.stringify({ name: "x".repeat(10 * 1024 ** 2) });
    for (const call of calls.filter(({ hasBody }) => hasBody))
      expectClientError(`${call.method} ${call.path}`, await attempt(call, "x", body));
  });

  it.each(["no-such", "a\u0000b", "../x", "%", "x".repeat(5000), "é", "__proto__", "' OR 1=1 --"])(
    "treats %j as an unknown id",
    async (id) => {
      for (const call of calls.filter(({ path }) => path.includes("{"))) {
        const response = await attempt(call, id, call.method === "GET" ? undefined : "{}");
        // The team of an unknown project is empty, and a script may have any name.
        if (response.status < 400) continue;
        expectClientError(`${call.method} ${call.path}`, response);
      }
    },
  );

  it("checks the token first", async () => {
    for (const call of calls) {
      const { method, path } = call;
      if (/auth|openapi|scripts\/\{scriptId\}\/\{name\}/.test(path)) continue;
      for (const token of ["", "Bearer", "Bearer x", "x.y.z", "a".repeat(5000)]) {
        const { status } = await attempt(call, "x", "{", token);
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
  });

  it("responds to other methods with a 405 or a 404", async () => {
    for (const { path } of calls)
      for (const method of ["PATCH", "OPTIONS", "PROPFIND"]) {
        const { status } = await send(method, fill(path, "x"));
        expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
        expect(general).toContain(String(status));
      }
  });
});

it("every call rejects requests from pages of other origins", async () => {
  for (const { method, path, listed } of calls) {
    const headers = { Authorization: local.client.token, Origin: "https://evil.example" };
    const { status } = await sendRequest(local.client.baseUrl + fill(path, "x"), {
      method,
      headers,
    });
    expect([method, path, status, listed.includes("403")]).toEqual([method, path, 403, true]);
  }
});

it("the length of lists is limited", async () => {
  const ids = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `id ${index}`));
  const at = await createProject(local.client);
  for (const [path, body] of [
    ["/batches/delete", `{"batchIds":${ids}}`],
    ["/projects/archive", `{"action":"archive","projectIds":${ids}}`],
    [`/projects/${at}/team/delete`, `{"teamMembers":${ids}}`],
    [`/projects/${at}/languages`, `{"languages":${ids}}`],
    ["/projects", `{"name":"x","targetLanguages":${ids}}`],
  ] as const)
    expectClientError(path, await send("POST", path, body));
});

it("none of these requests caused an unexpected error, and the document lists every response", () => {
  expect(failures).toEqual([]);
  expect([...unlisted]).toEqual([]);
});
