/** Bulk tables, and the requests that come of them. */
import { z } from "zod";
import { moment, problem } from "../model";
import { batchSettings } from "../model/resources";
import { call, filePath, id, inProject, inWorkspace, nothing, page } from "./call";
import { outboxEntry, targetFolder } from "./outbox";
import { scriptProblem } from "./scripts";

/** What any cell of a spreadsheet holds: whether it is too long for its column is for the checks to say. */
const cellText = z.string().max(40_000);
/** A row of a bulk grid: texts as they were typed, "" for nothing; settings by their names in the interface. */
export const bulkRow = z.object({
  id: z.number().int(),
  name: cellText,
  /** A URL, a gallery path, or an absolute path on this computer. */
  video: cellText,
  script: cellText,
  language: cellText,
  settings: z.record(z.string().max(50), cellText),
});
export type BulkRow = z.infer<typeof bulkRow>;
export const bulkDraft = z.object({
  id: z.number(),
  projectId: z.string(),
  name: z.string(),
  rowCount: z.number(),
  /** Settings for all rows that say nothing else. */
  settings: batchSettings,
  /** Setting columns that are shown. */
  columns: z.array(z.string()),
  targetFolder,
  updatedAt: moment,
});
export type BulkDraft = z.infer<typeof bulkDraft>;
/** What is wrong with a cell; "name", "video", "script", "language", or "settings.<name>". */
export const bulkIssue = z.object({
  rowId: z.number(),
  cell: z.string(),
  severity: z.enum(["error", "warning"]),
  /** A rule of preload/facts/rules, or a code of a script's problem. */
  rule: z.string(),
  message: z.string(),
});
export type BulkIssue = z.infer<typeof bulkIssue>;
const maxBulkRows = 10_000;
/** A video and a script that belong together by their names, and why. */
export const bulkMatch = z.object({
  name: z.string(),
  /** Absolute paths; "" for none. */
  video: z.string(),
  script: z.string(),
  /** Other scripts that it could be. */
  candidates: z.array(z.string()),
  kind: z.enum([
    "same-name", // "ep01.mov" and "ep01.srt"
    "same-name-and-language", // "ep01.mov" and "ep01.de.srt"
    "same-number", // "S02E04_final.mov" and "episode 204 script.xlsx"
    "same-folder", // the only pair of its folder
    "none",
  ]),
  /** A language id that the script's name tells; "" for none. */
  language: z.string(),
});
export type BulkMatch = z.infer<typeof bulkMatch>;

const inDraft = inWorkspace.extend({ draftId: z.number() });
export const bulkRequestRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  /** The service's own words, or `notAppeared` of preload/facts/rules. */
  message: z.string(),
});
export const bulk = {
  drafts: call(inProject, z.array(bulkDraft)),
  createDraft: call(inProject.extend({ name: z.string().trim().min(1).max(200) }), bulkDraft),
  draft: call(inDraft, z.object({ draft: bulkDraft, rows: z.array(bulkRow) })),
  /** Renames it, or changes what holds for all rows. */
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
  /** Keeps changed rows, and the order of all of them where that changed; on disk when it resolves. */
  saveRows: call(
    inDraft.extend({
      rows: z.array(bulkRow).max(maxBulkRows),
      order: z.array(z.number().int()).max(maxBulkRows).nullable(),
    }),
    nothing,
  ),
  /** Pairs of videos and scripts below folders, or among files. */
  match: call(
    inProject.extend({ paths: z.array(filePath).min(1).max(maxBulkRows) }),
    z.object({ matches: z.array(bulkMatch), ignored: z.array(z.string()) }),
  ),
  /** Asks for a folder first; null when the user thinks better of it. */
  chooseAndMatch: call(
    inProject,
    z.object({ matches: z.array(bulkMatch), ignored: z.array(z.string()) }).nullable(),
  ),
  /** Rows of an .xlsx or .csv that the user chooses; null when they think better of it. */
  importRows: call(
    inProject,
    z.object({ rows: z.array(bulkRow), problems: z.array(scriptProblem) }).nullable(),
  ),
  /** Writes the grid as .xlsx or .csv where the user says. */
  exportRows: call(
    inDraft.extend({ format: z.enum(["xlsx", "csv"]) }),
    z.object({ path: z.string() }).nullable(),
  ),
  /**
   * What the service would say of every row: the rules of the interface, the gallery, the files on this computer,
   * and each script read. The topic "bulk" tells of progress.
   */
  dryRun: call(inDraft, z.object({ issues: z.array(bulkIssue), checkedScripts: z.number() })),
  /**
   * The order of this table in the outbox that a start would replace; null for none. Where it was refused: what is at
   * fault in those rows that are still as they were.
   */
  waiting: call(inDraft, z.object({ entry: outboxEntry.nullable(), issues: z.array(bulkIssue) })),
  /**
   * Puts a bulk request for these rows (all when null) in the outbox. Refuses with "invalid-input" for errors. With
   * `restName` the other rows move to a table of that name, so that what was started is not started again with them.
   * Takes the place of an order of the table that still waits; one that was sent, or may have been, stays.
   */
  start: call(
    inDraft.extend({
      rowIds: z.array(z.number()).min(1).max(maxBulkRows).nullable(),
      restName: z.string().trim().min(1).max(200).optional(),
    }),
    z.object({
      entryId: z.number(),
      /** The table of the other rows; null where there is none. */
      restId: z.number().nullable(),
      /** An order that waited is gone for it. */
      isReplacement: z.boolean(),
    }),
  ),
  /**
   * Follows a request that was sent from elsewhere, by its id. Where it is followed already, `projectId` is that which
   * it was followed with, and nothing changes. Refuses with "invalid-input" and the field: "requestId" where the
   * service does not know it, "projectId" where none of its batches is in that project.
   */
  follow: call(
    inProject.extend({ requestId: z.string().trim().min(1).max(1000) }),
    z.object({ projectId: z.string(), isNew: z.boolean() }),
  ),
  /** Bulk requests of a project that were sent from here or are followed here, the newest first. */
  requests: call(
    inProject,
    z.array(
      z.object({
        requestId: z.string(),
        name: z.string(),
        rowCount: z.number(),
        /** As the service last said: status, and 0 to 100. */
        status: z.string(),
        progress: z.number(),
        sentAt: moment,
        readAt: moment.nullable(),
        problem: problem.nullable(),
        counts: z.object({ done: z.number(), failed: z.number(), open: z.number() }),
        /** Its answer was lost, so that its rows are told by the batches of their names; the id is our own. */
        isLost: z.boolean(),
        /** False where it is followed by its id: `sentAt` is then when following began. */
        isSentHere: z.boolean(),
      }),
    ),
  ),
  /** A page of a request's rows as last read; following it reads pages from the service. */
  requestRows: call(
    inProject.extend({
      requestId: id,
      filter: z.enum(["all", "failed", "open", "done"]),
      ...page.shape,
    }),
    z.object({ rows: z.array(bulkRequestRow), total: z.number() }),
  ),
  /** A new draft of the rows that failed, as they were. */
  retryFailed: call(inProject.extend({ requestId: id }), bulkDraft),
};
