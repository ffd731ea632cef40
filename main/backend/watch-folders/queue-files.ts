/**
 * Queues quiet files of a watch folder. A version of a file is queued once: the upload and the
 * record of the version are written in one transaction.
 */
import type { Database } from "../../common/database/database";
import { galleryPathRule } from "../gallery/gallery-path";
import type { NewUpload } from "../uploads/store/drop-store";
import type { UploadableFile } from "../uploads/plans/walk-files";
import type { UploadStore } from "../uploads/store/upload-store";
import { isSameFile } from "../uploads/transfer/source-file";
import type { WatchFolderRow, WatchFolderStore } from "./store";
import type { WatchedFile } from "./file-store";

export interface QuietFile {
  /** Below the watch folder, "/" between segments, NFC. */
  path: string;
  file: UploadableFile;
}

export interface QueueFilesDeps {
  db: Database;
  store: WatchFolderStore;
  uploads: Pick<
    UploadStore,
    "add" | "addDrop" | "get" | "unfinishedTo" | "updateIdentity" | "retry"
  >;
  now: () => number;
}

export interface QueuedFiles {
  /** Number of files whose present version is queued now. */
  queued: number;
  /** Files that can be queued when an unfinished upload to their gallery path has ended. */
  deferred: QuietFile[];
  /** Files whose gallery path violates a rule of the interface. */
  invalid: QuietFile[];
}

export type QueueFiles = ReturnType<typeof createQueueFiles>;

export function createQueueFiles({ db, store, uploads, now }: QueueFilesDeps) {
  /** What is done with one file. */
  type Decision =
    | { kind: "new"; upload: NewUpload }
    | { kind: "known"; uploadId: number }
    | { kind: "deferred" }
    | { kind: "invalid" };

  function decide(
    folder: WatchFolderRow,
    { path, file }: QuietFile,
    known: WatchedFile | undefined,
  ): Decision {
    // A file that was renamed at its first upload is replaced where it arrived.
    const isOwn = typeof known?.uploadedAt === "number";
    const galleryPath = isOwn ? known.galleryPath : folder.targetFolder + path;
    if (galleryPathRule(galleryPath) !== null) return { kind: "invalid" };
    const unfinished = uploads.unfinishedTo(folder.workspaceId, galleryPath);
    const former = unfinished.find(({ sourcePath }) => sourcePath === file.sourcePath);
    const row = former && uploads.get(former.id);
    if (row && isSameFile(row, file.identity)) return { kind: "known", uploadId: row.id };
    if (row?.state === "failed") {
      // The upload of a former version: it is sent in its present state.
      uploads.updateIdentity(row.id, file.identity);
      uploads.retry({ ids: [row.id] });
      return { kind: "known", uploadId: row.id };
    }
    if (unfinished.length > 0) return { kind: "deferred" };
    return {
      kind: "new",
      upload: {
        sourcePath: file.sourcePath,
        galleryPath,
        contentType: file.contentType,
        replaces: isOwn,
        onConflict: isOwn ? "replace" : folder.onConflict,
        ...file.identity,
      },
    };
  }

  /**
   * Queues the files; on disk when it returns. Uploads of a watch folder are no drop that is
   * announced when it ends.
   */
  return (folder: WatchFolderRow, files: readonly QuietFile[]): QueuedFiles =>
    db.durably(() => {
      const result: QueuedFiles = { queued: 0, deferred: [], invalid: [] };
      let dropId: number | null = null;
      for (const quiet of files) {
        const { path, file } = quiet;
        const known = store.file(folder.id, path);
        const decision = decide(folder, quiet, known);
        if (decision.kind === "deferred" || decision.kind === "invalid") {
          result[decision.kind].push(quiet);
          continue;
        }
        let uploadId: number | null;
        if (decision.kind === "new") {
          dropId ??= uploads.addDrop(folder.workspaceId, now());
          [uploadId = null] = uploads.add(dropId, folder.workspaceId, [decision.upload]);
        } else ({ uploadId } = decision);
        result.queued += 1;
        store.setFile(folder.id, {
          ...file.identity,
          path,
          sourcePath: file.sourcePath,
          // Of this version nothing was sent yet.
          contentMd5: "",
          galleryPath: known?.galleryPath ?? folder.targetFolder + path,
          uploadId,
          uploadedAt: known?.uploadedAt ?? null,
        });
      }
      return result;
    });
}
