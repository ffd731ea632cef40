/**
 * SIGKILL between any two steps of sending: after later starts, every added request was delivered
 * exactly once.
 */
import { fork } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchRequest } from "../../../preload/contract/outbox";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import { temporaryFolder } from "../../helpers/backend";
import { scriptWorkerFile, bundleTestProgram } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import type { ProcessReport, ProcessTask } from "../../helpers/outbox-process";
import { long } from "../../long";

let program: Awaited<ReturnType<typeof bundleTestProgram>>;
let harness: OutboxHarness;
beforeAll(async () => {
  program = await bundleTestProgram(
    path.resolve(import.meta.dirname, "../../helpers/outbox-process.ts"),
  );
  harness = await startOutboxHarness(scriptWorkerFile);
}, 120_000);
afterAll(async () => {
  await harness.remove();
  await program.remove();
});

/**
 * Runs the process to its end; returns the names that it reported as added, and whether it was
 * killed.
 */
function run(task: ProcessTask): Promise<{ added: string[]; isKilled: boolean }> {
  const added: string[] = [];
  const child = fork(program.entry, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.on("message", (report: ProcessReport) => {
    if (report.kind === "added") added.push(report.name);
  });
  child.send(task);
  return new Promise((resolve, reject) => {
    child.on("exit", (code, signal) => {
      if (signal === "SIGKILL") resolve({ added, isKilled: true });
      else if (code === 0) resolve({ added, isKilled: false });
      else reject(new Error(`exit code ${code}`));
    });
  });
}

const file = (at: string) => ({ kind: "file", path: at }) as const;
let [runs, kills] = [0, 0];
/**
 * Each seed is a step at which the process is killed; even seeds send batches, odd ones a bulk
 * request.
 */
const seeds = Array.from({ length: 20 }, (_, seed) => seed);
const shortSeeds = [3, 12];

describe("a killed process", () => {
  it.each(shortSeeds)("seed %i", (seed) => killAndResume(seed));
  it.each(seeds.filter((seed) => !shortSeeds.includes(seed)))("seed %i", long, (seed) =>
    killAndResume(seed),
  );

  async function killAndResume(seed: number): Promise<void> {
    const profile = await temporaryFolder();
    try {
      const projectId = await harness.project("media-dubbing");
      const script = file(await harness.file("a.csv", csvScript()));
      const request = (name: string, video: string): BatchRequest => ({
        name,
        script,
        video: file(video),
        languageCode: "",
        settings: { importText: true },
      });
      const videos: string[] = [];
      for (const index of [1, 2])
        videos.push(await harness.file(`s${seed}/v${index}.mp4`, bytesOf(3000, seed + index)));
      const rows = [1, 2].map((id): BulkRow => ({
        id,
        name: `Row ${id}`,
        video: videos[id - 1]!,
        script: script.path,
        language: "",
        settings: {},
      }));
      // A workspace with a separate profile, connected by a backend that stops normally.
      const {
        startBackend,
        connectWorkspace: connect,
        memoryVault,
      } = await import("../../helpers/backend");
      const maker = startBackend(profile.path, {
        vault: memoryVault(true),
        launchReader: forkReader(scriptWorkerFile),
      });
      const { clientSecret, clientId } = harness.service.address();
      const workspaceId = await connect(maker, harness.proxy.baseUrl, { clientId, clientSecret });
      await maker.waitUntil(async () => {
        const [workspace] = await maker.handlers.workspaces.list(undefined);
        return workspace?.extensions.includes("scripts") ? true : null;
      }, "the script store");
      await maker.stop();

      // Two requests with the same name.
      const requests = [
        request("One", videos[0]!),
        request("Same", videos[1]!),
        request("Same", videos[0]!),
      ];
      const isBulk = seed % 2 === 1;
      const task: ProcessTask = {
        profileDir: profile.path,
        scriptWorkerFile,
        clientSecret,
        workspaceId,
        projectId,
        requests: isBulk ? requests.slice(0, 1) : requests,
        rows: isBulk ? rows : [],
        killAt: seed + 1,
      };
      const resumed = { ...task, requests: [], rows: [] };
      const first = await run(task);
      // The process is killed again while the interrupted requests are resumed.
      const others = [];
      for (const killAt of [1 + ((seed * 5) % 7), 1 + ((seed * 3) % 5), null])
        others.push(await run({ ...resumed, killAt }));
      kills += [first, ...others].filter(({ isKilled }) => isKilled).length;

      const expected = [
        ...task.requests.map(({ name }) => name),
        ...task.rows.map(({ name }) => name),
      ];
      const names = async () => (await harness.batches(projectId)).map(({ name }) => String(name));
      await expect
        .poll(async () => (await names()).length)
        .toBeGreaterThanOrEqual(first.added.length);
      const count = (list: readonly string[], name: string) =>
        list.filter((one) => one === name).length;
      const delivered = await names();
      for (const name of new Set(expected)) {
        expect(count(delivered, name)).toBeGreaterThanOrEqual(count(first.added, name));
        // A request whose addition was not reported may be delivered once.
        expect(count(delivered, name)).toBeLessThanOrEqual(count(expected, name));
      }
    } finally {
      runs += 1;
      await profile.remove();
    }
  }

  // On average, more than one of the four processes of a run is killed.
  afterAll(() => expect(kills).toBeGreaterThan(runs));
});
