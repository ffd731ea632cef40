/** Updates against a feed on loopback: offers, downloads and everything that is refused. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { UpdateState } from "../../../preload/contract/updates";
import type { Activity } from "../../../preload/facts/activity";
import type { UpdateHost, UpdateInstaller } from "../../../main/backend/ports";
import { defaultUpdateTiming, type UpdateTiming } from "../../../main/backend/timing";
import { UpdateRefused } from "../../../main/backend/updates/errors";
import { createUpdates } from "../../../main/backend/updates/updates";
import { silentLog } from "../../../main/common/log";
import { directRoutes } from "../../../main/remote/http/routes";
import { startBackend, temporaryFolder } from "../../helpers/backend";
import { mountSmallDisk, smallDiskProblem } from "../../helpers/small-disk";
import {
  listedRelease,
  listPath,
  startFeed,
  testHost,
  type TestFeed,
} from "../../helpers/update-feed";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let feed: TestFeed;
let updates: ReturnType<typeof createUpdates>;
let activity: Activity;
let clock: number;
let stored: Map<string, unknown>;
let copies: number;
/** The addresses of all requests. */
let routed: string[];
/** Called by each change. */
let waiting: (() => void)[];

const timing: UpdateTiming = {
  ...defaultUpdateTiming,
  firstCheckMs: 3_600_000,
  countdownMs: 0,
  timeoutMs: 20_000,
  backoffMs: 1,
};

interface StartOptions {
  host?: UpdateHost;
  timing?: Partial<UpdateTiming>;
  isOnline?: boolean;
  isQuietTime?: boolean;
  folder?: string;
}
function start(options: StartOptions = {}) {
  updates = createUpdates({
    version: "0.1.0",
    folder: options.folder ?? path.join(folder.path, "updates"),
    host: options.host ?? testHost(feed.feed),
    settings: {
      get: (name) => stored.get(name),
      set: (name, value) => void stored.set(name, structuredClone(value)),
    },
    routes: {
      ...directRoutes,
      of(url) {
        routed.push(url);
        return directRoutes.of(url);
      },
    },
    isOnline: () => options.isOnline ?? true,
    isQuietTime: () => options.isQuietTime ?? false,
    activity: () => activity,
    copyDatabase: () => Promise.resolve(void (copies += 1)),
    onChanged() {
      for (const wake of waiting.splice(0)) wake();
    },
    timing: { ...timing, ...options.timing },
    log: silentLog,
    now: () => clock,
  });
  updates.start();
  return updates.handlers;
}
const status = async () => updates.handlers.status();
const state = async (): Promise<UpdateState> => (await status()).state;
const nextChange = () => new Promise<void>((resolve) => void waiting.push(resolve));
/** Resolves when the state has this kind. */
async function until<K extends UpdateState["kind"]>(kind: K) {
  for (;;) {
    const changed = nextChange();
    const current = await state();
    if (current.kind === kind) return current as Extract<UpdateState, { kind: K }>;
    await changed;
  }
}
/** Resolves when the running download has received so many bytes. */
const received = async (bytes: number) => {
  for (;;) {
    const changed = nextChange();
    if ((await until("downloading")).bytes >= bytes) return;
    await changed;
  }
};
const stopFirst = async () => {
  await updates.stop();
  waiting = [];
};
const filesOf = () => readdirSync(path.join(folder.path, "updates")).sort();
const offered = (bytes = randomBytes(300_000), version = "0.1.1") => {
  const file = feed.addFile(bytes);
  feed.publish({ releases: [listedRelease(version, [file])] });
  return file;
};
const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

beforeEach(async () => {
  folder = await temporaryFolder();
  feed = await startFeed();
  activity = {};
  clock = Date.now();
  stored = new Map();
  copies = 0;
  routed = [];
  waiting = [];
});
afterEach(async () => {
  await updates.stop();
  await feed.close();
  await folder.remove();
});

describe("a check", () => {
  it("offers the newest release with its notes, without a request for its file", async () => {
    offered();
    const handlers = start();
    expect(await state()).toEqual({ kind: "idle", skipped: null });
    await handlers.check();
    expect(await state()).toMatchObject({
      kind: "offered",
      isLater: false,
      offer: {
        version: "0.1.1",
        notes: { en: "New in 0.1.1", de: "Neu in 0.1.1" },
        size: 300_000,
      },
    });
    expect(feed.requests).toEqual([listPath]);
    expect((await status()).checkedAt).toBe(clock);
  });

  it("sends nothing while updates are off or manual, without a feed, and offline", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const cases: [string, StartOptions][] = [
      ["off", {}],
      ["manual", {}],
      ["ask", { host: testHost(null) }],
      ["ask", { host: testHost(feed.feed, { forcedMode: "off" }) }],
      ["ask", { host: testHost(feed.feed, { forcedMode: "manual" }) }],
      ["ask", { isOnline: false }],
      ["ask", { isQuietTime: true }],
    ];
    for (const [mode, options] of cases) {
      stored.set("updates", { mode });
      const handlers = start(options);
      vi.advanceTimersByTime(48 * 3_600_000);
      updates.networkChanged();
      const forced = options.host?.forcedMode ?? null;
      const hasNoFeed = options.host?.feed === null;
      const isOff = (forced ?? mode) === "off" || hasNoFeed;
      if (isOff) await handlers.check();
      const reason = hasNoFeed ? "no-feed" : "setting";
      expect(await state()).toEqual(
        isOff ? { kind: "off", reason } : { kind: "idle", skipped: null },
      );
      await stopFirst();
    }
    expect(routed).toEqual([]);
    stored.set("updates", { mode: "ask" });
    start();
    vi.advanceTimersByTime(3_600_000);
    expect(routed).toEqual([feed.feed.url]);
  });

  it("happens some time after the start, daily, and when the clock was set back", async () => {
    offered();
    const often = { firstCheckMs: 0, tickMs: 1, checkEveryMs: 1_000_000 };
    start({ timing: often });
    await until("offered");
    const first = clock;
    await stopFirst();
    start({ timing: often });
    await until("offered");
    updates.networkChanged();
    expect(feed.requests).toHaveLength(1);
    for (const time of [first + 1_000_001, first - 1]) {
      clock = time;
      while ((await status()).checkedAt !== time) await nextChange();
    }
    expect(feed.requests).toHaveLength(3);
  });

  it("remembers the offer without a network, and deletes what is not offered any more", async () => {
    offered();
    const handlers = start();
    await handlers.check();
    await handlers.download({ version: "0.1.1" });
    await until("ready");
    await stopFirst();
    start({ isOnline: false });
    await until("ready");
    const before = filesOf();
    expect(before).toHaveLength(2);
    offered(randomBytes(1000), "0.2.0");
    await updates.handlers.check();
    expect(await state()).toMatchObject({ kind: "offered", offer: { version: "0.2.0" } });
    expect(filesOf()).toEqual(["releases.json"]);
  });

  it("ends skip and later when the user checks", async () => {
    offered();
    const handlers = start();
    await handlers.check();
    await handlers.later();
    expect(await state()).toMatchObject({ kind: "offered", isLater: true });
    clock += timing.laterMs + 1;
    expect(await state()).toMatchObject({ isLater: false });
    await handlers.skip({ version: "0.1.1" });
    expect(await state()).toEqual({ kind: "idle", skipped: "0.1.1" });
    await stopFirst();
    start();
    await expect.poll(state).toEqual({ kind: "idle", skipped: "0.1.1" });
    clock = Date.now();
    await updates.handlers.check();
    expect(await state()).toMatchObject({ kind: "offered" });
  });

  it("takes a withdrawn version back, stops its download and deletes its file", async () => {
    const file = offered(randomBytes(2_000_000));
    // The stalled download does not end before the test.
    const handlers = start({ timing: { timeoutMs: 600_000 } });
    await handlers.check();
    feed.fault(pathOf(file), { kind: "stall", afterBytes: 500_000 });
    await handlers.download({ version: "0.1.1" });
    // The fault is used up by this download, and not by the next one.
    await received(500_000);
    feed.publish({ releases: [listedRelease("0.1.1", [file], { rollout: 0 })] });
    await handlers.check();
    expect(await state()).toEqual({ kind: "withdrawn", version: "0.1.1" });
    expect(filesOf()).toEqual(["releases.json"]);

    feed.publish({ releases: [listedRelease("0.1.1", [file])] });
    await handlers.check();
    await handlers.download({ version: "0.1.1" });
    await until("ready");
    feed.publish({ releases: [] });
    await handlers.check();
    expect(await state()).toEqual({ kind: "withdrawn", version: "0.1.1" });
    expect(filesOf()).toEqual(["releases.json"]);
  });

  it("refuses each list of the table, and keeps the offer of the one before", async () => {
    const file = offered();
    const handlers = start();
    await handlers.check();
    const other = await startFeed();
    const release = listedRelease("9.0.0", [file]);
    const cases: [string, () => void][] = [
      ["no-list", () => feed.publishText("<html><title>Sign in to the network</title></html>")],
      ["no-list", () => feed.fault(listPath, { kind: "endless" })],
      ["bad-signature", () => feed.publish({ releases: [release] }, other.privateKey)],
      ["invalid-list", () => feed.publish({ releases: [{ ...release, version: "nine" }] })],
      ["replayed", () => feed.publish({ metadataVersion: 1, releases: [release] })],
      ["expired", () => feed.publish({ expires: new Date(clock).toISOString() })],
      [
        "foreign-address",
        () => {
          const url = "https://elsewhere.example/file";
          feed.publish({ releases: [{ ...release, files: [{ ...file, url }] }] });
        },
      ],
    ];
    // A later list, so that version 1 is a replay.
    feed.publish({ releases: [listedRelease("0.1.1", [file])] });
    await handlers.check();
    for (const [refusal, publish] of cases) {
      publish();
      await handlers.check();
      expect(await state()).toMatchObject({
        kind: "failed",
        failure: { refusal },
        offer: { version: "0.1.1" },
      });
    }
    await other.close();
  });

  it("reports failures of the network, and follows no redirect", async () => {
    const handlers = start();
    await handlers.check();
    expect(await state()).toMatchObject({ failure: { problem: { code: "unexpected-answer" } } });
    offered();
    for (const [fault, code] of [
      [{ kind: "respond", status: 302, headers: { location: listPath } }, "unexpected-answer"],
      [{ kind: "respond", status: 503 }, "service-error"],
      [{ kind: "break", afterBytes: 10 }, "unreachable"],
    ] as const) {
      for (let attempt = 0; attempt < 4; attempt += 1) feed.fault(listPath, fault);
      await handlers.check();
      expect(await state()).toMatchObject({ kind: "failed", failure: { problem: { code } } });
      // Faults that were not used: a redirect is not tried again.
      await handlers.check();
      while ((await state()).kind === "failed") await handlers.check();
    }
    // One failure is repeated without a word.
    feed.fault(listPath, { kind: "respond", status: 503 });
    await handlers.check();
    expect(await state()).toMatchObject({ kind: "offered" });
  });
});

describe("a download", () => {
  const fileName = () => filesOf().find((name) => name !== "releases.json") ?? "none";

  it("has the bytes of the list, and only its owner can read it", async () => {
    const bytes = randomBytes(300_000);
    offered(bytes);
    const handlers = start();
    await handlers.check();
    await handlers.download({ version: "0.1.1" });
    await until("ready");
    expect(filesOf()).toHaveLength(2);
    const file = path.join(folder.path, "updates", fileName());
    expect(readFileSync(file).equals(bytes)).toBe(true);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("continues where the connection broke, in the same and in a later process", async () => {
    const bytes = randomBytes(1_500_000);
    const file = offered(bytes);
    await start().check();
    // More breaks than attempts: only those in a row that receive nothing count.
    for (let count = 0; count < 6; count += 1)
      feed.fault(pathOf(file), { kind: "break", afterBytes: 200_000 });
    feed.fault(pathOf(file), { kind: "stall", afterBytes: 0 });
    await updates.handlers.download({ version: "0.1.1" });
    await expect.poll(() => feed.requests.length).toBe(1 + 7);
    await stopFirst();
    // Bytes that arrive just before the connection breaks may not be read.
    const { size } = statSync(path.join(folder.path, "updates", fileName()));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(6 * 200_000);
    feed.requests.length = 0;
    start({ isOnline: false });
    await until("offered");
    await updates.handlers.download({ version: "0.1.1" });
    await until("ready");
    expect(feed.requests).toEqual([`${pathOf(file)} bytes=${size}-`]);
  });

  it("is stopped by the user, and continues with the bytes that it has", async () => {
    const file = offered(randomBytes(500_000));
    const handlers = start();
    await handlers.check();
    feed.fault(pathOf(file), { kind: "stall", afterBytes: 100_000 });
    await handlers.download({ version: "0.1.1" });
    await received(100_000);
    await handlers.cancel();
    expect(await state()).toMatchObject({ kind: "offered" });
    await handlers.download({ version: "0.1.1" });
    await until("ready");
    expect(feed.requests.at(-1)).toBe(`${pathOf(file)} bytes=100000-`);
  });

  it("is refused if the file has another size or other bytes, and nothing of it stays", async () => {
    const bytes = randomBytes(100_000);
    const handlers = start();
    const other = Buffer.from(bytes);
    other[50_000] = (other[50_000] ?? 0) ^ 1;
    const { sha512 } = feed.addFile(bytes);
    for (const [file, refusal] of [
      [feed.addFile(other, { sha512 }), "wrong-hash"],
      [feed.addFile(bytes, { size: 99_999 }), "wrong-size"],
      [feed.addFile(bytes, { size: 99_999, sha512: "0".repeat(128) }), "wrong-size"],
    ] as const) {
      feed.publish({ releases: [listedRelease("0.1.1", [file])] });
      await handlers.check();
      await handlers.download({ version: "0.1.1" });
      expect(await until("failed")).toMatchObject({ failure: { refusal } });
      expect(statSync(path.join(folder.path, "updates", fileName())).size).toBe(0);
    }
    const endless = offered(bytes);
    await handlers.check();
    feed.fault(pathOf(endless), { kind: "endless" });
    await handlers.download({ version: "0.1.1" });
    expect(await until("failed")).toMatchObject({ failure: { refusal: "wrong-size" } });
    // The same download succeeds when the host is right again.
    await handlers.download({ version: "0.1.1" });
    await until("ready");
  });

  it("reports a host without the file, and one that breaks off again and again", async () => {
    const file = offered();
    const handlers = start();
    await handlers.check();
    for (const [fault, code] of [
      [{ kind: "respond", status: 404 }, "unexpected-answer"],
      [{ kind: "respond", status: 301, headers: { location: "/x" } }, "unexpected-answer"],

      [{ kind: "break", afterBytes: 0 }, "unreachable"],
    ] as const) {
      const times = code === "unreachable" ? 4 : 1;
      for (let count = 0; count < times; count += 1) feed.fault(pathOf(file), fault);
      await handlers.download({ version: "0.1.1" });
      expect(await until("failed")).toMatchObject({ failure: { problem: { code } } });
    }
    // A page of the network is no part of the file.
    const sent = { body: "<html></html>", status: 200 };
    const headers = { "content-length": "13" };
    feed.fault(pathOf(file), { kind: "respond", ...sent, headers });
    await handlers.download({ version: "0.1.1" });
    expect(await until("failed")).toMatchObject({ failure: { refusal: "wrong-size" } });
    await handlers.download({ version: "0.1.1" });
    await until("ready");
  });

  it("reports a folder that cannot be written", async () => {
    offered();
    // A file where the folder would be.
    const file = path.join(folder.path, "file");
    writeFileSync(file, "");
    const handlers = start({ folder: path.join(file, "updates") });
    await handlers.check();
    expect(await state()).toMatchObject({ kind: "failed" });
  });

  it.skipIf(smallDiskProblem !== null)("reports a full disk, and continues", async () => {
    const disk = mountSmallDisk(2);
    onTestFinished(() => disk.remove());
    offered(randomBytes(1_000_000));
    const handlers = start({ folder: path.join(disk.folder, "updates") });
    await handlers.check();
    disk.fill(200_000);
    await handlers.download({ version: "0.1.1" });
    expect(await until("failed")).toMatchObject({ failure: { problem: { code: "disk-full" } } });
    disk.empty();
    await handlers.download({ version: "0.1.1" });
    await until("ready");
    await stopFirst();
  });
});

describe("an installation", () => {
  async function ready(host = testHost(feed.feed)) {
    offered();
    await start({ host }).check();
    await updates.handlers.download({ version: "0.1.1" });
    await until("ready");
    return host;
  }

  it("copies the database, replaces the file and restarts, when the user wants it", async () => {
    const host = await ready();
    expect(host.installed).toEqual([]);
    await updates.handlers.restart();
    await expect.poll(host.restarts).toBe(1);
    expect([host.installed, copies]).toEqual([["0.1.1"], 1]);
    // Work that ends while the application quits starts no further process.
    updates.activityChanged();
    expect(host.restarts()).toBe(1);
  });

  it("waits for all work, and asks once more before the restart", async () => {
    const host = testHost(feed.feed);
    activity = { dubs: 2, uploads: 1 };
    offered();
    await start({ host, timing: { countdownMs: 3_600_000 } }).check();
    await updates.handlers.download({ version: "0.1.1" });
    await until("ready");
    await updates.handlers.restart();
    expect(await state()).toEqual({ kind: "waiting-for-work", running: ["uploads", "dubs"] });
    activity = {};
    updates.activityChanged();
    expect(await state()).toEqual({ kind: "restarting", at: clock + 3_600_000 });
    await updates.handlers.cancel();
    expect(await state()).toMatchObject({ kind: "ready" });
    expect([host.installed, host.restarts()]).toEqual([[], 0]);
  });

  it("does not restart if work has begun while the file was replaced", async () => {
    let finish: () => void = () => undefined;
    const installed = new Promise<void>((resolve) => (finish = resolve));
    const host = await ready(testHost(feed.feed, { installer: { install: () => installed } }));
    await updates.handlers.restart();
    await until("installing");
    activity = { deliveries: 1 };
    updates.activityChanged();
    finish();
    expect(await until("waiting-for-work")).toMatchObject({ running: ["deliveries"] });
    activity = {};
    updates.activityChanged();
    await expect.poll(host.restarts).toBe(1);
  });

  it("is refused if the list has expired, or was changed, since the download", async () => {
    const host = await ready();
    const list = path.join(folder.path, "updates/releases.json");
    const text = readFileSync(list, "utf8");
    writeFileSync(list, text.replace("0.1.1", "0.1.2"));
    await updates.handlers.restart();
    expect(await until("failed")).toMatchObject({ failure: { refusal: "bad-signature" } });
    writeFileSync(list, text);
    clock += 2 * 3_600_000;
    await updates.handlers.restart();
    await expect.poll(state).toMatchObject({ kind: "failed", failure: { refusal: "expired" } });
    expect([host.installed, host.restarts()]).toEqual([[], 0]);
  });

  it("reports a refusal of the installer, and the application runs on", async () => {
    const error = new UpdateRefused("cannot-replace", "read-only");
    const host = testHost(feed.feed, { installer: { install: () => Promise.reject(error) } });
    await ready(host);
    await updates.handlers.restart();
    expect(await until("failed")).toMatchObject({
      failure: { refusal: "cannot-replace" },
      offer: { version: "0.1.1" },
    });
    expect(host.restarts()).toBe(0);
    // The file is complete: another attempt needs no download.
    const before = feed.requests.length;
    await updates.handlers.download({ version: "0.1.1" });
    expect(await state()).toMatchObject({ kind: "ready" });
    expect(feed.requests).toHaveLength(before);
  });

  it("downloads a file again that was damaged or deleted on the disk", async () => {
    for (const damage of ["wrong-hash", "deleted"] as const) {
      const bytes = randomBytes(1000);
      const install: UpdateInstaller["install"] = ({ file }) => {
        if (!existsSync(file)) throw new UpdateRefused("cannot-replace", "ENOENT");
        if (!readFileSync(file).equals(bytes)) throw new UpdateRefused("wrong-hash", "changed");
        return Promise.resolve();
      };
      const host = testHost(feed.feed, { installer: { install: async (one) => install(one) } });
      offered(bytes);
      await start({ host }).check();
      await updates.handlers.download({ version: "0.1.1" });
      await until("ready");
      const name = filesOf().find((one) => one.startsWith("update-")) ?? "none";
      const file = path.join(folder.path, "updates", name);
      if (damage === "deleted") rmSync(file);
      else writeFileSync(file, "changed");
      await updates.handlers.restart();
      await until("failed");
      await updates.handlers.download({ version: "0.1.1" });
      await until("ready");
      await updates.handlers.restart();
      await expect.poll(host.restarts).toBe(1);
      await stopFirst();
    }
    start();
  });

  it("is left to the system where that installs: an offer, then a restart to finish", async () => {
    let isReplaced = false;
    const host = testHost(feed.feed, {
      installation: { kind: "deb", os: "linux", arch: "x64", systemVersion: "6.1" },
      installer: null,
      isReplaced: () => Promise.resolve(isReplaced),
    });
    const file = feed.addFile(randomBytes(1000), { kind: "deb" });
    feed.publish({ releases: [listedRelease("0.1.1", [file])] });
    const handlers = start({ host, timing: { firstCheckMs: 0, tickMs: 1, countdownMs: 0 } });
    await until("offered");
    await handlers.download({ version: "0.1.1" });
    expect((await status()).installsItself).toBe(false);
    isReplaced = true;
    await until("restart-needed");
    expect(feed.requests).toEqual([listPath]);
    activity = { uploads: 1 };
    await handlers.restart();
    expect(await state()).toEqual({ kind: "waiting-for-work", running: ["uploads"] });
    activity = {};
    updates.activityChanged();
    await expect.poll(host.restarts).toBe(1);
  });

  it("is found by a check of the user where the system has installed it, also without a list", async () => {
    const handlers = start({
      host: { ...testHost(feed.feed, { isReplaced: () => Promise.resolve(true) }), feed: null },
    });
    expect(await state()).toEqual({ kind: "off", reason: "no-feed" });
    await handlers.check();
    await until("restart-needed");
    expect(feed.requests).toEqual([]);
  });

  it("shows what is new once after the update, and a version that did not start", async () => {
    stored.set("updates", { seenVersion: "0.0.9" });
    const list = { releases: [listedRelease("0.1.1", []), listedRelease("0.1.0", [])] };
    feed.publish(list);
    await start().check();
    await stopFirst();
    stored.set("updates", { ...(stored.get("updates") as object), seenVersion: "0.0.9" });
    start();
    await expect.poll(async () => (await status()).news?.notes.en).toBe("New in 0.1.0");
    await updates.handlers.newsSeen();
    await stopFirst();
    const takeReverted = () => Promise.resolve("0.1.1");
    start({ host: testHost(feed.feed, { takeReverted }) });
    expect(await until("failed")).toMatchObject({ failure: { refusal: "did-not-start" } });
    expect((await status()).news).toBeNull();
    expect(stored.get("updates")).toMatchObject({ skipped: "0.1.1" });
  });
});

it("the application is without updates unless its host has a feed", async () => {
  start();
  const test = startBackend(path.join(folder.path, "profile"));
  onTestFinished(() => test.stop());
  await test.handlers.updates.check();
  expect((await test.handlers.updates.status()).state).toEqual({ kind: "off", reason: "no-feed" });
});
