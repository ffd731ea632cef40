/** What is sent from this computer: scripts that are checked first, the script store, the outbox, and bulk grids. */
import { z } from "zod";
import { moment, problem } from "../model";
import { batchSettings, projectType } from "../resources";
import { call, id, ids, inProject, inWorkspace, nothing, page } from "./call";

/** An absolute path on this computer. */
const filePath = z.string().min(1).max(10_000);

// Scripts before sending

/** How a script is to be read; the same file read otherwise is another report. */
const scriptReading = z.object({
  path: filePath,
  projectType,
  /** "" for none: needed for .srt, .docx, .txt and .pdf. */
  languageCode: z.string().max(50),
  /** Not trimmed; "" for none. */
  speakerSeparator: z.string().max(100),
});
/** Something to tell about a script: where it is, what it is, and how it is mended. */
export const scriptProblem = z.object({
  severity: z.enum(["error", "warning"]),
  /** From 1: row of a sheet, cue number, paragraph; null for the whole file. */
  row: z.number().nullable(),
  /** The column's name ("Text_FR-FR"); "" for none. */
  column: z.string(),
  /** A cell's name in a workbook ("D214"); "" where there is none. */
  cell: z.string(),
  /** A stable word that the window has a sentence for. */
  code: z.string(),
  /** In English, with the particulars. */
  message: z.string(),
});
export type ScriptProblem = z.infer<typeof scriptProblem>;
export const scriptReport = z.object({
  path: z.string(),
  name: z.string(),
  /** Bytes, and when it was last changed. */
  size: z.number(),
  modifiedAt: moment.nullable(),
  /** ".xlsx" and the like without the dot; "" where it is none of the known. */
  format: z.string(),
  lineCount: z.number(),
  /** In order of first appearance. */
  characters: z.array(z.object({ name: z.string(), lines: z.number() })),
  /** Language ids that it has text in. */
  languages: z.array(z.string()),
  /** The sheet of a workbook that was read; "" in files of other kinds. */
  sheet: z.string(),
  counts: z.object({ errors: z.number(), warnings: z.number() }),
  /** The first 500. */
  problems: z.array(scriptProblem),
  /** What the column Source_Audio names: on this computer, found there or not; in the gallery or at a URL. */
  sourceAudio: z.object({
    local: z.number(),
    missing: z.number(),
    gallery: z.number(),
    urls: z.number(),
  }),
});
export type ScriptReport = z.infer<typeof scriptReport>;
/** A cell by its name ("D214") and its sheet's; "" stands for the sheet that the program shows first. */
export const workbookCell = z.object({
  sheet: z.string().max(1000),
  name: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/),
});
export type WorkbookCell = z.infer<typeof workbookCell>;
export const checkedLine = z.object({
  number: z.number(),
  row: z.number(),
  character: z.string(),
  text: z.record(z.string(), z.string()),
  sourceAudio: z.string(),
  emotion: z.string(),
  intensity: z.string(),
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
});
export type CheckedLine = z.infer<typeof checkedLine>;

export const scripts = {
  /** Asks for a script with the native dialog; null when the user thinks better of it. */
  choose: call(nothing, z.object({ path: z.string() }).nullable()),
  /**
   * Reads a script off the main thread (again only when it has changed), and watches it from then on: the topic
   * "scripts" is told when it changes on disk. Refuses only for a file that is not there or cannot be read.
   */
  check: call(inWorkspace.extend(scriptReading.shape), scriptReport),
  /** The lines of a checked script. */
  lines: call(
    inWorkspace.extend({ ...scriptReading.shape, ...page.shape }),
    z.object({ lines: z.array(checkedLine), total: z.number() }),
  ),
  /** No longer watches these. */
  release: call(z.object({ paths: z.array(filePath).max(10_000) }), nothing),
  /**
   * Opens a script in the user's own program for it, at a cell where one is given and that program can be told: else
   * the cell's name is on the clipboard.
   */
  openInProgram: call(
    z.object({ path: filePath, cell: workbookCell.nullable() }),
    z.object({ isAtCell: z.boolean() }),
  ),
  /** Saves a template where the user says; null when they think better of it. */
  saveTemplate: call(
    z.object({
      kind: z.enum(["audio-production", "line-dubbing", "bulk"]),
      /** Language ids for its text columns. */
      languages: z.array(z.string()).max(50),
    }),
    z.object({ path: z.string() }).nullable(),
  ),
};

// The script store of a workspace

export const bucket = z.object({
  /** "https://s3.eu-central-1.amazonaws.com", or another service's address. */
  endpoint: z.string().trim().min(1).max(2000),
  region: z.string().trim().min(1).max(100),
  bucket: z.string().trim().min(1).max(255),
  /** "" or ending in "/". */
  prefix: z.string().trim().max(500),
  accessKeyId: z.string().trim().min(1).max(1000),
  /** The bucket's name stands in the path, not before the host. */
  isPathStyle: z.boolean(),
});
export type Bucket = z.infer<typeof bucket>;
/** "" keeps the key that is kept already. */
const secretAccessKey = z.string().max(4000);
export const storedScript = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  storedAt: moment.nullable(),
});
export type StoredScript = z.infer<typeof storedScript>;
export const scriptStore = {
  get: call(
    inWorkspace,
    z.object({
      /** "workspace": the service keeps scripts itself (extension "scripts"). "none": URLs are pasted. */
      kind: z.enum(["workspace", "bucket", "none"]),
      bucket: bucket.nullable(),
      /** Whether a key is kept; false after a session without a keychain. */
      hasSecret: z.boolean(),
      /** How long a URL of the bucket can be fetched, in seconds; null: as long as it is kept. */
      urlLifetime: z.number().nullable(),
    }),
  ),
  /** Puts a small file there, fetches it by its URL and deletes it. Keeps nothing; refuses with the reason. */
  test: call(
    inWorkspace.extend({ bucket, secretAccessKey }),
    z.object({ milliseconds: z.number() }),
  ),
  setBucket: call(inWorkspace.extend({ bucket, secretAccessKey }), nothing),
  /** Forgets the bucket and its key; what is in it stays there. */
  removeBucket: call(inWorkspace, nothing),
  /** Our own scripts there, the newest first; at most 10,000. */
  list: call(inWorkspace, z.object({ scripts: z.array(storedScript), isTruncated: z.boolean() })),
  delete: call(inWorkspace.extend({ scriptIds: ids }), nothing),
};

// The outbox

/** Where a script or a video of an order comes from. */
export const source = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** A URL or a gallery path, as it was typed. */
  z.object({ kind: z.literal("location"), location: z.string().trim().max(10_000) }),
  /** A file on this computer: a video is uploaded, a script is put in the script store. */
  z.object({ kind: z.literal("file"), path: filePath }),
]);
export type Source = z.infer<typeof source>;

/** A batch as somebody wants it, before its files are where the service can get them. */
export const batchOrder = z.object({
  name: z.string().trim().max(1000),
  script: source,
  video: source,
  languageCode: z.string().trim().max(50),
  settings: batchSettings,
});
export type BatchOrder = z.infer<typeof batchOrder>;
/** Where in the gallery an order's files go: "" or ending in "/". */
const targetFolder = z.string().max(1024);

export const outboxState = z.enum([
  "waiting", // for uploads, the network, or its turn
  "sending",
  "refused", // by the service, or because a file of it failed: it needs somebody
  "sent",
]);
export type OutboxState = z.infer<typeof outboxState>;
export const outboxEntry = z.object({
  id: z.number(),
  projectId: z.string(),
  projectName: z.string(),
  kind: z.enum(["batch", "bulk"]),
  name: z.string(),
  state: outboxState,
  /** What it waits for; all zero and false when nothing holds it. */
  waitsFor: z.object({
    uploads: z.number(),
    failedUploads: z.number(),
    /** A script that is yet to be put in the store. */
    script: z.boolean(),
    network: z.boolean(),
  }),
  /**
   * Why it was refused, or what the last try met; null for nothing. Where a file of it failed: why, with the file's
   * name as its message, or null where its upload was called off.
   */
  problem: problem.nullable(),
  /** The fields that were refused. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** What became of it: the batch's id, or the bulk request's. "" before. */
  resultId: z.string(),
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

export const outbox = {
  list: call(
    inWorkspace.extend({
      /** "" for all projects. */
      projectId: z.string(),
      filter: outboxState.or(z.enum(["all", "open"])),
      ...page.shape,
    }),
    z.object({
      entries: z.array(outboxEntry),
      total: z.number(),
      counts: z.record(outboxState, z.number()),
    }),
  ),
  /** What an entry asks for, to be edited; null for a bulk request (its grid is edited instead). */
  order: call(
    inWorkspace.extend({ entryId: z.number() }),
    z.object({
      order: batchOrder.nullable(),
      targetFolder,
      draftId: z.number().nullable(),
      /** The fields that were refused. */
      fields: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  /**
   * Takes an order: its row and the uploads it needs are on disk when this resolves. It goes when everything is
   * there. Refuses with "invalid-input" and the fields when a rule is broken already now.
   */
  add: call(
    inProject.extend({ order: batchOrder, targetFolder }),
    z.object({ entryId: z.number() }),
  ),
  /** Puts another order in the place of one that was not sent yet. */
  change: call(
    inWorkspace.extend({ entryId: z.number(), order: batchOrder, targetFolder }),
    nothing,
  ),
  /** Tries refused and waiting ones again now. */
  retry: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Takes entries out; uploads that they began go on. */
  drop: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Takes back what was dropped: the undo of drop. */
  restore: call(inWorkspace.extend({ entryIds: z.array(z.number()).min(1).max(10_000) }), nothing),
  /** Takes those that were sent off the list. */
  clearSent: call(inWorkspace, nothing),
};

// Bulk

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
  /** A rule of preload/rules, or a code of a script's problem. */
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
  /** The service's own words; "not-appeared" for a row of a lost request whose batch did not come. */
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
  /** Bulk requests of a project that were sent from here, the newest first. */
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
