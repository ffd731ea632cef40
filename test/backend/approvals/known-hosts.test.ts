/**
 * Addresses that a call makes main connect to: each new one is confirmed in a native dialog first.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HostsQuestion } from "../../../main/backend/ports";
import { scriptWorkerFile } from "../../helpers/programs";
import { model } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { nodeLocalServices } from "../../helpers/node-local-services";

let harness: OutboxHarness;
let confirmations: HostsQuestion[];
let isConfirmed: boolean;
/** An unknown server, and the number of requests to it. */
let unknownServer: Server;
let hits: number;
let unknownUrl: string;
beforeEach(async () => {
  [confirmations, isConfirmed, hits] = [[], true, 0];
  unknownServer = createServer((_request, response) => {
    hits += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => unknownServer.listen(0, "127.0.0.1", resolve));
  unknownUrl = `http://127.0.0.1:${(unknownServer.address() as AddressInfo).port}`;
  harness = await startOutboxHarness(scriptWorkerFile, {
    localServices: nodeLocalServices(),
    confirmations: {
      hosts(question) {
        confirmations.push(question);
        return Promise.resolve(isConfirmed);
      },
      files: () => Promise.resolve(false),
    },
  });
});
afterEach(async () => {
  await harness.remove();
  unknownServer.close();
});

const rejection = { code: "not-confirmed" };
const credentials = () => ({
  baseUrl: `${unknownUrl}/api`,
  clientId: "id",
  clientSecret: "secret",
  authScheme: "raw" as const,
});

it("connects to a new service, bucket or proxy only when the user confirms it", async () => {
  const { workspaceId } = harness;
  const { workspaces, scriptStore, network } = harness.test.handlers;
  expect(confirmations).toEqual([
    { purpose: "service", addresses: [new URL(harness.proxy.baseUrl).origin] },
  ]);
  confirmations = [];
  isConfirmed = false;
  const bucket = {
    endpoint: unknownUrl,
    region: "r",
    bucket: "loot",
    prefix: "",
    accessKeyId: "key",
    isPathStyle: true,
  };
  const inBucket = { workspaceId, bucket, secretAccessKey: "secret" };
  const proxy = { ...(await network.settings(undefined)), proxy: "manual", proxyUrl: unknownUrl };
  for (const [purpose, address, call] of [
    ["service", unknownUrl, () => workspaces.test(credentials())],
    ["service", unknownUrl, () => workspaces.connect({ name: "Other", ...credentials() })],
    ["bucket", `${unknownUrl}/loot`, () => scriptStore.test(inBucket)],
    ["bucket", `${unknownUrl}/loot`, () => scriptStore.setBucket(inBucket)],
    ["proxy", unknownUrl, () => network.setSettings({ ...proxy, proxy: "manual" })],
  ] as const) {
    await expect(Promise.resolve().then<unknown>(call), purpose).rejects.toMatchObject(rejection);
    expect(confirmations).toEqual([{ purpose, addresses: [address] }]);
    confirmations = [];
  }
  expect(hits).toBe(0);
  expect((await network.settings(undefined)).proxy).not.toBe("manual");

  isConfirmed = true;
  await expect(workspaces.test(credentials())).rejects.not.toMatchObject(rejection);
  expect(hits).toBeGreaterThan(0);
});

it("confirms an address once, also across a restart, and never that of a connected service", async () => {
  const test = () =>
    Promise.resolve(harness.test.handlers.workspaces.test(credentials())).catch(() => undefined);
  await test();
  await test();
  await harness.restart();
  await test();
  const { clientId, clientSecret } = harness.service.address();
  await harness.test.handlers.workspaces.connect({
    name: "Again",
    baseUrl: harness.proxy.baseUrl,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
  expect(confirmations.map(({ addresses }) => addresses)).toEqual([
    [new URL(harness.proxy.baseUrl).origin],
    [unknownUrl],
  ]);
});

it("downloads nothing from a new address for a local workspace unless the user confirms it", async () => {
  const { workspaces, projects, outbox, bulk } = harness.test.handlers;
  const dataDir = `${harness.folder}/local`;
  const { id: workspaceId } = await workspaces.createLocal({ dataDir });
  const { id: projectId } = await projects.create({
    workspaceId,
    name: "P",
    type: "audio-production",
    model,
    sourceLanguage: null,
    targetLanguages: ["fr-fr"],
  });
  confirmations = [];
  isConfirmed = false;
  const location = "https://unknown.example/lines.csv?text=of+a+script";
  const common = { name: "B", languageCode: "", settings: {} };
  const request = {
    ...common,
    script: { kind: "location" as const, location },
    video: { kind: "none" as const },
  };
  const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "D" });
  const row = { id: 1, name: "R", video: "", script: location, language: "", settings: {} };
  await bulk.saveRows({ workspaceId, draftId, rows: [row], order: null });
  const languages = {
    batchId: "1",
    batchName: "B",
    languages: [{ languageId: "de-de", script: request.script, speakerSeparator: "" }],
  };
  for (const call of [
    () => outbox.add({ workspaceId, projectId, request, targetFolder: "" }),
    () => outbox.change({ workspaceId, entryId: 1, request, targetFolder: "" }),
    () => outbox.addLanguages({ workspaceId, projectId, request: languages, replaces: null }),
    () => bulk.start({ workspaceId, draftId, rowIds: null }),
  ])
    await expect(Promise.resolve().then<unknown>(call)).rejects.toMatchObject(rejection);
  expect(confirmations).toEqual(
    Array(4).fill({ purpose: "download", addresses: ["https://unknown.example"] }),
  );
  // A hosted service downloads from its own network.
  await harness.test.handlers.outbox.add({
    workspaceId: harness.workspaceId,
    projectId: await harness.project("audio-production"),
    request,
    targetFolder: "",
  });
  expect(confirmations).toHaveLength(4);
});
