/**
 * Parts of multipart uploads as files.
 *
 * Note: Completing does not copy. All parts of an upload but the last usually have one size, the stride. Each is
 * written straight to its place, (number - 1) × stride, in one file, so that completing is a rename. The stride is
 * known once part 1 begins, or once two parts of the same size have; a part that comes before that, does not fit,
 * or is sent again gets a file of its own, and only those are copied when the upload is completed.
 */
import { randomBytes } from "node:crypto";
import { ftruncateSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { privateFileMode } from "../../common/private-files";
import type { AssembledPart, ObjectStore, PartRequest, ReceivedPart } from "./port";
import { makeFolder, syncFolder } from "./files";
import { receiveInto, type Room } from "./receive";

export interface PartsDeps {
  /** DIR/uploads: a folder for each upload. */
  folder: string;
  room: Room;
}

/** The file of an upload in which parts lie at their offsets. */
export const dataName = "data";
/** The file made of parts that do not lie so. */
export const wholeName = "whole";
/** A part with a file of its own. */
const partName = /^part-\d+-[0-9a-f]{12}$/;
/** Whether a file in the folder of an upload was made here. */
export const isPartFile = (name: string): boolean =>
  name === dataName || name === wholeName || partName.test(name);
const copyBytes = 4 * 1024 * 1024;

interface Layout {
  stride: number | null;
  sizes: Set<number>;
}
interface Arrival {
  end: () => void;
  ended: Promise<void>;
}

export type Parts = Pick<ObjectStore, "receivePart" | "endParts"> & {
  /** Puts all parts one after the other in one file of the upload's folder; gives the file's name. */
  assemble: (
    uploadId: string,
    parts: readonly AssembledPart[],
  ) => Promise<{ name: string; size: number }>;
  forget: (uploadId: string) => void;
};

/** "data@OFFSET" → OFFSET; null for a part that has its own file. */
function offsetOf(placement: string): number | null {
  return placement.startsWith(`${dataName}@`) ? Number(placement.slice(dataName.length + 1)) : null;
}

export function createParts({ folder, room }: PartsDeps): Parts {
  const layouts = new Map<string, Layout>();
  const arrivals = new Map<string, Map<number, Arrival>>();

  function layoutOf(uploadId: string, kept: string | null): Layout {
    let layout = layouts.get(uploadId);
    if (!layout) {
      layout = { stride: kept === null ? null : Number(kept), sizes: new Set() };
      layouts.set(uploadId, layout);
    }
    return layout;
  }

  function place(layout: Layout, request: PartRequest, isAgain: boolean): string {
    const { number, size } = request;
    if (layout.stride === null && (number === 1 || layout.sizes.has(size))) layout.stride = size;
    layout.sizes.add(size);
    if (layout.stride !== null && size <= layout.stride && !isAgain)
      return `${dataName}@${(number - 1) * layout.stride}`;
    return `part-${number}-${randomBytes(6).toString("hex")}`;
  }

  async function receive(request: PartRequest): Promise<ReceivedPart> {
    const { earlierPlacement, layout: kept } = await request.begin();
    const layout = layoutOf(request.uploadId, kept);
    // A part that is kept already stays whole until its successor is: that one gets a file of its own.
    const placement = place(layout, request, earlierPlacement !== null);
    const offset = offsetOf(placement);
    const uploadFolder = path.join(folder, request.uploadId);
    await room.expect(request.size);
    await makeFolder(uploadFolder);
    const file = path.join(uploadFolder, offset === null ? placement : dataName);
    const handle = await openForWriting(file);
    try {
      const md5 = await receiveInto(handle, offset ?? 0, request, room);
      await syncFolder(uploadFolder);
      const stride = layout.stride === null ? null : String(layout.stride);
      const part = { size: request.size, md5, placement, layout: stride };
      await request.keep(part);
      // What this does not remove goes with the upload, or at the next start.
      if (earlierPlacement !== null && offsetOf(earlierPlacement) === null)
        await rm(path.join(uploadFolder, earlierPlacement), { force: true }).catch(() => undefined);
      return part;
    } catch (error) {
      if (offset === null) await rm(file, { force: true });
      else await dropTail(handle, offset, request);
      throw error;
    } finally {
      await handle.close();
    }
  }

  /** Gives the room of a broken part back where it is the last thing in the file; elsewhere it is written again. */
  async function dropTail(handle: FileHandle, offset: number, request: PartRequest): Promise<void> {
    const isLast = () =>
      ![...(arrivals.get(request.uploadId)?.keys() ?? [])].some(
        (number) => number > request.number,
      );
    const { size } = await handle.stat();
    if (size > offset + request.size || !isLast()) return;
    try {
      // At once, so that no later part can begin between the look and the cut.
      ftruncateSync(handle.fd, offset);
    } catch {
      // The room is used again when the part comes again.
    }
  }

  async function assemble(uploadId: string, parts: readonly AssembledPart[]) {
    const uploadFolder = path.join(folder, uploadId);
    let end = 0;
    const wanted = parts.map((part) => {
      const offset = end;
      end += part.size;
      return { ...part, offset, from: offsetOf(part.placement) };
    });
    const isInPlace = wanted.every((part) => part.from === null || part.from === part.offset);
    // Parts that lie elsewhere in the data file could overwrite one another: then all go to a new file.
    const name = isInPlace ? dataName : wholeName;
    const target = await openForWriting(path.join(uploadFolder, name));
    try {
      for (const part of wanted) {
        if (isInPlace && part.from !== null) continue;
        const source = path.join(uploadFolder, part.from === null ? part.placement : dataName);
        await copyInto(target, part.offset, source, part.from ?? 0, part.size, room);
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
      const ofUpload = arrivals.get(uploadId) ?? new Map<number, Arrival>();
      arrivals.set(uploadId, ofUpload);
      const older = ofUpload.get(number);
      let markEnded: () => void = () => undefined;
      const arrival: Arrival = {
        end: () => request.stream.destroy(new Error("ended by a newer request")),
        ended: new Promise((resolve) => (markEnded = resolve)),
      };
      ofUpload.set(number, arrival);
      try {
        older?.end();
        await older?.ended;
        return await receive(request);
      } finally {
        markEnded();
        if (ofUpload.get(number) === arrival) ofUpload.delete(number);
        if (ofUpload.size === 0 && arrivals.get(uploadId) === ofUpload) arrivals.delete(uploadId);
      }
    },
    async endParts(uploadId) {
      const all = [...(arrivals.get(uploadId)?.values() ?? [])];
      for (const arrival of all) arrival.end();
      await Promise.all(all.map((arrival) => arrival.ended));
    },
    assemble,
    forget: (uploadId) => void layouts.delete(uploadId),
  };
}

/** Opens for writing at any place, and makes the file where there is none. */
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
  room: Room,
): Promise<void> {
  await room.expect(size);
  const handle = await open(source, "r");
  try {
    const buffer = Buffer.allocUnsafe(Math.min(copyBytes, Math.max(size, 1)));
    for (let done = 0; done < size;) {
      const wanted = Math.min(buffer.length, size - done);
      const { bytesRead } = await handle.read(buffer, 0, wanted, from + done);
      if (bytesRead === 0) throw new Error("a kept part is shorter than its row says");
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
