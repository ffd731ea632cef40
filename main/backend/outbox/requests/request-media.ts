/**
 * The media of a pending request: finds existing gallery files and uploads for them, and queues
 * missing uploads.
 */
import path from "node:path";
import { setImmediate as rest } from "node:timers/promises";
import { AppError, invalidFields } from "../../../common/errors";
import { forEachLimit } from "../../../common/for-each-limit";
import type { GalleryStore } from "../../gallery/store";
import type { OutboxStore } from "../store/outbox-store";
import type { OutboxFile } from "../store/file-store";
import type { FileSnapshot, SentFile } from "../../uploads/store/upload-rows";
import type { UploadStore } from "../../uploads/store/upload-store";
import { freePath, galleryPathRule, normalisePath } from "../../gallery/gallery-path";
import { contentTypeOf } from "../../../../preload/facts/media-formats";
import { maxFileSize } from "../../uploads/transfer/parts";
import { hasSentContent, isAsSent } from "../../uploads/transfer/content-md5";
import { disk } from "../../uploads/transfer/disk";
import { isSameFile } from "../../uploads/transfer/source-file";
import type { ApprovedPaths } from "../../approvals/approved-paths";
import { unconfirmed, type NeededFile } from "../../approvals/confirm-files";

/** A local file that a request needs in the gallery, and the preferred path there. */
export interface RequiredMedia extends NeededFile {
  galleryPath: string;
  /** The field of the request that names it. */
  field: string;
}
/** A required file that exists and can be uploaded. */
interface IdentifiedFile extends RequiredMedia {
  contentType: string;
  identity: FileSnapshot;
}

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
const filesAtOnce = 8;
/**
 * Milliseconds in which the files of a request are compared with what was sent of them; the caller
 * waits. Those that take longer are uploaded again.
 */
const maxComparisonMs = 30_000;

/** The rule that a media file breaks by its path; null when it can be uploaded. */
export function mediaRule(file: string): string | null {
  if (!path.isAbsolute(file)) return "not-a-location";
  return contentTypeOf(path.basename(file)) === null ? "not-media" : null;
}

export type RequestMedia = ReturnType<typeof createRequestMedia>;

export function createRequestMedia(deps: RequestMediaDeps) {
  const { store, uploads, gallery } = deps;

  async function identifyFile(file: RequiredMedia): Promise<IdentifiedFile> {
    const { field, sourcePath } = file;
    const galleryPath = normalisePath(file.galleryPath);
    const rule = mediaRule(sourcePath) ?? galleryPathRule(galleryPath);
    if (rule !== null) throw invalidFields([{ field, message: rule }]);
    let identity: FileSnapshot;
    try {
      identity = await disk.identity(sourcePath);
    } catch (error) {
      throw error instanceof AppError ? invalidFields([{ field, message: error.code }]) : error;
    }
    if (identity.size === 0) throw invalidFields([{ field, message: "file-empty" }]);
    if (identity.size > maxFileSize) throw invalidFields([{ field, message: "too-large" }]);
    return {
      sourcePath,
      galleryPath,
      field,
      identity,
      contentType: contentTypeOf(path.basename(sourcePath)) ?? "",
    };
  }

  /**
   * Compares a file with what was sent of it, if only its stamp differs: the stamp is stored if the
   * content is the same. `signal` ends that; the file counts as another one then.
   */
  async function settleStamp(
    workspaceId: string,
    { sourcePath, identity }: IdentifiedFile,
    signal: AbortSignal,
  ): Promise<void> {
    async function settle(sent: SentFile, setStamp: () => void): Promise<void> {
      if (isAsSent(sent, identity) !== null) return;
      const isSame = await hasSentContent(disk, sent, identity, signal).catch(() => false);
      if (isSame) setStamp();
    }
    for (const row of uploads.ofSource(workspaceId, sourcePath))
      if (row.state === "done") await settle(row, () => uploads.setStamp(row.id, identity));
    for (const file of store.inGalleryFrom(workspaceId, sourcePath))
      await settle(file, () => store.setStamp(file, identity));
  }

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
    /**
     * Reads the identity of every file that a request needs, each path once, and compares files
     * with what was sent of them. Rejects with "invalid-input" and the fields of files that cannot
     * be uploaded.
     */
    async identify(
      workspaceId: string,
      files: readonly RequiredMedia[],
    ): Promise<IdentifiedFile[]> {
      const known: IdentifiedFile[] = [];
      const problems: { field: string; message: string }[] = [];
      // SECURITY: the script may have changed after the user confirmed its files.
      const fields = new Set(
        files.flatMap((file) => (unconfirmed([file], deps.approved).length > 0 ? file.field : [])),
      );
      if (fields.size > 0)
        throw invalidFields(
          [...fields].map((field) => ({ field, message: "source-audio-outside" })),
        );
      const signal = AbortSignal.timeout(maxComparisonMs);
      const once = new Map(files.map((file) => [file.sourcePath, file]));
      await forEachLimit(filesAtOnce, once.values(), async (file) => {
        try {
          const identified = await identifyFile(file);
          await settleStamp(workspaceId, identified, signal);
          known.push(identified);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.push(...(error.details as typeof problems));
        }
      });
      if (problems.length > 0) throw invalidFields(problems);
      // Name conflicts are resolved against the current gallery; where it cannot be read, against
      // the cached one.
      if (known.length > 0) await deps.refreshGallery(workspaceId).catch(() => undefined);
      const positions = new Map([...once.keys()].map((file, index) => [file, index]));
      const positionOf = ({ sourcePath }: IdentifiedFile) => positions.get(sourcePath) ?? 0;
      return known.sort((a, b) => positionOf(a) - positionOf(b));
    },
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
