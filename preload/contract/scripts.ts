/** Scripts before they are sent, and the store of a workspace that keeps them for the service. */
import { z } from "zod";
import { moment } from "../model";
import { projectType } from "../model/resources";
import { call, filePath, ids, inWorkspace, nothing, page } from "./call";

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
  /** The file does not say its language and none was given: it is read all the same, and the form asks. */
  isLanguageMissing: z.boolean(),
  /** A speaker separator that an .srt read without one seems to use, and some of the names before it. */
  separator: z.object({ text: z.string(), speakers: z.array(z.string()) }).nullable(),
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
  /** No longer watches these. Only forgets, so that any path may be named. */
  release: call(z.object({ paths: z.array(z.string().max(10_000)).max(10_000) }), nothing),
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
