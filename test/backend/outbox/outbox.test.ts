/** Batches sent through the outbox to the local service: real HTTP, a real database, real files. */
import path from "node:path";
import { readFile, rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listUploads } from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, waitForIngestion, type Json } from "../../helpers/local-workspace";
import { outboxTiming } from "../../helpers/outbox-timing";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let here: OutboxHarness;
beforeEach(async () => {
  here = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => here.remove());

const file = (path: string) => ({ kind: "file", path }) as const;
const createCalls = () =>
  here.proxy.requests.filter(({ method, path }) => method === "POST" && /\/batches$/.test(path));
const createdNames = () =>
  createCalls()
    .filter(({ status }) => status === 201)
    .map(({ body }) => (JSON.parse(body) as Json)["name"]);
const linesOf = async (batchId: string) =>
  bodyOf<{ lines: Json[] }>(
    await here.service.client.get(`/local/batches/${batchId}/lines?limit=100`),
  ).lines;

describe("a pending batch", () => {
  it("uploads its video and its script, and is created", async () => {
    const project = await here.project("media-dubbing");
    const id = await here.add(
      project,
      {
        name: " Épisode 1 ",
        video: file(await here.file("ep1.mp4", bytesOf(5000))),
        script: file(await here.file("ep1.csv", csvScript())),
        settings: { importText: true },
      },
      "season",
    );
    const sent = await here.waitForState(id, "sent");
    expect(sent).toMatchObject({
      kind: "batch",
      name: "Épisode 1",
      problem: null,
      fields: [],
      waitsFor: { uploads: 0, failedUploads: 0, script: false, network: false },
    });
    expect(await here.service.client.files()).toEqual(["season/ep1.mp4"]);
    const batches = await here.batches(project);
    expect(batches).toMatchObject([{ id: sent.resultId, name: "Épisode 1" }]);
    expect((await waitForIngestion(here.service.client, sent.resultId)).status).not.toBe("failed");
    const { batches: shown } = await here.test.handlers.batches.list({
      workspaceId: here.workspaceId,
      projectId: project,
      filter: "all",
      search: "",
      sort: "name",
      offset: 0,
      limit: 10,
    });
    expect(shown.map(({ id: batchId }) => batchId)).toEqual([sent.resultId]);
  });

  it("sends gallery paths for the source audio of a workbook and does not change the file", async () => {
    const project = await here.project("line-dubbing");
    await here.file("audio/one.wav", bytesOf(100, 1));
    await here.file("audio/two.wav", bytesOf(100, 2));
    const text =
      "Character,Text_FR-FR,Source_Audio\nAnna,Un,audio/one.wav\nBert,Deux,audio\\two.wav\n";
    const script = await here.file("lines.csv", text);
    // An existing file of that name is not replaced.
    await here.service.client.upload("show/audio/one.wav", bytesOf(7), "audio/wav");
    const id = await here.add(project, { script: file(script) }, "show/");
    const { resultId } = await here.waitForState(id, "sent");
    await waitForIngestion(here.service.client, resultId);
    expect((await linesOf(resultId)).map(({ sourceAudio }) => sourceAudio)).toEqual([
      "show/audio/one (2).wav",
      "show/audio/two.wav",
    ]);
    expect(await readFile(script, "utf8")).toBe(text);
  });

  it("is rejected at once for invalid fields", async () => {
    const project = await here.project("media-dubbing");
    await expect(
      here.add(project, {
        name: "",
        script: file(await here.file("a.srt", "1\n")),
        video: file(await here.file("a.exe", "no")),
        settings: { noOfAlternativeTakes: 7 },
      }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [
        { field: "name", message: "required" },
        { field: "languageCode", message: "required" },
        { field: "settings.noOfAlternativeTakes", message: "out-of-range" },
        { field: "videoPath", message: "not-media" },
      ],
    });
    const missing = path.join(here.folder, "missing.mp4");
    await expect(here.add(project, { video: file(missing) })).rejects.toMatchObject({
      details: [{ field: "videoPath", message: "file-missing" }],
    });
    expect(await here.entries()).toEqual([]);
  });

  it("is sent when the network returns, also after a restart", async () => {
    const project = await here.project("media-dubbing");
    await here.proxy.refuseConnections();
    const video = file(await here.file("ep1.mp4", bytesOf(5000)));
    const id = await here.add(project, { video });
    const waiting = await here.test.waitUntil(async () => {
      const entry = await here.entry(id);
      return entry.waitsFor.network ? entry : null;
    }, "the wait for the network");
    expect(waiting).toMatchObject({ state: "waiting", waitsFor: { uploads: 1, network: true } });
    await here.restart();
    expect(await here.entry(id)).toMatchObject({ state: "waiting" });
    await here.proxy.acceptConnections();
    here.test.network.change(true);
    await here.waitForState(id, "sent");
    expect(await here.batches(project)).toHaveLength(1);
  });

  it("reuses an existing upload: a file that two requests name is uploaded once", async () => {
    const project = await here.project("media-dubbing");
    const video = file(await here.file("ep1.mp4", bytesOf(5000)));
    const ids = [
      await here.add(project, { name: "A", video }),
      await here.add(project, { name: "B", video }),
    ];
    for (const id of ids) await here.waitForState(id, "sent");
    await here.test.handlers.uploads.clearDone({ workspaceId: here.workspaceId });
    await here.waitForState(await here.add(project, { name: "C", video }), "sent");
    expect(await here.service.client.files()).toEqual(["ep1.mp4"]);
    const puts = here.proxy.requests.filter(
      ({ method, path }) => method === "PUT" && path.startsWith("/objects/"),
    );
    expect(puts).toHaveLength(1);
    expect((await here.batches(project)).map(({ name }) => name).sort()).toEqual(["A", "B", "C"]);
  });

  it("is refused when its upload fails, and continues when the upload succeeds", async () => {
    const project = await here.project("media-dubbing");
    await here.test.handlers.uploads.setPaused({ isPaused: true });
    const video = await here.file("ep1.mp4", bytesOf(5000));
    const id = await here.add(project, { video: file(video) });
    await rm(video);
    await here.test.handlers.uploads.setPaused({ isPaused: false });
    const refused = await here.waitForState(id, "refused");
    expect(refused).toMatchObject({
      waitsFor: { failedUploads: 1 },
      problem: { code: "file-missing", message: "ep1.mp4" },
    });
    await writeFile(video, bytesOf(6000));
    const [upload] = await listUploads(here.test, here.workspaceId);
    await here.test.handlers.uploads.retry({ ids: [upload!.id] });
    await here.waitForState(id, "sent");
  });

  it("can be retried after its upload was cancelled and removed from the list", async () => {
    const project = await here.project("media-dubbing");
    await here.test.handlers.uploads.setPaused({ isPaused: true });
    const id = await here.add(project, { video: file(await here.file("ep1.mp4", bytesOf(50))) });
    const [upload] = await listUploads(here.test, here.workspaceId);
    await here.test.handlers.uploads.cancel({ ids: [upload!.id] });
    await here.test.handlers.uploads.clearDone({ workspaceId: here.workspaceId });
    await here.test.handlers.uploads.setPaused({ isPaused: false });
    expect(await here.entry(id)).toMatchObject({ state: "refused", problem: null });
    await here.test.handlers.outbox.retry({ workspaceId: here.workspaceId, entryIds: [id] });
    await here.waitForState(id, "sent");
  });

  it("that the service rejects has the field, can be changed, and is then sent", async () => {
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    void here.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "answer", status: 400, body: '{"message":"name: is taken"}' },
      times: 1,
    });
    const id = await here.add(project, { script });
    expect(await here.waitForState(id, "refused")).toMatchObject({
      problem: { code: "invalid-input" },
      fields: [{ field: "name", message: "is taken" }],
    });
    const stored = await here.test.handlers.outbox.order({
      workspaceId: here.workspaceId,
      entryId: id,
    });
    expect(stored.fields).toEqual([{ field: "name", message: "is taken" }]);
    await here.test.handlers.outbox.change({
      workspaceId: here.workspaceId,
      entryId: id,
      order: { ...stored.order!, name: "Two" },
      targetFolder: "",
    });
    await here.waitForState(id, "sent");
    expect(await here.batches(project)).toMatchObject([{ name: "Two" }]);
    await expect(
      here.test.handlers.outbox.change({
        workspaceId: here.workspaceId,
        entryId: id,
        order: stored.order!,
        targetFolder: "",
      }),
    ).rejects.toMatchObject({ code: "unconfirmed" });
  });

  it("can be removed and restored", async () => {
    const project = await here.project("media-dubbing");
    await here.test.handlers.uploads.setPaused({ isPaused: true });
    const id = await here.add(project, { video: file(await here.file("ep1.mp4", bytesOf(50))) });
    const one = { workspaceId: here.workspaceId, entryIds: [id] };
    await here.test.handlers.outbox.drop(one);
    await here.test.handlers.uploads.setPaused({ isPaused: false });
    await here.test.waitUntil(async () => {
      const [upload] = await listUploads(here.test, here.workspaceId);
      return upload?.state === "done" ? true : null;
    }, "the upload");
    expect(await here.entries()).toEqual([]);
    await here.test.handlers.outbox.clearSent({ workspaceId: here.workspaceId });
    await here.test.handlers.outbox.restore(one);
    await here.waitForState(id, "sent");
    await here.test.handlers.outbox.clearSent({ workspaceId: here.workspaceId });
    expect(await here.entries()).toEqual([]);
  });

  it("waits for the Retry-After time, and a failed request does not block others", async () => {
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    void here.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "answer", status: 429, headers: { "retry-after": "1" } },
      times: 1,
    });
    const first = await here.add(project, { name: "A", script });
    const startedAt = Date.now();
    await here.waitForState(first, "sent");
    expect(Date.now() - startedAt).toBeGreaterThan(900);
    void here.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      body: /"B"/,
      fault: { kind: "answer", status: 500 },
      times: 3,
    });
    const bad = await here.add(project, { name: "B", script });
    const good = await here.add(project, { name: "C", script });
    await here.waitForState(good, "sent");
    await here.waitForState(bad, "sent");
  });

  it("is sent in the order of adding", async () => {
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    await here.proxy.refuseConnections();
    const names = ["Z", "A", "M", "B"];
    const ids: number[] = [];
    for (const name of names) ids.push(await here.add(project, { name, script }));
    await here.proxy.acceptConnections();
    here.test.network.change(true);
    for (const id of ids) await here.waitForState(id, "sent");
    expect(createdNames()).toEqual(names);
  });

  it("keeps its turn when its script could not be uploaded", async () => {
    // Longer than the test: a request that is postponed alone is overtaken by the next one.
    await here.restart({ timing: { ...outboxTiming, backoffMs: 60_000 } });
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    await here.proxy.refuseConnections();
    const first = await here.add(project, { name: "Z", script });
    await here.test.waitUntil(async () => (await here.entry(first)).problem, "the failed upload");
    await here.proxy.acceptConnections();
    // Any response shows that the service is reachable again.
    await here.test.handlers.lists.refresh({
      workspaceId: here.workspaceId,
      list: { kind: "projects" },
    });
    const second = await here.add(project, { name: "A", script });
    await here.waitForState(second, "sent");
    here.test.network.change(true);
    await here.waitForState(first, "sent");
    expect(createdNames()).toEqual(["Z", "A"]);
  });
});

describe("a lost response", () => {
  it("creates no duplicate, also where a batch of that name existed before", async () => {
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    await here.waitForState(await here.add(project, { script }), "sent");
    void here.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "lose-answer" },
      times: 1,
    });
    const second = await here.waitForState(await here.add(project, { script }), "sent");
    const third = await here.waitForState(await here.add(project, { script }), "sent");
    const batches = await here.batches(project);
    expect(batches).toHaveLength(3);
    expect(new Set([second.resultId, third.resultId]).size).toBe(2);
    expect(batches.map(({ id }) => id)).toEqual(expect.arrayContaining([second.resultId]));
    expect(createCalls()).toHaveLength(3);
  });

  it("of a request that was not delivered: it is sent again", async () => {
    const project = await here.project("audio-production");
    const script = file(await here.file("a.csv", csvScript()));
    void here.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "reset", afterBytes: 0 },
      times: 2,
    });
    await here.waitForState(await here.add(project, { script }), "sent");
    expect(await here.batches(project)).toHaveLength(1);
  });
});

it("refuses a request for a deleted project, and deletes the entries of a removed workspace", async () => {
  const project = await here.project("audio-production");
  const script = file(await here.file("a.csv", csvScript()));
  await here.proxy.refuseConnections();
  const id = await here.add(project, { script });
  await here.service.client.call("DELETE", `/projects/${project}`);
  await here.proxy.acceptConnections();
  here.test.network.change(true);
  expect(await here.waitForState(id, "refused")).toMatchObject({ problem: { code: "not-found" } });
  const { workspaceId } = here;
  const place = { workspaceId, projectId: project };
  await here.test.handlers.bulk.createDraft({ ...place, name: "Season 2" });
  const usage = {
    pendingRequests: 1,
    bulkDrafts: 1,
    trackedRequests: 0,
    formDrafts: 0,
    hasBucket: false,
  };
  expect(await here.test.handlers.workspaces.kept({ workspaceId })).toEqual(usage);
  await here.test.handlers.workspaces.remove({ workspaceId });
  expect(await here.entries()).toEqual([]);
  const none = { ...usage, pendingRequests: 0, bulkDrafts: 0 };
  expect(await here.test.handlers.workspaces.kept({ workspaceId })).toEqual(none);
});
