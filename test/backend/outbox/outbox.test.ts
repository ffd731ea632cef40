/** Batches sent through the outbox to the local service: real HTTP, a real database, real files. */
import path from "node:path";
import { readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listUploads } from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, waitForIngestion, type Json } from "../../helpers/local-workspace";
import { outboxTiming } from "../../helpers/outbox-timing";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => harness.remove());

const file = (path: string) => ({ kind: "file", path }) as const;
const createCalls = () =>
  harness.proxy.requests.filter(({ method, path }) => method === "POST" && /\/batches$/.test(path));
const createdNames = () =>
  createCalls()
    .filter(({ status }) => status === 201)
    .map(({ body }) => (JSON.parse(body) as Json)["name"]);
const linesOf = async (batchId: string) =>
  bodyOf<{ lines: Json[] }>(
    await harness.service.client.get(`/local/batches/${batchId}/lines?limit=100`),
  ).lines;

describe("a pending batch", () => {
  it("uploads its video and its script, and is created", async () => {
    const project = await harness.project("media-dubbing");
    const id = await harness.add(
      project,
      {
        name: " Épisode 1 ",
        video: file(await harness.file("ep1.mp4", bytesOf(5000))),
        script: file(await harness.file("ep1.csv", csvScript())),
        settings: { importText: true },
      },
      "season",
    );
    const sent = await harness.waitForState(id, "sent");
    expect(sent).toMatchObject({
      kind: "batch",
      name: "Épisode 1",
      problem: null,
      fields: [],
      waitsFor: { uploads: 0, failedUploads: 0, script: false, network: false },
    });
    expect(await harness.service.client.files()).toEqual(["season/ep1.mp4"]);
    const batches = await harness.batches(project);
    expect(batches).toMatchObject([{ id: sent.resultId, name: "Épisode 1" }]);
    expect((await waitForIngestion(harness.service.client, sent.resultId)).status).not.toBe(
      "failed",
    );
    const { batches: shown } = await harness.test.handlers.batches.list({
      workspaceId: harness.workspaceId,
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
    const project = await harness.project("line-dubbing");
    await harness.file("audio/one.wav", bytesOf(100, 1));
    await harness.file("audio/two.wav", bytesOf(100, 2));
    const text =
      "Character,Text_FR-FR,Source_Audio\nAnna,Un,audio/one.wav\nBert,Deux,audio\\two.wav\n";
    const script = await harness.file("lines.csv", text);
    // An existing file of that name is not replaced.
    await harness.service.client.upload("show/audio/one.wav", bytesOf(7), "audio/wav");
    const id = await harness.add(project, { script: file(script) }, "show/");
    const { resultId } = await harness.waitForState(id, "sent");
    await waitForIngestion(harness.service.client, resultId);
    expect((await linesOf(resultId)).map(({ sourceAudio }) => sourceAudio)).toEqual([
      "show/audio/one (2).wav",
      "show/audio/two.wav",
    ]);
    expect(await readFile(script, "utf8")).toBe(text);
  });

  it("names the code of the catalogue as its language, which is not always the id", async () => {
    const languages = [{ id: "l-7", name: "French", code: "FR-FR" }];
    void harness.proxy.injectFault({
      method: "GET",
      path: /\/languages$/,
      fault: { kind: "respond", status: 200, body: JSON.stringify(languages) },
      times: Infinity,
    });
    const { workspaceId } = harness;
    await harness.test.handlers.lists.refresh({ workspaceId, list: { kind: "languages" } });
    const project = await harness.project("audio-production");
    const script = file(await harness.file("lines.txt", "Ada: Un\n"));
    const id = await harness.add(project, { script, languageCode: "l-7" });
    await harness.waitForState(id, "sent");
    expect(createCalls().map(({ body }) => (JSON.parse(body) as Json)["languageCode"])).toEqual([
      "FR-FR",
    ]);
  });

  it("is rejected at once if fields are invalid", async () => {
    const project = await harness.project("media-dubbing");
    await expect(
      harness.add(project, {
        name: "",
        script: file(await harness.file("a.srt", "1\n")),
        video: file(await harness.file("a.exe", "no")),
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
    const missing = path.join(harness.folder, "missing.mp4");
    await expect(harness.add(project, { video: file(missing) })).rejects.toMatchObject({
      details: [{ field: "videoPath", message: "file-missing" }],
    });
    expect(await harness.entries()).toEqual([]);
  });

  it("is sent when the network returns, also after a restart", async () => {
    const project = await harness.project("media-dubbing");
    await harness.proxy.refuseConnections();
    const video = file(await harness.file("ep1.mp4", bytesOf(5000)));
    const id = await harness.add(project, { video });
    const waiting = await harness.test.waitUntil(async () => {
      const entry = await harness.entry(id);
      return entry.waitsFor.network ? entry : null;
    }, "waiting for the network");
    expect(waiting).toMatchObject({ state: "waiting", waitsFor: { uploads: 1, network: true } });
    await harness.restart();
    expect(await harness.entry(id)).toMatchObject({ state: "waiting" });
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await harness.waitForState(id, "sent");
    expect(await harness.batches(project)).toHaveLength(1);
  });

  it("reuses an existing upload: a file that two requests name is uploaded once", async () => {
    const project = await harness.project("media-dubbing");
    const video = file(await harness.file("ep1.mp4", bytesOf(5000)));
    const ids = [
      await harness.add(project, { name: "A", video }),
      await harness.add(project, { name: "B", video }),
    ];
    for (const id of ids) await harness.waitForState(id, "sent");
    await harness.test.handlers.uploads.clearDone({ workspaceId: harness.workspaceId });
    await harness.waitForState(await harness.add(project, { name: "C", video }), "sent");
    expect(await harness.service.client.files()).toEqual(["ep1.mp4"]);
    const puts = harness.proxy.requests.filter(
      ({ method, path }) => method === "PUT" && path.startsWith("/objects/"),
    );
    expect(puts).toHaveLength(1);
    expect((await harness.batches(project)).map(({ name }) => name).sort()).toEqual([
      "A",
      "B",
      "C",
    ]);
  });

  it("reuses the upload of a file that has another inode since its drive was connected again", async () => {
    const project = await harness.project("media-dubbing");
    const video = await harness.file("ep1.mp4", bytesOf(5000));
    async function put(seed: number): Promise<void> {
      const other = await harness.file("other", bytesOf(5000, seed));
      // A time that `utimes` can set to the nanosecond.
      await utimes(other, 1_600_000_000, 1_600_000_000);
      await rename(other, video);
    }
    const create = async (name: string) =>
      harness.waitForState(await harness.add(project, { name, video: file(video) }), "sent");
    await put(1);
    await create("A");
    await put(1);
    await create("B");
    await harness.test.handlers.uploads.clearDone({ workspaceId: harness.workspaceId });
    await put(1);
    await create("C");
    expect(await harness.service.client.files()).toEqual(["ep1.mp4"]);
    // Another file of that size and time.
    await put(2);
    await create("D");
    expect(await harness.service.client.files()).toEqual(["ep1 (2).mp4", "ep1.mp4"]);
    const puts = harness.proxy.requests.filter(
      ({ method, path }) => method === "PUT" && path.startsWith("/objects/"),
    );
    expect(puts).toHaveLength(2);
  });

  it("is rejected when its upload fails, and continues when the upload succeeds", async () => {
    const project = await harness.project("media-dubbing");
    await harness.test.handlers.uploads.setPaused({ isPaused: true });
    const video = await harness.file("ep1.mp4", bytesOf(5000));
    const id = await harness.add(project, { video: file(video) });
    await rm(video);
    await harness.test.handlers.uploads.setPaused({ isPaused: false });
    const rejection = await harness.waitForState(id, "refused");
    expect(rejection).toMatchObject({
      waitsFor: { failedUploads: 1 },
      problem: { code: "file-missing", message: "ep1.mp4" },
    });
    await writeFile(video, bytesOf(6000));
    const [upload] = await listUploads(harness.test, harness.workspaceId);
    await harness.test.handlers.uploads.retry({ ids: [upload!.id] });
    await harness.waitForState(id, "sent");
  });

  it("can be retried after its upload was cancelled and removed from the list", async () => {
    const project = await harness.project("media-dubbing");
    await harness.test.handlers.uploads.setPaused({ isPaused: true });
    const id = await harness.add(project, {
      video: file(await harness.file("ep1.mp4", bytesOf(50))),
    });
    const [upload] = await listUploads(harness.test, harness.workspaceId);
    await harness.test.handlers.uploads.cancel({ ids: [upload!.id] });
    await harness.test.handlers.uploads.clearDone({ workspaceId: harness.workspaceId });
    await harness.test.handlers.uploads.setPaused({ isPaused: false });
    expect(await harness.entry(id)).toMatchObject({ state: "refused", problem: null });
    await harness.test.handlers.outbox.retry({ workspaceId: harness.workspaceId, entryIds: [id] });
    await harness.waitForState(id, "sent");
  });

  it("rejected by the service contains the field, can be changed, and is then sent", async () => {
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "respond", status: 400, body: '{"message":"name: is taken"}' },
      times: 1,
    });
    const id = await harness.add(project, { script });
    expect(await harness.waitForState(id, "refused")).toMatchObject({
      problem: { code: "invalid-input" },
      fields: [{ field: "name", message: "is taken" }],
    });
    const stored = await harness.test.handlers.outbox.request({
      workspaceId: harness.workspaceId,
      entryId: id,
    });
    expect(stored.fields).toEqual([{ field: "name", message: "is taken" }]);
    await harness.test.handlers.outbox.change({
      workspaceId: harness.workspaceId,
      entryId: id,
      request: { ...stored.request!, name: "Two" },
      targetFolder: "",
    });
    await harness.waitForState(id, "sent");
    expect(await harness.batches(project)).toMatchObject([{ name: "Two" }]);
    await expect(
      harness.test.handlers.outbox.change({
        workspaceId: harness.workspaceId,
        entryId: id,
        request: stored.request!,
        targetFolder: "",
      }),
    ).rejects.toMatchObject({ code: "unconfirmed" });
  });

  it("that is changed after its drive was connected again keeps the upload of its file", async () => {
    const project = await harness.project("media-dubbing");
    const { uploads, outbox } = harness.test.handlers;
    const { workspaceId } = harness;
    await uploads.setPaused({ isPaused: true });
    const video = await harness.file("ep1.mp4", bytesOf(5000));
    await utimes(video, 1_600_000_000, 1_600_000_000);
    const entryId = await harness.add(project, { video: file(video) });
    const [before] = await listUploads(harness.test, workspaceId);
    // The same file with another inode.
    const copy = await harness.file("other", bytesOf(5000));
    await utimes(copy, 1_600_000_000, 1_600_000_000);
    await rename(copy, video);
    const { request } = await outbox.request({ workspaceId, entryId });
    const changed = { ...request!, name: "Two" };
    await outbox.change({ workspaceId, entryId, request: changed, targetFolder: "" });
    const after = await listUploads(harness.test, workspaceId);
    expect(after.map(({ id }) => id)).toEqual([before!.id]);
    await uploads.setPaused({ isPaused: false });
    await harness.waitForState(entryId, "sent");
    expect(await harness.service.client.files()).toEqual(["ep1.mp4"]);
    expect(await harness.batches(project)).toMatchObject([{ name: "Two" }]);
  });

  it("can be removed and restored", async () => {
    const project = await harness.project("media-dubbing");
    await harness.test.handlers.uploads.setPaused({ isPaused: true });
    const id = await harness.add(project, {
      video: file(await harness.file("ep1.mp4", bytesOf(50))),
    });
    const one = { workspaceId: harness.workspaceId, entryIds: [id] };
    await harness.test.handlers.outbox.drop(one);
    await harness.test.handlers.uploads.setPaused({ isPaused: false });
    await harness.test.waitUntil(async () => {
      const [upload] = await listUploads(harness.test, harness.workspaceId);
      return upload?.state === "done" ? true : null;
    }, "the upload");
    expect(await harness.entries()).toEqual([]);
    await harness.test.handlers.outbox.clearSent({ workspaceId: harness.workspaceId });
    await harness.test.handlers.outbox.restore(one);
    await harness.waitForState(id, "sent");
    await harness.test.handlers.outbox.clearSent({ workspaceId: harness.workspaceId });
    expect(await harness.entries()).toEqual([]);
  });

  it("waits for the Retry-After time, and a failed request does not block others", async () => {
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "respond", status: 429, headers: { "retry-after": "1" } },
      times: 1,
    });
    const first = await harness.add(project, { name: "A", script });
    const startedAt = Date.now();
    await harness.waitForState(first, "sent");
    expect(Date.now() - startedAt).toBeGreaterThan(900);
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      body: /"B"/,
      fault: { kind: "respond", status: 500 },
      times: 3,
    });
    const invalid = await harness.add(project, { name: "B", script });
    const valid = await harness.add(project, { name: "C", script });
    await harness.waitForState(valid, "sent");
    await harness.waitForState(invalid, "sent");
  });

  it("is sent in the order of creation", async () => {
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    await harness.proxy.refuseConnections();
    const names = ["Z", "A", "M", "B"];
    const ids: number[] = [];
    for (const name of names) ids.push(await harness.add(project, { name, script }));
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    for (const id of ids) await harness.waitForState(id, "sent");
    expect(createdNames()).toEqual(names);
  });

  it("keeps its turn when its script could not be uploaded", async () => {
    // Longer than the test: a request that is delayed individually would be overtaken by the next
    // one.
    await harness.restart({ timing: { ...outboxTiming, backoffMs: 60_000 } });
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    await harness.proxy.refuseConnections();
    const first = await harness.add(project, { name: "Z", script });
    await harness.test.waitUntil(
      async () => (await harness.entry(first)).problem,
      "the failed upload",
    );
    await harness.proxy.acceptConnections();
    // Any response shows that the service is reachable again.
    await harness.test.handlers.lists.refresh({
      workspaceId: harness.workspaceId,
      list: { kind: "projects" },
    });
    const second = await harness.add(project, { name: "A", script });
    await harness.waitForState(second, "sent");
    harness.test.network.change(true);
    await harness.waitForState(first, "sent");
    expect(createdNames()).toEqual(["Z", "A"]);
  });
});

describe("after a lost response", () => {
  it("a request is not duplicated, also if a batch of that name existed before", async () => {
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    await harness.waitForState(await harness.add(project, { script }), "sent");
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "drop-response" },
      times: 1,
    });
    const second = await harness.waitForState(await harness.add(project, { script }), "sent");
    const third = await harness.waitForState(await harness.add(project, { script }), "sent");
    const batches = await harness.batches(project);
    expect(batches).toHaveLength(3);
    expect(new Set([second.resultId, third.resultId]).size).toBe(2);
    expect(batches.map(({ id }) => id)).toEqual(expect.arrayContaining([second.resultId]));
    expect(createCalls()).toHaveLength(3);
  });

  it("a request that was not delivered is sent again", async () => {
    const project = await harness.project("audio-production");
    const script = file(await harness.file("a.csv", csvScript()));
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/batches$/,
      fault: { kind: "reset", afterBytes: 0 },
      times: 2,
    });
    await harness.waitForState(await harness.add(project, { script }), "sent");
    expect(await harness.batches(project)).toHaveLength(1);
  });
});

it("rejects a request for a deleted project, and deletes the entries of a removed workspace", async () => {
  const project = await harness.project("audio-production");
  const script = file(await harness.file("a.csv", csvScript()));
  await harness.proxy.refuseConnections();
  const id = await harness.add(project, { script });
  await harness.service.client.call("DELETE", `/projects/${project}`);
  await harness.proxy.acceptConnections();
  harness.test.network.change(true);
  expect(await harness.waitForState(id, "refused")).toMatchObject({
    problem: { code: "not-found" },
  });
  const { workspaceId } = harness;
  const location = { workspaceId, projectId: project };
  await harness.test.handlers.bulk.createDraft({ ...location, name: "Season 2" });
  const usage = {
    pendingRequests: 1,
    bulkDrafts: 1,
    trackedRequests: 0,
    formDrafts: 0,
    hasBucket: false,
  };
  expect(await harness.test.handlers.workspaces.usage({ workspaceId })).toEqual(usage);
  await harness.test.handlers.workspaces.remove({ workspaceId });
  expect(await harness.entries()).toEqual([]);
  const none = { ...usage, pendingRequests: 0, bulkDrafts: 0 };
  expect(await harness.test.handlers.workspaces.usage({ workspaceId })).toEqual(none);
});
