/** Walks dropped or chosen files and folders: the files to upload, and the skipped ones with the reason. */
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, opendir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { SkipReason } from "../../../../preload/model";
import { systemCode } from "../../../common/errors";
import type { FileSnapshot } from "../upload-rows";
import { identityOf } from "../transfer/disk";
import { normalisePath, galleryPathRule } from "../../gallery/gallery-path";
import { contentTypeOf } from "../../gallery/media-types";
import { maxFileSize } from "../transfer/parts";

/** A file that can be uploaded. */
export interface UploadableFile {
  sourcePath: string;
  /** Below the dropped item, its own name included; "/" between segments, NFC. */
  relativePath: string;
  contentType: string;
  identity: FileSnapshot;
}
/** A file, folder or link that is skipped. */
export interface SkippedFile {
  sourcePath: string;
  relativePath: string;
  size: number;
  reason: SkipReason;
}
export type Found = { kind: "file"; file: UploadableFile } | { kind: "skipped"; file: SkippedFile };

/**
 * Yields everything below the given files and folders, the entries of a folder by name. The given items may be links:
 * the user chose them. Below them no link is followed out of the given folder. `onFolder` is called with the real path of
 * each folder before its entries are read.
 */
export async function* walk(
  sourcePaths: readonly string[],
  signal?: AbortSignal,
  onFolder?: (location: string) => void,
): AsyncGenerator<Found> {
  for (const dropped of sourcePaths) {
    const name = path.basename(dropped) || dropped;
    let root: string;
    try {
      root = await realpath(dropped);
    } catch {
      yield skipped(dropped, name, "unreadable");
      continue;
    }
    const inspected = await inspect({
      root,
      location: root,
      relativePath: name,
      isRoot: true,
      signal,
      onFolder,
    });
    if (inspected.kind === "folder") yield* visitFolder(inspected.at);
    else yield inspected;
  }
}

/** Entries of a folder that are inspected in advance: a disk completes concurrent requests sooner. */
const concurrency = 8;

interface Visit {
  /** The real path of the dropped item. */
  root: string;
  location: string;
  relativePath: string;
  isRoot: boolean;
  signal: AbortSignal | undefined;
  onFolder: ((location: string) => void) | undefined;
}

type Inspected = Found | { kind: "folder"; at: Visit };

async function inspect(at: Visit): Promise<Inspected> {
  const { location, relativePath } = at;
  if (!at.isRoot && isHidden(path.basename(location)))
    return skipped(location, relativePath, "hidden");
  let stats: BigIntStats;
  try {
    stats = await lstat(location, { bigint: true });
    if (stats.isSymbolicLink()) {
      const target = await insideTarget(at);
      if (target === null) return skipped(location, relativePath, "link");
      stats = target;
    }
  } catch {
    return skipped(location, relativePath, "unreadable");
  }
  if (stats.isDirectory()) return { kind: "folder", at };
  return stats.isFile() ? checkFile(at, stats) : skipped(location, relativePath, "special");
}

/**
 * The target of a link, if it is a file of the same dropped folder. Links to folders are skipped: the target is walked
 * at its own path, and a link to a parent folder would never end.
 */
async function insideTarget(at: Visit): Promise<BigIntStats | null> {
  const target = await realpath(at.location);
  // SECURITY: links in a dropped folder must not add files from outside of it.
  const fromRoot = path.relative(at.root, target);
  const isOutside =
    fromRoot === ".." || fromRoot.startsWith(`..${path.sep}`) || path.isAbsolute(fromRoot);
  if (isOutside) return null;
  const stats = await stat(at.location, { bigint: true });
  return stats.isFile() ? stats : null;
}

/** Created once: localeCompare without a collator costs more than reading the folder. */
const byName = new Intl.Collator("en", { numeric: true }).compare;

async function* visitFolder(at: Visit): AsyncGenerator<Found> {
  const names: string[] = [];
  at.onFolder?.(at.location);
  try {
    for await (const entry of await opendir(at.location)) names.push(entry.name);
  } catch {
    yield skipped(at.location, at.relativePath, "unreadable");
    return;
  }
  names.sort(byName);
  const begin = (name: string): Promise<Inspected> => {
    const location = path.join(at.location, name);
    const relativePath = `${at.relativePath}/${name}`;
    const inspected = inspect({ ...at, location, relativePath, isRoot: false });
    // A failure is handled where the result is awaited.
    inspected.catch(() => undefined);
    return inspected;
  };
  const ahead = names.slice(0, concurrency).map(begin);
  for (let next = ahead.length; ahead.length > 0; next += 1) {
    at.signal?.throwIfAborted();
    const inspected = await ahead.shift();
    const name = names[next];
    if (name !== undefined) ahead.push(begin(name));
    if (inspected?.kind === "folder") yield* visitFolder(inspected.at);
    else if (inspected) yield inspected;
  }
}

async function checkFile(at: Visit, stats: BigIntStats): Promise<Found> {
  const { location } = at;
  const relativePath = normalisePath(at.relativePath);
  const identity = identityOf(stats);
  const skip = (reason: SkipReason) => skipped(location, relativePath, reason, identity.size);
  const contentType = contentTypeOf(path.basename(location));
  if (contentType === null) return skip("type");
  if (identity.size === 0) return skip("empty");
  if (identity.size > maxFileSize) return skip("too-large");
  if (galleryPathRule(relativePath) !== null) return skip("name");
  try {
    await access(location, constants.R_OK);
  } catch (error) {
    // A file that was deleted meanwhile is unreadable too; an error without a system code is a bug.
    if (systemCode(error) === "") throw error;
    return skip("unreadable");
  }
  return { kind: "file", file: { sourcePath: location, relativePath, contentType, identity } };
}

/** Hidden files and files that operating systems create in folders. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") || /^(thumbs\.db|desktop\.ini|ehthumbs\.db)$/i.test(name);
}

function skipped(
  sourcePath: string,
  relativePath: string,
  reason: SkipReason,
  size = 0,
): { kind: "skipped"; file: SkippedFile } {
  return { kind: "skipped", file: { sourcePath, relativePath, size, reason } };
}
