/**
 * The file on disk during its upload: every part that was sent must match the present bytes of the
 * file.
 */
import type { RestartReason } from "../../../../preload/model";
import { AppError } from "../../../common/errors";
import type { FileIdentity, FileSnapshot, FileStamp, UploadRow } from "../store/upload-rows";
import type { UploadStore } from "../store/upload-store";
import { disk, type ByteRange, type FileAccess, type FoundFile } from "./disk";
import { partRange } from "./parts";

/**
 * The parts already sent cannot be used: the file is sent again from its beginning, and its row
 * shows why.
 */
export class RestartNeeded extends AppError {
  readonly reason: RestartReason;
  constructor(reason: RestartReason, message: string) {
    super("file-changed", message);
    this.reason = reason;
  }
}

interface CheckOptions {
  /**
   * A check of this age in milliseconds is used: sufficient before bytes are read, if a check
   * follows after that.
   */
  maxAgeMs?: number;
  /** The present identity of the file, if it is known. */
  found?: FoundFile | null;
}

export interface SourceFile {
  /**
   * Compares the file with its row. Resolves with a revision, which is incremented when only its
   * stamp changed and the bytes of all sent parts are unchanged. Rejects with "file-changed", with
   * RestartNeeded when sent parts differ from the present bytes of the file, or with the reason why
   * it cannot be read.
   */
  check(signal: AbortSignal, options?: CheckOptions): Promise<number>;
  /** Compares a range with the MD5 of what was sent of it. Rejects with RestartNeeded. */
  compare(range: ByteRange, md5: string, signal: AbortSignal): Promise<void>;
  /** The stamp with which the file was last the one of its row. */
  stamp(): FileStamp;
}

/** How often the file may change again while its parts are being compared. */
const maxComparisons = 3;

/** Size and mtime are the same; see "Rewritten in place". */
export const isSameFile = (a: FileIdentity, b: FileIdentity) =>
  a.size === b.size && a.mtimeNs === b.mtimeNs;

/**
 * Inode, ctime and device are the same: with equal size and mtime, nothing has written to the file
 * or replaced it.
 */
export const isSameStamp = (a: FileStamp, b: FileStamp) =>
  a.inode === b.inode && a.ctimeNs === b.ctimeNs && a.device === b.device;
export const isSameSnapshot = (a: FileSnapshot, b: FileSnapshot) =>
  isSameFile(a, b) && isSameStamp(a, b);

/**
 * Note: Rewritten in place. A program can write into a file, or replace it, and restore its mtime
 * (rsync -t, media tools); size and mtime are then unchanged. No program can restore ctime. But
 * ctime also changes with permissions, names and links, and inode and device number with a mount,
 * so a change of these is settled by comparing the bytes of the parts sent.
 */
export function createSourceFile(
  row: UploadRow,
  store: UploadStore,
  files: FileAccess = disk,
): SourceFile {
  let known: FileStamp = row;
  let revision = 0;
  let comparing: Promise<void> | null = null;
  let isRecalled = false;
  /** When the last check began, on the clock of performance.now(). */
  let checkedAt = -Infinity;

  async function read(present: FoundFile | null = null): Promise<FoundFile> {
    const found = present ?? (await files.identity(row.sourcePath));
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
    async check(signal, { maxAgeMs = 0, found: present = null } = {}) {
      const startedAt = performance.now();
      if (startedAt - checkedAt < maxAgeMs) return revision;
      let found = await read(present);
      if (found.isPlaceholder && !isRecalled) {
        await files.recall(row.sourcePath);
        isRecalled = true;
        found = await read();
      }
      if (!isSameStamp(found, known)) {
        comparing ??= compareParts(signal).finally(() => {
          comparing = null;
        });
        await comparing;
      }
      checkedAt = startedAt;
      return revision;
    },
    compare,
    stamp: () => known,
  };
}
