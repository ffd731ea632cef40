/** The states of a workspace's disk, with a given number of free bytes. */
import { existsSync, statSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../../../main/common/errors";
import { silentLog } from "../../../main/common/log";
import { HttpError } from "../../../main/local-service/common/http-error";
import { admitOnFullDisk, createSpace, reserveFileOf } from "../../../main/local-service/space";
import type { RouteDescription } from "../../../main/local-service/routes/route";
import { temporaryFolder } from "../../helpers/backend";

const mebibyte = 1024 ** 2;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let free: number;
let measurements: number;
let isOpenedWithoutSpace: boolean;
let recovered: (() => Promise<void>)[];
const changes: boolean[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
  free = 1000 * mebibyte;
  measurements = 0;
  isOpenedWithoutSpace = false;
  recovered = [];
  changes.length = 0;
});
afterEach(async () => {
  await space.close();
  await folder.remove();
});
let space: ReturnType<typeof createSpace>;
const noSpace = () => Promise.reject(new AppError("disk-full", "the disk is full"));

async function start(checkMs = 3_600_000): Promise<void> {
  space = createSpace({
    dataDir: folder.path,
    store: {
      isOpenedWithoutSpace: () => isOpenedWithoutSpace,
      reopen: () => (isOpenedWithoutSpace = false),
    },
    recover: () => recovered.shift()?.() ?? Promise.resolve(),
    onChange: (isFull) => Promise.resolve(void changes.push(isFull)),
    freeBytes() {
      measurements += 1;
      return Promise.resolve(free);
    },
    log: silentLog,
    durations: { diskCheckMs: checkMs, fullDiskCheckMs: checkMs },
  });
  await space.start();
}
const reserve = () => reserveFileOf(folder.path);
const call = (fields: Partial<RouteDescription>) => {
  const base = { method: "POST" as const, path: "/", section: "", summary: "" };
  const handle = () => Promise.resolve(new Response("done"));
  return admitOnFullDisk(space)({ ...base, responses: {}, ...fields }, handle);
};

it("reserves space while there is plenty, and not otherwise", async () => {
  free = 20 * mebibyte;
  await start(1);
  await vi.waitFor(() => expect(measurements).toBeGreaterThan(2), { timeout: 60_000 });
  expect(existsSync(reserve())).toBe(false);
  free = 1000 * mebibyte;
  await vi.waitFor(() => expect(statSync(reserve()).size).toBe(8 * mebibyte), { timeout: 60_000 });
  expect(changes).toEqual([]);
});

it("refuses changes on a full disk, and leaves that state when there is enough space", async () => {
  free = 0;
  isOpenedWithoutSpace = true;
  await start();
  expect(changes).toEqual([true]);
  await expect(call({})).rejects.toMatchObject({ status: 507 });
  expect(() => space.requireSpace()).toThrow(HttpError);
  for (const possible of [
    { method: "GET" as const },
    { method: "DELETE" as const },
    { isPublic: true },
    { onFullDisk: "reads" as const },
    { onFullDisk: "frees-space" as const },
  ])
    expect(await (await call(possible)).text()).toBe("done");

  free = 15 * mebibyte;
  await space.check();
  expect(space.isFull()).toBe(true);
  free = 16 * mebibyte;
  await space.check();
  expect(changes).toEqual([true, false]);
  expect(isOpenedWithoutSpace).toBe(false);
  expect(existsSync(reserve())).toBe(true);
  expect(await (await call({})).text()).toBe("done");
});

it("gives the reserved space to deletions, and completes first what was left unfinished", async () => {
  free = 1000 * mebibyte;
  await start(1);
  await vi.waitFor(() => expect(existsSync(reserve())).toBe(true), { timeout: 60_000 });
  await space.close();
  free = 0;
  const steps: string[] = [];
  recovered = [noSpace, () => Promise.resolve(void steps.push("recovered"))];
  await start();
  expect(existsSync(reserve())).toBe(true);
  await space.whileFreeing(() => {
    steps.push(existsSync(reserve()) ? "reserved" : "deleted");
    return Promise.resolve();
  });
  expect(steps).toEqual(["recovered", "deleted"]);
  expect(space.isFull()).toBe(true);
});

it("does not start after a failure of another kind", async () => {
  recovered = [() => Promise.reject(new Error("simulated failure"))];
  await expect(start()).rejects.toThrow("simulated failure");
});
