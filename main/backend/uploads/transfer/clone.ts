/**
 * Transfers a file to the service of a local workspace by its path: the service copies it; nothing
 * is sent.
 */
import { AppError } from "../../../common/errors";
import type { ErrorCode } from "../../../../preload/model";
import type { ClonableFile, Clones } from "../../../remote/extensions/clones";
import type { FileStamp, UploadRow } from "../store/upload-rows";
import type { Slots } from "./slots";
import type { SourceFile } from "./source-file";

export interface CloneDeps {
  /** Null for a workspace without a service on this computer. */
  clones: Clones | null;
  slots: Slots;
  /** As of `TransferListeners`. */
  onMoved: (bytes: number) => void;
}

/** `inode`: the present one, which is not always that of the row; see `FileStamp`. */
export const clonableFile = (row: UploadRow, { inode }: Pick<FileStamp, "inode">): ClonableFile => {
  const { sourcePath, galleryPath: fileName, contentType, size, mtimeNs } = row;
  return { sourcePath, fileName, contentType, size, mtimeNs, inode };
};

/**
 * The service cannot clone this file; it may receive it. Other failures concern the connection or
 * the disk.
 */
const unclonableCodes: readonly ErrorCode[] = [
  "not-offered",
  "not-found",
  "request-refused",
  "invalid-input",
  "unexpected-answer",
  "service-error",
];

/**
 * Resolves when the file is in the gallery, with null if it has to be sent. Rejects with the error
 * of a file that changed or cannot be read, with failures that also concern PUTs, or with the
 * reason of the signal. The bandwidth limit does not apply.
 */
export async function cloneFile(
  row: UploadRow,
  source: Pick<SourceFile, "check" | "stamp">,
  { clones, slots, onMoved }: CloneDeps,
  signal: AbortSignal,
): Promise<{ isShared: boolean } | null> {
  // Parts that were sent are not discarded.
  if (clones === null || (row.uploadId !== null && row.doneParts > 0)) return null;
  const file = clonableFile(row, source.stamp());
  let moved = 0;
  const onCopied = (bytes: number) => {
    onMoved(bytes - moved);
    moved = bytes;
  };
  const slot = await slots.acquire(row.id, signal);
  try {
    return await clones.clone(file, onCopied, signal);
  } catch (error) {
    onCopied(0);
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof AppError && unclonableCodes.includes(error.code))) throw error;
    // The service rejects a file that changed; then it is not sent either.
    await source.check(signal);
    return null;
  } finally {
    slot.release();
  }
}
