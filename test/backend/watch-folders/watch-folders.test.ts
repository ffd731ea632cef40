/** Watch folders with real files, a real queue and a local service. Only the clock is virtual. */
import { chmod, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createWatchFolders,
  systemWatchClock,
  type WatchFolders,
} from "../../../main/backend/watch-folders/watch-folders";
import type { WatchClock } from "../../../main/backend/watch-folders/folder-watch";
import type { WatchFolderSettings } from "../../../main/backend/watch-folders/store";
import { createTreeWatcher } from "../../../main/backend/watch-folders/tree-watcher";
import { silentLog } from "../../../main/common/log";
import { createSession, type Session } from "../../../main/headless/session";
import type { LocalService } from "../../../main/local-service/server";
import { directRoutes } from "../../../main/remote/http/routes";
import { hashOf, temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let session: Session;
let folders: WatchFolders;
let time: number;
let skipped: string[];
/** Runs after each event of the queue and the watch folders. */
let wake: () => void;

/** Time passes only when a test advances it; walks are started by the tests. */
const virtualClock: WatchClock = { now: () => time, after: () => () => undefined };

type Overrides = Partial<Parameters<typeof createWatchFolders>[0]>;
function start(clock: WatchClock = virtualClock, overrides: Overrides = {}): void {
  session = createSession(
    {
      baseUrl: service.baseUrl,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      routes: directRoutes,
      stateDir: folder.path,
      timing: { quietMs: 50 },
    },
    undefined,
  );
  session.queue.onChange(() => wake());
  folders = createWatchFolders({
    db: session.db,
    uploads: session.store,
    queue: session.queue,
    log: silentLog,
    now: Date.now,
    clock,
    timing: { walkEveryMs: 60_000, pollEveryMs: 20_000, minPauseMs: 10 },
    listeners: {
      onChanged: () => wake(),
      onSkipped: (at, reason) => skipped.push(`${at}: ${reason}`),
    },
    ...overrides,
  });
  session.queue.start();
  folders.start();
}
async function stop(): Promise<void> {
  await folders.stop();
  await session.queue.stop();
  await session.close();
}

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  await mkdir(source());
  time = 0;
  skipped = [];
  wake = () => undefined;
  start();
});
afterEach(async () => {
  await stop();
  await service.close();
  await folder.remove();
});

const source = (...parts: string[]) => path.join(folder.path, "source", ...parts);
const stored = (name: string) => path.join(folder.path, "service", "media", name);
const write = (name: string, size = 1000) => writeMediaFile(source(), name, size);

const settings = (more: Partial<WatchFolderSettings> = {}): WatchFolderSettings => ({
  sourcePath: source(),
  targetFolder: "in",
  include: [],
  exclude: [],
  quietMs: 0,
  onConflict: "ask",
  ...more,
});
const add = (more: Partial<WatchFolderSettings> = {}) =>
  folders.add(session.workspaceId, settings(more));
const statusOf = (id: number) => folders.status(id);
const summary = () => session.queue.summary(session.workspaceId).counts;
const uploads = () => {
  const { rows } = session.store.list(session.workspaceId, "all", "", 0, 10_000);
  return rows.map(({ galleryPath, state }) => `${galleryPath}: ${state}`).sort();
};
/** Resolves when the condition is met; it is checked after every event. */
const until = (condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    wake = () => {
      if (condition()) resolve();
    };
    wake();
  });
/** The queue reports arrivals after the changes of the rows, in the same turn of the event loop. */
async function idle(): Promise<void> {
  await until(() => summary().active + summary().waiting === 0);
  await setImmediate();
}
async function walk(id: number): Promise<void> {
  await folders.walkNow(id);
  await idle();
}
const isStoredAs = async (name: string, at: string) =>
  (await hashOf(stored(at))) === (await hashOf(source(name)));

describe("a file of the same size and time", () => {
  // A time that `utimes` can restore to the nanosecond.
  const setTime = (file: string) => utimes(file, 1_600_000_000, 1_600_000_000);
  async function writeFiles(): Promise<void> {
    for (const name of ["a.wav", "b.wav"]) await setTime(await write(name));
  }
  /** Walks until the files that may have changed are compared, and what differs is sent. */
  async function settle(id: number): Promise<void> {
    await folders.walkNow(id);
    await until(() => statusOf(id)?.comparing === 0);
    await idle();
  }
  async function replace(name: string, bytes: Buffer): Promise<void> {
    await writeFile(source("new"), bytes);
    await setTime(source("new"));
    await rename(source("new"), source(name));
  }

  it("is sent again if it was rewritten in place, or replaced", async () => {
    await writeFiles();
    const id = add();
    await walk(id);
    await writeFile(source("a.wav"), Buffer.alloc(1000, 1));
    await setTime(source("a.wav"));
    await replace("b.wav", Buffer.alloc(1000, 2));
    await settle(id);
    expect(summary().done).toBe(4);
    for (const name of ["a.wav", "b.wav"])
      expect(await isStoredAs(name, `in/${name}`), name).toBe(true);
    await settle(id);
    expect(summary().done).toBe(4);
  });

  it("is sent again after a restart, also if its upload was removed from the list", async () => {
    await writeFiles();
    const id = add();
    await walk(id);
    session.store.clearDone(session.workspaceId);
    await stop();
    await replace("a.wav", Buffer.alloc(1000, 1));
    start();
    await settle(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
    expect(await isStoredAs("a.wav", "in/a.wav")).toBe(true);
  });

  it("is not sent again if only its permissions or the inodes of its drive changed", async () => {
    await writeFiles();
    const id = add();
    await walk(id);
    await chmod(source("a.wav"), 0o640);
    await replace("b.wav", await readFile(source("b.wav")));
    await folders.walkNow(id);
    expect(statusOf(id)?.comparing).toBeGreaterThan(0);
    await settle(id);
    expect(summary().done).toBe(2);
    // The present stamps are stored: nothing is compared again.
    await folders.walkNow(id);
    expect(statusOf(id)?.comparing).toBe(0);
  });

  it("is not sent again if an earlier version uploaded it, which stored only size and time", async () => {
    await writeFiles();
    const id = add();
    await walk(id);
    session.db.run(
      "UPDATE watched_files SET inode = '', ctime_ns = '', device = '', content_md5 = NULL",
    );
    await chmod(source("a.wav"), 0o640);
    await walk(id);
    expect(statusOf(id)?.comparing).toBe(0);
    expect(summary().done).toBe(2);
  });

  it("is sent again once what was sent is unknown", async () => {
    await writeFiles();
    const id = add();
    await walk(id);
    session.db.run("UPDATE watched_files SET content_md5 = ''");
    session.db.run("UPDATE uploads SET content_md5 = ''");
    await chmod(source("a.wav"), 0o640);
    await walk(id);
    await walk(id);
    expect(summary().done).toBe(3);
  });
});

describe("a folder in which the system does not report every change", () => {
  const pollingWith = async (overrides: Overrides) => {
    await stop();
    const delays: number[] = [];
    const after: WatchClock["after"] = (milliseconds) => {
      delays.push(milliseconds);
      return () => undefined;
    };
    start({ now: () => time, after }, overrides);
    const id = add();
    await folders.walkNow(id);
    return { polling: statusOf(id)?.polling, delay: delays.at(-1) };
  };
  const withoutWatches = (code: string): Overrides => ({
    createWatcher: (deps) =>
      createTreeWatcher({
        ...deps,
        watchFolder: () => {
          throw Object.assign(new Error("no watch"), { code });
        },
      }),
  });

  it.each<[string, string, Overrides]>([
    ["the limit of watches is used up", "system-limit", withoutWatches("ENOSPC")],
    ["it cannot be watched", "no-events", withoutWatches("ENOSYS")],
    ["it is on a network drive", "network-drive", { isNetworkDrive: () => Promise.resolve(true) }],
  ])("is read more often, with the reason: %s", async (_what, reason, overrides) => {
    expect(await pollingWith(overrides)).toEqual({
      polling: { reason, seconds: 20 },
      delay: 20_000,
    });
  });

  it("and all others are read every minute, without a reason", async () => {
    expect(await pollingWith({ isNetworkDrive: () => Promise.resolve(false) })).toEqual({
      polling: null,
      delay: 60_000,
    });
  });
});

describe("what is uploaded", () => {
  it("uploads files below the folder to the target folder, each once", async () => {
    await write("a.wav");
    await write("ep 1/b.mov");
    await writeFile(source("notes.txt"), "x");
    const id = add();
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done", "in/ep 1/b.mov: done"]);
    expect(await isStoredAs("ep 1/b.mov", "in/ep 1/b.mov")).toBe(true);
    expect(skipped).toEqual(["notes.txt: type"]);
    await walk(id);
    expect(summary().done).toBe(2);
    expect(statusOf(id)).toMatchObject({ state: "watching", waiting: 0, deferred: 0 });
  });

  it("uploads only files that match the patterns", async () => {
    for (const name of ["a.wav", "b.mov", "old/c.wav", "d.wav.part"]) await write(name);
    await walk(add({ include: ["*.wav"], exclude: ["old/"] }));
    expect(uploads()).toEqual(["in/a.wav: done"]);
  });

  it("replaces a file that it uploaded before, and no other", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    await write("a.wav", 2000);
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done", "in/a.wav: done"]);
    expect(await isStoredAs("a.wav", "in/a.wav")).toBe(true);
    // Another watch folder has the same target.
    const other = path.join(folder.path, "other");
    await writeMediaFile(other, "a.wav", 3000);
    await walk(add({ sourcePath: other }));
    expect(session.store.list(session.workspaceId, "failed", "", 0, 9).rows).toMatchObject([
      { galleryPath: "in/a.wav", errorCode: "path-taken" },
    ]);
    expect(await isStoredAs("a.wav", "in/a.wav")).toBe(true);
  });

  it("replaces a renamed file under its new name", async () => {
    const other = path.join(folder.path, "other");
    await writeMediaFile(other, "a.wav", 3000);
    await walk(add({ sourcePath: other }));
    await write("a.wav");
    const id = add({ onConflict: "rename" });
    await walk(id);
    await write("a.wav", 2000);
    await walk(id);
    expect(await isStoredAs("a.wav", "in/a (2).wav")).toBe(true);
    expect(await hashOf(stored("in/a.wav"))).toBe(await hashOf(path.join(other, "a.wav")));
    expect(summary()).toMatchObject({ done: 3, failed: 0 });
  });

  it("keeps a file in the gallery that is deleted on disk", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    const before = await hashOf(stored("in/a.wav"));
    await rm(source("a.wav"));
    await walk(id);
    expect(await hashOf(stored("in/a.wav"))).toBe(before);
    expect(statusOf(id)?.state).toBe("watching");
  });

  it("uploads a folder that is moved in", async () => {
    const id = add();
    await walk(id);
    await writeMediaFile(path.join(folder.path, "elsewhere"), "b.wav", 1000);
    await rename(path.join(folder.path, "elsewhere"), source("ep 2"));
    await walk(id);
    expect(uploads()).toEqual(["in/ep 2/b.wav: done"]);
  });

  it.skipIf(process.platform === "win32")("skips hostile names and links", async () => {
    await write("ok.wav");
    await write("e\u0301.wav");
    await write("\u00e9.wav");
    await write("line\nbreak.wav");
    await writeMediaFile(path.join(folder.path, "outside"), "secret.wav", 1000);
    await symlink(path.join(folder.path, "outside", "secret.wav"), source("link.wav"));
    await symlink(path.join(folder.path, "outside"), source("link"));
    const id = add();
    await walk(id);
    await walk(id);
    expect(uploads()).toEqual(["in/ok.wav: done", "in/\u00e9.wav: done"]);
    expect([...new Set(skipped)].sort()).toEqual([
      "line\nbreak.wav: name",
      "link.wav: link",
      "link: link",
      "\u00e9.wav: duplicate",
    ]);
  });

  it("uploads 400 files of one burst, each once", async () => {
    await mkdir(source("burst"));
    for (let index = 0; index < 400; index += 1)
      await writeFile(source("burst", `${index}.wav`), `${index}`);
    const id = add();
    await Promise.all([folders.walkNow(id), folders.walkNow(id)]);
    await folders.walkNow(id);
    expect(summary().all).toBe(400);
  });
});

describe("quiet time", () => {
  it("waits until a file that grows is complete", async () => {
    const id = add({ quietMs: 30_000 });
    for (const size of [1000, 2000, 3000]) {
      await write("a.wav", size);
      await walk(id);
      expect(statusOf(id)?.waiting).toBe(1);
      time += 29_999;
    }
    await walk(id);
    expect(uploads()).toEqual([]);
    time += 1;
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
    expect(await isStoredAs("a.wav", "in/a.wav")).toBe(true);
  });

  it("uploads the present version of a file that changed while it was queued", async () => {
    session.queue.setPaused(true);
    await write("a.wav");
    const id = add();
    await folders.walkNow(id);
    await write("a.wav", 2000);
    await folders.walkNow(id);
    expect(statusOf(id)?.deferred).toBe(1);
    session.queue.setPaused(false);
    await idle();
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
    expect(await isStoredAs("a.wav", "in/a.wav")).toBe(true);
  });
});

describe("a folder that disappears", () => {
  it("is reported as not found, and continues when it is back", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    await rename(source(), source() + " away");
    await walk(id);
    expect(statusOf(id)).toMatchObject({ state: "not-found", problem: { code: "file-missing" } });
    await writeMediaFile(`${source()} away`, "b.wav", 1000);
    await rename(`${source()} away`, source());
    await walk(id);
    expect(statusOf(id)).toMatchObject({ state: "watching", problem: null });
    expect(uploads()).toEqual(["in/a.wav: done", "in/b.wav: done"]);
  });

  it("starts without the folder", async () => {
    const id = add({ sourcePath: source("later") });
    await walk(id);
    expect(statusOf(id)?.state).toBe("not-found");
    await write("later/a.wav");
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
  });
});

describe("after a restart", () => {
  it("uploads only what is new or changed", async () => {
    await write("a.wav");
    await write("b.wav");
    const id = add();
    await walk(id);
    await stop();
    await write("b.wav", 2000);
    await write("c.wav");
    start();
    await walk(id);
    expect(uploads()).toEqual([
      "in/a.wav: done",
      "in/b.wav: done",
      "in/b.wav: done",
      "in/c.wav: done",
    ]);
  });

  it("knows files whose finished uploads were cleared from the list", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    session.store.clearDone(session.workspaceId);
    await stop();
    start();
    await walk(id);
    expect(uploads()).toEqual([]);
    await write("a.wav", 2000);
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
  });

  it("does not upload a version again whose upload the user has cancelled", async () => {
    session.queue.setPaused(true);
    await write("a.wav");
    const id = add();
    await folders.walkNow(id);
    session.queue.cancel({ workspaceId: session.workspaceId, filter: "all", search: "" });
    session.queue.setPaused(false);
    await walk(id);
    expect(uploads()).toEqual([]);
  });
});

describe("removing", () => {
  it("is undone without uploading a file again, until the next start", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    await folders.remove(id);
    expect(folders.list(session.workspaceId)).toEqual([]);
    await expect(folders.setPaused(id, true)).rejects.toMatchObject({ code: "not-found" });
    folders.restore(id);
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
    await folders.remove(id);
    // The same folder again: the removed one cannot be restored beside it.
    const again = add();
    expect(() => folders.restore(id)).toThrow(
      expect.objectContaining({ code: "not-found" }) as Error,
    );
    await folders.remove(again);
    await stop();
    start();
    expect(() => folders.restore(again)).toThrow(
      expect.objectContaining({ code: "not-found" }) as Error,
    );
  });
});

it("counts the files of a watch folder by the state of their uploads", async () => {
  const progressOf = (id: number) =>
    folders.list(session.workspaceId).find((one) => one.id === id)?.progress;
  const other = path.join(folder.path, "other");
  await writeMediaFile(other, "a.wav", 3000);
  await walk(add({ sourcePath: other }));
  await write("a.wav");
  await write("b.wav");
  const id = add();
  expect(progressOf(id)).toEqual({ uploaded: 0, queued: 0, failed: 0, lastFile: null });
  await walk(id);
  expect(progressOf(id)).toMatchObject({
    uploaded: 1,
    queued: 0,
    failed: 1,
    lastFile: { galleryPath: "in/b.wav" },
  });
  session.queue.setPaused(true);
  await write("c.wav");
  await folders.walkNow(id);
  expect(progressOf(id)).toMatchObject({ uploaded: 1, queued: 1, failed: 1 });
});

describe("settings", () => {
  it("are checked, each with its field", () => {
    const rejected = (more: Partial<WatchFolderSettings>, field: string) =>
      expect(() => add(more)).toThrow(
        expect.objectContaining({
          code: "invalid-input",
          details: [expect.objectContaining({ field })] as unknown,
        }) as Error,
      );
    rejected({ quietMs: -1 }, "quietMs");
    rejected({ quietMs: 1.5 }, "quietMs");
    rejected({ targetFolder: "a\nb" }, "targetFolder");
    rejected({ include: [""] }, "include[0]");
    add();
    rejected({ targetFolder: "/in/" }, "sourcePath");
  });

  it("upload everything to a new target folder", async () => {
    await write("a.wav");
    const id = add();
    await walk(id);
    await folders.change(id, settings({ targetFolder: "new" }));
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done", "new/a.wav: done"]);
  });

  it("pause and resume a watch folder; removing it keeps its uploads", async () => {
    const id = add();
    await folders.setPaused(id, true);
    await write("a.wav");
    await walk(id);
    expect(uploads()).toEqual([]);
    expect(statusOf(id)).toBeNull();
    await folders.setPaused(id, false);
    await walk(id);
    expect(uploads()).toEqual(["in/a.wav: done"]);
    await folders.remove(id);
    expect(folders.list(session.workspaceId)).toEqual([]);
    expect(uploads()).toEqual(["in/a.wav: done"]);
  });
});

it("uploads new files in new folders after events of the file system", async () => {
  await stop();
  start(systemWatchClock);
  const id = add();
  await until(() => statusOf(id)?.state === "watching");
  await write("ep 1/a.wav");
  await until(() => summary().done === 1);
  await write("ep 1/b.wav");
  await until(() => summary().done === 2);
  await utimes(source("ep 1/a.wav"), 1, 1);
  await until(() => summary().done === 3);
});
