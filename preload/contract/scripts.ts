/**
 * Scripts before they are sent, and the script store of a workspace, from which the service fetches
 * them.
 */
import { z } from "zod";
import { columnRoleOf, type ColumnRole } from "../facts/script-columns";
import { textEncodingNames } from "../facts/text-encodings";
import { problemSeverities } from "../facts/script-problems";
import { matchEvidence } from "../facts/line-matching";
import { timestamp } from "../model";
import { projectType } from "../model/resources";
import { call, filePath, id, ids, inBatch, inWorkspace, nothing, page } from "./call";

/** The input of a script check. Different values for the same file give different reports. */
const scriptReading = z.object({
  path: filePath,
  projectType,
  /** "" for none. Required for .srt, .docx, .txt and .pdf. */
  languageCode: z.string().max(50),
  /** Not trimmed; "" for none. */
  speakerSeparator: z.string().max(100),
  /** Which kinds of text are lines, as in `formatKinds`. */
  lineKinds: z.string().max(200).optional(),
});
/** A problem of a script: its location, its kind, and a message. */
export const scriptProblem = z.object({
  severity: z.enum(problemSeverities),
  /** The row of a sheet, the cue number or the paragraph, from 1; null for the whole file. */
  row: z.number().nullable(),
  /** The rows that it concerns if there are several: the first ten. */
  rows: z.array(z.number()),
  /** The column's name ("Text_FR-FR"); "" for none. */
  column: z.string(),
  /** The address of a cell in a workbook ("D214"); "" for none. */
  cell: z.string(),
  /** A stable identifier. The window has a text for each. */
  code: z.string(),
  /** In English, with details. */
  message: z.string(),
  /** The sheet, if it is another one than that of the report; "" for none. */
  sheet: z.string(),
  /** What the reader assumed, as a value in no language; "" for none. */
  assumed: z.string(),
  /** What the user can do, in English; "" for none. */
  remedy: z.string(),
  /** The name that is probably meant instead of an unknown one; "" for none. */
  suggestion: z.string(),
});
export type ScriptProblem = z.infer<typeof scriptProblem>;
/** What a column of a table contains. */
export const columnRole = z.custom<ColumnRole>(
  (value) => typeof value === "string" && columnRoleOf(value) !== null,
);
const headerKey = z.string().max(100).nullable();
const sheetName = z.string().max(1000);
const tableView = z.object({
  /** The names of the visible sheets; "" for a table without sheets; none for another file. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** 0 for a table without a header. */
  headerRow: z.number(),
  /** Identifies the header; null without one. */
  header: headerKey,
  /** From the first row on; long cells are cut. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  /** With their keys for `assignColumns`, and their proposed or assigned content. */
  columns: z.array(z.object({ key: z.string(), name: z.string(), role: columnRole })),
  /** Columns that are not shown. */
  otherColumns: z.number(),
  /** Frames per second of times with frames; null if unknown. */
  frameRate: z.number().nullable(),
  /** Whether the user has assigned the columns. */
  isAssigned: z.boolean(),
  problems: z.array(scriptProblem),
});
export type TableView = z.infer<typeof tableView>;
/**
 * The encoding of a text file that was assumed or chosen, and the first words with letters outside
 * of ASCII, which show whether it is right.
 */
export const fileEncoding = z.object({
  name: z.enum(textEncodingNames),
  isChosen: z.boolean(),
  words: z.array(z.string()),
});
export type FileEncoding = z.infer<typeof fileEncoding>;
/** What a hosted service gets for a script: its lines in a file, or why it cannot get them. */
const sentScripts = ["file", "utf-8", "workbook", "srt", "separator-needed"] as const;

const scriptReport = z.object({
  path: z.string(),
  name: z.string(),
  /** Size in bytes. */
  size: z.number(),
  modifiedAt: timestamp.nullable(),
  /** The format without a dot, such as "xlsx"; "" if it is unknown. */
  format: z.string(),
  lineCount: z.number(),
  /** In order of first appearance. */
  characters: z.array(z.object({ name: z.string(), lines: z.number() })),
  /** Ids of the languages of its texts. */
  languages: z.array(z.string()),
  /**
   * The file does not specify its language and none was given. The file is read; the form requests
   * the language.
   */
  isLanguageMissing: z.boolean(),
  /**
   * The probable speaker separator of an .srt file that was read without one, and some speaker
   * names before it.
   */
  separator: z.object({ text: z.string(), speakers: z.array(z.string()) }).nullable(),
  /** Null if it is certain. */
  encoding: fileEncoding.nullable(),
  /**
   * How the columns of a table were found; "uncertain" if the user should confirm them. Null for a
   * file without a table.
   */
  columns: z.enum(["certain", "uncertain", "assigned"]).nullable(),
  /** Null for a script with errors, and for a local workspace, which reads the file. */
  sentAs: z.enum(sentScripts).nullable(),
  /** The sheet of a workbook that was read; "" for other formats. */
  sheet: z.string(),
  counts: z.object({ errors: z.number(), warnings: z.number(), notes: z.number() }),
  /** The first 500 problems. */
  problems: z.array(scriptProblem),
  /**
   * Distinct files in the column Source_Audio: found on this computer, missing, in the media
   * gallery, at URLs.
   */
  sourceAudio: z.object({
    local: z.number(),
    missing: z.number(),
    gallery: z.number(),
    urls: z.number(),
  }),
});
export type ScriptReport = z.infer<typeof scriptReport>;
/** A cell by its address ("D214") and its sheet; "" is the sheet that the program shows first. */
const workbookCell = z.object({
  sheet: z.string().max(1000),
  name: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/),
});
export type WorkbookCell = z.infer<typeof workbookCell>;
const checkedLine = z.object({
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

const matchedRow = z.object({
  /** As in `scriptProblem`. */
  row: z.number(),
  /** The number of its line, and how it was found; null for none. */
  number: z.number().nullable(),
  by: z.enum(matchEvidence).nullable(),
  /** Character of the line, or of the row without a line. */
  character: z.string(),
  /** The present text of the line, or its text in another language; "" for none. */
  before: z.string(),
  text: z.string(),
});
export type MatchedRow = z.infer<typeof matchedRow>;
const targetMatches = z.object({
  /** False if the service does not show the lines of its batches. */
  isOffered: z.boolean(),
  /** Rows with a text in the language. */
  total: z.number(),
  /** How many of them have a line. */
  matched: z.number(),
  /** Lines of the batch for which the file has no text. */
  linesWithoutText: z.number(),
  /** The first 500 problems: rows without a line, and what was assumed. */
  problems: z.array(scriptProblem),
  rows: z.array(matchedRow),
});
export type TargetMatches = z.infer<typeof targetMatches>;

export const scripts = {
  /** Opens the native dialog for a script; null if the user cancels. */
  choose: call(nothing, z.object({ path: z.string() }).nullable()),
  /**
   * Reads a script outside the main process, and again only after it has changed. Watches the file:
   * the topic "scripts" is emitted when it changes on disk. Rejects only if the file is missing or
   * unreadable.
   */
  check: call(inWorkspace.extend(scriptReading.shape), scriptReport),
  /** The lines of a checked script. */
  lines: call(
    inWorkspace.extend({ ...scriptReading.shape, ...page.shape }),
    z.object({ lines: z.array(checkedLine), total: z.number() }),
  ),
  /**
   * Which lines of a batch get the texts of a target script. Requires a script without errors. The
   * first page is of the present lines; further pages are of the same ones.
   */
  matchTarget: call(
    inBatch.extend({ ...scriptReading.shape, ...page.shape, languageId: id }),
    targetMatches,
  ),
  /** The first rows of a table. `place`: another sheet or header than those that are found. */
  viewTable: call(
    z.object({
      path: filePath,
      languageCode: z.string().max(50),
      place: z
        .object({ sheet: sheetName, headerRow: z.number().int().min(0).max(100).nullable() })
        .nullable(),
    }),
    tableView,
  ),
  /**
   * Stores what the columns of a table contain, for this file and for every table with the same
   * header.
   */
  assignColumns: call(
    z.object({
      path: filePath,
      header: headerKey,
      sheet: sheetName,
      columns: z.record(z.string().max(200), columnRole),
      frameRate: z.number().positive().max(1000).nullable(),
    }),
    nothing,
  ),
  /** The columns of this file, and of tables with this header, are recognised by their names. */
  forgetColumns: call(z.object({ path: filePath, header: headerKey }), nothing),
  /**
   * The encoding of a text file, also of one that another import reads; null to recognise it.
   */
  setEncoding: call(
    z.object({ path: filePath, encoding: z.enum(textEncodingNames).nullable() }),
    nothing,
  ),
  /** Stops watching these files. No file is accessed, so paths need no approval. */
  release: call(z.object({ paths: z.array(z.string().max(10_000)).max(10_000) }), nothing),
  /**
   * Opens a script in the user's default program, at the given cell if the program supports this.
   * Otherwise the address of the cell is copied to the clipboard.
   */
  openInProgram: call(
    z.object({ path: filePath, cell: workbookCell.nullable() }),
    z.object({ isAtCell: z.boolean() }),
  ),
  /** Saves a template to a file that the user chooses; null if the user cancels. */
  saveTemplate: call(
    z.object({
      kind: z.enum(["audio-production", "line-dubbing", "bulk"]),
      /** The language ids of its text columns. */
      languages: z.array(z.string()).max(50),
    }),
    z.object({ path: z.string() }).nullable(),
  ),
};

const bucket = z.object({
  /** "https://s3.eu-central-1.amazonaws.com", or the URL of another service. */
  endpoint: z.string().trim().min(1).max(2000),
  region: z.string().trim().min(1).max(100),
  bucket: z.string().trim().min(1).max(255),
  /** "" or ending in "/". */
  prefix: z.string().trim().max(500),
  accessKeyId: z.string().trim().min(1).max(1000),
  /** The bucket name is part of the path instead of the host name. */
  isPathStyle: z.boolean(),
});
export type Bucket = z.infer<typeof bucket>;
/** "" leaves the stored key unchanged. */
const secretAccessKey = z.string().max(4000);
const storedScript = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  storedAt: timestamp.nullable(),
});
export const scriptStore = {
  get: call(
    inWorkspace,
    z.object({
      /**
       * "workspace": the service stores scripts (extension "scripts"). "none": the user enters
       * URLs.
       */
      kind: z.enum(["workspace", "bucket", "none"]),
      bucket: bucket.nullable(),
      /** Whether a key is stored; false after a session without a keychain. */
      hasSecret: z.boolean(),
      /**
       * The lifetime of a bucket URL in seconds; null if it is valid as long as the script is
       * stored.
       */
      urlLifetime: z.number().nullable(),
    }),
  ),
  /**
   * Uploads a small file, fetches it by its URL and deletes it. Stores nothing; rejects with the
   * reason.
   */
  test: call(
    inWorkspace.extend({ bucket, secretAccessKey }),
    z.object({ milliseconds: z.number() }),
  ),
  setBucket: call(inWorkspace.extend({ bucket, secretAccessKey }), nothing),
  /** Deletes the settings of the bucket and its key. The content of the bucket is not deleted. */
  removeBucket: call(inWorkspace, nothing),
  /** The scripts that this application stored there, newest first; at most 10,000. */
  list: call(inWorkspace, z.object({ scripts: z.array(storedScript), isTruncated: z.boolean() })),
  delete: call(inWorkspace.extend({ scriptIds: ids }), nothing),
};
