/**
 * Hostile scripts in the local service: one that exhausts the reader, and one that crashes the
 * service each time.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { hostileDocuments } from "../../helpers/hostile-documents";
import { scriptWorkerFile, bundleTestProgram } from "../../helpers/programs";
import { long } from "../../long";
import { signIn, type LocalClient } from "../../helpers/local-service";
import {
  bodyOf,
  waitForIngestion,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

const root = path.resolve(import.meta.dirname, "../../..");
let service: Awaited<ReturnType<typeof bundleTestProgram>>;
let dataDir = "";
let child: ChildProcess | null = null;
beforeAll(async () => {
  service = await bundleTestProgram(path.join(root, "test/helpers/crashing-service.ts"));
});
afterAll(async () => {
  await service.remove();
});
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the service; `ended` resolves with the signal that ended it, `line` with its address. */
function launch(): { line: Promise<[Buffer]>; ended: Promise<unknown> } {
  const started = spawn(process.execPath, [service.entry, dataDir, scriptWorkerFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const ended = once(started, "exit").then(([, signal]: unknown[]) => signal);
  return { line: once(started.stdout, "data") as Promise<[Buffer]>, ended };
}

async function start(): Promise<{ client: LocalClient; ended: Promise<unknown> }> {
  const { line, ended } = launch();
  const [address] = await line;
  const client = await signIn(JSON.parse(address.toString()) as Parameters<typeof signIn>[0]);
  return { client, ended };
}

const valid = "Text_FR-FR\nBonjour";
const newBatch = async (client: LocalClient, projectId: string, fields: Json) =>
  String(bodyOf(await client.post(`/projects/${projectId}/batches`, fields), 201).id);
const audioProject = (client: LocalClient) =>
  createProject(client, { type: "audio-production", targetLanguages: ["fr-fr"] });

test(
  "a script that exhausts its reader fails with its name, and the service continues",
  long,
  async () => {
    const { client } = await start();
    const project = await audioProject(client);
    const stream = hostileDocuments.find(({ fileName }) => fileName === "stream.pdf")!;
    const cases: [name: string, bytes: Uint8Array, message: RegExp][] = [
      ["stream.pdf", stream.createBytes(), /“stream\.pdf”: The file is too large or too complex/],
      ["flood.txt", Buffer.alloc(45 * 1024 ** 2, "\n"), /more than 1,000,000 paragraphs/],
    ];
    for (const [name, bytes, message] of cases) {
      const scriptPath = await uploadScript(client, name, bytes);
      const id = await newBatch(client, project, { name, scriptPath, languageCode: "fr-fr" });
      const batch = await waitForIngestion(client, id);
      expect(batch.status).toBe("failed");
      expect(batch.message).toMatch(message);
    }
    const scriptPath = await uploadScript(client, "good.csv", valid);
    const batch = await waitForIngestion(
      client,
      await newBatch(client, project, { name: "Good", scriptPath }),
    );
    expect(batch.status).toBe("casting");
  },
);

test("a task that crashes the service fails after two crashes, with the name of its document; concurrent tasks do not", async () => {
  const first = await start();
  let { client } = first;
  const project = await audioProject(client);
  const goodScript = await uploadScript(client, "good.csv", valid);
  const poison = await uploadScript(client, "poison.txt", "Bonjour");
  // A concurrent and a later task, in a separate group.
  const template = [
    "BATCH_NAME,SCRIPT_PATH",
    ...Array.from({ length: 5 }, (_, row) => `Row ${row},${goodScript}`),
  ].join("\n");
  const bulk = { scriptPath: await uploadScript(client, "bulk.csv", template) };
  bodyOf(await client.post(`/projects/${project}/batches/bulk`, bulk));
  await newBatch(client, project, { name: "Before", scriptPath: goodScript });
  // The service may crash before it responds.
  const fields = { name: "Poison", scriptPath: poison, languageCode: "fr-fr" };
  const posted = client.post(`/projects/${project}/batches`, fields);
  expect(await first.ended).toBe("SIGKILL");
  await posted.catch(() => undefined);

  const second = launch();
  second.line.catch(() => undefined);
  expect(await second.ended).toBe("SIGKILL");

  ({ client } = await start());
  const batches = async () => bodyOf<Json[]>(await client.get(`/projects/${project}/batches`));
  const poisoned = () => batches().then((all) => all.find(({ name }) => name === "Poison"));
  await expect.poll(async () => (await poisoned())?.status, { interval: 50 }).toBe("failed");
  expect((await poisoned())?.message).toBe(
    "scriptPath: reading “poison.txt” crashed the local service 2 times; it may be too large or too complex",
  );
  // All other tasks are completed, and so is the next one.
  const scriptPath = await uploadScript(client, "next.csv", valid);
  const next = await newBatch(client, project, { name: "Next", scriptPath });
  expect((await waitForIngestion(client, next)).status).toBe("casting");
  await expect
    .poll(async () => (await batches()).map(({ status }) => status).sort(), { interval: 50 })
    .toEqual([...Array<string>(7).fill("casting"), "failed"]);
});
