/**
 * Changes of the wall clock while uploads wait and between two runs: delays are not extended or
 * skipped.
 */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  listUploads,
  writeMediaFile,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { clockChanges, controlWallClock, moreClockChanges } from "../../helpers/wall-clock";
import { long } from "../../long";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let proxy: FaultProxy;
let test: TestBackend;
let workspaceId: string;
let clock: ReturnType<typeof controlWallClock>;
const vault = memoryVault(true);
// One retry delay of a file, long enough to be observed.
const timing = { backoffMs: 400, stallMs: 3_000, urlMaxAgeMs: 60_000 };
const start = () => startBackend(path.join(folder.path, "profile"), { vault, timing });

beforeEach(async () => {
  clock = controlWallClock();
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  proxy = await startFaultProxy(() => service.baseUrl);
  test = start();
  workspaceId = await connectWorkspace(test, proxy.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await proxy.close();
  await service.close();
  await folder.remove();
  vi.restoreAllMocks();
});

const file = (name: string) => writeMediaFile(path.join(folder.path, "source"), name, 1_000);
/** Queues a file and resolves when it waits for its retry. */
async function waitingFile(): Promise<void> {
  const rejection = { kind: "respond", status: 500, body: '{"message":"busy"}' } as const;
  void proxy.injectFault({ method: "PUT", path: /a\.wav/, fault: rejection, times: Infinity });
  await uploadPaths(test, workspaceId, [await file("a.wav")]);
  await test.waitUntil(async () => {
    const [upload] = await listUploads(test, workspaceId);
    return upload?.state === "queued" && upload.nextTryAt !== null ? upload : null;
  }, "the retry delay");
}

describe.each(clockChanges)("the clock set %s", (_name, offset) => changeClock(offset));
describe.each(moreClockChanges)("the clock set %s", long, (_name, offset) => changeClock(offset));

function changeClock(offset: number): void {
  it("while a file waits does not change its delay, and the displayed time follows the clock", async () => {
    await waitingFile();
    clock.set(offset);
    const [upload] = await listUploads(test, workspaceId);
    expect(Math.abs((upload?.nextTryAt ?? Date.now()) - Date.now())).toBeLessThan(60_000);
    proxy.clearFaults();
    expect((await waitForUploads(test, workspaceId))[0]).toMatchObject({ state: "done" });
  });

  it("during a Retry-After pause does not change the pause", async () => {
    const errorResponse = {
      kind: "respond",
      status: 429,
      headers: { "retry-after": "1" },
    } as const;
    const applied = proxy.injectFault({
      method: "PUT",
      path: /a\.wav/,
      fault: errorResponse,
      times: 1,
    });
    await uploadPaths(test, workspaceId, [await file("a.wav")]);
    await applied;
    const suspension = await test.waitUntil(
      async () => (await test.handlers.uploads.summary({ workspaceId })).suspension,
      "the pause",
    );
    const observedAt = performance.now();
    const remaining = (suspension.until ?? 0) - Date.now();
    clock.set(offset);
    expect((await waitForUploads(test, workspaceId))[0]).toMatchObject({ state: "done" });
    expect(performance.now() - observedAt).toBeGreaterThan(remaining - 100);
  });

  it("between two runs: a waiting file starts at once, with a new token", async () => {
    await waitingFile();
    await test.stop();
    clock.set(offset);
    proxy.clearFaults();
    test = start();
    expect((await waitForUploads(test, workspaceId))[0]).toMatchObject({ state: "done" });
  });
}
