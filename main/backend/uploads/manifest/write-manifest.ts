/** Writes a manifest: every finished upload of a selection with the hashes of its file on disk. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createFileHasher, type FileHasher, type HashOptions } from "../../../common/file-hasher";
import { AppError } from "../../../common/errors";
import { createPacedReport } from "../../../common/paced-report";
import { replaceFile } from "../../../common/files";
import { contentMd5OfParts, isAsSent, partSizeOf } from "../transfer/content-md5";
import { disk, fromReadError } from "../transfer/disk";
import { isSameSnapshot } from "../transfer/source-file";
import type { ManifestRow, ManifestStatus } from "./columns";
import type { FinishedUpload, ManifestSelection, ManifestStore } from "./manifest-store";
import { manifestText, type ManifestExtension, type OmittedUploads } from "./manifest-text";

export interface ManifestOptions {
  workspaceId: string;
  selection: ManifestSelection;
  /** Replaced when the manifest is complete. */
  file: string;
  extension: ManifestExtension;
  signal: AbortSignal;
  /** Called several times per second. */
  onProgress?: (progress: ManifestProgress) => void;
}

/** Totals are those of the uploads; the bytes of a file that was not hashed count as done. */
export interface ManifestProgress {
  files: number;
  totalFiles: number;
  bytes: number;
  totalBytes: number;
}

export interface ManifestResult extends OmittedUploads {
  /** The number of rows by status. */
  files: Record<ManifestStatus, number>;
}

/** How often a file is hashed that changes meanwhile. */
const maxRounds = 3;
const progressIntervalMs = 200;

/**
 * Rejects with "disk-full", "file-unwritable" if the manifest cannot be written, or the reason of
 * the signal.
 */
export async function writeManifest(
  store: ManifestStore,
  { workspaceId, selection, file, extension, signal, onProgress }: ManifestOptions,
): Promise<ManifestResult> {
  const { files: _files, ...omitted } = store.count(workspaceId, selection);
  const uploads = await readUploads(store, workspaceId, selection);
  const written: ManifestResult["files"] = { unchanged: 0, changed: 0, missing: 0, unreadable: 0 };
  const progress = { files: 0, totalFiles: uploads.length, bytes: 0, totalBytes: 0 };
  for (const { size } of uploads) progress.totalBytes += size;
  /** The hashed bytes of the file that is being read. */
  let current = 0;
  const report = createPacedReport(
    () => onProgress?.({ ...progress, bytes: progress.bytes + current }),
    progressIntervalMs,
  );
  function onBytes(bytes: number): void {
    current = bytes;
    report.request();
  }

  async function* rows(hasher: FileHasher): AsyncGenerator<ManifestRow> {
    for (const upload of uploads) {
      onBytes(0);
      const inspected = await inspect(hasher, upload, { signal, onBytes });
      written[inspected.status] += 1;
      progress.files += 1;
      progress.bytes += upload.size;
      onBytes(0);
      yield toRow(upload, inspected);
    }
  }

  const hasher = createFileHasher();
  try {
    await replaceFile(file, async (handle) => {
      for await (const text of manifestText(extension, omitted, rows(hasher)))
        await handle.writeFile(text);
    });
  } finally {
    report.stop();
    hasher.close();
  }
  return { files: written, ...omitted };
}

/**
 * All rows are read before the first file is: uploads that end, or leave the list, during the
 * export change nothing.
 */
async function readUploads(
  store: ManifestStore,
  workspaceId: string,
  selection: ManifestSelection,
): Promise<FinishedUpload[]> {
  const uploads: FinishedUpload[] = [];
  for (;;) {
    const page = store.finishedAfter(workspaceId, selection, uploads.at(-1)?.galleryPath ?? "");
    if (page.length === 0) return uploads;
    for (const upload of page) uploads.push(upload);
    await yieldToEventLoop();
  }
}

type Inspected = Pick<ManifestRow, "status" | "md5" | "sha256">;
const withoutHashes = (status: ManifestStatus): Inspected => ({ status, md5: "", sha256: "" });

/** Hashes the file of an upload if it is the one that was sent. */
async function inspect(
  hasher: FileHasher,
  upload: FinishedUpload,
  options: HashOptions,
): Promise<Inspected> {
  const { sourcePath, size, contentMd5 } = upload;
  const partSize = partSizeOf(contentMd5);
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      options.signal.throwIfAborted();
      const before = await disk.identity(sourcePath);
      const isSent = isAsSent(upload, before);
      if (isSent === false) return withoutHashes("changed");
      const ofParts = isSent === null ? { partSize } : {};
      const hashes = await hasher.hash(sourcePath, size, { ...options, ...ofParts });
      // A program may have written during the pass and restored the modification time.
      if (!isSameSnapshot(await disk.identity(sourcePath), before)) continue;
      if (hashes.size !== size) return withoutHashes("changed");
      const found = partSize > 0 ? contentMd5OfParts(hashes.partMd5s, partSize) : hashes.md5;
      if (isSent === null && found !== contentMd5) return withoutHashes("changed");
      return { status: "unchanged", md5: hashes.md5, sha256: hashes.sha256 };
    }
    return withoutHashes("changed");
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason;
    const { code } = fromReadError(error);
    if (code === "file-missing" || code === "drive-missing") return withoutHashes("missing");
    if (code.startsWith("file-")) return withoutHashes("unreadable");
    throw error;
  }
}

function toRow(upload: FinishedUpload, inspected: Inspected): ManifestRow {
  const { galleryPath, sourcePath, size, partCount, isUnverified } = upload;
  return {
    galleryPath,
    sourcePath,
    size,
    queuedAt: isoTime(upload.queuedAt),
    finishedAt: isoTime(upload.finishedAt),
    parts: partCount,
    checksum: isUnverified === 1 ? "unverified" : "verified",
    ...inspected,
  };
}

const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** The reason of a signal that ends a manifest. */
export const manifestCancelled = () => new AppError("internal", "cancelled");
