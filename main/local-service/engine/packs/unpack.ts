/**
 * Makes the folder of a pack from the files of its publisher: checks their hashes, decompresses and
 * extracts them, and syncs the result to disk. Runs in the thread of unpack-thread.ts.
 */
import { createHash, type Hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createTarDecoder, type TarHeader } from "modern-tar";
import { syncFolder } from "../../objects/files";
import type { DownloadFormat } from "./catalogue";
import { decompress } from "./decompress";
import { entryPath, isPackPath, printable } from "./entry-path";
import type { PackContents } from "./pack";
import { isInstalled, missingFile } from "./pack-files";
import { PackError } from "./problems";
import { makePrivateFolder } from "../../../common/private-files";

export interface UnpackSource {
  /** Absolute. */
  file: string;
  /** Null: the file has no known hash. */
  sha256: string | null;
  format: DownloadFormat;
  /** The path of a single file inside the pack; not used for archives. */
  target: string;
}

export interface UnpackJob {
  sources: readonly UnpackSource[];
  contents: PackContents;
  /** A new folder, absolute. */
  to: string;
  /** The largest total of the installed files, and of each archive. */
  maxBytes: number;
}

export interface UnpackedFile {
  /** Inside the folder, with "/". */
  path: string;
  bytes: number;
  sha256: string;
}

/** The entries of one archive. Those of the publishers have about 400. */
const maxEntries = 10_000;
const blockBytes = 1024 * 1024;

/**
 * Runs the job; resolves with the installed files by path. `onProgress` gets a share from 0 to 1.
 */
export async function unpack(
  { sources, contents, to, maxBytes }: UnpackJob,
  onProgress: (share: number) => void,
): Promise<UnpackedFile[]> {
  const total = sources.reduce((sum, { file }) => sum + fs.statSync(file).size * 2, 1);
  let done = 0;
  const progress = (bytes: number) => onProgress(Math.min(1, (done + bytes) / total));
  for (const source of sources) {
    const { size } = fs.statSync(source.file);
    if (source.sha256 !== null) checkHash(source.file, source.sha256, progress);
    done += size;
  }
  fs.mkdirSync(to, { mode: 0o700 });
  const files = new Map<string, UnpackedFile>();
  let written = 0;
  const write = async (target: string, chunks: AsyncIterable<Uint8Array>) => {
    // SECURITY: every file of a pack is written here, wherever its name is from.
    if (!isPackPath(target))
      throw new PackError("archive", `the pack contains the path "${printable(target)}"`);
    if (files.has(target)) throw new PackError("archive", `"${printable(target)}" occurs twice`);
    const hash = createHash("sha256");
    const bytes = await writeFile(path.join(to, ...target.split("/")), chunks, (chunk) => {
      written += chunk.length;
      if (written > maxBytes) throw new PackError("archive", "the pack is larger than it may be");
      hash.update(chunk);
    });
    files.set(target, { path: target, bytes, sha256: hash.digest("hex") });
  };
  for (const source of sources) {
    const temporary = `${to}.tmp`;
    fs.rmSync(temporary, { force: true });
    const { size } = fs.statSync(source.file);
    let { file } = source;
    if (source.format !== "plain") {
      const format = source.format === "tar.bz2" ? "bz2" : "gz";
      await decompress(format, file, temporary, { maxBytes, onRead: progress });
      file = temporary;
    }
    done += size;
    if (source.format.startsWith("tar.")) await extract(file, contents, write);
    else await write(source.target, fs.createReadStream(file, { highWaterMark: blockBytes }));
    fs.rmSync(temporary, { force: true });
  }
  const missing = missingFile(contents, new Set(files.keys()));
  if (missing !== null) throw new PackError("archive", `the pack lacks the file "${missing}"`);
  await syncFolders(to, [...files.keys()]);
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Write = (target: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>;

async function extract(file: string, contents: PackContents, write: Write): Promise<void> {
  const tar = Readable.toWeb(fs.createReadStream(file, { highWaterMark: blockBytes }));
  const entries = (tar as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  ) as unknown as AsyncIterable<{ header: TarHeader; body: ReadableStream<Uint8Array> }>;
  let count = 0;
  try {
    for await (const { header, body } of entries) {
      count += 1;
      if (count > maxEntries) throw new PackError("archive", "the archive has too many entries");
      const target = entryPath(header.name).split("/").slice(1).join("/");
      const type = header.type ?? "file";
      if (type === "directory" || target === "" || !isInstalled(contents, target)) {
        await body.cancel();
        continue;
      }
      // SECURITY: links could make a later entry, or a reader, leave the folder.
      if (type !== "file")
        throw new PackError("archive", `"${printable(target)}" is not a regular file`);
      await write(target, body);
    }
  } catch (error) {
    if (error instanceof PackError || (error as NodeJS.ErrnoException).code !== undefined)
      throw error;
    throw new PackError("archive", "the archive is damaged");
  }
}

/** Writes and syncs a new file; returns its size. `onChunk` may throw to stop. */
async function writeFile(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): Promise<number> {
  makePrivateFolder(path.dirname(file));
  const handle = fs.openSync(file, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      onChunk(chunk);
      for (let at = 0; at < chunk.length;) at += fs.writeSync(handle, chunk, at);
      bytes += chunk.length;
    }
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  return bytes;
}

function checkHash(file: string, expected: string, onRead: (bytes: number) => void): void {
  const hash = hashFile(file, onRead).digest("hex");
  if (hash !== expected) throw new PackError("hash", "the file is not that of the publisher");
}

function hashFile(file: string, onRead: (bytes: number) => void): Hash {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(blockBytes);
  const handle = fs.openSync(file, "r");
  try {
    let total = 0;
    for (;;) {
      const read = fs.readSync(handle, buffer, 0, blockBytes, null);
      if (read === 0) return hash;
      hash.update(buffer.subarray(0, read));
      total += read;
      onRead(total);
    }
  } finally {
    fs.closeSync(handle);
  }
}

async function syncFolders(top: string, files: readonly string[]): Promise<void> {
  const folders = new Set([top]);
  for (const file of files)
    for (let at = path.dirname(path.join(top, file)); at !== top; at = path.dirname(at))
      folders.add(at);
  for (const folder of folders) await syncFolder(folder);
}
