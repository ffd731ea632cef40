/** Which files on this computer a request needs, and whether they are those that were sent. */
import path from "node:path";
import { AppError, invalidFields } from "../../../common/errors";
import { forEachLimit } from "../../../common/for-each-limit";
import type { OutboxStore } from "../store/outbox-store";
import type { FileSnapshot, SentFile } from "../../uploads/store/upload-rows";
import type { UploadStore } from "../../uploads/store/upload-store";
import { galleryPathRule, normalisePath } from "../../gallery/gallery-path";
import { contentTypeOf } from "../../../../preload/facts/media-formats";
import { maxFileSize } from "../../uploads/transfer/parts";
import { hasSentContent, isAsSent } from "../../uploads/transfer/content-md5";
import { disk } from "../../uploads/transfer/disk";
import type { ApprovedPaths } from "../../approvals/approved-paths";
import { unconfirmed, type NeededFile } from "../../approvals/confirm-files";

/** A local file that a request needs in the gallery, and the preferred path there. */
export interface RequiredMedia extends NeededFile {
  galleryPath: string;
  /** The field of the request that names it. */
  field: string;
}

/** A required file that exists and can be uploaded. */
export interface IdentifiedFile extends RequiredMedia {
  contentType: string;
  identity: FileSnapshot;
}

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

export interface MediaIdentityDeps {
  store: Pick<OutboxStore, "inGalleryFrom" | "setStamp">;
  uploads: Pick<UploadStore, "ofSource" | "setStamp">;
  approved: Pick<ApprovedPaths, "isConfirmedFor">;
  /** Refreshes the cached gallery if it is old. Rejects when that fails. */
  refreshGallery: (workspaceId: string) => Promise<unknown>;
}

export function createMediaIdentity(deps: MediaIdentityDeps) {
  const { store, uploads } = deps;

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
  };
}
