/**
 * Creating batches and adding languages wait for the delivery of the request, for a limited time.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BatchRequest, OutboxEntry } from "../../../preload/contract/outbox";
import { listUploads } from "../../helpers/backend";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { outboxTiming } from "../../helpers/outbox-timing";
import { scriptWorkerFile } from "../../helpers/programs";

let harness: OutboxHarness;
let project: string;
let script: { kind: "file"; path: string };
/** Longer than a test, so that no call ends because the time has passed. */
const timing = { ...outboxTiming, deliveryWaitMs: 600_000 };
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile, { timing });
  project = await harness.project("audio-production");
  script = { kind: "file", path: await harness.file("a.csv", csvScript()) };
});
afterEach(() => harness.remove());

const create = (projectId: string, request: Partial<BatchRequest>): Promise<OutboxEntry> =>
  Promise.resolve(
    harness.test.handlers.outbox.add({
      workspaceId: harness.workspaceId,
      projectId,
      request: {
        name: "One",
        script: { kind: "none" },
        video: { kind: "none" },
        languageCode: "",
        settings: {},
        ...request,
      },
      targetFolder: "",
    }),
  );
const addLanguage = (batchId: string, languageId: string): Promise<OutboxEntry> => {
  const languages = [{ languageId, script: { kind: "none" as const }, speakerSeparator: "" }];
  const { workspaceId } = harness;
  const request = { batchId, batchName: "One", languages };
  return Promise.resolve(
    harness.test.handlers.outbox.addLanguages({
      workspaceId,
      projectId: project,
      request,
      replaces: null,
    }),
  );
};
const post = { method: "POST", path: /\/batches$/ } as const;
const isPosted = () =>
  harness.proxy.requests.some(({ method, path }) => method === "POST" && post.path.test(path));

describe("creating a batch", () => {
  it("resolves to the sent entry, whose batch is listed", async () => {
    const entry = await create(project, { script });
    expect(entry).toMatchObject({ state: "sent", name: "One", problem: null });
    const { batch } = await harness.test.handlers.batches.get({
      workspaceId: harness.workspaceId,
      projectId: project,
      batchId: entry.resultId,
    });
    expect(batch.name).toBe("One");
    expect(await harness.batches(project)).toMatchObject([{ id: entry.resultId }]);
  });

  it("rejects with the fields that the service rejects, and no entry remains", async () => {
    void harness.proxy.injectFault({
      ...post,
      fault: { kind: "respond", status: 400, body: '{"message":"name: is taken"}' },
      times: 1,
    });
    await expect(create(project, { script })).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "name", message: "is taken" }],
    });
    expect(await harness.entries()).toEqual([]);
    const entry = await create(project, { name: "Two", script });
    expect(await harness.batches(project)).toMatchObject([{ id: entry.resultId, name: "Two" }]);
  });

  it("rejects with the error of the service where it names no field", async () => {
    void harness.proxy.injectFault({
      ...post,
      fault: { kind: "respond", status: 403, body: '{"message":"no"}' },
      times: 1,
    });
    await expect(create(project, { script })).rejects.toMatchObject({ code: "request-refused" });
    expect(await harness.entries()).toEqual([]);
  });

  it("resolves to the pending entry without a connection, and is sent later", async () => {
    await harness.proxy.refuseConnections();
    const entry = await create(project, { script });
    expect(entry).toMatchObject({ state: "waiting", resultId: "" });
    expect(await create(project, { name: "Two", script })).toMatchObject({
      state: "waiting",
      waitsFor: { network: true },
    });
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await harness.waitForState(entry.id, "sent");
  });

  it("resolves to the pending entry where the response is lost, and creates no duplicate", async () => {
    void harness.proxy.injectFault({ ...post, fault: { kind: "drop-response" }, times: 1 });
    const entry = await create(project, { script });
    expect(entry).toMatchObject({ state: "waiting", problem: { code: "unreachable" } });
    const { resultId } = await harness.waitForState(entry.id, "sent");
    expect(await harness.batches(project)).toMatchObject([{ id: resultId }]);
  });

  it("does not wait for uploads", async () => {
    await harness.test.handlers.uploads.setPaused({ isPaused: true });
    const path = await harness.file("ep1.mp4", bytesOf(50));
    const entry = await create(await harness.project("media-dubbing"), {
      video: { kind: "file", path },
    });
    expect(entry).toMatchObject({ state: "waiting", waitsFor: { uploads: 1 } });
    expect(await listUploads(harness.test, harness.workspaceId)).toHaveLength(1);
  });

  it("resolves to the pending entry after the time limit; a later rejection keeps the entry", async () => {
    await harness.restart({ timing: { ...timing, deliveryWaitMs: 1 } });
    void harness.proxy.injectFault({
      ...post,
      fault: { kind: "respond", status: 400, body: '{"message":"name: is taken"}' },
      times: 1,
    });
    const { id, state } = await create(project, { script });
    expect(["waiting", "sending"]).toContain(state);
    expect(await harness.waitForState(id, "refused")).toMatchObject({
      fields: [{ field: "name", message: "is taken" }],
    });
  });

  it("is continued by the next start when the application ends meanwhile", async () => {
    void harness.proxy.injectFault({ ...post, fault: { kind: "stall", afterBytes: 0 }, times: 1 });
    const call = create(project, { script });
    await harness.test.waitUntil(() => (isPosted() ? true : null), "the request");
    await harness.restart();
    const { id, state } = await call;
    expect(state).toBe("sending");
    await harness.waitForState(id, "sent");
    expect(await harness.batches(project)).toHaveLength(1);
  });
});

describe("adding languages", () => {
  it("resolves to the sent entry, and the batch has them", async () => {
    const { resultId: batchId } = await create(project, { script });
    expect(await addLanguage(batchId, "de-de")).toMatchObject({ state: "sent" });
    const target = { workspaceId: harness.workspaceId, projectId: project, batchId };
    const { batch } = await harness.test.handlers.batches.get(target);
    expect(batch.translations.map(({ languageId }) => languageId)).toContain("de-de");
  });

  it("rejects with the fields that the service rejects, and no entry remains", async () => {
    const { id, resultId } = await create(project, { script });
    const message = "languages[0].scriptPath: is empty";
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/languages$/,
      fault: { kind: "respond", status: 400, body: JSON.stringify({ message }) },
      times: 1,
    });
    await expect(addLanguage(resultId, "de-de")).rejects.toMatchObject({
      details: [{ field: "languages[0].scriptPath", message: "is empty" }],
    });
    expect((await harness.entries()).map((entry) => entry.id)).toEqual([id]);
  });
});
