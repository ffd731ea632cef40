/** Long tests of a queue of 5,000 files. `npm run bench -- uploads` measures time and memory. */
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startFaultService, type FaultService } from "../../fakes/fault-service";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  uploadPaths,
} from "../../helpers/backend";
import { runCommand } from "../../helpers/commands";
import { long } from "../../long";

const fileCount = 5_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: FaultService;
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startFaultService();
  await mkdir(source());
  for (let index = 0; index < fileCount; index += 1)
    await writeFile(path.join(source(), `${index}.wav`), randomBytes(100));
});
afterEach(async () => {
  await service.close();
  await folder.remove();
});

const source = () => path.join(folder.path, "source");
const puts = () => service.requests.filter(({ kind }) => kind === "put");

it(
  "5,000 files queued without a network are uploaded after a restart",
  { ...long, timeout: 120_000 },
  async () => {
    const profile = path.join(folder.path, "profile");
    const vault = memoryVault(true);
    const first = startBackend(profile, { vault });
    const workspaceId = await connectWorkspace(first, service.baseUrl, service);
    first.network.change(false);
    await uploadPaths(first, workspaceId, [source()]);
    await first.stop();
    expect(puts()).toEqual([]);
    const second = startBackend(profile, { vault });
    try {
      const counts = await second.waitUntil(async () => {
        const summary = await second.handlers.uploads.summary({ workspaceId });
        return summary.counts.done + summary.counts.failed === fileCount ? summary.counts : null;
      }, "all files");
      expect(counts.failed).toBe(0);
      expect(service.paths()).toHaveLength(fileCount);
    } finally {
      await second.stop();
    }
  },
);

it(
  "5,000 queued files are uploaded once each after the process was killed at the first PUT",
  { ...long, timeout: 120_000 },
  async () => {
    const state = path.join(folder.path, "state");
    const args = ["upload", source(), "--base-url", service.baseUrl, "--state", state, "--json"];
    /** All files are in the queue when the first PUT arrives. */
    const arrived = new Promise<void>((resolve) => {
      service.fault = ({ kind }) => {
        if (kind !== "put") return null;
        resolve();
        return { kind: "silent", isExecuted: false };
      };
    });
    const first = runCommand(service, args);
    await arrived;
    first.child.kill("SIGKILL");
    await first.ended;

    service.fault = () => null;
    const { code, errors } = await runCommand(service, args).ended;
    expect(code, errors).toBe(0);
    expect(service.paths()).toHaveLength(fileCount);
  },
);
