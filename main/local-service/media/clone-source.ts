/**
 * The file on this computer that a clone reads: it must be a regular file with the signed identity.
 */
import type { BigIntStats } from "node:fs";
import { constants, lstat, open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { createHash } from "node:crypto";
import path from "node:path";
import { HttpError } from "../common/http-error";

/** Any difference means that the file changed. */
export interface SourceIdentity {
  /** Bytes. */
  size: number;
  /** Nanoseconds since 1970, as text. */
  mtimeNs: string;
  inode: string;
}

export interface CloneSource {
  path: string;
  handle: FileHandle;
  size: number;
  /**
   * Differs for different files, and for a file that was written to. Opaque; the ETag of the stored
   * file.
   */
  etag: string;
  /**
   * Rejects with 409 if the file, or the file at its path, is not the one that was opened, or was
   * written to.
   */
  check(): Promise<void>;
}

const changed = () => new HttpError(409, "sourcePath: the file has changed");

/**
 * Opens a file that has this identity. The caller closes the handle.
 * @throws HttpError 409 for a file that is missing, unreadable, changed, not regular (a symbolic
 * link, a folder, a device, a FIFO) or in the data folder.
 */
export async function openCloneSource(
  file: string,
  expected: SourceIdentity,
  dataDir: string,
): Promise<CloneSource> {
  // Before it is opened: opening a device or a FIFO may have effects.
  if (!(await lstat(file).catch(unreadable)).isFile())
    throw new HttpError(409, "sourcePath: is not a regular file");
  // SECURITY: the opened file is compared with the signed identity, so that a link or a FIFO that
  // replaces the file after the first check is not read. On Windows the flags are undefined, which
  // counts as 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(unreadable);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile() || !isExpected(opened, expected)) throw changed();
    // SECURITY: the key and the database of a workspace never become media.
    if (await isBelow(file, dataDir))
      throw new HttpError(409, "sourcePath: is in the data folder of this workspace");
    const text = textOf(opened);
    return {
      path: file,
      handle,
      size: expected.size,
      etag: `clone-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`,
      async check() {
        const now = await handle.stat({ bigint: true });
        const named = await lstat(file, { bigint: true }).catch(unreadable);
        if (textOf(now) !== text || textOf(named) !== text) throw changed();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws the HttpError 409 of an error of the operating system. */
export function unreadable(error: unknown): never {
  const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  throw new HttpError(409, `sourcePath: cannot be read (${reason})`);
}

const isExpected = (found: BigIntStats, { size, mtimeNs, inode }: SourceIdentity) =>
  found.size === BigInt(size) && String(found.mtimeNs) === mtimeNs && String(found.ino) === inode;

/** With ctime: a program can write to a file and restore its mtime, but not its ctime. */
const textOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(" ");

async function isBelow(file: string, folder: string): Promise<boolean> {
  const [real, realFolder] = [await realpath(file).catch(unreadable), await realpath(folder)];
  return real.startsWith(realFolder + path.sep);
}
