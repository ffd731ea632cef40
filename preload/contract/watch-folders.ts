/**
 * Watch folders: folders on this computer whose new and changed media are uploaded. Nothing is
 * deleted in the gallery.
 */
import { z } from "zod";
import { maxQuietMs, pollReasons } from "../facts/watch-folders";
import { conflictChoice, problem, skipReason } from "../model";
import { call, filePath, inWorkspace, nothing } from "./call";

/** Wider than the limits of `facts/watch-folders.ts`, whose violations are reported by rule. */
const patternList = z.array(z.string().max(10_000)).max(1_000);
const patterns = z.object({
  /**
   * Patterns apply to the path below the folder, without "/" to the name of a file in every folder.
   * Empty for all.
   */
  include: patternList,
  exclude: patternList,
});
const settings = patterns.extend({
  sourcePath: filePath,
  targetFolder: z.string().max(2_000),
  quietMs: z.number().int().min(0).max(maxQuietMs),
  /**
   * What happens when the gallery has a file at the path that did not come from this watch folder.
   */
  onConflict: z.union([conflictChoice, z.literal("ask")]),
});
export type WatchFolderSettings = z.infer<typeof settings>;
const watchFolderId = z.object({ id: z.number().int() });

/** A watch folder; `status` is null while it is paused. */
const watchFolder = settings.extend({
  ...watchFolderId.shape,
  isPaused: z.boolean(),
  status: z
    .object({
      state: z.enum(["walking", "watching", "not-found", "problem"]),
      problem: problem.nullable(),
      /** Files that are not quiet yet. */
      waiting: z.number(),
      /** Files that wait for an unfinished upload to their gallery path. */
      deferred: z.number(),
      /** Files that are compared with what was sent of them. */
      comparing: z.number(),
      /**
       * The folder is walked after this many seconds, because the system does not report every
       * change.
       */
      polling: z.object({ reason: z.enum(pollReasons), seconds: z.number() }).nullable(),
      /**
       * Files and folders that could not be uploaded in the last walk (`facts/skip-reasons.ts`).
       */
      failed: z.number(),
    })
    .nullable(),
  progress: z.object({
    /** Files of which a version has arrived in the gallery. */
    uploaded: z.number(),
    /** Files whose upload is not finished, without failed ones. */
    queued: z.number(),
    failed: z.number(),
    /** The last file that arrived, with the time in milliseconds since 1970; null if none has. */
    lastFile: z.object({ galleryPath: z.string(), uploadedAt: z.number() }).nullable(),
  }),
});
export type WatchFolder = z.infer<typeof watchFolder>;

/** `paths` are the first ones, below the folder. */
const previewGroup = z.object({
  count: z.number(),
  bytes: z.number(),
  paths: z.array(z.string()),
});
const leftOutGroup = z.object({
  count: z.number(),
  files: z.array(z.object({ path: z.string(), reason: skipReason })),
});
const preview = z.object({
  /** Files that are uploaded. */
  matching: previewGroup,
  /** Media that the patterns exclude, and temporary files. */
  excluded: previewGroup,
  /** What matches the patterns and cannot be uploaded. */
  failed: leftOutGroup,
  /** What is not meant to be uploaded: other types, hidden files. */
  skipped: leftOutGroup,
  /** False if a limit of `facts/watch-folders.ts` ended the preview: there may be more files. */
  isComplete: z.boolean(),
});
export type WatchPreview = z.infer<typeof preview>;

export const watchFolders = {
  list: call(inWorkspace, z.array(watchFolder)),
  /** Opens the native dialog in a folder, "" for the last one; null if the user cancels. */
  choose: call(z.object({ startAt: z.string().max(32_768) }), filePath.nullable()),
  /**
   * Lists the files that patterns match. A new preview cancels the one before, which resolves with
   * null.
   */
  preview: call(patterns.extend({ sourcePath: filePath }), preview.nullable()),
  cancelPreview: call(nothing, nothing),
  add: call(inWorkspace.extend(settings.shape), watchFolderId),
  change: call(settings.extend(watchFolderId.shape), nothing),
  setPaused: call(watchFolderId.extend({ isPaused: z.boolean() }), nothing),
  /** Removes a watch folder. Uploads that it has queued continue. */
  remove: call(watchFolderId, nothing),
  /** Undo of `remove`, until the application quits. */
  restore: call(watchFolderId, nothing),
  /** Shows the folder in the system's file manager. */
  show: call(watchFolderId, nothing),
};
