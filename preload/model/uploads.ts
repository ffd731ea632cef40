/** The media gallery, plans of dropped files, and uploads. */
import { z } from "zod";
import { skipReasonNames, type SkipReason } from "../facts/skip-reasons";
import { isAlwaysRestricted } from "../facts/upload-hours";
import { uploadMoves } from "../facts/upload-order";
import { problem } from "./problem";
import { timestamp } from "./timestamp";

/** A row of a gallery folder. A folder's path ends in "/". */
export const galleryEntry = z.object({
  path: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  /** The number of files below a folder, at any depth; 1 for a file. */
  fileCount: z.number(),
});
export type GalleryEntry = z.infer<typeof galleryEntry>;

/** Why a dropped file is left out. */
export const skipReason = z.enum(skipReasonNames);
export type { SkipReason };

/**
 * The action for files whose gallery path exists. The user chooses once for all files of a plan.
 */
export const conflictChoice = z.enum(["skip", "replace", "rename"]);
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** A file of a plan. */
export const planEntry = z.object({
  /** Position in the plan, from 0. */
  index: z.number(),
  /** The path below the dropped folder, "/" between segments. */
  relativePath: z.string(),
  /** The target path in the gallery; "" if the file is left out. */
  galleryPath: z.string(),
  size: z.number(),
  /**
   * "failed": it cannot be uploaded; "skipped": it is not meant to be (`facts/skip-reasons.ts`).
   */
  status: z.enum(["new", "conflict", "failed", "skipped"]),
  reason: skipReason.nullable(),
});
export type PlanEntry = z.infer<typeof planEntry>;

/** The plan of an upload, shown before anything is queued. */
export const plan = z.object({
  id: z.string(),
  workspaceId: z.string(),
  /** "reading" while the folders are walked. */
  state: z.enum(["reading", "ready", "failed"]),
  problem: problem.nullable(),
  /** Target folder in the gallery: "" or ending in "/". */
  targetFolder: z.string(),
  conflictChoice: conflictChoice.nullable(),
  /** The names of the dropped items, for the title. */
  roots: z.array(z.string()),
  counts: z.object({
    new: z.number(),
    conflict: z.number(),
    failed: z.number(),
    skipped: z.number(),
  }),
  /** The number of files by reason: of those that cannot be uploaded, and of skipped ones. */
  failed: z.record(z.string(), z.number()),
  skipped: z.record(z.string(), z.number()),
  /**
   * Files with the gallery path of another dropped file. They are uploaded if the user chooses
   * "rename".
   */
  duplicates: z.number(),
  /** The bytes of new files and of files in conflict. */
  newBytes: z.number(),
  conflictBytes: z.number(),
  /**
   * The time of the last gallery sync; null if there was none, and conflicts may then be missing.
   */
  galleryReadAt: timestamp.nullable(),
  /**
   * Why the gallery could not be read for this plan. An older state is used, so conflicts may be
   * missing.
   */
  galleryProblem: problem.nullable(),
});
export type Plan = z.infer<typeof plan>;

const uploadState = z.enum([
  "queued",
  "preparing",
  "uploading",
  "completing",
  "done",
  "paused",
  "failed",
  "cancelled",
]);
export type UploadState = z.infer<typeof uploadState>;

/** Why a file is sent again from its beginning although parts were sent before. */
const restartReason = z.enum([
  "file-changed", // it changed after it was queued; its present content is sent
  // the content of sent parts has changed, although size and modification time are the same
  "file-rewritten",
  // the file may have been rewritten, and sent parts have no checksum for a comparison
  "parts-unknown",
]);
export type RestartReason = z.infer<typeof restartReason>;

/** The upload of one file to the gallery. */
export const upload = z.object({
  id: z.number(),
  workspaceId: z.string(),
  /** The file name; the target is `galleryPath`. */
  name: z.string(),
  galleryPath: z.string(),
  /** The file on this computer. */
  sourcePath: z.string(),
  size: z.number(),
  state: uploadState,
  /**
   * Confirmed bytes, or those that were displayed before bytes had to be sent again; less than
   * `size` until the upload is done. Newer figures of active uploads are reported by the event
   * "uploadsProgressed".
   */
  sentBytes: z.number(),
  /** Confirmed parts and all parts; 0 for a single PUT. */
  doneParts: z.number(),
  partCount: z.number(),
  /** Why the upload failed, or why it waits while queued; null otherwise. */
  problem: problem.nullable(),
  /** The time of the next attempt after a failure. */
  nextTryAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** The reason of the last restart from the beginning; null for none. */
  restartReason: restartReason.nullable(),
  /**
   * No checksum was compared: the storage's ETags are none, or a local workspace copied the file by
   * its path.
   */
  isUnverified: z.boolean(),
  /** False while the copy of a local workspace waits for its comparison with the file. */
  isCompared: z.boolean(),
});
export type Upload = z.infer<typeof upload>;

/** The filters of the upload list. */
export const uploadFilter = z.enum(["all", "active", "waiting", "paused", "failed", "done"]);
export type UploadFilter = z.infer<typeof uploadFilter>;

/** Where waiting uploads are moved in their queue. */
export const uploadMove = z.enum(uploadMoves);
export type UploadMove = z.infer<typeof uploadMove>;

/**
 * The queue of a workspace: counts of all its uploads except cancelled ones, and the progress of
 * the current ones.
 */
export const uploadSummary = z.object({
  counts: z.object({
    all: z.number(),
    active: z.number(),
    waiting: z.number(),
    paused: z.number(),
    failed: z.number(),
    done: z.number(),
  }),
  /** Progress: the unfinished uploads, and those that finished since the queue was empty. */
  doneFiles: z.number(),
  totalFiles: z.number(),
  totalBytes: z.number(),
  sentBytes: z.number(),
  /** Bytes per second over the last seconds; 0 if there is no data transfer. */
  speed: z.number(),
  /** Remaining seconds of the active and waiting uploads; null if unknown. Changes gradually. */
  secondsLeft: z.number().nullable(),
  /** Requests are open, but no byte was transferred for a while. */
  isStalled: z.boolean(),
  /** The user has paused the whole queue. */
  isPaused: z.boolean(),
  /**
   * The effect of the upload hours; null for none, and for a local workspace, where nothing is sent
   * over a network. "closed": nothing is sent. "limited": `limit` applies. "ignored": the user
   * suspended the restriction. `until`: when that changes.
   */
  hours: z
    .object({
      kind: z.enum(["closed", "limited", "ignored"]),
      /** Bytes per second over all requests; null for "closed" and "ignored". */
      limit: z.number().nullable(),
      until: timestamp.nullable(),
    })
    .nullable(),
  /**
   * Why the queue of this workspace is suspended although uploads are waiting; null if it is not
   * suspended.
   */
  suspension: problem.extend({ until: timestamp.nullable() }).nullable(),
});
export type UploadSummary = z.infer<typeof uploadSummary>;

/**
 * The progress of an active upload: confirmed bytes and bytes in transit. The number never
 * decreases, also not over several attempts, and is less than the size of the file.
 */
export const uploadProgress = z.object({
  id: z.number(),
  sentBytes: z.number(),
  speed: z.number(),
  secondsLeft: z.number().nullable(),
  /** A request is open, but no byte was transferred for a while. */
  isStalled: z.boolean(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

/** How many uploads of a workspace have the same problem. */
export const uploadProblem = z.object({
  code: problem.shape.code,
  /** Failed, as opposed to waiting. */
  isFailed: z.boolean(),
  files: z.number(),
});
export type UploadProblem = z.infer<typeof uploadProblem>;

/** A multipart upload of a hosted service that will never be completed. */
export const abandonedUpload = z.object({
  /** The name of its workspace. */
  workspace: z.string(),
  uploadId: z.string(),
  galleryPath: z.string(),
  /** Bytes of the parts that the service confirmed. */
  bytes: z.number(),
  abandonedAt: timestamp,
});
export type AbandonedUpload = z.infer<typeof abandonedUpload>;

/** Settings of the upload queue. */
export const uploadSettings = z.object({
  /**
   * The largest number of concurrent PUT requests over all files; the queue uses as many as make
   * uploads faster.
   */
  maxConnections: z.number().int().min(1).max(32),
  /** Bytes per part; 0 selects a size by file size. */
  partSize: z.union([
    z.literal(0),
    z
      .number()
      .int()
      .min(5 * 1024 ** 2)
      .max(5 * 1024 ** 3),
  ]),
  /** Bytes per second over all requests; 0 for no limit. */
  bandwidthLimit: z.number().int().min(0),
});
export type UploadSettings = z.infer<typeof uploadSettings>;
/** Settings until the user changes them. */
export const defaultUploadSettings: UploadSettings = {
  maxConnections: 32,
  partSize: 0,
  bandwidthLimit: 0,
};

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/**
 * Hours in which uploads are limited or do not run, or outside of which; see facts/upload-hours.
 */
export const uploadHours = z
  .object({
    isOn: z.boolean(),
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: localTime,
    to: localTime,
    applies: z.enum(["inside", "outside"]),
    /**
     * Bytes per second over all requests; null if nothing is sent. The bandwidth limit applies too.
     */
    limit: z.number().int().min(1).nullable(),
  })
  .refine((hours) => !hours.isOn || hours.limit !== null || !isAlwaysRestricted(hours), {
    path: ["days"],
    message: "nothing would ever be sent",
  });
export type UploadHours = z.infer<typeof uploadHours>;
/** Hours until the user changes them. */
export const defaultUploadHours: UploadHours = {
  isOn: false,
  days: [1, 2, 3, 4, 5],
  from: "08:00",
  to: "18:00",
  applies: "inside",
  limit: 1_000_000,
};

/** A running export of a manifest. */
export const manifestExport = z.object({
  /** The path of the manifest. */
  path: z.string(),
  files: z.number(),
  totalFiles: z.number(),
  bytes: z.number(),
  totalBytes: z.number(),
});
export type ManifestExport = z.infer<typeof manifestExport>;

/** The result of an export. */
export const manifestResult = z.object({
  /** Null if nothing was written, because no selected upload is finished. */
  path: z.string().nullable(),
  /** The number of rows by the state of their files: only rows of unchanged files have hashes. */
  files: z.object({
    unchanged: z.number(),
    changed: z.number(),
    missing: z.number(),
    unreadable: z.number(),
  }),
  /**
   * Selected uploads without a row: not finished, or replaced by a later upload to the same path.
   */
  unfinished: z.number(),
  replaced: z.number(),
});
export type ManifestResult = z.infer<typeof manifestResult>;
