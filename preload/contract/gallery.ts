/** The media gallery of a workspace, and downloads of its files. */
import { z } from "zod";
import { galleryEntry, problem, timestamp } from "../model";
import { call, inWorkspace, nothing, page, search } from "./call";

/** The path of a file, not of a folder. */
const galleryFile = z
  .string()
  .min(1)
  .max(10_000)
  .refine((path) => !path.endsWith("/"));

export const gallery = {
  /** A page of a folder's entries, or of the paths below it that match a search. */
  browse: call(
    inWorkspace.extend({
      /** "" for the root, otherwise ending in "/". */
      folder: z.string(),
      search,
      sort: z.enum(["name", "-name"]),
      ...page.shape,
    }),
    z.object({
      entries: z.array(galleryEntry),
      total: z.number(),
      /** The search stopped at its limit. */
      isTruncated: z.boolean(),
    }),
  ),
  /** The direct subfolders of a folder, for the tree. */
  folders: call(
    inWorkspace.extend({ folder: z.string(), ...page.shape }),
    z.object({
      folders: z.array(
        z.object({
          path: z.string(),
          name: z.string(),
          fileCount: z.number(),
          hasFolders: z.boolean(),
        }),
      ),
      total: z.number(),
    }),
  ),
  /** The age of the cached gallery, and whether it is being refreshed. */
  status: call(
    inWorkspace,
    z.object({
      fileCount: z.number(),
      readAt: timestamp.nullable(),
      isReading: z.boolean(),
      problem: problem.nullable(),
    }),
  ),
  /** Reloads the gallery from the service. Resolves when it is complete. */
  refresh: call(inWorkspace, z.object({ added: z.number(), removed: z.number() })),
  /** The number of files that these paths include; a folder's path ends in "/". */
  count: call(
    inWorkspace.extend({ paths: z.array(z.string()).max(100_000) }),
    z.object({ files: z.number() }),
  ),
  delete: call(inWorkspace.extend({ paths: z.array(z.string()).min(1).max(100_000) }), nothing),
  /**
   * Shows a file of a local workspace in the system's file manager. `isShown` is false if the
   * workspace stores it under another name, because some system cannot have this one.
   */
  showInFolder: call(inWorkspace.extend({ path: galleryFile }), z.object({ isShown: z.boolean() })),
  /**
   * Begins to drag files of a local workspace out of the window; called while the button of the
   * mouse is pressed. Those that are stored under another name are left out.
   */
  drag: call(
    inWorkspace.extend({ paths: z.array(galleryFile).min(1).max(1_000) }),
    z.object({ dragged: z.number() }),
  ),
};

const downloadId = z.number().int();

/** A download that is running or waiting. */
const download = z.object({
  id: downloadId,
  workspaceId: z.string(),
  /** The absolute folder that the user chose. */
  folder: z.string(),
  /** It begins after those before it in the list. */
  isWaiting: z.boolean(),
  /** Files that are complete. */
  files: z.number(),
  /** 0 until it is known. */
  totalFiles: z.number(),
  /** Received bytes, also of the file that is being received. */
  bytes: z.number(),
  /** From 0 to 1; each file counts the same, because the sizes of the later ones are not known. */
  progress: z.number(),
  isCancelling: z.boolean(),
});

const downloadResult = z.object({
  id: downloadId,
  folder: z.string(),
  /** Complete files; they remain after a failure or a cancellation. */
  files: z.number(),
  totalFiles: z.number(),
  /** Files that are no longer in the gallery. */
  missing: z.number(),
  isCancelled: z.boolean(),
  /** Why it stopped before all files were complete, and the gallery path of the file, or "". */
  problem: problem.nullable(),
  stoppedAt: z.string(),
});
export type DownloadResult = z.infer<typeof downloadResult>;

/**
 * Downloads of files of the gallery to folders of this computer. One is running at a time; others
 * wait.
 */
export const downloads = {
  /**
   * Opens the native folder dialog, and downloads files and whole folders (paths ending in "/") to
   * the chosen folder. Existing files are never replaced: new ones get a free name. Resolves when
   * the download has ended; null if the dialog was cancelled. Requires the extension "media-files".
   */
  start: call(
    inWorkspace.extend({ paths: z.array(z.string().min(1).max(10_000)).min(1).max(100_000) }),
    downloadResult.nullable(),
  ),
  /** All that are running or waiting, in their order. */
  list: call(nothing, z.array(download)),
  /** Ends a download and removes its incomplete file. Complete files remain. */
  cancel: call(z.object({ id: downloadId }), nothing),
  /** Shows the first file or folder of an ended download in the system's file manager. */
  show: call(z.object({ id: downloadId }), nothing),
};
