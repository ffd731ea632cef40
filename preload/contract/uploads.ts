/** Uploads to the gallery: plans of dropped files, and the queue. */
import { z } from "zod";
import {
  abandonedUpload,
  conflictChoice,
  manifestExport,
  manifestResult,
  plan,
  planEntry,
  timestamp,
  upload,
  uploadFilter,
  uploadProblem,
  uploadHours,
  uploadMove,
  uploadSettings,
  uploadSummary,
} from "../model";
import { call, filePath, inWorkspace, nothing, page, search } from "./call";

/**
 * The open plan that further files are added to; its workspace and folder remain. A plan that no
 * longer takes files, because it is confirmed, failed or discarded, is left, and another one is
 * created.
 */
const addTo = z.string().optional();

export const plans = {
  /** Starts to read the dropped files and folders. The plan grows while folders are walked. */
  create: call(
    inWorkspace.extend({
      /** The dropped files and folders. */
      sourcePaths: z.array(filePath).min(1).max(100_000),
      targetFolder: z.string(),
      addTo,
    }),
    z.object({ planId: z.string() }),
  ),
  /** The same with the native dialog; null if the user cancels. */
  choose: call(
    inWorkspace.extend({ what: z.enum(["files", "folder"]), targetFolder: z.string(), addTo }),
    z.object({ planId: z.string() }).nullable(),
  ),
  get: call(z.object({ planId: z.string() }), plan),
  entries: call(
    z.object({
      planId: z.string(),
      status: planEntry.shape.status,
      ...page.shape,
    }),
    z.object({ entries: z.array(planEntry), total: z.number() }),
  ),
  /** Changes the target folder or the conflict choice. */
  change: call(
    z.object({
      planId: z.string(),
      targetFolder: z.string().optional(),
      conflictChoice: conflictChoice.optional(),
    }),
    plan,
  ),
  /** Queues the plan's files. Their rows are on disk when the call resolves. */
  confirm: call(z.object({ planId: z.string() }), z.object({ queued: z.number() })),
  discard: call(z.object({ planId: z.string() }), nothing),
};

const uploadsById = z.object({ ids: z.array(z.number().int()).max(100_000) });
const uploadsByFilter = z.object({ filter: uploadFilter, search });
/** Uploads by id, or all uploads that match a filter and a search. */
const uploadSelection = z.union([uploadsById, inWorkspace.extend(uploadsByFilter.shape)]);

export const uploads = {
  list: call(
    inWorkspace.extend({ filter: uploadFilter, search, ...page.shape }),
    z.object({ uploads: z.array(upload), total: z.number() }),
  ),
  summary: call(inWorkspace, uploadSummary),
  /** The problems of failed and waiting uploads with the number of files, most frequent first. */
  problems: call(inWorkspace, z.array(uploadProblem)),
  /**
   * The multipart uploads of hosted services that will never be completed: their number, the sum of
   * their bytes, and the newest 1,000. The interface has no call that deletes them.
   */
  abandoned: call(
    nothing,
    z.object({ total: z.number(), bytes: z.number(), uploads: z.array(abandonedUpload) }),
  ),
  /** Clears that list. */
  clearAbandoned: call(nothing, nothing),
  /** Pauses these uploads. Parts already sent are not sent again. */
  pause: call(uploadSelection, nothing),
  resume: call(uploadSelection, nothing),
  cancel: call(uploadSelection, nothing),
  /** Undo of `cancel`: returns cancelled uploads to their previous positions in the queue. */
  restore: call(z.object({ ids: z.array(z.number().int()).max(100_000) }), nothing),
  /** Retries failed or waiting uploads now. A changed file is sent from its beginning. */
  retry: call(uploadSelection, nothing),
  /**
   * Sets the conflict choice of uploads that failed with "path-taken". Other uploads are not
   * changed.
   */
  resolveConflicts: call(z.object({ selection: uploadSelection, choice: conflictChoice }), nothing),
  /** Moves these waiting or paused uploads in the queue, in their present order. */
  move: call(
    z.object({ selection: uploadSelection, to: uploadMove }),
    z.object({ moveId: z.number().int() }),
  ),
  /** Undoes a move and those after it, unless it is too long ago. */
  undoMove: call(z.object({ moveId: z.number().int() }), nothing),
  /**
   * Opens the native dialog and writes a manifest: a CSV or JSON file with one row for each
   * finished upload, and the hashes of its file on disk. Null if the user cancelled the dialog or
   * the export. One export at a time.
   */
  exportManifest: call(
    inWorkspace.extend({
      /** `folder`: uploads to a gallery folder and the folders below it, "" or ending in "/". */
      selection: z.union([
        uploadsById,
        uploadsByFilter,
        z.object({ folder: z.string().regex(/^$|\/$/) }),
      ]),
    }),
    manifestResult.nullable(),
  ),
  /** The running export; null for none. */
  manifestExport: call(nothing, manifestExport.nullable()),
  cancelManifest: call(nothing, nothing),
  /** Removes finished and cancelled uploads from the list. */
  clearDone: call(inWorkspace, z.object({ cleared: z.number() })),
  /** Pauses or resumes the queues of all workspaces. */
  setPaused: call(z.object({ isPaused: z.boolean() }), nothing),
  /** Shows the file in the system's file manager. */
  showInFolder: call(z.object({ id: z.number().int() }), nothing),
  settings: call(nothing, uploadSettings),
  setSettings: call(uploadSettings, nothing),
  hours: call(nothing, uploadHours),
  setHours: call(uploadHours, nothing),
  /**
   * Suspends the present restriction of the upload hours until a time, at the latest until it ends.
   * Null: it applies again.
   */
  ignoreHours: call(z.object({ until: timestamp.nullable() }), nothing),
};
