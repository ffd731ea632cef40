/**
 * The unfinished uploads of a state folder that a command sends: those that its arguments name.
 * Uploads of other commands are paused, and sent only by a command that names them or by `dubyard
 * uploads resume`.
 */
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { UploadSummary } from "../../preload/model";
import { isPathOrFreePath, normaliseFolder, normalisePath } from "../backend/gallery/gallery-path";
import { disk } from "../backend/uploads/transfer/disk";
import type { UploadRow } from "../backend/uploads/store/upload-rows";
import { isMissingFile } from "../common/errors";
import { quoted } from "./quoted";
import type { Report } from "./report";
import type { Session, SessionOptions } from "./session";

/** Whether an upload is one that a command with these arguments would make. */
export type IsOwn = (upload: Pick<UploadRow, "sourcePath" | "galleryPath">) => boolean;

/**
 * A file or folder of the arguments: absolute path, and the name that it has in the gallery, "" for
 * none.
 */
export interface NamedSource {
  location: string;
  name: string;
}

/** The uploads of these files and of everything below these folders to a target folder. */
export async function uploadsOf(
  sources: readonly NamedSource[],
  targetFolder: string,
): Promise<IsOwn> {
  const folder = normaliseFolder(targetFolder);
  const names = new Map<string, string[]>();
  for (const { location, name } of sources) {
    // Source paths are stored below the real path of an argument.
    const real = await realpath(location).catch(() => location);
    names.set(real, [...(names.get(real) ?? []), name]);
  }
  return ({ sourcePath, galleryPath }) => {
    for (let location = sourcePath; ; location = path.dirname(location)) {
      for (const name of names.get(location) ?? []) {
        const below = path.relative(location, sourcePath).split(path.sep);
        const relative = [name, ...below].filter((segment) => segment !== "").join("/");
        if (isPathOrFreePath(galleryPath, folder + normalisePath(relative))) return true;
      }
      if (path.dirname(location) === location) return false;
    }
  };
}

/** The uploads of these files and of everything below these folders, wherever they are sent to. */
export async function uploadsBelow(locations: readonly string[]): Promise<IsOwn> {
  const roots = new Set<string>();
  for (const location of locations)
    roots.add(location).add(await realpath(location).catch(() => location));
  return ({ sourcePath }) => {
    for (let location = sourcePath; ; location = path.dirname(location)) {
      if (roots.has(location)) return true;
      if (path.dirname(location) === location) return false;
    }
  };
}

export interface OwnUploadsOptions {
  /**
   * Uploads whose files were deleted are dropped, and reported; not if a folder of the arguments is
   * missing.
   */
  dropsDeleted: boolean;
  /** See `listCommand`. */
  listCommand: string;
}

/** The command that lists the unfinished uploads of a state folder. */
export const listCommand = ({ baseUrl, stateDir }: Pick<SessionOptions, "baseUrl" | "stateDir">) =>
  `dubyard uploads list --base-url ${quoted(baseUrl)} --state ${quoted(stateDir)}`;

/**
 * Queues the own unfinished uploads again, also failed ones, and pauses all others. Call it before
 * the queue is started. Returns the number of own uploads, and their bytes.
 */
export async function takeOwnUploads(
  { store, workspaceId }: Session,
  isOwn: IsOwn,
  report: Report,
  { dropsDeleted, listCommand }: OwnUploadsOptions,
): Promise<{ files: number; bytes: number }> {
  const own: UploadRow[] = [];
  const others: UploadRow[] = [];
  for (const row of store.unfinished(workspaceId)) (isOwn(row) ? own : others).push(row);
  store.park(others.map(({ id }) => id));
  const taken: UploadRow[] = [];
  const deleted: number[] = [];
  for (const row of own) {
    if (!dropsDeleted || !(await isDeleted(row))) {
      taken.push(row);
      continue;
    }
    deleted.push(row.id);
    report.write({ event: "dropped", path: row.galleryPath, code: "file-missing" });
    await report.ready();
  }
  store.cancel({ ids: deleted });
  const ids = taken.map(({ id }) => id);
  store.resume({ ids });
  store.retry({ ids });
  if (others.length > 0)
    report.write({
      event: "others",
      files: others.length,
      bytes: bytesLeft(others),
      command: listCommand,
    });
  return { files: taken.length, bytes: bytesLeft(taken) };
}

const bytesLeft = (rows: readonly UploadRow[]) =>
  rows.reduce((sum, { size, sentBytes }) => sum + size - sentBytes, 0);

/** Whether the file was deleted: not if its drive is not connected, or it cannot be inspected. */
async function isDeleted({ sourcePath, device }: UploadRow): Promise<boolean> {
  try {
    await stat(sourcePath);
    return false;
  } catch (error) {
    return isMissingFile(error) && !(await disk.isDriveMissing(sourcePath, device));
  }
}

/**
 * Call it when the gallery was read. If another file was stored at the gallery path of an own
 * upload after its first byte and before its end, the upload begins again, and its conflict rule
 * applies. A finished upload of another command that the gallery does not list is unfinished again,
 * and paused.
 */
export function compareWithGallery(
  { store, galleryStore, workspaceId }: Session,
  isOwn: IsOwn,
): void {
  const message = "reported as stored, but the gallery does not list it";
  for (const { id } of store.unlisted(workspaceId)) {
    const row = store.get(id);
    if (row?.state !== "done" || isOwn(row)) continue;
    store.failUnlisted(id, { code: "unconfirmed", message });
    store.setListed([id]);
    store.park([id]);
  }
  for (const row of store.unfinished(workspaceId)) {
    const mayReplaceOther =
      row.isStarted === 1 && row.uploadId !== null && row.completeAttempts === 0 && !row.replaces;
    if (mayReplaceOther && isOwn(row) && galleryStore.has(workspaceId, row.galleryPath))
      store.restart(row.id, null);
  }
}

/**
 * Returns a function that subtracts what is not sent by this command: uploads that were finished
 * before, and paused ones. Call it before the queue is started.
 */
export function createOwnProgress({ store, workspaceId }: Session) {
  const none = { files: 0, bytes: 0, sentBytes: 0 };
  const totals = store.totals(workspaceId);
  const done = totals.find(({ state }) => state === "done") ?? none;
  const paused = totals.find(({ state }) => state === "paused") ?? none;
  return (summary: UploadSummary): UploadSummary => {
    // The summary counts only those that were finished since the queue was empty.
    const before = store.finishedBefore(workspaceId);
    const doneFiles = Math.max(0, done.files - before.files);
    const doneBytes = Math.max(0, done.bytes - before.bytes);
    return {
      ...summary,
      doneFiles: summary.doneFiles - doneFiles,
      totalFiles: summary.totalFiles - doneFiles - paused.files,
      sentBytes: Math.max(0, summary.sentBytes - doneBytes - paused.sentBytes),
      totalBytes: summary.totalBytes - doneBytes - paused.bytes,
    };
  };
}
