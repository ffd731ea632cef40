/** Watch folders: folders on this computer whose new and changed media are uploaded. Nothing is deleted in the gallery. */
import { z } from "zod";
import { maxPatternLength, maxPatterns, maxQuietMs } from "../facts/watch-folders";
import { conflictChoice, problem } from "../model";
import { call, filePath, inWorkspace, nothing } from "./call";

const patterns = z.array(z.string().max(maxPatternLength)).max(maxPatterns);
const settings = z.object({
  sourcePath: filePath,
  targetFolder: z.string().max(2_000),
  /** Patterns apply to the path below the folder, without "/" to the name of a file in every folder. Empty for all. */
  include: patterns,
  exclude: patterns,
  quietMs: z.number().int().min(0).max(maxQuietMs),
  /** What happens when the gallery has a file at the path that did not come from this watch folder. */
  onConflict: z.union([conflictChoice, z.literal("ask")]),
});
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
    })
    .nullable(),
  /** When a file last arrived in the gallery, in milliseconds since 1970; null if none has. */
  lastUploadAt: z.number().nullable(),
});

export const watchFolders = {
  list: call(inWorkspace, z.array(watchFolder)),
  /** Opens the native dialog; null if the user cancels. */
  choose: call(nothing, filePath.nullable()),
  add: call(inWorkspace.extend(settings.shape), watchFolderId),
  change: call(settings.extend(watchFolderId.shape), nothing),
  setPaused: call(watchFolderId.extend({ isPaused: z.boolean() }), nothing),
  /** Removes a watch folder. Uploads that it has queued continue. */
  remove: call(watchFolderId, nothing),
};
