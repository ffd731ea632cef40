/** Functions for tests with a local workspace in the running application. */
import { spawnSync } from "node:child_process";
import { readdirSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Page } from "playwright";
import { expect } from "vitest";
import type { UploadSummary, Workspace } from "../../preload/model";
import { sha256, type Season } from "../helpers/season";
import { approvePaths, callBridge, type Dubyard } from "./harness";

/** Makes a call to main; throws its error. */
export async function callMain<T>(page: Page, name: string, input?: unknown): Promise<T> {
  const reply = await callBridge(page, name, input);
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

/** The default data folder when HOME is that of the profile. */
export const dataDirOf = (profile: string) => path.join(profile, "home", "Dubyard");
/** Prevents a test from using the user's own folder. */
export const homeOf = (profile: string) => ({ HOME: path.join(profile, "home") });

export async function createLocalWorkspace(page: Page, profile: string): Promise<string> {
  const { id } = await callMain<Workspace>(page, "workspaces.createLocal", {
    dataDir: dataDirOf(profile),
  });
  return id;
}

/** Uploads a folder as the plan dialog does, once its plan is ready. */
export async function uploadFolder(
  page: Page,
  workspaceId: string,
  folder: string,
  targetFolder = "",
): Promise<void> {
  await approvePaths(page, [folder]);
  const { planId } = await callMain<{ planId: string }>(page, "plans.create", {
    workspaceId,
    sourcePaths: [folder],
    targetFolder,
  });
  await pollCall<{ state: string }>(
    page,
    "plans.get",
    { planId },
    ({ state }) => state === "ready",
  );
  await callMain(page, "plans.confirm", { planId });
}

/** Repeats a call after each event until its result is the expected one. */
export async function pollCall<T>(
  page: Page,
  name: string,
  input: unknown,
  isExpected: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await callMain<T>(page, name, input);
    if (isExpected(value)) return value;
    if (Date.now() > deadline) throw new Error(`timed out: ${name} ${JSON.stringify(value)}`);
    // The next event, or a delay for changes without an event.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const stop = window.bridge.on(() => end());
          const timer = setTimeout(() => end(), 500);
          function end() {
            clearTimeout(timer);
            stop();
            resolve();
          }
        }),
    );
  }
}

/** Waits until all files are uploaded; throws at the first failed file. */
export async function waitForUploads(page: Page, workspaceId: string): Promise<void> {
  const summary = await pollCall<UploadSummary>(
    page,
    "uploads.summary",
    { workspaceId },
    ({ counts }) => counts.all > 0 && (counts.done === counts.all || counts.failed > 0),
    120_000,
  );
  expect(summary.counts).toMatchObject({ failed: 0, done: summary.counts.all });
}

/**
 * Expects every file of the season to be stored byte for byte under its gallery path, and listed.
 */
export async function expectInGallery(
  page: Page,
  workspaceId: string,
  dataDir: string,
  season: Season,
  targetFolder = "",
): Promise<void> {
  await callMain(page, "gallery.refresh", { workspaceId });
  const { files } = await callMain<{ files: number }>(page, "gallery.count", {
    workspaceId,
    paths: [`${targetFolder}season 2 é/`],
  });
  expect(files).toBe(season.hashes.size);
  const stored = storedLocations(dataDir);
  for (const [galleryPath, hash] of season.hashes) {
    const location = stored.get(targetFolder + galleryPath.normalize("NFC"));
    expect(location, galleryPath).toBeDefined();
    expect(await sha256(path.join(dataDir, location ?? "")), galleryPath).toBe(hash);
  }
}

/** Gallery path → file below the data folder, which differs for names that are not portable. */
function storedLocations(dataDir: string): Map<string, string> {
  const db = new DatabaseSync(path.join(dataDir, "workspace.db"));
  try {
    const rows = db.prepare("SELECT path, location FROM files").all() as {
      path: string;
      location: string;
    }[];
    return new Map(rows.map((row) => [row.path, row.location]));
  } finally {
    db.close();
  }
}

/**
 * Evidence of completed PUTs: used part URLs, and the identity of each file that was sent in one
 * PUT.
 */
export interface CompletedPuts {
  parts: number;
  /** Device, inode and change time by stored location; they change with every PUT. */
  files: Map<string, string>;
}

export function completedPuts(dataDir: string): CompletedPuts {
  const db = new DatabaseSync(path.join(dataDir, "workspace.db"));
  try {
    const { parts } = db.prepare("SELECT count(*) AS parts FROM spent_urls").get() as {
      parts: number;
    };
    // The ETag of a multipart upload ends in "-" and the number of its parts.
    const rows = db.prepare("SELECT location FROM files WHERE etag NOT LIKE '%-%'").all() as {
      location: string;
    }[];
    const files = rows.map(({ location }): [string, string] => {
      const { dev, ino, ctimeMs } = statSync(path.join(dataDir, location));
      return [location, `${dev} ${ino} ${ctimeMs}`];
    });
    return { parts, files: new Map(files) };
  } finally {
    db.close();
  }
}

/**
 * Number of PUTs that the local service completed since `before`; a file that was sent twice counts
 * once.
 */
export function putsSince(dataDir: string, before: CompletedPuts): number {
  const now = completedPuts(dataDir);
  const changed = [...now.files].filter(([at, identity]) => before.files.get(at) !== identity);
  return now.parts - before.parts + changed.length;
}
export const noPuts: CompletedPuts = { parts: 0, files: new Map() };

/** Number of finished PUTs that the application has recorded: parts, and files of one PUT. */
export function putsFinished(profile: string): number {
  const db = new DatabaseSync(path.join(profile, "dubyard.db"));
  try {
    const count = (sql: string) => (db.prepare(sql).get() as { n: number | null }).n ?? 0;
    return (
      count("SELECT count(*) AS n FROM upload_parts") +
      count("SELECT sum(max(part_count, 1)) AS n FROM uploads WHERE state = 'done'")
    );
  } finally {
    db.close();
  }
}

/** Process id of the local service of the application. */
export function localServiceProcess({ app }: Pick<Dubyard, "app">): number {
  const parent = app.process().pid ?? 0;
  const table = spawnSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).stdout;
  const rows = table
    .trim()
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  const processes = new Set([parent]);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const row of rows) {
      const pid = Number(row?.[1]);
      if (row && processes.has(Number(row[2])) && !processes.has(pid)) {
        processes.add(pid);
        hasChanged = true;
      }
    }
  }
  for (const pid of processes) {
    if (pid !== parent && hasOpen(pid, "workspace.db")) return pid;
  }
  throw new Error("no local service is running");
}

function hasOpen(pid: number, name: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`).includes(name);
      } catch {
        return false;
      }
    });
  } catch {
    // It ended meanwhile.
    return false;
  }
}
