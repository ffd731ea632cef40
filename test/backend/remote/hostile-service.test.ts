/** Lists of a service that answers badly: they stay what they were, they say what is wrong, and nothing else suffers. */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Topic } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import type { BatchMilestone } from "../../../main/backend/compose";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  type TestBackendDeps,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { eventLoopDelayAboveIdle } from "../../helpers/event-loop";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: HostileService;
let test: TestBackend;
let workspaceId: string;
let ended: BatchMilestone[];
const vault = memoryVault(true);

const start = (overrides: TestBackendDeps = {}) =>
  startBackend(path.join(folder.path, "profile"), {
    vault,
    onBatchMilestone: (batch) => void ended.push(batch),
    // Nothing is followed unless a test asks for it.
    visibility: { isSeen: () => false, onChange: () => () => undefined },
    ...overrides,
  });

beforeEach(async () => {
  ended = [];
  folder = await temporaryFolder();
  service = await startHostileService();
  test = start();
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const projectId = "p1";
const list: ResourceList = { kind: "batches", projectId };
const route = "GET /projects/p1/batches";
const read = (what: ResourceList = list) =>
  test.handlers.lists.refresh({ workspaceId, list: what });
const batches = (fields: object = {}) =>
  test.handlers.batches.list({
    workspaceId,
    projectId,
    filter: "all",
    search: "",
    sort: "name",
    offset: 0,
    limit: 1000,
    ...fields,
  });
const names = async () => (await batches()).batches.map(({ name }) => name);
const batch = (id: string, fields: object = {}) => ({
  id,
  projectId,
  name: id,
  status: "inferring",
  message: "",
  completionPercentage: 0,
  translations: [{ languageId: "fr-fr", isCompleted: false, status: "inferring" }],
  isCastingCompleted: true,
  createdAt: "2030-01-01T00:00:00.000Z",
  updatedAt: "2030-01-01T00:00:00.000Z",
  ...fields,
});
const answer = (...some: unknown[]) => service.respondTo(route, { body: some });

const toldOf = (payload: unknown, topic: Topic) =>
  (payload as { topics?: Topic[] }).topics?.includes(topic) ?? false;

describe("a list", () => {
  it("is read although half of it makes no sense", async () => {
    const strange = {
      id: 7,
      name: null,
      status: "MARINATING",
      completionPercentage: "42 %",
      translations: [{ languageId: "fr-fr" }, null, { isCompleted: true }, { languageId: "fr-fr" }],
      updatedAt: "yesterday",
      priority: { of: "nobody" },
    };
    answer(null, 5, "x", [], {}, { id: "" }, { id: "y".repeat(2000) }, strange, batch("b"), {
      ...batch("b"),
      name: "doubled",
    });
    await read();
    expect(await batches()).toMatchObject({
      batches: [
        {
          id: "7",
          projectId,
          name: "",
          status: "MARINATING",
          message: "",
          completionPercentage: 42,
          translations: [{ languageId: "fr-fr", isCompleted: false, status: "" }],
          isCastingCompleted: false,
          createdAt: null,
          updatedAt: null,
          group: "running",
        },
        { id: "b", name: "b", createdAt: Date.UTC(2030, 0, 1) },
      ],
      total: 2,
      counts: { all: 2, running: 2 },
      freshness: { problem: null },
    });
    const events = test.events.length;
    await read();
    expect(test.events.slice(events).every(({ name }) => name === "changed")).toBe(true);
  });

  it.each([
    ["500", { status: 500, body: { message: "boom" } }, "service-error"],
    [
      "a page",
      { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } },
      "unexpected-answer",
    ],
    ["an object", { body: { items: [] } }, "unexpected-answer"],
    ["nothing", { body: "" }, "unexpected-answer"],
    ["no project any more", { status: 404, body: { message: "no project" } }, "not-found"],
    [
      "a body that is cut",
      { pieces: ['[{"id":"a","name":"changed"},{"id":"c"},'], isReset: true },
      "unreachable",
    ],
    ["a list that never closes", { body: '[{"id":"a","name":"changed"}' }, "unexpected-answer"],
    [
      "a list with a broken end",
      { body: '[{"id":"a","name":"changed"},{"id":}]' },
      "unexpected-answer",
    ],
  ])("stays what it was when the service answers with %s", async (_name, reply, code) => {
    answer(batch("a"), batch("b"));
    await read();
    const { readAt } = (await batches()).freshness;
    service.respondTo(route, reply);
    await expect(read()).rejects.toMatchObject({ code });
    expect(await names()).toEqual(["a", "b"]);
    expect((await batches()).freshness).toMatchObject({
      readAt,
      isReading: false,
      problem: { code },
    });
    answer(batch("b", { name: "B" }));
    await read();
    expect(await names()).toEqual(["B"]);
    expect((await batches()).freshness.problem).toBeNull();
  });

  it("that was never read says why, as long as there is no way to the service", async () => {
    expect((await batches()).freshness).toMatchObject({ readAt: null, problem: null });
    const events = test.events.length;
    service.respondTo("GET /models", { status: 401, body: { message: "who are you" } });
    service.respondTo("GET /users", { status: 401, body: { message: "who are you" } });
    await expect(read({ kind: "users" })).rejects.toMatchObject({ code: "token-refused" });
    expect((await batches()).freshness.problem).toMatchObject({ code: "token-refused" });
    await test.waitUntil(
      () => test.events.slice(events).find(({ payload }) => toldOf(payload, "batches")) ?? null,
      "word of it",
    );
    answer(batch("a"));
    await read();
    expect((await batches()).freshness.problem).toBeNull();
  });

  it("of models or voices answered with 404 is empty: that is documented", async () => {
    service.respondTo("GET /models", { body: [{ model: "m" }] });
    await read({ kind: "models" });
    service.respondTo("GET /models", { status: 404, body: { message: "none" } });
    await read({ kind: "models" });
    service.respondTo("GET /voices", { status: 404, body: { message: "none" } });
    await read({ kind: "voices", model: "m" });
    expect(await test.handlers.catalogue.models({ workspaceId })).toMatchObject({
      models: [],
      freshness: { problem: null },
    });
  });

  const users = () =>
    test.handlers.users.list({ workspaceId, search: "", sort: "name", offset: 0, limit: 10 });

  it.each([404, 204, 302, 403])("of the workspace stays as it was after a %i", async (status) => {
    service.respondTo("GET /users", { body: [{ id: "u1", firstName: "Ada" }] });
    await read({ kind: "users" });
    const { readAt } = (await users()).freshness;
    service.respondTo("GET /users", {
      status,
      body: status === 204 ? undefined : { message: "none" },
    });
    const code = status === 403 ? "request-refused" : "unexpected-answer";
    await expect(read({ kind: "users" })).rejects.toMatchObject({ code });
    expect(await users()).toMatchObject({ total: 1, freshness: { readAt, problem: { code } } });
  });

  it.each<[string, ResourceList]>([
    ["GET /projects", { kind: "projects" }],
    ["GET /languages", { kind: "languages" }],
    ["GET /models/m/styles", { kind: "styles", model: "m" }],
  ])("answered with 404 is a failed sync: %s", async (path, what) => {
    service.respondTo(path, { status: 404, body: { message: "no workspace found" } });
    await expect(read(what)).rejects.toMatchObject({
      code: "unexpected-answer",
      message: expect.stringContaining("no workspace found") as string,
    });
  });

  it("of media files stays as it was after a 404, and says so", async () => {
    service.respondTo("GET /media/files", { body: ["a.wav", "b/c.wav"] });
    await test.handlers.gallery.refresh({ workspaceId });
    const { readAt } = await test.handlers.gallery.status({ workspaceId });
    service.respondTo("GET /media/files", { status: 404, body: { message: "none" } });
    await expect(test.handlers.gallery.refresh({ workspaceId })).rejects.toMatchObject({
      code: "unexpected-answer",
    });
    expect(await test.handlers.gallery.status({ workspaceId })).toMatchObject({
      fileCount: 2,
      readAt,
      problem: { code: "unexpected-answer" },
    });
  });

  it("of a glossary tells its lines although none of them has a language", async () => {
    service.respondTo("GET /projects/p1/glossary", { body: [{ id: "1", word: "Nantucket" }] });
    await read({ kind: "glossary", projectId });
    const asked = { workspaceId, projectId, search: "x", languageId: "", sort: "word" } as const;
    const shown = await test.handlers.glossary.list({ ...asked, offset: 0, limit: 10 });
    expect(shown).toMatchObject({ total: 0, count: 1, languageIds: [] });
  });

  it("of projects is whole or not read at all", async () => {
    const one = { id: "p1", name: "One", type: "line-dubbing" };
    service.respondTo("GET /projects", ({ query }) =>
      query.get("type") === "media-dubbing" ? { status: 500 } : { body: [one] },
    );
    const projects = { kind: "projects" } as const;
    await expect(read(projects)).rejects.toMatchObject({ code: "service-error" });
    service.respondTo("GET /projects", ({ query }) =>
      // This service ignores the query.
      query.get("type") === "media-dubbing" ? { body: [] } : { body: [one], delayMs: 10 },
    );
    await read(projects);
    const shown = await test.handlers.projects.list({
      workspaceId,
      type: "all",
      isArchived: false,
      search: "",
      sort: "name",
      offset: 0,
      limit: 10,
    });
    expect(shown).toMatchObject({ projects: [{ ...one, status: "" }], total: 1 });
  });

  it("of a million items is bounded, and nothing waits while it comes", async () => {
    await test.stop();
    test = start({ maxListItems: 5_000 });
    function* million() {
      yield "[";
      for (let from = 0; from < 1_000_000; from += 1000) {
        const some = Array.from({ length: 1000 }, (_, index) => batch(`b${from + index}`));
        yield `${from === 0 ? "" : ","}${JSON.stringify(some).slice(1, -1)}`;
      }
      yield "]";
    }
    service.respondTo(route, () => ({ pieces: million() }));
    const before = process.memoryUsage().rss;
    expect(await eventLoopDelayAboveIdle(async () => read())).toBeLessThan(200);
    expect((await batches()).total).toBe(5_000);
    const { readAt, problem } = (await batches()).freshness;
    expect(readAt).not.toBeNull();
    expect(problem).toMatchObject({
      code: "list-too-long",
      message: expect.stringMatching(/5000/),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 ** 2);
    await expect(read()).resolves.toBeUndefined();
    expect((await batches()).total).toBe(5_000);
  });

  it("of a project that is gone is forgotten at the next start, not before", async () => {
    const projects = { kind: "projects" } as const;
    service.respondTo("GET /projects", { body: [{ id: "p1", name: "One" }] });
    answer(batch("a"));
    await read(projects);
    await read();
    // It may be back at the next sync.
    service.respondTo("GET /projects", { body: [] });
    await read(projects);
    expect(await names()).toEqual(["a"]);
    await test.stop();
    test = start();
    await test.waitUntil(async () => ((await names()).length === 0 ? true : null), "the sweep");
    expect((await batches()).freshness.readAt).toBeNull();
  });

  it("asked for by many at once is read once", async () => {
    service.respondTo(route, { body: [batch("a")], delayMs: 30 });
    await Promise.all([read(), read(), read()]);
    expect(service.count("GET", "/projects/p1/batches")).toBe(1);
  });
});

describe("what is written while a list is read", () => {
  it("is not undone by what the reading saw before", async () => {
    answer(batch("a"), batch("b"));
    await read();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = true;
    const there = [batch("a"), batch("b"), batch("c")];
    service.respondTo(route, async () => {
      const body = [...there];
      // The reading that is under way tells of what was there when it began.
      if (isHeld) await held;
      return { body };
    });
    service.respondTo("POST /batches/delete", { status: 204 });
    service.respondTo("GET /projects/p1", { body: { id: "p1", type: "audio-production" } });
    service.respondTo("POST /projects/p1/batches", { status: 201, body: batch("new") });
    const reading = read();
    await test.waitUntil(() => (service.activeRequests > 0 ? true : null), "the reading");
    await test.handlers.batches.delete({ workspaceId, projectId, batchIds: ["a"] });
    const draft = {
      name: "new",
      scriptPath: "https://scripts.example/a.csv",
      videoPath: "",
      languageCode: "",
    };
    await test.handlers.batches.create({
      workspaceId,
      projectId,
      draft: { ...draft, settings: { automaticInference: undefined } },
    });
    expect(await names()).toEqual(["b", "new"]);
    there.splice(0, 1);
    there.push(batch("new"));
    isHeld = false;
    const seen = new Set<string>();
    const watch = setInterval(() => void names().then((all) => seen.add(all.join())), 5);
    release();
    await reading;
    await test.waitUntil(
      async () => ((await names()).join() === "b,c,new" ? true : null),
      "the list",
    );
    clearInterval(watch);
    for (const shown of seen) expect(shown).not.toMatch(/\ba\b/);
    for (const shown of seen) expect(shown).toMatch(/new/);
    const created = service.requests.find(
      ({ path: at, method }) => method === "POST" && at.endsWith("p1/batches"),
    );
    expect(JSON.parse(created!.body)).toEqual({
      name: "new",
      scriptPath: "https://scripts.example/a.csv",
    });
  });

  it("is sent once where the answer is lost, and what became of it is read", async () => {
    service.respondTo("GET /projects/p1", { body: { id: "p1", type: "audio-production" } });
    service.respondTo("POST /projects/p1/batches", { pieces: ["{"], isReset: true });
    answer(batch("made"));
    const draft = {
      name: "made",
      scriptPath: "https://scripts.example/a.csv",
      videoPath: "",
      languageCode: "",
      settings: {},
    };
    await expect(
      test.handlers.batches.create({ workspaceId, projectId, draft }),
    ).rejects.toMatchObject({ code: "unreachable" });
    await test.waitUntil(async () => ((await names()).length > 0 ? true : null), "the batch");
    expect(service.count("POST", "/projects/p1/batches")).toBe(1);
  });

  it("goes in portions, and what was refused stays", async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `b${index}`);
    answer(...ids.map((id) => batch(id)));
    await read();
    const portions: number[] = [];
    service.respondTo("POST /batches/delete", ({ body }) => {
      portions.push((JSON.parse(body) as { batchIds: string[] }).batchIds.length);
      return portions.length < 3
        ? { status: 204 }
        : { status: 400, body: { message: "batchIds: no" } };
    });
    const left = ids.slice(2000).map((id) => batch(id));
    answer(...left);
    await expect(
      test.handlers.batches.delete({ workspaceId, projectId, batchIds: ids }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "batchIds", message: "no" }],
    });
    expect(portions).toEqual([1000, 1000, 500]);
    expect((await batches()).total).toBe(500);
  });

  it("has an outcome for each of several, some at a time", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `p${index}`);
    for (const id of ids)
      service.respondTo(`DELETE /projects/${id}`, { status: id === "p7" ? 400 : 204, delayMs: 5 });
    service.respondTo("GET /projects", { body: [] });
    const outcomes = await test.handlers.projects.delete({ workspaceId, projectIds: ids });
    expect(outcomes.map(({ id }) => id)).toEqual(ids);
    expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([{ id: "p7" }]);
    expect(service.maxActiveRequests).toBeLessThanOrEqual(4);
  });
});

describe("a service without extensions", () => {
  it("is asked for them once, and its 403 is no refusal of the credentials", async () => {
    await test.waitUntil(() => (service.count("GET", "/local") > 0 ? true : null), "the question");
    const [workspace] = await test.handlers.workspaces.list(undefined);
    expect(workspace).toMatchObject({ state: "online", extensions: [] });
    const one = { workspaceId, projectId, batchId: "a" };
    await expect(
      test.handlers.batches.lines({ ...one, offset: 0, limit: 10 }),
    ).rejects.toMatchObject({ code: "not-offered" });
    await read({ kind: "assignments", batchId: "a" });
    service.respondTo("POST /batches/a/assign-member", { status: 204 });
    const members = [{ userId: "u", languageId: "fr-fr" }];
    await test.handlers.batches.assignMembers({ ...one, members });
    const known = await test.handlers.batches.assignments(one);
    expect(known).toMatchObject({ assignments: members, freshness: { readAt: null } });
    expect(service.count("GET", "/local/batches/a/members")).toBe(0);
    expect((await test.handlers.workspaces.list(undefined))[0]).toMatchObject({ state: "online" });
  });
});

describe("the end of a batch", () => {
  it("is told once each time, also over a restart, and never of what was not seen at work", async () => {
    answer(batch("a"), batch("old", { completionPercentage: 100 }), batch("bad"));
    await read();
    expect(ended).toEqual([]);
    answer(
      batch("a", { translations: [{ languageId: "fr-fr", isCompleted: true }] }),
      batch("old", { completionPercentage: 100 }),
      batch("bad", { status: "Aborted" }),
      batch("new", { completionPercentage: 100 }),
    );
    await read();
    expect(ended.map(({ batchId, group }) => [batchId, group])).toEqual([
      ["a", "done"],
      ["bad", "failed"],
    ]);
    expect(ended[0]).toEqual({
      workspaceId,
      projectId,
      batchId: "a",
      name: "a",
      group: "done",
      route: { screen: "batch", projectId, batchId: "a" },
    });
    const done = [batch("a", { completionPercentage: 100 }), batch("bad", { status: "Failed" })];
    answer(...done);
    await read();
    await test.stop();
    test = start();
    await read();
    expect(ended).toHaveLength(2);
    // Another language, another try: both are at work again, and end again.
    answer(batch("a", { status: "Casting", isCastingCompleted: false }), batch("bad"));
    await read();
    await test.stop();
    test = start();
    answer(...done);
    await read();
    await read();
    expect(ended.slice(2).map(({ batchId, group }) => [batchId, group])).toEqual([
      ["a", "needs-attention"],
      ["a", "done"],
      ["bad", "failed"],
    ]);
  });
});

describe("the capabilities of a service", () => {
  const announce = async (capabilities: unknown) => {
    service.respondTo("GET /local", { body: { version: 1, extensions: [], capabilities } });
    await test.stop();
    const asked = service.count("GET", "/local");
    test = start();
    await test.waitUntil(
      () => (service.count("GET", "/local") > asked ? true : null),
      "a question",
    );
  };
  const known = async () => (await test.handlers.workspaces.list(undefined))[0]!.capabilities;

  it("are unknown where nothing is announced", async () => {
    await test.waitUntil(() => (service.count("GET", "/local") > 0 ? true : null), "a question");
    expect(await known()).toEqual({});
  });

  it("are those announced, known or not, and stay known over a restart", async () => {
    await announce({ inference: false, transcription: true, translation: "no", time_travel: true });
    const expected = { inference: false, transcription: true };
    await test.waitUntil(
      async () => ("inference" in (await known()) ? true : null),
      "the capabilities",
    );
    expect(await known()).toEqual(expected);
    await test.stop();
    service.respondTo("GET /local", { status: 503 });
    test = start();
    expect(await known()).toEqual(expected);
  });

  it("are not denied for a language without flags", async () => {
    service.respondTo("GET /languages", {
      body: [
        { id: "fr-fr", name: "French", code: "FR-FR" },
        {
          id: "de-de",
          name: "German",
          code: "DE-DE",
          isTextSupported: true,
          isAudioSupported: false,
        },
      ],
    });
    await read({ kind: "languages" });
    const { languages } = await test.handlers.catalogue.languages({ workspaceId });
    expect(
      languages.map(({ id, isTextSupported, isAudioSupported }) => [
        id,
        isTextSupported,
        isAudioSupported,
      ]),
    ).toEqual([
      ["fr-fr", true, true],
      ["de-de", true, false],
    ]);
  });
});

describe("a batch that needs attention", () => {
  const casting = { status: "casting", isCastingCompleted: false };
  it("is notified of once per transition, also over a restart", async () => {
    answer(batch("a"), batch("there", casting));
    await read();
    answer(batch("a", casting), batch("there", casting), batch("new", casting));
    await read();
    await read();
    await test.stop();
    test = start();
    answer(batch("a", { ...casting, message: "1 character left" }), batch("there", casting));
    await read();
    expect(ended.map(({ batchId, group }) => [batchId, group])).toEqual([["a", "needs-attention"]]);
    // Back at work, and then waiting again: another transition. An idle batch asks for nothing.
    answer(batch("a"), batch("there", { status: "ready" }));
    await read();
    answer(batch("a", casting), batch("there", { status: "ready" }));
    await read();
    expect(ended.map(({ batchId }) => batchId)).toEqual(["a", "a"]);
    answer(batch("there", { completionPercentage: 100 }));
    await read();
    expect(ended.at(-1)).toMatchObject({ batchId: "there", group: "done" });
  });
});

describe("an idle batch", () => {
  it("is counted as idle, with the service's reason, and is not polled as running", async () => {
    await test.stop();
    // Nothing is on screen: only lists with work in progress are read.
    const timing = { followFirstMs: 10, followSlowestMs: 20, followOldMs: 10 };
    test = start({ timing, visibility: { isSeen: () => false, onChange: () => () => undefined } });
    const project = (id: string) => ({ id, name: id, status: "active", type: "line-dubbing" });
    service.respondTo("GET /projects", { body: [project("p1"), project("p2")] });
    const message = "Ready. This workspace does not produce audio";
    const translations = [{ languageId: "fr-fr", isCompleted: false, status: "ready" }];
    answer(batch("idle", { status: "ready", message, translations }));
    service.respondTo("GET /projects/p2/batches", { body: [batch("runs", { projectId: "p2" })] });
    await read({ kind: "projects" });
    await read();
    await read({ kind: "batches", projectId: "p2" });
    const before = service.count("GET", "/projects/p1/batches");
    const polled = service.count("GET", "/projects/p2/batches");
    await test.waitUntil(
      () => (service.count("GET", "/projects/p2/batches") >= polled + 5 ? true : null),
      "polls of the running batch",
    );
    expect(service.count("GET", "/projects/p1/batches")).toBe(before);
    expect(await batches({ filter: "idle" })).toMatchObject({
      batches: [{ id: "idle", group: "idle", message }],
      counts: { all: 1, running: 0, "needs-attention": 0, failed: 0, idle: 1, done: 0 },
    });
    expect(await test.handlers.overview.get({ workspaceId })).toMatchObject({
      counts: { running: 1, idle: 1 },
      running: [{ id: "runs" }],
      idle: [{ id: "idle", projectName: "p1" }],
    });
  });
});

describe("following", () => {
  const timing = { followFirstMs: 20, followSlowestMs: 120, followOldMs: 10 };
  it("reads what is shown, leaves the service alone for as long as it says, and tells of the end", async () => {
    await test.stop();
    test = start({ timing, visibility: { isSeen: () => true, onChange: () => () => undefined } });
    let refusedAt = 0;
    let askedAgainAt = 0;
    service.respondTo(route, ({ at }) => {
      if (refusedAt === 0) {
        refusedAt = at;
        return { status: 429, headers: { "retry-after": "3" } };
      }
      askedAgainAt ||= at;
      return { body: [batch("a")] };
    });
    await test.handlers.lists.show({ workspaceId, lists: [list] });
    await test.waitUntil(async () => ((await names()).length > 0 ? true : null), "the list");
    expect(askedAgainAt - refusedAt).toBeGreaterThanOrEqual(2_900);
    answer(batch("a", { completionPercentage: 100 }));
    await test.waitUntil(() => (ended.length > 0 ? true : null), "the end");
    expect(ended).toMatchObject([{ batchId: "a", group: "done" }]);
  });
});
