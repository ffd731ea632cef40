/** The file on disk during its upload: every part that was sent must match the present bytes of the file. */
import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { RestartReason } from "../../../../preload/model";
import { AppError, systemCode } from "../../../common/errors";
import type { FileIdentity, FileSnapshot, UploadRow } from "../upload-rows";
import type { UploadStore } from "../store";
import { partRange } from "./parts";

/** The parts already sent cannot be used: the file is sent again from its beginning, and its row shows why. */
export class RestartNeeded extends AppError {
  readonly reason: RestartReason;
  constructor(reason: RestartReason, message: string) {
    super("file-changed", message);
    this.reason = reason;
  }
}

export interface SourceFile {
  /**
   * Compares the file with its row. Resolves with a revision, which is incremented when only ctime or device changed
   * and the bytes of all sent parts are unchanged. Rejects with "file-changed", with RestartNeeded when sent parts
   * differ from the present bytes of the file, or with "file-missing" or "file-unreadable". A check that was made less
   * than `maxAgeMs` ago is used: sufficient before bytes are read, if they are checked again after that.
   */
  check(signal: AbortSignal, maxAgeMs?: number): Promise<number>;
  /** Compares a range with the MD5 of what was sent of it. Rejects with RestartNeeded. */
  compare(range: ByteRange, md5: string, signal: AbortSignal): Promise<void>;
}

/** Reads files of this computer. */
export interface FileAccess {
  /** The present identity of a file. Rejects with "file-missing" or "file-unreadable". */
  identity(sourcePath: string): Promise<FileSnapshot>;
  /** MD5 of a range, in hexadecimal digits. Rejects like `identity`, or with the reason of the signal. */
  md5(sourcePath: string, range: ByteRange, signal: AbortSignal): Promise<string>;
}

export interface ByteRange {
  /** In bytes. */
  offset: number;
  size: number;
}

/** How often the file may change again while its parts are being compared. */
const maxComparisons = 3;
const bufferBytes = 256 * 1024;

/** The identity by which a change of the file is detected. */
export function identityOf(stats: BigIntStats): FileSnapshot {
  return {
    size: Number(stats.size),
    mtimeNs: String(stats.mtimeNs),
    inode: String(stats.ino),
    ctimeNs: String(stats.ctimeNs),
    device: String(stats.dev),
  };
}

/** Converts a failure of the disk or the file to an AppError. */
export function fromReadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = systemCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = ["ENOENT", "ENOTDIR", "ENXIO", "ENODEV", "ESTALE"].includes(code);
  return new AppError(isMissing ? "file-missing" : "file-unreadable", message, { cause: error });
}

/** The present identity of a file; see FileAccess. */
export async function readIdentity(sourcePath: string): Promise<FileSnapshot> {
  try {
    return identityOf(await stat(sourcePath, { bigint: true }));
  } catch (error) {
    throw fromReadError(error);
  }
}

/** Size, mtime and inode are the same. By path, not by handle: a file that was replaced under its name is another file. */
export const isSameFile = (a: FileIdentity, b: FileIdentity) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs && a.inode === b.inode;

type Stamp = Pick<FileSnapshot, "ctimeNs" | "device">;
/** Neither ctime nor device changed between two inspections. */
export const isSameStamp = (a: Stamp, b: Stamp) => a.ctimeNs === b.ctimeNs && a.device === b.device;

/**
 * Note: Rewritten in place. A program can write into a file and restore its mtime (rsync -t, media tools); size, mtime
 * and inode are then unchanged. No program can restore ctime. But ctime also changes with permissions, names and links,
 * and the device number with a mount, so a change of either is settled by comparing the bytes of the parts sent.
 */
export function createSourceFile(
  row: UploadRow,
  store: UploadStore,
  files: FileAccess = disk,
): SourceFile {
  let known: Stamp = { ctimeNs: row.ctimeNs, device: row.device };
  let revision = 0;
  let comparing: Promise<void> | null = null;
  /** When the last check began, on the clock of performance.now(). */
  let checkedAt = -Infinity;

  async function read(): Promise<FileSnapshot> {
    const found = await files.identity(row.sourcePath);
    if (isSameFile(found, row)) return found;
    throw new AppError("file-changed", "the file has changed since it was queued");
  }

  async function compareParts(signal: AbortSignal): Promise<void> {
    for (let round = 0; round < maxComparisons; round += 1) {
      const before = await read();
      const partSize = store.get(row.id)?.partSize ?? 0;
      for (const { number, md5 } of store.parts(row.id)) {
        if (md5 === "")
          throw new RestartNeeded("parts-unknown", `part ${number} has no checksum to compare`);
        await compare(partRange(row.size, partSize, number), md5, signal);
      }
      if (isSameStamp(await read(), before)) {
        known = before;
        revision += 1;
        store.setStamp(row.id, before);
        return;
      }
    }
    throw new AppError("file-changed", "the file changes repeatedly");
  }

  async function compare(range: ByteRange, md5: string, signal: AbortSignal): Promise<void> {
    if ((await files.md5(row.sourcePath, range, signal)) === md5) return;
    throw new RestartNeeded("file-rewritten", "the bytes that were sent have changed in the file");
  }

  return {
    async check(signal, maxAgeMs = 0) {
      const startedAt = performance.now();
      if (startedAt - checkedAt < maxAgeMs) return revision;
      if (!isSameStamp(await read(), known)) {
        comparing ??= compareParts(signal).finally(() => {
          comparing = null;
        });
        await comparing;
      }
      checkedAt = startedAt;
      return revision;
    },
    compare,
  };
}

async function md5Of(sourcePath: string, range: ByteRange, signal: AbortSignal): Promise<string> {
  const hash = createHash("md5");
  try {
    const file = await open(sourcePath, "r");
    try {
      const buffer = Buffer.allocUnsafe(bufferBytes);
      for (let done = 0; done < range.size;) {
        signal.throwIfAborted();
        const length = Math.min(buffer.length, range.size - done);
        const { bytesRead } = await file.read(buffer, 0, length, range.offset + done);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
        done += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw fromReadError(error);
  }
  return hash.digest("hex");
}

/** The file system. */
export const disk: FileAccess = { identity: readIdentity, md5: md5Of };
