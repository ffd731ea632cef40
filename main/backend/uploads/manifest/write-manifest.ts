/** Writes a manifest: every finished upload of a selection with the hashes of its file on disk. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createFileHasher, type FileHasher, type HashOptions } from "../../../common/file-hasher";
import { AppError } from "../../../common/errors";
import { replaceFile } from "../../../common/files";
import { fromReadError, readIdentity } from "../transfer/disk";
import { isSameFile, isSameStamp } from "../transfer/source-file";
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

/** How often a file is hashed whose ctime changes meanwhile. */
const maxRounds = 3;
const progressIntervalMs = 200;

/** Rejects with "disk-full", "file-unreadable" if the manifest cannot be written, or the reason of the signal. */
export async function writeManifest(
  store: ManifestStore,
  { workspaceId, selection, file, extension, signal, onProgress }: ManifestOptions,
): Promise<ManifestResult> {
  const { files: _files, ...omitted } = store.count(workspaceId, selection);
  const uploads = await readUploads(store, workspaceId, selection);
  const written: ManifestResult["files"] = { unchanged: 0, changed: 0, missing: 0, unreadable: 0 };
  const progress = { files: 0, totalFiles: uploads.length, bytes: 0, totalBytes: 0 };
  for (const { size } of uploads) progress.totalBytes += size;
  let reportAt = 0;
  function report(current = 0): void {
    if (performance.now() < reportAt) return;
    reportAt = performance.now() + progressIntervalMs;
    onProgress?.({ ...progress, bytes: progress.bytes + current });
  }

  async function* rows(hasher: FileHasher): AsyncGenerator<ManifestRow> {
    for (const upload of uploads) {
      report();
      const inspected = await inspect(hasher, upload, { signal, onBytes: report });
      written[inspected.status] += 1;
      progress.files += 1;
      progress.bytes += upload.size;
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
    hasher.close();
  }
  return { files: written, ...omitted };
}

/** All rows are read before the first file is: uploads that end, or leave the list, during the export change nothing. */
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

/** Hashes the file of an upload, and compares its identity before and after with that of the upload. */
async function inspect(
  hasher: FileHasher,
  upload: FinishedUpload,
  options: HashOptions,
): Promise<Inspected> {
  const { sourcePath, size } = upload;
  try {
    for (let round = 0; round < maxRounds; round += 1) {
      options.signal.throwIfAborted();
      const before = await readIdentity(sourcePath);
      if (!isSameFile(before, upload)) return withoutHashes("changed");
      const hashes = await hasher.hash(sourcePath, size, options);
      const after = await readIdentity(sourcePath);
      if (!isSameFile(after, upload) || hashes.size !== size) return withoutHashes("changed");
      // A program may have written during the pass and restored the modification time.
      if (!isSameStamp(before, after)) continue;
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
