/** Every call of the interface, once, from the running application to a hosted service. */
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Batch, Character, Project, User } from "../../preload/model/resources";
import { startFaultProxy, type ProxiedRequest } from "../helpers/fault-proxy";
import { bodyOf, uploadScript } from "../helpers/local-workspace";
import { launch, temporaryFolder } from "./harness";
import { startHostedService } from "./stories/hosted-service";
import { callMain, pollCall, uploadFolder, waitForUploads } from "./workspace";

/** Calls whose path alone does not say what is requested: the query and the body of each case. */
const cases: Readonly<Record<string, readonly [name: string, isCase: RegExp][]>> = {
  "POST /media/upload-url/multipart": [
    ["presign of part 1", /"presign"(?!.*uploadId)/],
    ["presign of a later part", /"presign".*uploadId|uploadId.*"presign"/],
    ["complete", /"complete"/],
  ],
  "POST /projects/archive": [
    ["archive", /"archive"/],
    ["unarchive", /"unarchive"/],
  ],
  "GET /batches/bulk/{requestId}/status": [
    ["summary", /^$/],
    ["page", /page=1/],
  ],
};

/** "METHOD /path/:id" of a request, or null for requests that are not of the interface. */
function callOf(operations: readonly string[], request: ProxiedRequest, base: string) {
  const segments = request.path.slice(base.length).split("/");
  const matches = operations.filter((operation) => {
    const [method, template = ""] = operation.split(" ");
    const expected = template.split("/");
    return (
      method === request.method &&
      expected.length === segments.length &&
      expected.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
  // "/batches/bulk/{requestId}/status" and the like: the operation with the fewest parameters is
  // the one.
  return matches.toSorted((a, b) => a.split("{").length - b.split("{").length)[0] ?? null;
}

test("the application makes every call of the interface", async () => {
  const service = await startHostedService();
  const proxy = await startFaultProxy(() => service.baseUrl);
  onTestFinished(() => proxy.close());
  const { page } = await launch();
  const { clientId, clientSecret } = service;
  const call = <T>(name: string, input?: unknown) => callMain<T>(page, name, input);
  const { id: workspaceId } = await call<{ id: string }>("workspaces.connect", {
    name: "Studio",
    baseUrl: proxy.baseUrl,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
  const refresh = (list: object) => call("lists.refresh", { workspaceId, list });
  const paged = { offset: 0, limit: 100 };

  // Catalogues.
  const model = "local-basic";
  await refresh({ kind: "languages" });
  await refresh({ kind: "models" });
  await refresh({ kind: "voices", model });
  await refresh({ kind: "styles", model });
  const { voices } = await call<{ voices: { name: string }[] }>("catalogue.voices", {
    workspaceId,
    model,
    search: "",
    gender: "",
    age: "",
    timbre: "",
    voiceTag: "",
    language: "",
    provider: "",
    sort: "name",
    ...paged,
  });

  // Media: one file of a single PUT, one of two parts.
  const folder = path.join(temporaryFolder("drop"), "media");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "short.wav"), "RIFF and so on");
  writeFileSync(path.join(folder, "long.wav"), "RIFF and so on");
  truncateSync(path.join(folder, "long.wav"), 20 * 1024 * 1024);
  await uploadFolder(page, workspaceId, folder);
  await waitForUploads(page, workspaceId);
  await call("gallery.refresh", { workspaceId });
  await call("gallery.delete", { workspaceId, paths: ["media/long.wav"] });
  const listed = await service.client.get("/media/files");
  expect(bodyOf<string[]>(listed)).toEqual(["media/short.wav"]);

  // Projects. The service rejects a token once: it is refreshed.
  const { id: projectId } = await call<Project>("projects.create", {
    workspaceId,
    name: "Ferry",
    type: "audio-production",
    model,
    sourceLanguage: null,
    targetLanguages: ["de-de"],
  });
  void proxy.injectFault({
    method: "GET",
    path: /\/projects\?/,
    fault: { kind: "respond", status: 401, body: '{"message":"the access token has expired"}' },
    times: 1,
  });
  await refresh({ kind: "projects" });
  const other = await service.client.post("/projects", {
    name: "Made elsewhere",
    type: "audio-production",
    model,
    targetLanguages: ["de-de"],
  });
  const { id: otherId } = bodyOf<Project>(other, 201);
  const { project } = await call<{ project: Project }>("projects.get", {
    workspaceId,
    projectId: otherId,
  });
  expect(project.name).toBe("Made elsewhere");
  await call("projects.rename", { workspaceId, projectId: otherId, name: "Renamed" });
  await call("projects.setArchived", { workspaceId, projectIds: [otherId], isArchived: true });
  await call("projects.setArchived", { workspaceId, projectIds: [otherId], isArchived: false });
  await call("projects.delete", { workspaceId, projectIds: [otherId] });
  await call("projects.addLanguages", { workspaceId, projectId, languages: ["fr-fr"] });

  // Users and the team.
  const user = await call<User>("users.create", {
    workspaceId,
    firstName: "Ada",
    lastName: "Lang",
    email: "ada@studio.test",
  });
  await refresh({ kind: "users" });
  await call("team.add", {
    workspaceId,
    projectId,
    members: [{ userId: user.id, role: "project-editor" }],
  });
  await refresh({ kind: "team", projectId });

  // A batch, its second language and the member of it.
  const script = (name: string, language: string, text: string) =>
    uploadScript(
      service.client,
      name,
      `ID,Character,Text_${language}\n1,Lotse,${text}\n2,Wirt,${text}\n`,
    );
  const location = await script("ferry.csv", "DE-DE", "Leinen los!");
  const noFile = { kind: "none" };
  const entry = await call<{ state: string; resultId: string }>("outbox.add", {
    workspaceId,
    projectId,
    request: {
      name: "Departure",
      script: { kind: "location", location },
      video: noFile,
      languageCode: "",
      settings: {},
    },
    targetFolder: "",
  });
  expect(entry.state).toBe("sent");
  const batchId = entry.resultId;
  const target = await script("ferry-fr.csv", "FR-FR", "Larguez les amarres !");
  const statusOf = async () =>
    bodyOf<Batch>(await service.client.get(`/batches/${batchId}`)).status;
  await expect.poll(statusOf).not.toBe("ingesting");
  await call("outbox.addLanguages", {
    workspaceId,
    projectId,
    request: {
      batchId,
      batchName: "Departure",
      languages: [
        {
          languageId: "fr-fr",
          script: { kind: "location", location: target },
          speakerSeparator: "",
        },
      ],
    },
    replaces: null,
  });
  await call("batches.assignMembers", {
    workspaceId,
    projectId,
    batchId,
    members: [{ userId: user.id, languageId: "de-de" }],
  });
  await refresh({ kind: "batches", projectId });
  await refresh({ kind: "batch", projectId, batchId });
  const { batch } = await call<{ batch: Batch }>("batches.get", {
    workspaceId,
    projectId,
    batchId,
  });
  expect(batch.translations.map(({ languageId }) => languageId)).toEqual(["de-de", "fr-fr"]);

  // Characters and the glossary.
  await refresh({ kind: "characters", projectId });
  await refresh({ kind: "glossary", projectId });
  const { characters } = await call<{ characters: Character[] }>("casting.list", {
    workspaceId,
    projectId,
    filter: "all",
    search: "",
    sort: "name",
    ...paged,
  });
  expect(characters.map(({ name }) => name)).toEqual(["Lotse", "Wirt"]);
  const [pilot] = characters;
  const [voice] = voices;
  await call("casting.assign", {
    workspaceId,
    projectId,
    assignments: [{ characterId: pilot?.id, voice: voice?.name }],
  });

  // A bulk request with one row, until its batch exists.
  const draft = await call<{ id: number }>("bulk.createDraft", {
    workspaceId,
    projectId,
    name: "Season",
  });
  await call("bulk.saveRows", {
    workspaceId,
    draftId: draft.id,
    rows: [{ id: 1, name: "Arrival", video: "", script: location, language: "", settings: {} }],
    order: null,
  });
  await call("bulk.start", { workspaceId, draftId: draft.id, rowIds: null });
  await pollCall<{ counts: { done: number } }[]>(
    page,
    "bulk.requests",
    { workspaceId, projectId },
    ([request]) => request?.counts.done === 1,
  );

  await call("batches.delete", { workspaceId, projectId, batchIds: [batchId] });
  await call("team.remove", { workspaceId, projectId, userIds: [user.id] });

  // The document of the service lists the calls of the interface; its own calls are below /local
  // and /objects.
  const response = await service.client.get("/openapi.json");
  const document = bodyOf<{ paths: Record<string, Record<string, unknown>> }>(response);
  const operations = Object.entries(document.paths)
    .filter(([at]) => !/^\/(local|objects|openapi\.json)/.test(at))
    .flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
    );
  expect(operations.length).toBeGreaterThan(30);
  const expected = operations.flatMap(
    (operation) => cases[operation]?.map(([name]) => `${operation} (${name})`) ?? [operation],
  );
  const base = new URL(proxy.baseUrl).pathname.replace(/\/$/, "");
  const made = new Set<string>();
  for (const request of proxy.requests) {
    const operation = callOf(operations, request, base);
    if (operation === null || request.serviceStatus < 200 || request.serviceStatus > 299) continue;
    const found = cases[operation]?.filter(([, isCase]) =>
      isCase.test(request.query + request.body),
    );
    if (found === undefined) made.add(operation);
    else for (const [name] of found) made.add(`${operation} (${name})`);
  }
  expect(expected.filter((operation) => !made.has(operation))).toEqual([]);
});
