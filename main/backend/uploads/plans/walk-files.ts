/**
 * Walks dropped or chosen files and folders: the files to upload, and the skipped ones with the
 * reason.
 */
import {
  access,
  accessSync,
  constants,
  closeSync,
  lstat,
  lstatSync,
  openSync,
  readSync,
  readdir,
  readdirSync,
  realpath,
  realpathSync,
  stat,
  statSync,
  type BigIntStats,
} from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import {
  ambiguousExtensions,
  contentTypeOf,
  extensionOf,
  formatRemedyOf,
  isMpegVideo,
  mpegStartSize,
} from "../../../../preload/facts/media-formats";
import type { SkipReason } from "../../../../preload/model";
import type { DiskCalls } from "../../../common/disk-calls";
import { systemCode } from "../../../common/errors";
import { openFlags } from "../../../common/files";
import type { FileSnapshot } from "../store/upload-rows";
import { identityOf } from "../transfer/disk";
import { normalisePath, galleryPathRule } from "../../gallery/gallery-path";
import { maxFileSize } from "../transfer/parts";

/** A file that can be uploaded. */
export interface UploadableFile {
  sourcePath: string;
  /**
   * Below the dropped item, its own name included; "/" between segments, NFC. The root of a drive
   * has no name.
   */
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
  /** It was given itself, and not found in a folder. */
  isNamed: boolean;
  /** The reason applies to everything below it. */
  isFolder: boolean;
}
export type Found = { kind: "file"; file: UploadableFile } | { kind: "skipped"; file: SkippedFile };

/**
 * Yields everything below the given files and folders, the entries of a folder by name. The given
 * items may be links: the user chose them. Below them no link is followed out of the given folder.
 * `onFolder` is called with the real path of each folder before its entries are read.
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
      const name = path.basename(dropped);
      let root: string;
      try {
        root = await disk.realpath(dropped);
      } catch {
        yield skipped({ location: dropped, relativePath: name, isRoot: true }, "unreadable");
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
    /** The first bytes of a file. */
    start: (location: string) =>
      call(
        () => readStartSync(location),
        () => readStart(location),
      ),
  };
}

function readStartSync(location: string): Uint8Array {
  const file = openSync(location, openFlags);
  try {
    const start = new Uint8Array(mpegStartSize);
    return start.subarray(0, readSync(file, start, 0, mpegStartSize, 0));
  } finally {
    closeSync(file);
  }
}

async function readStart(location: string): Promise<Uint8Array> {
  const file = await open(location, openFlags);
  try {
    const start = new Uint8Array(mpegStartSize);
    const { bytesRead } = await file.read(start, 0, mpegStartSize, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Entries of a folder that are inspected in advance: a disk completes concurrent requests sooner.
 */
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
  const name = path.basename(at.location);
  if (!at.isRoot && isHidden(name)) return skipped(at, "hidden");
  let stats: BigIntStats;
  try {
    stats = await at.disk.lstat(at.location);
    if (stats.isSymbolicLink()) {
      const target = await followLink(at);
      if ("reason" in target) return skipped(at, target.reason, 0, target.isFolder);
      stats = target;
    }
  } catch {
    return skipped(at, name.includes("\ufffd") ? "name" : "unreadable");
  }
  if (stats.isDirectory()) return { kind: "folder", at };
  if (stats.isFile()) return checkFile(at, stats);
  return skipped(at, mayBeMedia(name) ? "special" : "other");
}

/**
 * The target of a link, if it is a file of the same dropped folder, else the reason why it is
 * skipped. Links to folders are not followed: the target is walked at its own path, and a link to a
 * parent folder would never end.
 */
async function followLink(
  at: Visit,
): Promise<BigIntStats | { reason: SkipReason; isFolder: boolean }> {
  const isMedia = mayBeMedia(path.basename(at.location));
  const leadsNowhere = { reason: isMedia ? "link" : "other", isFolder: false } as const;
  let target: string;
  let stats: BigIntStats;
  try {
    target = await at.disk.realpath(at.location);
    stats = await at.disk.stat(at.location);
  } catch {
    return leadsNowhere;
  }
  // SECURITY: links in a dropped folder must not add files from outside of it.
  const fromRoot = path.relative(at.root, target);
  const isOutside =
    fromRoot === ".." || fromRoot.startsWith(`..${path.sep}`) || path.isAbsolute(fromRoot);
  if (stats.isFile()) return isOutside ? leadsNowhere : stats;
  if (!stats.isDirectory()) return leadsNowhere;
  const isLost = isOutside || fromRoot.split(path.sep).some(isHidden);
  return { reason: isLost ? "link" : "folder-link", isFolder: true };
}

/** Created once: localeCompare without a collator costs more than reading the folder. */
const byName = new Intl.Collator("en", { numeric: true }).compare;

async function* visitFolder(at: Visit): AsyncGenerator<Found> {
  let names: string[];
  await at.onFolder?.(at.location);
  try {
    names = await at.disk.names(at.location);
  } catch {
    yield skipped(at, "unreadable", 0, true);
    return;
  }
  const reason = await lostReason(at);
  if (reason !== null) {
    yield skipped(at, reason, 0, true);
    return;
  }
  names.sort(byName);
  const begin = (name: string): Promise<Inspected> => {
    const location = path.join(at.location, name);
    const relativePath = at.relativePath === "" ? name : `${at.relativePath}/${name}`;
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
    if (inspected?.kind === "folder") {
      yield* visitFolder(inspected.at);
      const reason = ahead.length === 0 ? null : await lostReason(at);
      if (reason !== null) {
        // The other entries of this folder are not walked.
        yield skipped(at, reason, 0, true);
        return;
      }
    } else if (inspected) yield inspected;
  }
}

/**
 * Why the entries of a folder that was inspected are not walked: it is a link now, or below one, or
 * it cannot be inspected any more. Null if they are. SECURITY: a folder in which others can write
 * may be replaced while the walk reads folders before it.
 */
async function lostReason({ root, location, disk }: Visit): Promise<SkipReason | null> {
  try {
    for (let folder = location; folder.length >= root.length; folder = path.dirname(folder)) {
      if ((await disk.lstat(folder)).isSymbolicLink()) return "link";
      if (folder === path.dirname(folder)) break;
    }
  } catch {
    return "unreadable";
  }
  return null;
}

async function checkFile(at: Visit, stats: BigIntStats): Promise<Found> {
  const { location } = at;
  const relativePath = normalisePath(at.relativePath);
  const identity = identityOf(stats);
  const skip = (reason: SkipReason) => skipped({ ...at, relativePath }, reason, identity.size);
  try {
    const format = await formatOf(at);
    if (format.contentType === null) return skip(format.reason);
    if (identity.size === 0) return skip("empty");
    if (identity.size > maxFileSize) return skip("too-large");
    if (galleryPathRule(relativePath) !== null) return skip("name");
    await at.disk.requireReadable(location);
    const { contentType } = format;
    return { kind: "file", file: { sourcePath: location, relativePath, contentType, identity } };
  } catch (error) {
    // A file that was deleted meanwhile is unreadable too; an error without a system code is a bug.
    if (systemCode(error) === "") throw error;
    return skip("unreadable");
  }
}

/**
 * The content type of a file, or the reason why it has none. Rejects if the file must be read for
 * that and cannot be.
 */
async function formatOf({
  disk,
  location,
}: Visit): Promise<{ contentType: string } | { contentType: null; reason: SkipReason }> {
  const name = path.basename(location);
  const contentType = contentTypeOf(name);
  const without = (reason: SkipReason) => ({ contentType: null, reason });
  if (ambiguousExtensions.includes(extensionOf(name))) {
    if (await isVideoStream(disk, location, contentType !== null)) return without("format");
    return contentType === null ? without("type") : { contentType };
  }
  if (contentType !== null) return { contentType };
  if (formatRemedyOf(name) !== null) return without("format");
  return without(contentTypeOf(withoutEnd(name)) === null ? "type" : "name");
}

/** Rejects if the file cannot be read; not for source code, which is not sent anyway. */
async function isVideoStream(disk: Disk, location: string, isMedia: boolean): Promise<boolean> {
  try {
    return isMpegVideo(await disk.start(location));
  } catch (error) {
    if (isMedia) throw error;
    return false;
  }
}

/** Whether the name is that of audio or video, of any format. */
const mayBeMedia = (name: string) => contentTypeOf(name) !== null || formatRemedyOf(name) !== null;

/**
 * A name without the spaces and dots at its end, which some systems do not allow there: "take.wav
 * ".
 */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && " .".includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Hidden files, and files and folders that operating systems create. */
export function isHidden(name: string): boolean {
  return (
    name.startsWith(".") ||
    /^(thumbs\.db|desktop\.ini|ehthumbs\.db|\$recycle\.bin|system volume information|lost\+found)$/i.test(
      name,
    )
  );
}

function skipped(
  { location, relativePath, isRoot }: Pick<Visit, "location" | "relativePath" | "isRoot">,
  reason: SkipReason,
  size = 0,
  isFolder = false,
): { kind: "skipped"; file: SkippedFile } {
  const shown = relativePath === "" ? location : relativePath;
  return {
    kind: "skipped",
    file: { sourcePath: location, relativePath: shown, size, reason, isNamed: isRoot, isFolder },
  };
}
