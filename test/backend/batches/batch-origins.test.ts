/**
 * Origins of batches: stored for those created harness, requested from the local service for the
 * others.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BatchOrigin } from "../../../preload/contract/batch-origin";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, uploadScript } from "../../helpers/local-workspace";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => harness.remove());

const originOf = (projectId: string, batchId: string): Promise<BatchOrigin> =>
  Promise.resolve(
    harness.test.handlers.batches.origin({ workspaceId: harness.workspaceId, projectId, batchId }),
  );

it("stores the files and settings of a batch sent through the outbox, also when the outbox is cleared", async () => {
  const project = await harness.project("media-dubbing");
  const script = await harness.file("ep1.csv", csvScript());
  const video = await harness.file("ep1.mp4", bytesOf(5000));
  const id = await harness.add(
    project,
    {
      script: { kind: "file", path: script },
      video: { kind: "file", path: video },
      settings: { importText: true },
    },
    "season",
  );
  const { resultId } = await harness.waitForState(id, "sent");
  await harness.test.handlers.outbox.clearSent({ workspaceId: harness.workspaceId });
  await harness.restart();
  expect(await originOf(project, resultId)).toEqual({
    from: "here",
    script: { kind: "file", path: script },
    video: { kind: "file", path: video },
    languageCode: "",
    settings: { importText: true },
    targetFolder: "season/",
  });
  await harness.test.handlers.batches.delete({
    workspaceId: harness.workspaceId,
    projectId: project,
    batchIds: [resultId],
  });
  await expect(originOf(project, resultId)).rejects.toMatchObject({ code: "not-found" });
});

it("stores only the file name of a URL with a query", async () => {
  const project = await harness.project("media-dubbing");
  const location = (text: string) => ({ kind: "location", location: text }) as const;
  const id = await harness.add(project, {
    script: location("https://bucket.example/ep%201.srt?X-Amz-Signature=secret"),
    video: location("films/ep1.mov"),
    languageCode: "fr-fr",
  });
  const { resultId } = await harness.waitForState(id, "sent");
  const origin = await originOf(project, resultId);
  expect(origin).toMatchObject({
    from: "here",
    script: { kind: "name", name: "ep 1.srt" },
    video: { kind: "location", location: "films/ep1.mov" },
    languageCode: "fr-fr",
  });
  expect(JSON.stringify(origin)).not.toContain("secret");
});

it("requests the origin of a batch created elsewhere, without the address of its stored script", async () => {
  const { client } = harness.service;
  const project = await harness.project("audio-production");
  const scriptPath = await uploadScript(client, "chapter.csv", csvScript());
  const batch = bodyOf(
    await newBatchAnswer(project, {
      scriptPath,
      videoPath: "https://cdn.example/a.mov?token=secret",
      settings: { noOfAlternativeTakes: 1 },
    }),
    201,
  );
  const origin = await originOf(project, String(batch.id));
  expect(origin).toEqual({
    from: "service",
    script: { kind: "name", name: "chapter.csv" },
    video: { kind: "name", name: "a.mov" },
    languageCode: "",
    settings: { noOfAlternativeTakes: 1 },
    targetFolder: "",
  });
  const response = await client.get(`/local/batches/${String(batch.id)}/origin`);
  expect(JSON.stringify(bodyOf(response))).not.toMatch(/secret|\/local\/scripts\//);
  expect((await client.get("/local/batches/none/origin")).status).toBe(404);
});

const newBatchAnswer = (projectId: string, fields: Record<string, unknown>) =>
  harness.service.client.call("POST", `/projects/${projectId}/batches`, { name: "One", ...fields });
