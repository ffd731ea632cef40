/** Reads and writes small local files as a whole. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { open, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { AppError, invalidFields, isMissingFile, systemCode } from "./errors";
import { renameFile } from "./rename";

/** File attributes that are compared to detect a change of the file. */
export interface FileStamp {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970, with fractions. */
  modifiedAt: number;
  inode: number;
}

export const isSameStamp = (a: FileStamp | null, b: FileStamp | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.size === b.size &&
    a.modifiedAt === b.modifiedAt &&
    a.inode === b.inode);

function toStamp(stats: Stats): FileStamp {
  return { size: stats.size, modifiedAt: stats.mtimeMs, inode: stats.ino };
}

/**
 * The current stamp of a file. Rejects with "file-missing", or "file-unreadable" (also for a
 * folder).
 */
export async function stampOf(file: string): Promise<FileStamp> {
  let stats: Stats;
  try {
    stats = await stat(file);
  } catch (error) {
    throw fromFileError(error, file);
  }
  if (!stats.isFile())
    throw new AppError("file-unreadable", `${path.basename(file)} is not a file`);
  return toStamp(stats);
}

/**
 * Reads a whole file of at most `maxBytes` as a consistent snapshot: if the file changes during the
 * read, it is read again, at most three times in total. `bytes` is null if the file is larger.
 * Rejects with "file-missing", "file-unreadable", or "file-changed" if the file changed during
 * every read.
 */
export async function readBounded(
  file: string,
  maxBytes: number,
): Promise<{ bytes: Buffer | null; stamp: FileStamp }> {
  for (let attempt = 1; ; attempt += 1) {
    // Check the file type before opening: opening a named pipe blocks until another process opens
    // it for writing.
    const before = await stampOf(file);
    if (before.size > maxBytes) return { bytes: null, stamp: before };
    const { bytes, stamp } = await readOnce(file, before.size);
    if (isSameStamp(before, stamp)) return { bytes, stamp };
    if (attempt === 3)
      throw new AppError("file-changed", `${path.basename(file)} is being written`);
  }
}

/** Opening a pipe does not wait for its writer. Windows has no such flag. */
export const openFlags = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** How long a pipe is read, in milliseconds: `first` until it has a writer, `whole` to its end. */
const pipeWaits = { first: 5_000, whole: 120_000 };

/**
 * Reads a file that an argument or a variable names, also a pipe, synchronously. Throws the
 * system's error, and an Error for more than `maxBytes`, as a device such as /dev/zero never ends,
 * and for a pipe that does not end in time.
 */
export function readShort(file: string, maxBytes: number, waits = pipeWaits): Buffer {
  const name = path.basename(file);
  const buffer = Buffer.alloc(maxBytes + 1);
  const handle = openSync(file, openFlags);
  const startedAt = performance.now();
  try {
    const mayLackWriter = fstatSync(handle).isFIFO() && isNamedPipe(file);
    for (let filled = 0; filled < buffer.length;) {
      const read = readAvailable(handle, buffer, filled);
      const isWithoutWriter = read === 0 && filled === 0 && mayLackWriter;
      if (read === 0 && !isWithoutWriter) return buffer.subarray(0, filled);
      if (read !== null && !isWithoutWriter) {
        filled += read;
        continue;
      }
      const limit = isWithoutWriter ? waits.first : waits.whole;
      if (performance.now() - startedAt > limit) {
        const reason = isWithoutWriter
          ? "nothing was written to the pipe"
          : "the pipe has not ended";
        throw new Error(`${name}: ${limit / 1000} s passed, and ${reason}`);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  } finally {
    closeSync(handle);
  }
  throw new Error(`${name} has more than ${maxBytes} bytes`);
}

/**
 * Whether a pipe is opened by its own name, and may have no writer yet. One that a shell made, such
 * as /dev/stdin of "echo | dubyard", has had its writer from the beginning: without one it has
 * ended. On macOS that is /dev/fd/0, which is a pipe too.
 */
function isNamedPipe(file: string): boolean {
  try {
    const found = realpathSync.native(file);
    return !found.startsWith("/dev/fd/") && lstatSync(found).isFIFO();
  } catch {
    return false;
  }
}

/** The number of bytes that were read; 0 at the end, and null if none are there yet. */
function readAvailable(handle: number, buffer: Buffer, filled: number): number | null {
  try {
    return readSync(handle, buffer, filled, buffer.length - filled, null);
  } catch (error) {
    if (systemCode(error) === "EAGAIN") return null;
    throw error;
  }
}

/**
 * Reads a small file of an administrator, a profile or a workspace synchronously. Throws the
 * system's error, and an Error for more than `maxBytes` and for what is no file: it never waits for
 * a pipe or a device.
 */
export function readSmallFile(file: string, maxBytes: number): Buffer {
  const handle = openSync(file, openFlags);
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${path.basename(file)} is not a file`);
    const buffer = Buffer.alloc(maxBytes + 1);
    let filled = 0;
    while (filled < buffer.length) {
      const read = readSync(handle, buffer, filled, buffer.length - filled, null);
      if (read === 0) return buffer.subarray(0, filled);
      filled += read;
    }
  } finally {
    closeSync(handle);
  }
  throw new Error(`${path.basename(file)} has more than ${maxBytes} bytes`);
}

/** Like `readBounded`. Throws "invalid-input" with the field "file" if the file is larger. */
export async function readWhole(file: string, maxBytes: number): Promise<Buffer> {
  const { bytes } = await readBounded(file, maxBytes);
  if (bytes !== null) return bytes;
  throw invalidFields([{ field: "file", message: `is larger than ${maxBytes / 1024 ** 2} MB` }]);
}

async function readOnce(file: string, size: number): Promise<{ bytes: Buffer; stamp: FileStamp }> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, "r");
    const buffer = Buffer.alloc(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await handle.read(buffer, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { bytes: buffer.subarray(0, filled), stamp: toStamp(await handle.stat()) };
  } catch (error) {
    throw fromFileError(error, file);
  } finally {
    await handle?.close();
  }
}

function fromFileError(error: unknown, file: string): AppError {
  const name = path.basename(file);
  if (isMissingFile(error))
    return new AppError("file-missing", `${name} does not exist`, { cause: error });
  const message = `${name} cannot be read (${systemCode(error) || "unknown reason"})`;
  return new AppError("file-unreadable", message, { cause: error });
}

/**
 * SECURITY: a file with a new content is renamed to its name: run by root it would replace a device
 * such as /dev/null, or the link /dev/stdout.
 * @throws AppError "file-unwritable" for what exists and is no file
 */
export async function requireReplaceable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() === false)
    throw new AppError("file-unwritable", `${path.basename(file)} is not a file`);
}

/** Writes a file atomically; see `replaceFile`. */
export const writeWhole = (file: string, bytes: Uint8Array): Promise<void> =>
  replaceFile(file, (handle) => handle.writeFile(bytes));

/**
 * Replaces a file atomically: `write` writes the new content to a temporary file in the same
 * folder, which is synced to disk before it replaces the existing file. If `write` rejects, the
 * existing file is unchanged. Rejects with "disk-full", "file-unwritable", or an error of `write`
 * that is not of the operating system.
 */
export async function replaceFile<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const draft = path.join(
    path.dirname(file),
    `.${path.basename(file).slice(0, 100)}.${randomBytes(4).toString("hex")}.tmp`,
  );
  await requireReplaceable(file);
  try {
    const handle = await open(draft, "wx");
    let written: T;
    try {
      written = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameFile(draft, file);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    const code = systemCode(error);
    if (error instanceof AppError || code === "") throw error;
    const isFull = code === "ENOSPC" || code === "EDQUOT";
    const message = `${path.basename(file)} cannot be written (${code})`;
    throw new AppError(isFull ? "disk-full" : "file-unwritable", message, { cause: error });
  }
}
