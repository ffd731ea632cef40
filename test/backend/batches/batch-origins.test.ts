/** What batches were created from: kept for those created here, returned by the local service for the others. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BatchOrigin } from "../../../preload/contract/batch-origin";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, uploadScript } from "../../helpers/local-workspace";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let here: OutboxHarness;
beforeEach(async () => {
  here = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => here.remove());

const originOf = (projectId: string, batchId: string): Promise<BatchOrigin> =>
  Promise.resolve(
    here.test.handlers.batches.origin({ workspaceId: here.workspaceId, projectId, batchId }),
  );

it("a batch sent through the outbox keeps its files and settings, also when the outbox is cleared", async () => {
  const project = await here.project("media-dubbing");
  const script = await here.file("ep1.csv", csvScript());
  const video = await here.file("ep1.mp4", bytesOf(5000));
  const id = await here.add(
    project,
    {
      script: { kind: "file", path: script },
      video: { kind: "file", path: video },
      settings: { importText: true },
    },
    "season",
  );
  const { resultId } = await here.waitForState(id, "sent");
  await here.test.handlers.outbox.clearSent({ workspaceId: here.workspaceId });
  await here.restart();
  expect(await originOf(project, resultId)).toEqual({
    from: "here",
    script: { kind: "file", path: script },
    video: { kind: "file", path: video },
    languageCode: "",
    settings: { importText: true },
    targetFolder: "season/",
  });
  await here.test.handlers.batches.delete({
    workspaceId: here.workspaceId,
    projectId: project,
    batchIds: [resultId],
  });
  await expect(originOf(project, resultId)).rejects.toMatchObject({ code: "not-found" });
});

it("a URL with a query is kept by its file name alone", async () => {
  const project = await here.project("media-dubbing");
  const made = await here.test.handlers.batches.create({
    workspaceId: here.workspaceId,
    projectId: project,
    draft: {
      name: "Signed",
      scriptPath: "https://bucket.example/ep%201.srt?X-Amz-Signature=secret",
      videoPath: "films/ep1.mov",
      languageCode: "fr-fr",
      settings: {},
    },
  });
  const origin = await originOf(project, made.id);
  expect(origin).toMatchObject({
    from: "here",
    script: { kind: "name", name: "ep 1.srt" },
    video: { kind: "location", location: "films/ep1.mov" },
    languageCode: "fr-fr",
  });
  expect(JSON.stringify(origin)).not.toContain("secret");
});

it("a batch created elsewhere is read from the service, without the address of its stored script", async () => {
  const { client } = here.service;
  const project = await here.project("audio-production");
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
  const answer = await client.get(`/local/batches/${String(batch.id)}/origin`);
  expect(JSON.stringify(bodyOf(answer))).not.toMatch(/secret|\/local\/scripts\//);
  expect((await client.get("/local/batches/none/origin")).status).toBe(404);
});

const newBatchAnswer = (projectId: string, fields: Record<string, unknown>) =>
  here.service.client.call("POST", `/projects/${projectId}/batches`, { name: "One", ...fields });
