/**
 * Lists of a service with invalid responses: the cached list is unchanged, and its problem is
 * reported.
 */
import { describe, expect, it } from "vitest";
import type { Topic } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import { longestTurn } from "../../helpers/event-loop";
import { useHostileHarness, batch, projectId, route } from "../../helpers/hostile-harness";

const harness = useHostileHarness();
const { read, batches, names, respondWithBatches } = harness;

const isAbout = (payload: unknown, topic: Topic) =>
  (payload as { topics?: Topic[] }).topics?.includes(topic) ?? false;

describe("a list", () => {
  it("is read except for invalid items, with defaults for invalid fields", async () => {
    const invalidItem = {
      id: 7,
      name: null,
      status: "MARINATING",
      completionPercentage: "42 %",
      translations: [{ languageId: "fr-fr" }, null, { isCompleted: true }, { languageId: "fr-fr" }],
      updatedAt: "yesterday",
      priority: { of: "nobody" },
    };
    respondWithBatches(
      null,
      5,
      "x",
      [],
      {},
      { id: "" },
      { id: "y".repeat(2000) },
      invalidItem,
      batch("b"),
      {
        ...batch("b"),
        name: "doubled",
      },
    );
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
    const events = harness.test.events.length;
    await read();
    expect(harness.test.events.slice(events).every(({ name }) => name === "changed")).toBe(true);
  });

  it.each([
    ["500", { status: 500, body: { message: "boom" } }, "service-error"],
    [
      "a web page",
      { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } },
      "unexpected-answer",
    ],
    ["an object", { body: { items: [] } }, "unexpected-answer"],
    ["an empty body", { body: "" }, "unexpected-answer"],
    ["a deleted project", { status: 404, body: { message: "no project" } }, "not-found"],
    [
      "a body that ends with a reset",
      { pieces: ['[{"id":"a","name":"changed"},{"id":"c"},'], isReset: true },
      "unreachable",
    ],
    ["a list that never closes", { body: "an unclosed list" }, "unexpected-answer"],
    [
      "an invalid last item",
      { body: '[{"id":"a","name":"changed"},{"id":}]' },
      "unexpected-answer",
    ],
  ])("is unchanged when the service responds with %s", async (_name, reply, code) => {
    respondWithBatches(batch("a"), batch("b"));
    await read();
    const { readAt } = (await batches()).freshness;
    harness.service.respondTo(route, reply);
    await expect(read()).rejects.toMatchObject({ code });
    expect(await names()).toEqual(["a", "b"]);
    expect((await batches()).freshness).toMatchObject({
      readAt,
      isReading: false,
      problem: { code },
    });
    respondWithBatches(batch("b", { name: "B" }));
    await read();
    expect(await names()).toEqual(["B"]);
    expect((await batches()).freshness.problem).toBeNull();
  });

  it("that was never synced has the problem of the workspace until it is synced", async () => {
    expect((await batches()).freshness).toMatchObject({ readAt: null, problem: null });
    const events = harness.test.events.length;
    harness.service.respondTo("GET /models", { status: 401, body: { message: "invalid token" } });
    harness.service.respondTo("GET /users", { status: 401, body: { message: "invalid token" } });
    await expect(read({ kind: "users" })).rejects.toMatchObject({ code: "token-refused" });
    expect((await batches()).freshness.problem).toMatchObject({ code: "token-refused" });
    await harness.test.waitUntil(
      () =>
        harness.test.events.slice(events).find(({ payload }) => isAbout(payload, "batches")) ??
        null,
      "the change event",
    );
    respondWithBatches(batch("a"));
    await read();
    expect((await batches()).freshness.problem).toBeNull();
  });

  it("of models or voices with a 404 is empty, as documented", async () => {
    harness.service.respondTo("GET /models", { body: [{ model: "m" }] });
    await read({ kind: "models" });
    harness.service.respondTo("GET /models", { status: 404, body: { message: "none" } });
    await read({ kind: "models" });
    harness.service.respondTo("GET /voices", { status: 404, body: { message: "none" } });
    await read({ kind: "voices", model: "m" });
    expect(
      await harness.test.handlers.catalogue.models({ workspaceId: harness.workspaceId }),
    ).toMatchObject({
      models: [],
      freshness: { problem: null },
    });
  });

  const users = () =>
    harness.test.handlers.users.list({
      workspaceId: harness.workspaceId,
      search: "",
      sort: "name",
      offset: 0,
      limit: 10,
    });

  it.each([404, 204, 302, 403])("of the workspace is unchanged after a %i", async (status) => {
    harness.service.respondTo("GET /users", { body: [{ id: "u1", firstName: "Ada" }] });
    await read({ kind: "users" });
    const { readAt } = (await users()).freshness;
    harness.service.respondTo("GET /users", {
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
  ])("with a 404 is a failed sync: %s", async (path, what) => {
    harness.service.respondTo(path, { status: 404, body: { message: "no workspace found" } });
    await expect(read(what)).rejects.toMatchObject({
      code: "unexpected-answer",
      message: expect.stringContaining("no workspace found") as string,
    });
  });

  it("of media files is unchanged after a 404, and reports the problem", async () => {
    harness.service.respondTo("GET /media/files", { body: ["a.wav", "b/c.wav"] });
    await harness.test.handlers.gallery.refresh({ workspaceId: harness.workspaceId });
    const { readAt } = await harness.test.handlers.gallery.status({
      workspaceId: harness.workspaceId,
    });
    harness.service.respondTo("GET /media/files", { status: 404, body: { message: "none" } });
    await expect(
      harness.test.handlers.gallery.refresh({ workspaceId: harness.workspaceId }),
    ).rejects.toMatchObject({
      code: "unexpected-answer",
    });
    expect(
      await harness.test.handlers.gallery.status({ workspaceId: harness.workspaceId }),
    ).toMatchObject({
      fileCount: 2,
      readAt,
      problem: { code: "unexpected-answer" },
    });
  });

  it("of glossary lines is available although no line has a language", async () => {
    harness.service.respondTo("GET /projects/p1/glossary", {
      body: [{ id: "1", word: "Nantucket" }],
    });
    await read({ kind: "glossary", projectId });
    const query = {
      workspaceId: harness.workspaceId,
      projectId,
      search: "x",
      languageId: "",
      sort: "word",
    } as const;
    const shown = await harness.test.handlers.glossary.list({ ...query, offset: 0, limit: 10 });
    expect(shown).toMatchObject({ total: 0, count: 1, languageIds: [] });
  });

  it("of projects is synced completely or not at all", async () => {
    const one = { id: "p1", name: "One", type: "line-dubbing" };
    harness.service.respondTo("GET /projects", ({ query }) =>
      query.get("type") === "media-dubbing" ? { status: 500 } : { body: [one] },
    );
    const projects = { kind: "projects" } as const;
    await expect(read(projects)).rejects.toMatchObject({ code: "service-error" });
    harness.service.respondTo("GET /projects", ({ query }) =>
      // This service ignores the query.
      query.get("type") === "media-dubbing" ? { body: [] } : { body: [one], delayMs: 10 },
    );
    await read(projects);
    const shown = await harness.test.handlers.projects.list({
      workspaceId: harness.workspaceId,
      type: "all",
      isArchived: false,
      search: "",
      sort: "name",
      offset: 0,
      limit: 10,
    });
    expect(shown).toMatchObject({ projects: [{ ...one, status: "" }], total: 1 });
  });

  it("of a million items is truncated, and does not block the event loop", async () => {
    await harness.test.stop();
    harness.start({ maxListItems: 5_000 });
    function* million() {
      yield "[";
      for (let from = 0; from < 1_000_000; from += 1000) {
        const some = Array.from({ length: 1000 }, (_, index) => batch(`b${from + index}`));
        yield `${from === 0 ? "" : ","}${JSON.stringify(some).slice(1, -1)}`;
      }
      yield "]";
    }
    harness.service.respondTo(route, () => ({ pieces: million() }));
    const before = process.memoryUsage().rss;
    expect(await longestTurn(async () => read())).toBeLessThan(200);
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

  it("of a deleted project is deleted at the next start, not before", async () => {
    const projects = { kind: "projects" } as const;
    harness.service.respondTo("GET /projects", { body: [{ id: "p1", name: "One" }] });
    respondWithBatches(batch("a"));
    await read(projects);
    await read();
    // The next sync may contain it again.
    harness.service.respondTo("GET /projects", { body: [] });
    await read(projects);
    expect(await names()).toEqual(["a"]);
    await harness.test.stop();
    harness.start();
    await harness.test.waitUntil(
      async () => ((await names()).length === 0 ? true : null),
      "the cleanup at start",
    );
    expect((await batches()).freshness.readAt).toBeNull();
  });

  it("is requested once for several concurrent syncs", async () => {
    harness.service.respondTo(route, { body: [batch("a")], delayMs: 30 });
    await Promise.all([read(), read(), read()]);
    expect(harness.service.count("GET", "/projects/p1/batches")).toBe(1);
  });
});
