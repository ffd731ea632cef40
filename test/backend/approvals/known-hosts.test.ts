/** Addresses that a call makes main connect to: each new one is confirmed outside of the window first. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HostsQuestion } from "../../../main/backend/ports";
import { scriptWorkerFile } from "../../helpers/programs";
import { model } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { nodeLocalServices } from "../../helpers/node-local-services";

let here: OutboxHarness;
let questions: HostsQuestion[];
let isConfirmed: boolean;
/** An unknown server, and how often it was reached. */
let stranger: Server;
let hits: number;
let strangerUrl: string;
beforeEach(async () => {
  [questions, isConfirmed, hits] = [[], true, 0];
  stranger = createServer((_request, response) => {
    hits += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  here = await startOutboxHarness(scriptWorkerFile, {
    localServices: nodeLocalServices(),
    confirmations: {
      hosts(question) {
        questions.push(question);
        return Promise.resolve(isConfirmed);
      },
      files: () => Promise.resolve(false),
    },
  });
});
afterEach(async () => {
  await here.remove();
  stranger.close();
});

const refused = { code: "not-confirmed" };
const credentials = () => ({
  ...{ baseUrl: `${strangerUrl}/api`, clientId: "id", clientSecret: "secret" },
  authScheme: "raw" as const,
});

it("connects to a new service, bucket or proxy only when the user confirms it", async () => {
  const { workspaceId } = here;
  const { workspaces, scriptStore, network } = here.test.handlers;
  expect(questions).toEqual([
    { purpose: "service", addresses: [new URL(here.proxy.baseUrl).origin] },
  ]);
  questions = [];
  isConfirmed = false;
  const bucket = {
    ...{ endpoint: strangerUrl, region: "r", bucket: "loot", prefix: "", accessKeyId: "key" },
    isPathStyle: true,
  };
  const inBucket = { workspaceId, bucket, secretAccessKey: "secret" };
  const proxy = { ...(await network.settings(undefined)), proxy: "manual", proxyUrl: strangerUrl };
  for (const [purpose, address, call] of [
    ["service", strangerUrl, () => workspaces.test(credentials())],
    ["service", strangerUrl, () => workspaces.connect({ name: "Other", ...credentials() })],
    ["bucket", `${strangerUrl}/loot`, () => scriptStore.test(inBucket)],
    ["bucket", `${strangerUrl}/loot`, () => scriptStore.setBucket(inBucket)],
    ["proxy", strangerUrl, () => network.setSettings({ ...proxy, proxy: "manual" })],
  ] as const) {
    await expect(Promise.resolve().then<unknown>(call), purpose).rejects.toMatchObject(refused);
    expect(questions).toEqual([{ purpose, addresses: [address] }]);
    questions = [];
  }
  expect(hits).toBe(0);
  expect((await network.settings(undefined)).proxy).not.toBe("manual");

  isConfirmed = true;
  await expect(workspaces.test(credentials())).rejects.not.toMatchObject(refused);
  expect(hits).toBeGreaterThan(0);
});

it("confirms an address once, also across a restart, and never that of a connected service", async () => {
  const test = () =>
    Promise.resolve(here.test.handlers.workspaces.test(credentials())).catch(() => undefined);
  await test();
  await test();
  await here.restart();
  await test();
  const { clientId, clientSecret } = here.service.address();
  await here.test.handlers.workspaces.connect({
    ...{ name: "Again", baseUrl: here.proxy.baseUrl, clientId, clientSecret, authScheme: "raw" },
  });
  expect(questions.map(({ addresses }) => addresses)).toEqual([
    [new URL(here.proxy.baseUrl).origin],
    [strangerUrl],
  ]);
});

it("downloads nothing from a new address for a local workspace unless the user confirms it", async () => {
  const { workspaces, projects, outbox, batches, bulk } = here.test.handlers;
  const dataDir = `${here.folder}/local`;
  const { id: workspaceId } = await workspaces.createLocal({ dataDir });
  const { id: projectId } = await projects.create({
    ...{ workspaceId, name: "P", type: "audio-production", model },
    ...{ sourceLanguage: null, targetLanguages: ["fr-fr"] },
  });
  questions = [];
  isConfirmed = false;
  const location = "https://stranger.example/lines.csv?text=of+a+script";
  const common = { name: "B", languageCode: "", settings: {} };
  const order = {
    ...common,
    script: { kind: "location" as const, location },
    video: { kind: "none" as const },
  };
  const draft = { ...common, scriptPath: location, videoPath: "" };
  const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "D" });
  const row = { id: 1, name: "R", video: "", script: location, language: "", settings: {} };
  await bulk.saveRows({ workspaceId, draftId, rows: [row], order: null });
  const languages = [{ languageId: "de-de", scriptPath: location, speakerSeparator: "" }];
  for (const call of [
    () => outbox.add({ workspaceId, projectId, order, targetFolder: "" }),
    () => outbox.change({ workspaceId, entryId: 1, order, targetFolder: "" }),
    () => batches.create({ workspaceId, projectId, draft }),
    () => batches.addLanguages({ workspaceId, projectId, batchId: "1", languages }),
    () => bulk.start({ workspaceId, draftId, rowIds: null }),
  ])
    await expect(Promise.resolve().then<unknown>(call)).rejects.toMatchObject(refused);
  expect(questions).toEqual(
    Array(5).fill({ purpose: "download", addresses: ["https://stranger.example"] }),
  );
  // A hosted service downloads from its own network.
  await here.test.handlers.outbox.add({
    ...{ workspaceId: here.workspaceId, projectId: await here.project("audio-production") },
    ...{ order, targetFolder: "" },
  });
  expect(questions).toHaveLength(5);
});
