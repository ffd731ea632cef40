/** Bulk drafts, and the bulk requests created from them. */
import { problemSeverities } from "../facts/script-problems";
import { z } from "zod";
import { timestamp, problem, skipReason } from "../model";
import { batchSettings } from "../model/resources";
import { call, filePath, id, inProject, inWorkspace, nothing, page } from "./call";
import { outboxEntry, targetFolder } from "./outbox";
import { fileEncoding, scriptProblem } from "./scripts";

/** The maximum length of a spreadsheet cell. The limit of each column is checked by the rules. */
const cellText = z.string().max(40_000);
/**
 * A row of a bulk grid: texts as typed, "" for an empty cell; settings by their interface names.
 */
const bulkRow = z.object({
  id: z.number().int(),
  name: cellText,
  /** A URL, a gallery path, or an absolute path on this computer. */
  video: cellText,
  script: cellText,
  language: cellText,
  settings: z.record(z.string().max(50), cellText),
});
export type BulkRow = z.infer<typeof bulkRow>;
const bulkDraft = z.object({
  id: z.number(),
  projectId: z.string(),
  name: z.string(),
  rowCount: z.number(),
  /** Settings of all rows that do not override them. */
  settings: batchSettings,
  /** The visible setting columns. */
  columns: z.array(z.string()),
  targetFolder,
  updatedAt: timestamp,
});
export type BulkDraft = z.infer<typeof bulkDraft>;
/** An issue of a cell. The cell is "name", "video", "script", "language" or "settings.<name>". */
const bulkIssue = z.object({
  rowId: z.number(),
  cell: z.string(),
  severity: z.enum(problemSeverities),
  /** A rule of preload/facts/rules, or the code of a script problem. */
  rule: z.string(),
  message: z.string(),
});
export type BulkIssue = z.infer<typeof bulkIssue>;
/** The maximum number of rows of a draft. */
export const maxBulkRows = 10_000;
/** A video and a script that match by name, and the kind of match. */
const bulkMatch = z.object({
  name: z.string(),
  /** Absolute paths; "" for none. */
  video: z.string(),
  script: z.string(),
  /** Other scripts that match. */
  candidates: z.array(z.string()),
  kind: z.enum([
    "same-name", // "ep01.mov" and "ep01.srt"
    "same-name-and-language", // "ep01.mov" and "ep01.de.srt"
    "same-number", // "S02E04_final.mov" and "episode 204 script.xlsx"
    "same-folder", // the only pair of its folder
    "none",
  ]),
  /** The language id in the script's file name; "" for none. */
  language: z.string(),
});
export type BulkMatch = z.infer<typeof bulkMatch>;

/** What was found in folders: matched files, and those that are left out. */
const foundFiles = z.object({
  matches: z.array(bulkMatch),
  /** Files and folders that cannot be used (`facts/skip-reasons.ts`). */
  failed: z.array(z.object({ path: z.string(), reason: skipReason })),
  /** Other files, without hidden ones. */
  ignored: z.array(z.string()),
  /** How many more there are of both: the lists are limited. */
  more: z.number(),
});
export type FoundFiles = z.infer<typeof foundFiles>;

const inDraft = inWorkspace.extend({ draftId: z.number() });
const bulkRequestRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  /** The text from the service, or `notAppeared` of preload/facts/rules. */
  message: z.string(),
});
export const bulk = {
  drafts: call(inProject, z.array(bulkDraft)),
  createDraft: call(inProject.extend({ name: z.string().trim().min(1).max(200) }), bulkDraft),
  draft: call(inDraft, z.object({ draft: bulkDraft, rows: z.array(bulkRow) })),
  /** Renames the draft, or changes what applies to all rows. */
  changeDraft: call(
    inDraft.extend({
      name: z.string().trim().min(1).max(200).optional(),
      settings: batchSettings.optional(),
      columns: z.array(z.string().max(50)).max(20).optional(),
      targetFolder: targetFolder.optional(),
    }),
    nothing,
  ),
  deleteDraft: call(inDraft, nothing),
  /**
   * Stores changed rows, and the order of all rows if it changed. The data is on disk when the call
   * resolves.
   */
  saveRows: call(
    inDraft.extend({
      rows: z.array(bulkRow).max(maxBulkRows),
      order: z.array(z.number().int()).max(maxBulkRows).nullable(),
    }),
    nothing,
  ),
  /** Matches videos and scripts below the given folders or among the given files. */
  match: call(inProject.extend({ paths: z.array(filePath).min(1).max(maxBulkRows) }), foundFiles),
  /** Opens the folder dialog, then matches; null if the user cancels. */
  chooseAndMatch: call(inProject, foundFiles.nullable()),
  /**
   * Reads rows from an .xlsx or .csv file that the user chooses, or from that of `path` again. Null
   * if the user cancels.
   */
  importRows: call(
    inProject.extend({ path: filePath.optional() }),
    z
      .object({
        path: z.string(),
        rows: z.array(bulkRow),
        problems: z.array(scriptProblem),
        /** Null if it is certain. */
        encoding: fileEncoding.nullable(),
      })
      .nullable(),
  ),
  /** Writes the grid to an .xlsx or .csv file that the user chooses; null if the user cancels. */
  exportRows: call(
    inDraft.extend({ format: z.enum(["xlsx", "csv"]) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /**
   * Validates every row against the rules of the interface, the gallery, the files on this computer
   * and the content of each script. Progress is reported by the topic "bulk".
   */
  dryRun: call(inDraft, z.object({ issues: z.array(bulkIssue), checkedScripts: z.number() })),
  /**
   * The pending request of this draft that `start` would replace; null for none. If the service
   * rejected it, `issues` are the issues of the rows that have not changed since.
   */
  waiting: call(inDraft, z.object({ entry: outboxEntry.nullable(), issues: z.array(bulkIssue) })),
  /**
   * Adds a bulk request for these rows (all if null) to the outbox. Rejects with "invalid-input" if
   * a row has errors. With `restName`, the other rows are moved to a new draft of that name, so
   * that no row can be started twice. Replaces a pending request of the draft; a request that was
   * sent, or may have been sent, is not replaced.
   */
  start: call(
    inDraft.extend({
      rowIds: z.array(z.number()).min(1).max(maxBulkRows).nullable(),
      restName: z.string().trim().min(1).max(200).optional(),
    }),
    z.object({
      entryId: z.number(),
      /** The draft of the other rows; null for none. */
      restId: z.number().nullable(),
      /** It replaced a pending request. */
      isReplacement: z.boolean(),
    }),
  ),
  /**
   * Tracks a request that was sent from elsewhere, by its id. If the request is already tracked,
   * nothing changes and `projectId` is its stored project. Rejects with "invalid-input" and a
   * field: "requestId" if the service has no such request, "projectId" if none of its batches is in
   * that project.
   */
  follow: call(
    inProject.extend({ requestId: z.string().trim().min(1).max(1000) }),
    z.object({ projectId: z.string(), isNew: z.boolean() }),
  ),
  /**
   * Bulk requests of a project that were sent from this computer or are tracked on it, newest
   * first.
   */
  requests: call(
    inProject,
    z.array(
      z.object({
        requestId: z.string(),
        name: z.string(),
        rowCount: z.number(),
        /** The last status and progress (0 to 100) from the service. */
        status: z.string(),
        progress: z.number(),
        sentAt: timestamp,
        readAt: timestamp.nullable(),
        problem: problem.nullable(),
        counts: z.object({ done: z.number(), failed: z.number(), open: z.number() }),
        /**
         * The response was lost: row status comes from the batches of the same names, and the id is
         * a local one.
         */
        isLost: z.boolean(),
        /**
         * False if the request is tracked by its id; `sentAt` is then the time when tracking began.
         */
        isSentHere: z.boolean(),
      }),
    ),
  ),
  /** A page of a request's cached rows. Tracking the request loads pages from the service. */
  requestRows: call(
    inProject.extend({
      requestId: id,
      filter: z.enum(["all", "failed", "open", "done"]),
      ...page.shape,
    }),
    z.object({ rows: z.array(bulkRequestRow), total: z.number() }),
  ),
  /** Creates a draft of the failed rows, unchanged. */
  retryFailed: call(inProject.extend({ requestId: id }), bulkDraft),
};
