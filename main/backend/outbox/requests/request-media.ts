/**
 * The media of a pending request: finds existing gallery files and uploads for them, and queues
 * missing uploads.
 */
import { setImmediate as rest } from "node:timers/promises";
import type { GalleryStore } from "../../gallery/store";
import type { OutboxStore } from "../store/outbox-store";
import type { OutboxFile } from "../store/file-store";
import type { UploadStore } from "../../uploads/store/upload-store";
import { freePath } from "../../gallery/gallery-path";
import { isAsSent } from "../../uploads/transfer/content-md5";
import { isSameFile } from "../../uploads/transfer/source-file";
import type { ApprovedPaths } from "../../approvals/approved-paths";
import { createMediaIdentity, type IdentifiedFile } from "./media-identity";

export interface RequestMediaDeps {
  store: OutboxStore;
  uploads: UploadStore;
  gallery: Pick<GalleryStore, "has" | "status">;
  approved: Pick<ApprovedPaths, "isConfirmedFor">;
  /** Refreshes the cached gallery if it is old. Rejects when that fails. */
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  /** Called after uploads were queued. */
  onQueued: () => void;
  now: () => number;
}

/** Files written in one transaction, between yields to the event loop. */
const filesPerTransaction = 200;
export type RequestMedia = ReturnType<typeof createRequestMedia>;

export function createRequestMedia(deps: RequestMediaDeps) {
  const { store, uploads, gallery } = deps;
  const { identify } = createMediaIdentity(deps);

  /** An upload or gallery file that already provides this file; null for none. */
  function findExisting(workspaceId: string, file: IdentifiedFile): OutboxFile | null {
    const { sourcePath, identity, field } = file;
    const isAtPath = (galleryPath: string) => isAt(galleryPath, file.galleryPath);
    for (const upload of uploads.ofSource(workspaceId, sourcePath)) {
      if (!isAtPath(upload.galleryPath) || !isSameFile(upload, identity)) continue;
      const isThere = upload.state === "done";
      if (isThere && isAsSent(upload, identity) !== true) continue;
      if (isThere && !gallery.has(workspaceId, upload.galleryPath)) continue;
      return {
        ...identity,
        contentMd5: upload.contentMd5,
        sourcePath,
        galleryPath: upload.galleryPath,
        upload: upload.id,
        isThere: isThere ? 1 : 0,
        field,
      };
    }
    const known = store
      .inGalleryFrom(workspaceId, sourcePath)
      .find(
        (one) =>
          isAtPath(one.galleryPath) &&
          isAsSent(one, identity) === true &&
          gallery.has(workspaceId, one.galleryPath),
      );
    return known ? { ...known, upload: null, field } : null;
  }

  /** Queues an upload; `dropId` creates the drop with the first one. */
  function queueUpload(
    entryId: number,
    workspaceId: string,
    file: IdentifiedFile,
    dropId: () => number,
  ) {
    const isTaken = (galleryPath: string) =>
      gallery.has(workspaceId, galleryPath) ||
      uploads.unfinishedTo(workspaceId, galleryPath).length > 0;
    const { sourcePath, contentType, identity, field } = file;
    const galleryPath = isTaken(file.galleryPath)
      ? freePath(file.galleryPath, isTaken)
      : file.galleryPath;
    // An unread gallery may contain a file at this path.
    const replaces = gallery.status(workspaceId).readAt === null;
    uploads.add(dropId(), workspaceId, [
      { sourcePath, galleryPath, contentType, replaces, onConflict: "rename", ...identity },
    ]);
    const added = uploads
      .ofSource(workspaceId, sourcePath)
      .find((row) => row.galleryPath === galleryPath && row.state === "queued");
    store.putFile(entryId, {
      ...identity,
      contentMd5: "",
      sourcePath,
      galleryPath,
      upload: added?.id ?? null,
      isThere: 0,
      field,
    });
  }

  return {
    identify,
    /**
     * Assigns each file of an entry a gallery file, a queued upload, or a new upload; on disk when
     * it resolves. A file that the entry already has keeps its gallery path while it is unchanged.
     */
    async assign(
      entryId: number,
      workspaceId: string,
      files: readonly IdentifiedFile[],
    ): Promise<void> {
      const before = new Map(store.files(entryId).map((file) => [file.sourcePath, file]));
      const drops: number[] = [];
      const dropId = () => {
        if (drops.length === 0) drops.push(uploads.addDrop(workspaceId, deps.now()));
        return drops[0] ?? 0;
      };
      for (let from = 0; from < files.length; from += filesPerTransaction) {
        store.durably(() => {
          for (const file of files.slice(from, from + filesPerTransaction)) {
            const own = before.get(file.sourcePath);
            const isAssigned =
              own !== undefined &&
              isAt(own.galleryPath, file.galleryPath) &&
              (own.isThere === 1
                ? isAsSent(own, file.identity) === true
                : own.upload !== null && isSameFile(own, file.identity));
            if (isAssigned) continue;
            const existing = findExisting(workspaceId, file);
            if (existing) store.putFile(entryId, existing);
            else queueUpload(entryId, workspaceId, file, dropId);
          }
        });
        await rest();
      }
      for (const id of drops) uploads.closeDrop(id);
      if (drops.length > 0) deps.onQueued();
    },
    /** Removes all files of an entry but these; their uploads continue. */
    removeOthers(entryId: number, sourcePaths: ReadonlySet<string>): void {
      for (const { sourcePath } of store.files(entryId))
        if (!sourcePaths.has(sourcePath)) store.removeFile(entryId, sourcePath);
    },
  };
}

/**
 * Whether a gallery path is the preferred one, or the free name derived from it: "a (2).mov" for
 * "a.mov".
 */
function isAt(galleryPath: string, preferred: string): boolean {
  if (galleryPath === preferred) return true;
  const dot = preferred.lastIndexOf(".");
  const at = dot > preferred.lastIndexOf("/") + 1 ? dot : preferred.length;
  const [start, end] = [preferred.slice(0, at), preferred.slice(at)];
  if (!galleryPath.startsWith(`${start} (`) || !galleryPath.endsWith(`)${end}`)) return false;
  return /^\d+$/.test(galleryPath.slice(start.length + 2, galleryPath.length - end.length - 1));
}
