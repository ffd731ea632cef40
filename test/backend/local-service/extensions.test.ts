/** The extensions of the local workspace below {base_url}/local, and the OpenAPI document. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import {
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile });
});
afterAll(async () => {
  await local.remove();
});
const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);

it("glossary lines are created, changed, deleted and imported", async () => {
  const project = await createProject(local.client);
  const at = `/local/projects/${project}/glossary`;
  const fields = { word: "Dubyard", languageId: "EN-US", pronounceAs: "dub yard" };
  const created = bodyOf(await call("POST", at, fields), 201);
  expect(created).toEqual({
    id: expect.any(String),
    word: "Dubyard",
    languageId: "en-us",
    phonemization: "",
    phonemizationLanguageId: "",
    pronunciationLanguageId: "",
    pronounceAs: "dub yard",
    caseSensitive: false,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const lineAt = `${at}/${String(created.id)}`;
  const changed = bodyOf(await call("PUT", lineAt, { caseSensitive: true }));
  expect(changed).toEqual({ ...created, caseSensitive: true, updatedAt: expect.any(String) });
  const listed = async () =>
    bodyOf<Json[]>(await call("GET", `/projects/${project}/glossary`)).map(({ word }) => word);
  expect(await listed()).toEqual(["Dubyard"]);
  const csv =
    'word;languageId;caseSensitive;pronounceAs\nDubyard;en-us;true;"say ""dub"""\nTake;en-us;;\n;en-us;;\nX;xx;;\n';
  const imported = bodyOf(await call("POST", `${at}/import`, { csv }));
  expect(imported).toEqual({
    added: 1,
    changed: 1,
    problems: [
      { row: 4, message: "word: must not be empty" },
      { row: 5, message: 'languageId: there is no language "xx"' },
    ],
  });
  const again = bodyOf(await call("POST", `${at}/import`, { csv }));
  expect(again).toMatchObject({ added: 0, changed: 2 });
  expect((await listed()).sort()).toEqual(["Dubyard", "Take"]);
  expect((await call("POST", `${at}/import`, { csv: "a,b\n1,2\n" })).status).toBe(400);
  expect((await call("DELETE", lineAt)).status).toBe(204);
  expect((await call("DELETE", lineAt)).status).toBe(404);
  expect((await call("PUT", lineAt, {})).status).toBe(404);
  expect((await call("POST", at, { ...fields, languageId: "xx" })).status).toBe(400);
  expect((await call("POST", "/local/projects/no-such-id/glossary", fields)).status).toBe(404);
  expect((await call("GET", "/projects/no-such-id/glossary")).status).toBe(404);
});

it("scripts are stored, read by their URL without a token, listed and deleted", async () => {
  const url = await uploadScript(local.client, "A script é.csv", "Text_FR-FR\nUn\n");
  expect(url).toMatch(/\/api\/local\/scripts\/[0-9a-f]{32}\/A%20script%20%C3%A9\.csv$/);
  const read = await sendRequest(url);
  expect([read.status, read.text]).toEqual([200, "Text_FR-FR\nUn\n"]);
  expect((await sendRequest(url.replace(/[0-9a-f]{32}/, "0".repeat(32)))).status).toBe(404);
  const before = new URL(url).port;
  await local.restart();
  const [script] = bodyOf<{ id: string; url: string }[]>(await call("GET", "/local/scripts"));
  expect(script).toMatchObject({ name: "A script é.csv", size: 14 });
  expect(new URL(script!.url).pathname).toBe(new URL(url).pathname);
  // Its URL from before the restart, with another port, still works.
  expect(before).not.toBe(new URL(script!.url).port);
  const project = await createProject(local.client, { type: "audio-production" });
  const batch = await createBatch(local.client, project, { scriptPath: url });
  expect(batch.status).toBe("casting");
  expect((await call("DELETE", `/local/scripts/${script!.id}`)).status).toBe(204);
  expect((await call("DELETE", `/local/scripts/${script!.id}`)).status).toBe(404);
  const empty = await sendRequest(`${local.client.baseUrl}/local/scripts/a.csv`, {
    method: "PUT",
    headers: { Authorization: local.client.token },
    body: "",
  });
  expect(empty.status).toBe(400);
  const invalid = await call("PUT", "/local/scripts/a%2Fb.csv", "x");
  expect([invalid.status, invalid.text]).toEqual([400, expect.stringContaining("script: ")]);
});

it("lines are read page by page, with the current names of their characters", async () => {
  const project = await createProject(local.client, { type: "audio-production" });
  const rows = Array.from(
    { length: 60 },
    (_, index) => `${index},C${index % 3},joy,low,Un ${index}`,
  );
  const csv = ["ID,Character,Emotion,Intensity,Text_FR-FR", ...rows].join("\n");
  const batch = await createBatch(local.client, project, {
    scriptPath: await uploadScript(local.client, "lines.csv", csv),
  });
  const at = `/local/batches/${String(batch.id)}/lines`;
  const characters = bodyOf<{ id: string; name: string }[]>(
    await call("GET", `/projects/${project}/characters`),
  );
  const idOf = (name: string) => characters.find((one) => one.name === name)!.id;
  const page = async (query = "") =>
    bodyOf<{ lines: Json[]; total: number }>(await call("GET", at + query));
  const first = await page();
  expect([first.total, first.lines.length]).toEqual([60, 50]);
  expect(first.lines[1]).toEqual({
    number: 2,
    lineId: "1",
    characterId: idOf("C1"),
    character: "C1",
    sourceAudio: "",
    emotion: "joy",
    intensity: "low",
    startMs: null,
    endMs: null,
    texts: { "fr-fr": "Un 1" },
  });
  expect((await page("?page=2&limit=59")).lines.map(({ number }) => number)).toEqual([60]);
  const characterAt = (name: string) => `/local/projects/${project}/characters/${idOf(name)}`;
  const renamed = await call("PUT", characterAt("C1"), { name: "Ada" });
  expect(bodyOf(renamed).name).toBe("Ada");
  expect((await call("PUT", characterAt("C2"), { name: "ADA" })).status).toBe(400);
  await call("POST", `/projects/${project}/characters/${idOf("C1")}`, { voice: "Camille" });
  const merge = (name: string, intoCharacterId: string) =>
    call("POST", `${characterAt(name)}/merge`, { intoCharacterId });
  expect((await merge("C2", idOf("C2"))).status).toBe(400);
  expect((await merge("C2", "no-such-id")).status).toBe(400);
  for (const name of ["C0", "C2"]) expect((await merge(name, idOf("C1"))).status).toBe(200);
  expect(new Set((await page()).lines.map(({ character }) => character))).toEqual(new Set(["Ada"]));
  // All characters have voices.
  expect(bodyOf(await call("GET", `/batches/${String(batch.id)}`)).status).toBe("ready");
  expect((await merge("C0", idOf("C1"))).status).toBe(404);
  expect((await call("GET", "/local/batches/no-such-id/lines")).status).toBe(404);
  const figures = bodyOf(await call("GET", "/local/statistics"));
  expect(figures).toMatchObject({ characters: expect.any(Number), batches: { ready: 1 } });
});

it("the document describes bytes as binary, and a path segment by one name", async () => {
  type Described = {
    requestBody?: { content: Json };
    responses: Record<string, { content: Json }>;
  };
  const { paths } = bodyOf<{ paths: Record<string, Record<string, Described>> }>(
    await sendRequest(`${local.client.baseUrl}/openapi.json`),
  );
  const bytes = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const put = paths["/local/scripts/{script}"]?.put;
  expect(put?.requestBody?.content).toEqual(bytes);
  expect(Object.keys(put?.responses ?? {})).toEqual([
    "201",
    "400",
    "401",
    "403",
    "408",
    "413",
    "500",
    "507",
  ]);
  const read = paths["/local/scripts/{scriptId}/{name}"]?.get;
  expect(read?.responses["200"]?.content).toEqual(bytes);
  const shapes = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, "{}"));
  expect(new Set(shapes).size).toBe(shapes.length);
});

it("a full disk is a listed response of every call that writes", async () => {
  const small = await startLocalService({ freeBytesLimit: 10 });
  try {
    const { status, json } = await sendRequest(`${small.client.baseUrl}/local/scripts/a.csv`, {
      method: "PUT",
      headers: { Authorization: small.client.token },
      body: "x".repeat(11),
    });
    expect([status, json]).toEqual([507, { message: expect.stringContaining("no space left") }]);
  } finally {
    await small.remove();
  }
});

it("the OpenAPI document describes every call", async () => {
  const response = await sendRequest(`${local.client.baseUrl}/openapi.json`);
  const document = bodyOf<{ openapi: string; paths: Record<string, Record<string, Json>> }>(
    response,
  );
  expect(document.openapi).toBe("3.1.0");
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls).toContain("POST /projects/{projectId}/characters/{characterId}");
  expect(calls).toContain("GET /batches/bulk/{requestId}/status");
  expect(calls.length).toBeGreaterThan(45);
  // Every described call exists, and requires a token unless it is described as public.
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const url = local.client.baseUrl + path.replace(/\{\w+\}/g, "x");
      const { status } = await sendRequest(url, { method: method.toUpperCase() });
      if (operation.security) expect([path, status]).not.toEqual([path, 401]);
      else expect([path, method, status]).toEqual([path, method, 401]);
    }
  }
});
