/**
 * Parts of multipart uploads as files.
 *
 * Note: Completing does not copy. All parts of an upload but the last usually have the same size,
 * the stride. Each part is written directly to its offset, (number - 1) × stride, in one file, so
 * that completing is a rename. The stride is known once part 1 starts, or once two parts of the
 * same size have started. A part that starts earlier, is larger than the stride, or replaces a
 * stored part gets its own file; only these are copied on completion.
 */
import { randomBytes } from "node:crypto";
import { ftruncateSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { privateFileMode } from "../../common/private-files";
import type { AssembledPart, PartRequest, ReceivedPart, UploadReceiver } from "./port";
import { createFolder, syncFolder } from "./files";
import { ForbiddenLocation } from "./object-path";
import { receiveInto, type DiskSpace } from "./receive";

export interface PartsDeps {
  /** The folder of an upload. @throws ForbiddenLocation */
  folderOf: (uploadId: string) => string;
  diskSpace: DiskSpace;
}

/** The file of an upload that contains parts at their offsets. */
export const dataName = "data";
/** The file that parts are copied to when they are not at their final offsets. */
export const wholeName = "whole";
/** File name of a part with its own file. */
const partName = /^part-\d+-[0-9a-f]{12}$/;
/** Whether a file in the folder of an upload has a name that this module generates. */
export const isPartFile = (name: string): boolean =>
  name === dataName || name === wholeName || partName.test(name);
/**
 * The file of a part with its own file. SECURITY: its name is stored in a row.
 * @throws ForbiddenLocation
 */
function partFile(uploadFolder: string, placement: string): string {
  if (!partName.test(placement)) throw new ForbiddenLocation();
  return path.join(uploadFolder, placement);
}
const copyBytes = 4 * 1024 * 1024;

interface Layout {
  stride: number | null;
  sizes: Set<number>;
}
/** A PUT of a part that is in progress. */
interface ActivePut {
  abort: () => void;
  ended: Promise<void>;
}

export type Parts = Pick<UploadReceiver, "receivePart" | "endParts"> & {
  /** Joins all parts in one file of the upload's folder; returns the file's name. */
  assemble: (
    uploadId: string,
    parts: readonly AssembledPart[],
  ) => Promise<{ name: string; size: number }>;
  deleteLayout: (uploadId: string) => void;
};

/** "data@OFFSET" → OFFSET; null for a part with its own file. */
function offsetOf(placement: string): number | null {
  return placement.startsWith(`${dataName}@`) ? Number(placement.slice(dataName.length + 1)) : null;
}

export function createParts({ folderOf, diskSpace }: PartsDeps): Parts {
  const layouts = new Map<string, Layout>();
  const activePuts = new Map<string, Map<number, ActivePut>>();

  function layoutOf(uploadId: string, stored: string | null): Layout {
    let layout = layouts.get(uploadId);
    if (!layout) {
      layout = { stride: stored === null ? null : Number(stored), sizes: new Set() };
      layouts.set(uploadId, layout);
    }
    return layout;
  }

  function choosePlacement(layout: Layout, request: PartRequest, isReplacement: boolean): string {
    const { number, size } = request;
    if (layout.stride === null && (number === 1 || layout.sizes.has(size))) layout.stride = size;
    layout.sizes.add(size);
    if (layout.stride !== null && size <= layout.stride && !isReplacement)
      return `${dataName}@${(number - 1) * layout.stride}`;
    return `part-${number}-${randomBytes(6).toString("hex")}`;
  }

  async function receive(request: PartRequest): Promise<ReceivedPart> {
    const { earlierPlacement, layout: stored } = await request.begin();
    const layout = layoutOf(request.uploadId, stored);
    // A stored part stays intact until its replacement is complete: the replacement gets its own
    // file.
    const placement = choosePlacement(layout, request, earlierPlacement !== null);
    const offset = offsetOf(placement);
    const uploadFolder = folderOf(request.uploadId);
    await diskSpace.require(request.size);
    await createFolder(uploadFolder);
    const file = path.join(uploadFolder, offset === null ? placement : dataName);
    const handle = await openForWriting(file);
    try {
      const md5 = await receiveInto(handle, offset ?? 0, request, diskSpace);
      await syncFolder(uploadFolder);
      const stride = layout.stride === null ? null : String(layout.stride);
      const part = { size: request.size, md5, placement, layout: stride };
      await request.save(part);
      // If this fails, the file is removed with the upload or at the next start.
      if (earlierPlacement !== null && offsetOf(earlierPlacement) === null)
        await rm(partFile(uploadFolder, earlierPlacement), { force: true }).catch(() => undefined);
      return part;
    } catch (error) {
      if (offset === null) await rm(file, { force: true });
      else await truncateFailedPart(handle, offset, request);
      throw error;
    } finally {
      await handle.close();
    }
  }

  /**
   * Frees the space of a failed part at the end of the file; other space is reused when the part is
   * sent again.
   */
  async function truncateFailedPart(
    handle: FileHandle,
    offset: number,
    request: PartRequest,
  ): Promise<void> {
    const isLast = () =>
      ![...(activePuts.get(request.uploadId)?.keys() ?? [])].some(
        (number) => number > request.number,
      );
    const { size } = await handle.stat();
    if (size > offset + request.size || !isLast()) return;
    try {
      // Synchronous, so that no later part can start between the check and the truncation.
      ftruncateSync(handle.fd, offset);
    } catch {
      // The space is reused when the part is sent again.
    }
  }

  async function assemble(uploadId: string, parts: readonly AssembledPart[]) {
    const uploadFolder = folderOf(uploadId);
    let end = 0;
    const wanted = parts.map((part) => {
      const offset = end;
      end += part.size;
      return { ...part, offset, from: offsetOf(part.placement) };
    });
    const isInPlace = wanted.every((part) => part.from === null || part.from === part.offset);
    // Moving parts within the data file could overwrite others: then all are copied to a new file.
    const name = isInPlace ? dataName : wholeName;
    const target = await openForWriting(path.join(uploadFolder, name));
    try {
      for (const part of wanted) {
        if (isInPlace && part.from !== null) continue;
        const source =
          part.from === null
            ? partFile(uploadFolder, part.placement)
            : path.join(uploadFolder, dataName);
        await copyInto(target, part.offset, source, part.from ?? 0, part.size, diskSpace);
      }
      await target.truncate(end);
      await target.datasync();
    } catch (error) {
      if (!isInPlace) await rm(path.join(uploadFolder, name), { force: true });
      throw error;
    } finally {
      await target.close();
    }
    await syncFolder(uploadFolder);
    return { name, size: end };
  }

  return {
    async receivePart(request) {
      const { uploadId, number } = request;
      const puts = activePuts.get(uploadId) ?? new Map<number, ActivePut>();
      activePuts.set(uploadId, puts);
      const older = puts.get(number);
      let markEnded: () => void = () => undefined;
      const put: ActivePut = {
        abort: () => request.stream.destroy(new Error("superseded by a newer request")),
        ended: new Promise((resolve) => (markEnded = resolve)),
      };
      puts.set(number, put);
      try {
        older?.abort();
        await older?.ended;
        return await receive(request);
      } finally {
        markEnded();
        if (puts.get(number) === put) puts.delete(number);
        if (puts.size === 0 && activePuts.get(uploadId) === puts) activePuts.delete(uploadId);
      }
    },
    async endParts(uploadId) {
      const all = [...(activePuts.get(uploadId)?.values() ?? [])];
      for (const put of all) put.abort();
      await Promise.all(all.map((put) => put.ended));
    },
    assemble,
    deleteLayout: (uploadId) => void layouts.delete(uploadId),
  };
}

/** Opens a file for writing at any offset, and creates it if it is missing. */
async function openForWriting(file: string): Promise<FileHandle> {
  try {
    return await open(file, "wx+", privateFileMode);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    return open(file, "r+");
  }
}

async function copyInto(
  target: FileHandle,
  at: number,
  source: string,
  from: number,
  size: number,
  diskSpace: DiskSpace,
): Promise<void> {
  await diskSpace.require(size);
  const handle = await open(source, "r");
  try {
    const buffer = Buffer.allocUnsafe(Math.min(copyBytes, Math.max(size, 1)));
    for (let done = 0; done < size;) {
      const wanted = Math.min(buffer.length, size - done);
      const { bytesRead } = await handle.read(buffer, 0, wanted, from + done);
      if (bytesRead === 0) throw new Error("a stored part is shorter than the size in its row");
      let written = 0;
      while (written < bytesRead) {
        const result = await target.write(
          buffer,
          written,
          bytesRead - written,
          at + done + written,
        );
        written += result.bytesWritten;
      }
      done += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
