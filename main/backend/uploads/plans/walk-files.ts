/** Walks dropped or chosen files and folders: the files to upload, and the skipped ones with the reason. */
import {
  access,
  accessSync,
  constants,
  lstat,
  lstatSync,
  readdir,
  readdirSync,
  realpath,
  realpathSync,
  stat,
  statSync,
  type BigIntStats,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { SkipReason } from "../../../../preload/model";
import type { DiskCalls } from "../../../common/disk-calls";
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
export type Walk = (
  sourcePaths: readonly string[],
  signal?: AbortSignal,
  onFolder?: (location: string) => Promise<void> | void,
) => AsyncGenerator<Found>;

/** `call`: default without blocking. */
export function createWalk(call: DiskCalls = (_blocking, asynchronous) => asynchronous()): Walk {
  const disk = createDisk(call);
  return async function* walk(sourcePaths, signal, onFolder) {
    for (const dropped of sourcePaths) {
      const name = path.basename(dropped) || dropped;
      let root: string;
      try {
        root = await disk.realpath(dropped);
      } catch {
        yield skipped(dropped, name, "unreadable");
        continue;
      }
      const visit = { root, location: root, relativePath: name, isRoot: true };
      const inspected = await inspect({ ...visit, disk, signal, onFolder });
      if (inspected.kind === "folder") yield* visitFolder(inspected.at);
      else yield inspected;
    }
  };
}

const asynchronous = {
  access: promisify(access),
  lstat: promisify(lstat),
  readdir: promisify(readdir),
  realpath: promisify(realpath.native),
  stat: promisify(stat),
};

type Disk = ReturnType<typeof createDisk>;

function createDisk(call: DiskCalls) {
  const big = { bigint: true } as const;
  return {
    realpath: (location: string) =>
      call(
        () => realpathSync.native(location),
        () => asynchronous.realpath(location),
      ),
    lstat: (location: string) =>
      call(
        () => lstatSync(location, big),
        () => asynchronous.lstat(location, big),
      ),
    stat: (location: string) =>
      call(
        () => statSync(location, big),
        () => asynchronous.stat(location, big),
      ),
    requireReadable: (location: string) =>
      call(
        () => accessSync(location, constants.R_OK),
        () => asynchronous.access(location, constants.R_OK),
      ),
    names: (location: string) =>
      call(
        () => readdirSync(location),
        () => asynchronous.readdir(location),
      ),
  };
}

/** Entries of a folder that are inspected in advance: a disk completes concurrent requests sooner. */
const concurrency = 8;

interface Visit {
  /** The real path of the dropped item. */
  root: string;
  location: string;
  relativePath: string;
  isRoot: boolean;
  disk: Disk;
  signal: AbortSignal | undefined;
  onFolder: Parameters<Walk>[2];
}

type Inspected = Found | { kind: "folder"; at: Visit };

async function inspect(at: Visit): Promise<Inspected> {
  const { location, relativePath } = at;
  if (!at.isRoot && isHidden(path.basename(location)))
    return skipped(location, relativePath, "hidden");
  let stats: BigIntStats;
  try {
    stats = await at.disk.lstat(location);
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
  const target = await at.disk.realpath(at.location);
  // SECURITY: links in a dropped folder must not add files from outside of it.
  const fromRoot = path.relative(at.root, target);
  const isOutside =
    fromRoot === ".." || fromRoot.startsWith(`..${path.sep}`) || path.isAbsolute(fromRoot);
  if (isOutside) return null;
  const stats = await at.disk.stat(at.location);
  return stats.isFile() ? stats : null;
}

/** Created once: localeCompare without a collator costs more than reading the folder. */
const byName = new Intl.Collator("en", { numeric: true }).compare;

async function* visitFolder(at: Visit): AsyncGenerator<Found> {
  let names: string[];
  await at.onFolder?.(at.location);
  try {
    names = await at.disk.names(at.location);
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
    await at.disk.requireReadable(location);
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
