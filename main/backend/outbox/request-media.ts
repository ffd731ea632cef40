/** The media of an order on their way to the gallery: which uploads there are for them, and which are needed. */
import path from "node:path";
import { setImmediate as rest } from "node:timers/promises";
import { AppError } from "../../common/errors";
import { inParallel } from "../../common/for-each-limit";
import type { GalleryStore } from "../gallery/store";
import type { OutboxStore } from "./store";
import type { OutboxFile } from "./file-store";
import type { FileSnapshot } from "../uploads/upload-rows";
import type { UploadStore } from "../uploads/store";
import { freePath, normaliseFolder, normalisePath, pathProblem } from "../gallery/gallery-path";
import { contentTypeOf } from "../gallery/media-types";
import { largestFile } from "../uploads/parts";
import { isSameFile, readIdentity } from "../uploads/source-file";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { unconfirmed, type NeededFile } from "../approvals/confirm-files";

/** A file of this computer that an order names, and where in the gallery it would stand best. */
export interface RequiredMedia extends NeededFile {
  galleryPath: string;
  /** The field of the order that names it. */
  field: string;
}
interface IdentifiedFile extends RequiredMedia {
  contentType: string;
  identity: FileSnapshot;
}

export interface RequestMediaDeps {
  store: OutboxStore;
  uploads: UploadStore;
  gallery: Pick<GalleryStore, "has" | "status">;
  approved: Pick<ApprovedPaths, "isConfirmedFor">;
  /** Reads the gallery if what we know of it is old. Rejects when that fails. */
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  now: () => number;
}

/** Files that are written without leaving the thread. */
const slice = 200;
const filesAtOnce = 8;

/** "a/b" and "/a/b/" as a folder of the gallery. Throws "invalid-input" for what can be none. */
export function readTargetFolder(folder: string): string {
  const normal = normaliseFolder(folder);
  if (normal === "" || pathProblem(normal.slice(0, -1)) === null) return normal;
  throw invalid([{ field: "targetFolder", message: "not-a-location" }]);
}

/** A refusal of fields; each message is the name of a rule, or the code of what is wrong with a file. */
export function invalid(fields: readonly { field: string; message: string }[]): AppError {
  const [first] = fields;
  return new AppError("invalid-input", `${first?.field ?? ""}: ${first?.message ?? ""}`, {
    details: fields,
  });
}

/** What is wrong with a file as media, as the name of a rule; null when it can be uploaded. */
export function mediaRule(file: string): string | null {
  if (!path.isAbsolute(file)) return "not-a-location";
  return contentTypeOf(path.basename(file)) === null ? "not-media" : null;
}

export type RequestMedia = ReturnType<typeof createRequestMedia>;

export function createRequestMedia(deps: RequestMediaDeps) {
  const { store, uploads, gallery } = deps;

  async function identify(requiredMedia: RequiredMedia): Promise<IdentifiedFile> {
    const { field, sourcePath } = requiredMedia;
    const galleryPath = normalisePath(requiredMedia.galleryPath);
    const rule = mediaRule(sourcePath) ?? (pathProblem(galleryPath) ? "not-a-location" : null);
    if (rule !== null) throw invalid([{ field, message: rule }]);
    let identity: FileSnapshot;
    try {
      identity = await readIdentity(sourcePath);
    } catch (error) {
      throw error instanceof AppError ? invalid([{ field, message: error.code }]) : error;
    }
    if (identity.size === 0) throw invalid([{ field, message: "file-empty" }]);
    if (identity.size > largestFile) throw invalid([{ field, message: "too-large" }]);
    return {
      sourcePath,
      galleryPath,
      field,
      identity,
      contentType: contentTypeOf(path.basename(sourcePath)) ?? "",
    };
  }

  /** Where the same file is already, or is going to; null where it is new there. */
  function found(workspaceId: string, file: IdentifiedFile): OutboxFile | null {
    const { sourcePath, identity, field } = file;
    const here = (galleryPath: string) => isAt(galleryPath, file.galleryPath);
    for (const upload of uploads.ofSource(workspaceId, sourcePath)) {
      if (!here(upload.galleryPath) || !isSameFile(upload, identity)) continue;
      const isThere = upload.state === "done";
      if (isThere && !gallery.has(workspaceId, upload.galleryPath)) continue;
      return {
        ...identity,
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
          here(one.galleryPath) &&
          isSameFile(one, identity) &&
          gallery.has(workspaceId, one.galleryPath),
      );
    return known ? { ...known, upload: null, field } : null;
  }

  /** Queues an upload; the drop is made with the first one. */
  function upload(
    entryId: number,
    workspaceId: string,
    file: IdentifiedFile,
    dropId: () => number,
  ) {
    const isTaken = (galleryPath: string) =>
      gallery.has(workspaceId, galleryPath) ||
      uploads.underWay(workspaceId, galleryPath).length > 0;
    const { sourcePath, contentType, identity, field } = file;
    const galleryPath = isTaken(file.galleryPath)
      ? freePath(file.galleryPath, isTaken)
      : file.galleryPath;
    // Where the gallery was never read, something may be there.
    const replaces = gallery.status(workspaceId).readAt === null;
    uploads.add(dropId(), workspaceId, [
      { sourcePath, galleryPath, contentType, replaces, onConflict: "rename", ...identity },
    ]);
    const added = uploads
      .ofSource(workspaceId, sourcePath)
      .find((row) => row.galleryPath === galleryPath && row.state === "queued");
    store.putFile(entryId, {
      ...identity,
      sourcePath,
      galleryPath,
      upload: added?.id ?? null,
      isThere: 0,
      field,
    });
  }

  return {
    /**
     * Looks at all files that an order names; each is told once. Rejects with "invalid-input" and the fields of those
     * that cannot be uploaded.
     */
    async look(
      workspaceId: string,
      requiredMedia: readonly RequiredMedia[],
    ): Promise<IdentifiedFile[]> {
      const known: IdentifiedFile[] = [];
      const problems: { field: string; message: string }[] = [];
      // SECURITY: a script may have changed since the user confirmed its files.
      const fields = new Set(
        requiredMedia.flatMap((file) =>
          unconfirmed([file], deps.approved).length > 0 ? file.field : [],
        ),
      );
      if (fields.size > 0)
        throw invalid([...fields].map((field) => ({ field, message: "source-audio-outside" })));
      const once = new Map(requiredMedia.map((file) => [file.sourcePath, file]));
      await inParallel(filesAtOnce, once.values(), async (file) => {
        try {
          known.push(await identify(file));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.push(...(error.details as typeof problems));
        }
      });
      if (problems.length > 0) throw invalid(problems);
      // Conflicts are found against the gallery as it is, where it can be read; else against what we knew last.
      if (known.length > 0) await deps.refreshGallery(workspaceId).catch(() => undefined);
      const place = new Map([...once.keys()].map((file, index) => [file, index]));
      const placeOf = ({ sourcePath }: IdentifiedFile) => place.get(sourcePath) ?? 0;
      return known.sort((a, b) => placeOf(a) - placeOf(b));
    },
    /**
     * Sees to it that each of these is in the gallery or on its way there, all of it on disk. A file that the entry
     * has already stays where it is while it is the same. Returns whether an upload was added.
     */
    async keep(
      entryId: number,
      workspaceId: string,
      files: readonly IdentifiedFile[],
    ): Promise<boolean> {
      const had = new Map(store.files(entryId).map((file) => [file.sourcePath, file]));
      const drops: number[] = [];
      const dropId = () => {
        if (drops.length === 0) drops.push(uploads.addDrop(workspaceId, deps.now()));
        return drops[0] ?? 0;
      };
      for (let from = 0; from < files.length; from += slice) {
        store.durably(() => {
          for (const file of files.slice(from, from + slice)) {
            const own = had.get(file.sourcePath);
            const isKept =
              own !== undefined &&
              isSameFile(own, file.identity) &&
              isAt(own.galleryPath, file.galleryPath) &&
              (own.upload !== null || own.isThere === 1);
            if (isKept) continue;
            const other = found(workspaceId, file);
            if (other) store.putFile(entryId, other);
            else upload(entryId, workspaceId, file, dropId);
          }
        });
        await rest();
      }
      for (const id of drops) uploads.closeDrop(id);
      return drops.length > 0;
    },
    /** Files that an entry no longer names; their uploads go on. */
    leave(entryId: number, keep: ReadonlySet<string>): void {
      for (const { sourcePath } of store.files(entryId))
        if (!keep.has(sourcePath)) store.removeFile(entryId, sourcePath);
    },
  };
}

/** Whether a path is the one that was requiredMedia, or the free name that it was given in its place. */
function isAt(galleryPath: string, requiredMedia: string): boolean {
  if (galleryPath === requiredMedia) return true;
  const dot = requiredMedia.lastIndexOf(".");
  const at = dot > requiredMedia.lastIndexOf("/") + 1 ? dot : requiredMedia.length;
  const [start, end] = [requiredMedia.slice(0, at), requiredMedia.slice(at)];
  if (!galleryPath.startsWith(`${start} (`) || !galleryPath.endsWith(`)${end}`)) return false;
  return /^\d+$/.test(galleryPath.slice(start.length + 2, galleryPath.length - end.length - 1));
}
