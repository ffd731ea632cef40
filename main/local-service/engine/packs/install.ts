/** One installation of a pack. */
import { rm, statfs } from "node:fs/promises";
import path from "node:path";
import type { PackDescription } from "./catalogue";
import { hashIn } from "./checksums";
import type { Downloader } from "./download";
import { discardPartial } from "./download";
import type { PackFolders, WorkFolder } from "./pack-folders";
import { PackError } from "./problems";
import { fileNameOf, sourcesAt, targetOf } from "./sources";
import type { UnpackSource } from "./unpack";
import type { Unpacker } from "./unpacker";

export interface InstallDeps {
  folders: PackFolders;
  downloader: Downloader;
  unpacker: Unpacker;
  /** Free bytes of the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>;
  /**
   * Packs are unpacked one after another. They are downloaded side by side: no host keeps another
   * pack waiting.
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface InstallProgress {
  phase: "downloading" | "waiting" | "unpacking";
  /** Share of the phase, from 0 to 1. */
  share: number;
}

export interface InstallOptions {
  signal: AbortSignal;
  onProgress: (progress: InstallProgress) => void;
}

/** Free space reserved for the rest of the system. */
const reserveBytes = 64 * 1024 ** 2;
/**
 * Models compress badly: the files of a pack are at most this many times as large as its downloads.
 */
const maxFactor = 6;
const leastMaxBytes = 16 * 1024 ** 2;

export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const sizeOf = ({ downloads }: PackDescription) =>
  downloads.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Downloads a pack, or takes it from `sourcePath`, and publishes it. Resolves without doing
 * anything if another process has installed it meanwhile. Rejects with PackError, the error of the
 * operating system, or the reason of the signal. Partial files stay, unless their hash is wrong.
 */
export async function installPack(
  pack: PackDescription,
  sourcePath: string | null,
  { folders, downloader, unpacker, freeBytes, inTurn }: InstallDeps,
  { signal, onProgress }: InstallOptions,
): Promise<void> {
  // Before anything is downloaded: a name that is no name stays one.
  for (const download of pack.downloads) targetOf(download);
  const work = await folders.lock(pack.id);
  try {
    const found = (await folders.find()).find(({ description }) => description.id === pack.id);
    if (found?.isWhole === true) return;
    const made = path.join(work.path, "made");
    // Left by a process that was killed.
    await rm(made, { recursive: true, force: true });
    await rm(`${made}.tmp`, { force: true });
    const needed = await spaceNeeded(pack, sourcePath, folders);
    const free = (await freeBytes(work.path)) - reserveBytes;
    if (free < needed) throw fullDisk(needed, free);
    const sources =
      sourcePath === null ? await downloadAll(work) : await sourcesAt(pack, sourcePath);
    onProgress({ phase: "waiting", share: 0 });
    await unlessAborted(inTurn, signal, () => publish(work, made, sources));
  } finally {
    work.release();
  }

  async function publish(work: WorkFolder, made: string, sources: UnpackSource[]): Promise<void> {
    onProgress({ phase: "unpacking", share: 0 });
    const maxBytes = Math.max(leastMaxBytes, sizeOf(pack) * maxFactor);
    const files = await unpacker
      .unpack(
        { sources, contents: pack.contents, to: made, maxBytes },
        { signal, onProgress: (share) => onProgress({ phase: "unpacking", share }) },
      )
      .catch(async (error: unknown) => {
        await rm(made, { recursive: true, force: true, maxRetries: 5 });
        await rm(`${made}.tmp`, { force: true });
        // Bytes that are wrong stay wrong.
        const isWrong = error instanceof PackError && ["hash", "archive"].includes(error.code);
        if (isWrong && sourcePath === null)
          for (const { file } of sources) await discardPartial(file);
        throw error;
      });
    signal.throwIfAborted();
    await work.publish(made, pack, files);
    await work.clear();
  }

  async function downloadAll({ path: folder }: WorkFolder): Promise<UnpackSource[]> {
    const total = sizeOf(pack);
    let before = 0;
    const sources: UnpackSource[] = [];
    for (const [index, download] of pack.downloads.entries()) {
      await checkPublished(download.checksumUrl, fileNameOf(download), download.sha256);
      const file = path.join(folder, `${index}.part`);
      const { url, bytes, sha256, format } = download;
      await downloader.download(
        { url, bytes, file },
        {
          signal,
          onProgress: (received) =>
            onProgress({ phase: "downloading", share: (before + received) / total }),
        },
      );
      before += bytes;
      sources.push({ file, sha256, format, target: targetOf(download) });
    }
    return sources;
  }

  /** A file that its publisher has replaced is reported before the download, not after it. */
  async function checkPublished(url: string | null, name: string, sha256: string): Promise<void> {
    if (url === null) return;
    const published = hashIn(await downloader.text(url, signal), name);
    if (published === null)
      throw new PackError("replaced", `the publisher's checksum file does not list ${name}`);
    if (published !== sha256)
      throw new PackError("replaced", `the publisher has replaced ${name} by another version`);
  }
}

/**
 * Work that waits for its turn ends at once when it is aborted; work that has begun ends when it
 * has released its files.
 */
async function unlessAborted(
  inTurn: InstallDeps["inTurn"],
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let hasBegun = false;
  const turn = inTurn(async () => {
    signal.throwIfAborted();
    hasBegun = true;
    await work();
  });
  const abandoned = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      if (!hasBegun) reject(signal.reason as Error);
    });
  });
  await Promise.race([turn, abandoned]);
}

/** The rest of the download, the decompressed archive, and the installed files. */
async function spaceNeeded(
  pack: PackDescription,
  sourcePath: string | null,
  folders: PackFolders,
): Promise<number> {
  const bytes = sizeOf(pack);
  const rest = sourcePath === null ? Math.max(0, bytes - (await folders.partialBytes(pack.id))) : 0;
  const hasArchive = pack.downloads.some(({ format }) => format.startsWith("tar."));
  return rest + pack.installedBytes + (hasArchive ? Math.round(bytes * 2.5) : pack.installedBytes);
}

const megabytes = (bytes: number) => `${Math.ceil(Math.max(0, bytes) / 1_000_000)} MB`;

const fullDisk = (needed: number, free: number) =>
  new PackError(
    "disk-full",
    `the installation needs ${megabytes(needed)}, and ${megabytes(free)} are free`,
  );
