/** Reads the files of this computer, and names the reason when one cannot be read. */
import { createHash } from "node:crypto";
import { stat as statCallback, type BigIntStats } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { ErrorCode } from "../../../../preload/model";
import { AppError, systemCode } from "../../../common/errors";
import { openFlags } from "../../../common/files";
import { createMutex } from "../../../common/mutex";
import type { FileSnapshot } from "../store/upload-rows";

export interface ByteRange {
  /** In bytes. */
  offset: number;
  size: number;
}

/** The identity of a file, and what it may be besides. */
export interface FoundFile extends FileSnapshot {
  /** The file occupies no disk space although it has a size; see "Cloud files". */
  isPlaceholder: boolean;
}

/**
 * Reads files of this computer. All functions reject with an AppError whose code names the reason.
 */
export interface FileAccess {
  /** The present identity of a file. */
  identity(sourcePath: string): Promise<FoundFile>;
  /** MD5 of a range, in hexadecimal digits. Rejects also with the reason of the signal. */
  md5(sourcePath: string, range: ByteRange, signal: AbortSignal): Promise<string>;
  /** Opens a file for reading, and closes it. */
  probe(sourcePath: string): Promise<void>;
  /** Has the system download the content of a cloud file; "file-in-cloud" if it does not. */
  recall(sourcePath: string): Promise<void>;
  /**
   * Whether a file that does not exist was on a disk that is not connected now. `device`: as in its
   * row.
   */
  isDriveMissing(sourcePath: string, device: string): Promise<boolean>;
}

const bufferBytes = 256 * 1024;

/** Needs half the CPU time of the function of node:fs/promises. */
const stat = promisify(statCallback);

/** The codes of the operating system that name a reason; all others are "file-unreadable". */
const codesBySystemCode: Readonly<Record<string, ErrorCode>> = {
  ENOENT: "file-missing",
  ENOTDIR: "file-missing",
  // The disk, or the connection to the network drive, was removed while the file was in use.
  ENXIO: "drive-missing",
  ENODEV: "drive-missing",
  ENOMEDIUM: "drive-missing",
  ESTALE: "drive-missing",
  ENOTCONN: "drive-missing",
  EHOSTDOWN: "drive-missing",
  EHOSTUNREACH: "drive-missing",
  ENETUNREACH: "drive-missing",
  // Windows: a sharing violation or a lock (libuv: ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION).
  EBUSY: "file-locked",
  EAGAIN: "file-locked",
  ETXTBSY: "file-locked",
  EPERM: "file-denied",
  // On Windows another program that has the file open, elsewhere its permissions.
  EACCES: process.platform === "win32" ? "file-locked" : "file-denied",
};

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

export const foundFile = (stats: BigIntStats): FoundFile => ({
  ...identityOf(stats),
  isPlaceholder: isPlaceholder(stats),
});

/** Converts a failure of the disk or the file to an AppError. */
export function fromReadError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codesBySystemCode[systemCode(error)] ?? "file-unreadable";
  return new AppError(code, message, { cause: error });
}

/** The present identity of a file; see FileAccess. */
export async function readIdentity(sourcePath: string): Promise<FoundFile> {
  try {
    return foundFile(await stat(sourcePath, { bigint: true }));
  } catch (error) {
    throw fromReadError(error);
  }
}

/** File systems store a smaller file within its directory entry, which uses no block. In bytes. */
const inlineBytes = 4096n;

/**
 * Note: Cloud files. A file of OneDrive, iCloud Drive or Dropbox may be a placeholder, whose
 * content the system downloads when it is first read. Node.js reads neither the attribute of
 * Windows (FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS) nor the flag of macOS (SF_DATALESS). Such a file
 * occupies no blocks, but neither do sparse files and files of some file systems: blocks are a
 * hint. The first byte of such a file is therefore read before a URL is requested, and one file at
 * a time, because each read blocks a thread of the pool until the content is there. For a file that
 * is none, the read takes no time. If the read fails, the content is not on this computer.
 */
const isPlaceholder = ({ size, blocks }: BigIntStats) => blocks === 0n && size > inlineBytes;

const recalls = createMutex();

const recall = (sourcePath: string): Promise<void> =>
  recalls(async () => {
    try {
      await withFile(sourcePath, (file) => file.read(Buffer.alloc(1), 0, 1, 0));
    } catch (error) {
      const failure = fromReadError(error);
      if (failure.code === "file-missing" || failure.code === "file-denied") throw failure;
      throw new AppError("file-in-cloud", failure.message, { cause: error });
    }
  });

async function withFile<T>(sourcePath: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(sourcePath, openFlags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function probe(sourcePath: string): Promise<void> {
  try {
    await withFile(sourcePath, () => Promise.resolve());
  } catch (error) {
    throw fromReadError(error);
  }
}

const deviceOf = async (location: string) =>
  stat(location, { bigint: true }).then(
    ({ dev }) => String(dev),
    () => null,
  );

/**
 * The folder of a file on a disconnected disk does not exist, and what remains of its path is on
 * the disk of the system: a mount point, or nothing (a drive letter of Windows).
 */
async function isDriveMissing(sourcePath: string, device: string): Promise<boolean> {
  let folder = path.dirname(sourcePath);
  if (device === "" || (await deviceOf(folder)) === device) return false;
  const { root } = path.parse(sourcePath);
  const system = await Promise.all([
    deviceOf(path.parse(os.homedir()).root),
    deviceOf(os.homedir()),
  ]);
  for (;;) {
    const found = await deviceOf(folder);
    if (found !== null) return found !== device && system.includes(found);
    if (folder === root || path.dirname(folder) === folder) return true;
    folder = path.dirname(folder);
  }
}

async function md5Of(sourcePath: string, range: ByteRange, signal: AbortSignal): Promise<string> {
  const hash = createHash("md5");
  try {
    await withFile(sourcePath, async (file) => {
      const buffer = Buffer.allocUnsafe(bufferBytes);
      for (let done = 0; done < range.size;) {
        signal.throwIfAborted();
        const length = Math.min(buffer.length, range.size - done);
        const { bytesRead } = await file.read(buffer, 0, length, range.offset + done);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
        done += bytesRead;
      }
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw fromReadError(error);
  }
  return hash.digest("hex");
}

/** The file system. */
export const disk: FileAccess = {
  identity: readIdentity,
  md5: md5Of,
  probe,
  recall,
  isDriveMissing,
};
