/** SQL of manifests: the finished uploads of a selection, one for each gallery path. */
import path from "node:path";
import type { UploadFilter } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import type { SentFile } from "../store/upload-rows";
import { quoted, selected, unfinishedStates } from "../store/upload-selection";
import type { OmittedUploads } from "./manifest-text";

/** Uploads of one workspace. */
export type ManifestSelection =
  | { ids: readonly number[] }
  | { filter: UploadFilter; search: string }
  /** Uploads to a gallery folder and the folders below it: "" or ending in "/". */
  | { folder: string }
  /**
   * Of these, the uploads of certain files and of everything below certain folders; absolute paths.
   */
  | { folder: string; sources: readonly string[] };

export interface FinishedUpload extends SentFile {
  galleryPath: string;
  partCount: number;
  /** 1: no checksum was compared when it was uploaded, or no list of the gallery has shown it. */
  isUnverified: number;
  /** Milliseconds since 1970; null if unknown. */
  queuedAt: number | null;
  finishedAt: number | null;
}

export interface ManifestCounts extends OmittedUploads {
  /** The number of rows. */
  files: number;
}

/**
 * A selection by ids has longer pages: each page reads all ids, which takes longer than reading the
 * rows.
 */
const pageSizeOf = (selection: ManifestSelection) => ("ids" in selection ? 5_000 : 500);

/**
 * No later upload to the same path is finished: the gallery contains the file of the last one only.
 */
const isLast = `NOT EXISTS (SELECT 1 FROM uploads AS later
  WHERE later.workspace_id = uploads.workspace_id AND later.gallery_path = uploads.gallery_path
    AND later.state = 'done' AND (later.finished_at, later.id) > (uploads.finished_at, uploads.id))`;

export type ManifestStore = ReturnType<typeof createManifestStore>;

export function createManifestStore(db: Database) {
  return {
    /** How many uploads of the selection have a row, and how many have none. */
    count(workspaceId: string, selection: ManifestSelection): ManifestCounts {
      const { where, values } = conditionOf(workspaceId, selection);
      const row = db.get<ManifestCounts & { done: number }>(
        `SELECT count(*) FILTER (WHERE state = 'done') AS done,
                count(*) FILTER (WHERE state = 'done' AND ${isLast}) AS files,
                count(*) FILTER (WHERE state IN (${quoted(unfinishedStates)})) AS unfinished
           FROM uploads WHERE ${where}`,
        ...values,
      );
      const { done = 0, files = 0, unfinished = 0 } = row ?? {};
      return { files, unfinished, replaced: done - files };
    },
    /** A page of the finished uploads by gallery path, in the order of its UTF-8 bytes. */
    finishedAfter(
      workspaceId: string,
      selection: ManifestSelection,
      galleryPath: string,
    ): FinishedUpload[] {
      const { where, values } = conditionOf(workspaceId, selection);
      return db.all<FinishedUpload>(
        `SELECT gallery_path AS galleryPath, source_path AS sourcePath, size, mtime_ns AS mtimeNs, inode,
                ctime_ns AS ctimeNs, device, content_md5 AS contentMd5, part_count AS partCount, max(is_unverified, is_unlisted) AS isUnverified, finished_at AS finishedAt,
                (SELECT created_at FROM drops WHERE drops.id = uploads.drop_id) AS queuedAt
           FROM uploads WHERE ${where} AND state = 'done' AND ${isLast} AND gallery_path > ?
           ORDER BY gallery_path LIMIT ${pageSizeOf(selection)}`,
        ...values,
        galleryPath,
      );
    },
  };
}

function conditionOf(
  workspaceId: string,
  selection: ManifestSelection,
): { where: string; values: string[] } {
  const conditions = ["workspace_id = ?"];
  const values = [workspaceId];
  function add(condition: string, ...more: string[]): void {
    conditions.push(condition);
    values.push(...more);
  }
  if ("folder" in selection) {
    const { folder } = selection;
    // "0" follows "/": the range of all paths that begin with the folder.
    if (folder !== "")
      add("gallery_path >= ? AND gallery_path < ?", folder, `${folder.slice(0, -1)}0`);
    if ("sources" in selection) {
      const { sources } = selection;
      const below = sources.map((source) => path.join(source, path.sep));
      add(
        `(source_path IN (SELECT value FROM json_each(?)) OR EXISTS
            (SELECT 1 FROM json_each(?) WHERE substr(source_path, 1, length(value)) = value))`,
        JSON.stringify(sources),
        JSON.stringify(below),
      );
    }
  } else {
    const condition = selected("ids" in selection ? selection : { workspaceId, ...selection }, [
      ...unfinishedStates,
      "done",
    ]);
    add(condition.where, ...condition.values);
  }
  return { where: conditions.join(" AND "), values };
}
