/** Walks what was dropped or chosen: which files are there, and which are left out and why. */
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, opendir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { SkipReason } from "../../../preload/model";
import { systemCode } from "../../common/errors";
import type { FileSnapshot } from "./upload-rows";
import { normalisePath, pathProblem } from "../gallery/gallery-path";
import { contentTypeOf } from "../gallery/media-types";
import { largestFile } from "./parts";

/** A file that can be uploaded. */
export interface TakenFile {
  sourcePath: string;
  /** Below the dropped item, its own name included; "/" between segments, NFC. */
  relativePath: string;
  contentType: string;
  identity: FileSnapshot;
}
/** A file, folder or link that is left out. */
export interface SkippedFile {
  sourcePath: string;
  relativePath: string;
  size: number;
  reason: SkipReason;
}
export type Found = { kind: "file"; file: TakenFile } | { kind: "skipped"; file: SkippedFile };

/** The identity by which a change of the file is noticed. */
export function identityOf(stats: BigIntStats): FileSnapshot {
  return {
    size: Number(stats.size),
    mtimeNs: String(stats.mtimeNs),
    inode: String(stats.ino),
    ctimeNs: String(stats.ctimeNs),
    device: String(stats.dev),
  };
}

/**
 * Everything below the given files and folders, a folder's entries by name. The dropped items themselves may be
 * links: the user pointed at them. Below them no link is followed out of the dropped folder.
 */
export async function* walk(
  sourcePaths: readonly string[],
  signal?: AbortSignal,
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
    const looked = await look({ root, location: root, relativePath: name, isRoot: true, signal });
    if (looked.kind === "folder") yield* visitFolder(looked.at);
    else yield looked;
  }
}

/** Entries of a folder that are looked at ahead of the one that is told: a disk answers several at once sooner. */
const lookedAhead = 8;

interface Visit {
  /** The real path of the dropped item. */
  root: string;
  location: string;
  relativePath: string;
  isRoot: boolean;
  signal: AbortSignal | undefined;
}

type Looked = Found | { kind: "folder"; at: Visit };

async function look(at: Visit): Promise<Looked> {
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
  return stats.isFile() ? judge(at, stats) : skipped(location, relativePath, "special");
}

/**
 * What a link inside the dropped folder points at, when that is a file of the same folder. A folder behind a link
 * is left out: it is walked at its own place, and a link to a folder above would never end.
 */
async function insideTarget(at: Visit): Promise<BigIntStats | null> {
  const target = await realpath(at.location);
  // SECURITY: a dropped folder must not pull in files from elsewhere by links.
  const fromRoot = path.relative(at.root, target);
  const isOutside =
    fromRoot === ".." || fromRoot.startsWith(`..${path.sep}`) || path.isAbsolute(fromRoot);
  if (isOutside) return null;
  const stats = await stat(at.location, { bigint: true });
  return stats.isFile() ? stats : null;
}

/** Made once: to compare without one costs more than to read the folder. */
const byName = new Intl.Collator("en", { numeric: true }).compare;

async function* visitFolder(at: Visit): AsyncGenerator<Found> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(at.location)) names.push(entry.name);
  } catch {
    yield skipped(at.location, at.relativePath, "unreadable");
    return;
  }
  names.sort(byName);
  const begin = (name: string): Promise<Looked> => {
    const location = path.join(at.location, name);
    const relativePath = `${at.relativePath}/${name}`;
    const looked = look({ ...at, location, relativePath, isRoot: false });
    // Where it fails, that is told when it is its turn.
    looked.catch(() => undefined);
    return looked;
  };
  const ahead = names.slice(0, lookedAhead).map(begin);
  for (let next = ahead.length; ahead.length > 0; next += 1) {
    at.signal?.throwIfAborted();
    const looked = await ahead.shift();
    const name = names[next];
    if (name !== undefined) ahead.push(begin(name));
    if (looked?.kind === "folder") yield* visitFolder(looked.at);
    else if (looked) yield looked;
  }
}

async function judge(at: Visit, stats: BigIntStats): Promise<Found> {
  const { location } = at;
  const relativePath = normalisePath(at.relativePath);
  const identity = identityOf(stats);
  const skip = (reason: SkipReason) => skipped(location, relativePath, reason, identity.size);
  const contentType = contentTypeOf(path.basename(location));
  if (contentType === null) return skip("type");
  if (identity.size === 0) return skip("empty");
  if (identity.size > largestFile) return skip("too-large");
  if (pathProblem(relativePath) !== null) return skip("name");
  try {
    await access(location, constants.R_OK);
  } catch (error) {
    // A file that went away meanwhile is unreadable too; anything else is worth a crash report.
    if (systemCode(error) === "") throw error;
    return skip("unreadable");
  }
  return { kind: "file", file: { sourcePath: location, relativePath, contentType, identity } };
}

/** Files that systems put beside media and nobody means to upload. */
function isHidden(name: string): boolean {
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
