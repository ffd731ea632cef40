/** An upload as stored in the database. */
import type {
  ConflictChoice,
  ErrorCode,
  Problem,
  RestartReason,
  UploadState,
} from "../../../../preload/model";
import { isErrorCode } from "../../../common/errors";

/** Identifies the state of a file; any difference means that the file changed. */
export interface FileIdentity {
  size: number;
  /** Nanoseconds since 1970, as text. */
  mtimeNs: string;
}

/**
 * Values that change when a program writes into the file or replaces it, but also on other
 * occasions: with permissions and names, and with each mount of a file system that stores no inodes
 * (exFAT, FAT, network drives).
 */
export interface FileStamp {
  inode: string;
  /** Nanoseconds since 1970, as text; "" if unknown. */
  ctimeNs: string;
  /** Number of the file system, as text; "" if unknown. */
  device: string;
}

/**
 * The same snapshot is the same file with the same content. Only the content shows what another
 * stamp means.
 */
export type FileSnapshot = FileIdentity & FileStamp;

/** A file of which the bytes were sent. */
export type SentFile = FileSnapshot & {
  sourcePath: string;
  /** See content-md5.ts; "" if unknown. */
  contentMd5: string;
};

/**
 * What happens when the gallery path is taken at the first byte; "ask" if the user made no choice.
 */
export type ConflictRule = ConflictChoice | "ask";

export interface UploadRow extends SentFile {
  id: number;
  dropId: number;
  workspaceId: string;
  galleryPath: string;
  contentType: string;
  state: UploadState;
  /** 1: the gallery may have had a file at this path before the first byte was sent. */
  replaces: number;
  onConflict: ConflictRule;
  /**
   * 1: the path was checked before the first byte; a file that appeared there since may be this
   * one.
   */
  isStarted: number;
  uploadId: string | null;
  partSize: number;
  partCount: number;
  sentBytes: number;
  doneParts: number;
  completeAttempts: number;
  attempts: number;
  restarts: number;
  /** Why it was last sent again from its beginning. */
  restartReason: RestartReason | null;
  /**
   * 1: no checksum was compared: the storage's ETags are not MD5, or the service copied the file by
   * its path.
   */
  isUnverified: number;
  /** 1: the service of a local workspace has copied the file, and the copy is not compared yet. */
  isCopied: number;
  /** 1: finished, and no list of the gallery that was begun since then has shown it. */
  isUnlisted: number;
  /** 1: finished, and no answer says so; see Evidence. */
  isAssumed: number;
  nextTryAt: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  finishedAt: number | null;
}

/** The columns of a row in a query. */
export const uploadColumns = `id, drop_id AS dropId, workspace_id AS workspaceId, source_path AS sourcePath,
  gallery_path AS galleryPath, content_type AS contentType, size, mtime_ns AS mtimeNs, inode,
  ctime_ns AS ctimeNs, device, content_md5 AS contentMd5, state,
  replaces, on_conflict AS onConflict, is_started AS isStarted, upload_id AS uploadId, part_size AS partSize, part_count AS partCount, sent_bytes AS sentBytes,
  done_parts AS doneParts, complete_attempts AS completeAttempts, attempts, restarts,
  restart_reason AS restartReason, is_unverified AS isUnverified, is_copied AS isCopied,
  is_unlisted AS isUnlisted, is_assumed AS isAssumed,
  next_try_at AS nextTryAt, error_code AS errorCode, error_message AS errorMessage, finished_at AS finishedAt`;

/** The problem stored in a row, or null. */
export function problemOf(row: Pick<UploadRow, "errorCode" | "errorMessage">): Problem | null {
  if (row.errorCode === null) return null;
  const code: ErrorCode = isErrorCode(row.errorCode) ? row.errorCode : "internal";
  return { code, message: row.errorMessage ?? "" };
}

/** SET clauses of an upload without a problem, and without a delay. */
export const noProblem = "error_code = NULL, error_message = NULL, next_try_at = NULL";

/** Resets the sent parts: the file is sent from its beginning under a new upload id. */
export const fromTheBeginning =
  "upload_id = NULL, part_size = 0, part_count = 0, sent_bytes = 0, done_parts = 0, complete_attempts = 0, is_unverified = 0, is_copied = 0, is_unlisted = 0, is_assumed = 0, content_md5 = ''";
/**
 * After a reset the path is checked again, unless the service may already have stored the file
 * there: now, or before an earlier reset, after which the upload replaces what was stored then.
 */
export const uncheckPath = `is_started = CASE WHEN upload_id IS NOT NULL AND complete_attempts = 0 AND replaces = 0 THEN 0 ELSE is_started END`;
/**
 * After a reset for other bytes: if the service may have stored the former ones at the path, the
 * upload replaces that file. That the gallery lists the path then does not show that this upload
 * has finished.
 */
export const replacesFormer = `replaces = CASE WHEN upload_id IS NOT NULL AND complete_attempts = 0 THEN replaces ELSE 1 END`;
