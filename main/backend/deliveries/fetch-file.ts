/** Downloads one file of a delivery to its folder. It continues where it was interrupted. */
import { lstat, open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import {
  FolderMissingError,
  OutsideError,
  prepareDeliveredFile,
} from "../../common/delivered-files";
import { AppError, isMissingFile } from "../../common/errors";
import type { FileHasher } from "../../common/file-hasher";
import { isPortableName } from "../../common/portable-names";
import { syncFolderNow } from "../../common/private-files";
import { renameFile } from "../../common/rename";
import type { ExportCalls } from "../../remote/extensions/exports";
import { fromWriteError, partSuffix, publishFile, requireDiskSpace } from "../downloads/write-file";

/** A made file, as the service lists it. */
export interface RemoteFile {
  /** Its place in the list of all files. */
  position: number;
  path: string;
  bytes: number;
  sha256: string;
}

export interface FetchFileDeps {
  open: ExportCalls["openFile"];
  hasher: FileHasher;
  /** Called with the bytes of the file that are on the disk. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

/** A file to be downloaded, and its delivery. */
interface FileTarget {
  deliveryId: string;
  /** The folder of the delivery; absolute, without links. */
  folder: string;
  file: RemoteFile;
  /** The hash with which an earlier run has written the file; null if none has. */
  own: string | null;
}

/** A file does not have the bytes that the service lists. */
export class WrongBytes extends AppError {
  constructor(path: string) {
    super("unexpected-answer", `${path}: the bytes are not those of the delivery`);
  }
}

/** The size of a file; null if it is missing. A link or a folder counts as "other". */
async function sizeOf(file: string): Promise<number | "other" | null> {
  try {
    const found = await lstat(file);
    return found.isFile() ? found.size : "other";
  } catch (error) {
    if (isMissingFile(error)) return null;
    throw error;
  }
}

/** SECURITY: paths are those of a service. @throws AppError, FolderMissingError */
async function localFileOf(folder: string, { path: remote }: RemoteFile): Promise<string> {
  const outside = () =>
    new AppError("unexpected-answer", "a file of the delivery has a path that cannot be used");
  if (!remote.split("/").every(isPortableName)) throw outside();
  try {
    return await prepareDeliveredFile(folder, remote);
  } catch (error) {
    throw error instanceof OutsideError ? outside() : error;
  }
}

/**
 * Downloads a file below the folder of the delivery. Its bytes are written to "NAME.part", compared
 * with the hash of the service, synced, and renamed. A file that exists is never replaced, unless
 * it has the hash `own`.
 * @throws AppError "unexpected-answer" for a path that leads out of the folder and for other bytes,
 * "path-taken" for another file of this name; the error of the connection or of the disk.
 */
export async function fetchFile(deps: FetchFileDeps, target: FileTarget): Promise<void> {
  try {
    await fetchInto(deps, target);
  } catch (error) {
    if (error instanceof FolderMissingError) throw new AppError("drive-missing", error.message);
    throw fromWriteError(error, target.file.path);
  }
}

async function fetchInto(
  deps: FetchFileDeps,
  { deliveryId, folder, file, own }: FileTarget,
): Promise<void> {
  const { hasher, signal } = deps;
  const target = await localFileOf(folder, file);
  const hashOf = async (name: string, bytes: number) =>
    (await hasher.hash(name, bytes, { signal })).sha256;
  const existing = await sizeOf(target);
  const taken = () => new AppError("path-taken", `another file exists: ${file.path}`);
  let isReplaced = false;
  if (existing !== null) {
    if (existing === "other") throw taken();
    if (own === file.sha256 && existing === file.bytes) return;
    const sha256 = await hashOf(target, existing);
    if (sha256 === file.sha256) return;
    if (sha256 !== own) throw taken();
    isReplaced = true;
  }
  const part = target + partSuffix;
  await receive(deps, deliveryId, file, part);
  // Another run that continues the same download may have published or removed the part.
  const isThere = (await sizeOf(part)) === file.bytes;
  if (!isThere || (await hashOf(part, file.bytes)) !== file.sha256) {
    await rm(part, { force: true });
    throw new WrongBytes(file.path);
  }
  const handle = await open(part, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isReplaced) await renameFile(part, target);
  else
    await publishFile(part, target).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === "EEXIST" ? taken() : error;
    });
  syncFolderNow(path.dirname(target));
}

/**
 * Writes a chunk at its position. Two runs may continue one download at a time: at the end of the
 * file the second one would write its bytes after those of the first, also to a file that is
 * published.
 */
async function writeAt(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, position + at);
    at += bytesWritten;
  }
}

/** Receives what is missing of the part. Resolves when it has the size of the file. */
async function receive(
  { open: openFile, onBytes, signal }: FetchFileDeps,
  deliveryId: string,
  { position, bytes, sha256 }: RemoteFile,
  part: string,
): Promise<void> {
  let size = await sizeOf(part);
  // SECURITY: a link would be followed by what writes to it.
  if (size === "other" || size === 0 || (size !== null && size > bytes)) {
    await rm(part, { recursive: true, force: true });
    size = null;
  }
  let written = size ?? 0;
  onBytes(written);
  if (written === bytes && size !== null) return;
  await requireDiskSpace(path.dirname(part), bytes - written);
  const opened = await openFile(deliveryId, { position, bytes, sha256 }, written, signal);
  if (opened.from !== written) {
    // The service does not continue at this byte.
    await rm(part, { force: true });
    written = 0;
  }
  try {
    const handle = await open(part, written === 0 ? "wx" : "r+");
    try {
      // Each chunk is in the file before the next one: what was received is not received again.
      for await (const chunk of opened.chunks) {
        const position = written;
        written += chunk.length;
        if (written > bytes) throw new AppError("unexpected-answer", "more bytes than announced");
        await writeAt(handle, chunk, position);
        onBytes(written);
      }
    } finally {
      await handle.close();
    }
  } finally {
    await opened.discard();
  }
  if (written !== bytes)
    throw new AppError("unreachable", `${written} of ${bytes} bytes were received`);
}
