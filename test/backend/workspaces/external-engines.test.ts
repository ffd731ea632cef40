/**
 * External engines in the application: confirmations, keys in the vault, and the service in its own
 * process.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FilesQuestion, HostsQuestion } from "../../../main/backend/ports";
import {
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import {
  commandEngine,
  httpEngine,
  startHttpEngine,
  toneFile,
  type TestHttpEngine,
} from "../../helpers/external-engines";
import { filesBelow } from "../../helpers/local-service";
import { nodeLocalServices } from "../../helpers/node-local-services";
import { recordingLog } from "../../helpers/recording-log";

const key = "sk-secret-key-of-the-user";
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let test: TestBackend;
let server: TestHttpEngine;
let vault: ReturnType<typeof memoryVault>;
let recording: ReturnType<typeof recordingLog>;
let questions: (FilesQuestion | HostsQuestion)[];
let isAccepted: boolean;
let workspaceId: string;

function open(): void {
  const confirm = (question: FilesQuestion | HostsQuestion) => {
    questions.push(question);
    return Promise.resolve(isAccepted);
  };
  test = startBackend(path.join(folder.path, "profile"), {
    localServices: nodeLocalServices({ DUBYARD_ENGINE: "own" }),
    defaultLocalDir: path.join(folder.path, "Dubyard"),
    confirmations: { hosts: confirm, files: confirm },
    vault,
    log: recording.log,
  });
}
beforeEach(async () => {
  folder = await temporaryFolder();
  [questions, isAccepted] = [[], true];
  [recording, vault] = [recordingLog(), memoryVault(true)];
  server = await startHttpEngine(({ authorization }, response) => {
    if (authorization === `Bearer ${key}`) response.end(toneFile());
    else response.writeHead(401).end(JSON.stringify({ error: { message: `not ${key}` } }));
  });
  open();
  const created = await test.handlers.workspaces.createLocal({
    dataDir: path.join(folder.path, "Dubyard"),
  });
  workspaceId = created.id;
  await waitForOffer();
});
afterEach(async () => {
  await test.stop();
  await server.close();
  await folder.remove();
});

const calls = () => test.handlers.externalEngines;
const listed = async () => (await calls().list({ workspaceId })).engines;
const waitForOffer = () =>
  test.waitUntil(
    async () => ((await calls().list({ workspaceId })).isOffered ? true : null),
    "the extension",
  );

it("keeps the key of a service in the vault, and gives it to the service at every start", async () => {
  const { settings } = httpEngine(server.baseUrl);
  const { engineId } = await calls().save({ workspaceId, engineId: null, settings, key });
  expect(questions).toEqual([{ purpose: "engine", addresses: [server.origin] }]);
  expect(await listed()).toEqual([{ id: engineId, settings, isConfirmed: true, hasKey: true }]);
  expect(await calls().test({ workspaceId, engineId })).toMatchObject({
    isSuccess: true,
    sound: { durationMs: 500 },
  });
  await test.stop();
  open();
  await waitForOffer();
  expect(await calls().test({ workspaceId, engineId })).toMatchObject({ isSuccess: true });
  expect(questions).toHaveLength(1);

  // SECURITY: the key is in the vault only.
  expect([...vault.secrets.values()]).toEqual([key]);
  expect(JSON.stringify(test.events) + recording.lines.join("\n")).not.toContain(key);
  for (const name of await filesBelow(folder.path))
    expect(readFileSync(path.join(folder.path, name)).includes(key), name).toBe(false);

  // A key is not sent to another address.
  const moved = httpEngine("https://other.example/v1").settings;
  await calls().save({ workspaceId, engineId, settings: moved, key: null });
  expect(questions).toHaveLength(2);
  expect(await listed()).toMatchObject([{ isConfirmed: true, hasKey: false }]);
  expect(vault.secrets.size).toBe(0);

  await calls().save({ workspaceId, engineId, settings, key: "sk-wrong" });
  expect(await calls().test({ workspaceId, engineId })).toMatchObject({
    isSuccess: false,
    problem: "key-refused",
    detail: "",
  });
  await test.handlers.workspaces.remove({ workspaceId });
  expect(vault.secrets.size).toBe(0);
});

it("runs a command only after its confirmation, with exactly these arguments", async () => {
  const wav = path.join(folder.path, "tone.wav");
  writeFileSync(wav, toneFile());
  const { settings } = commandEngine("/bin/cat", [wav]);
  const input = { workspaceId, engineId: null, settings, key: null };
  // /bin/cat was not chosen in a dialog.
  await expect(Promise.resolve().then(() => calls().save(input))).rejects.toMatchObject({
    code: "path-not-approved",
  });
  test.backend.approvePaths(["/bin/cat"]);
  isAccepted = false;
  const { engineId, isConfirmed } = await calls().save(input);
  expect(isConfirmed).toBe(false);
  expect(questions).toEqual([{ reason: "command", paths: ["/bin/cat", wav] }]);
  expect(await listed()).toEqual([{ id: engineId, settings, isConfirmed: false, hasKey: false }]);
  await expect(calls().test({ workspaceId, engineId })).rejects.toMatchObject({
    code: "invalid-input",
  });
  await expect(calls().confirm({ workspaceId, engineId })).rejects.toMatchObject({
    code: "not-confirmed",
  });
  isAccepted = true;
  await calls().confirm({ workspaceId, engineId });
  expect(await calls().test({ workspaceId, engineId })).toMatchObject({ isSuccess: true });
  // The same settings need no other confirmation; other arguments do.
  await calls().save({ ...input, engineId });
  expect(questions).toHaveLength(3);
  const changed = commandEngine("/bin/cat", ["/etc/passwd"]).settings;
  await calls().save({ ...input, engineId, settings: changed });
  expect(questions.at(-1)).toEqual({ reason: "command", paths: ["/bin/cat", "/etc/passwd"] });
  await calls().remove({ workspaceId, engineId });
  expect(await listed()).toEqual([]);
});

it("reports invalid fields before a confirmation", async () => {
  const { settings } = httpEngine("http://speech.example/v1");
  const input = { workspaceId, engineId: null, settings };
  await expect(calls().save({ ...input, key: null })).rejects.toMatchObject({
    details: [{ field: "connection.baseUrl" }],
  });
  await expect(calls().save({ ...input, key: "two words" })).rejects.toMatchObject({
    details: [{ field: "key" }],
  });
  expect(questions).toEqual([]);
});
