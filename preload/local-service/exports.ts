/** The forms of the extensions "exports" and "delivery-files": deliveries of a batch. */
import { z } from "zod";
import {
  deliveryNamings,
  deliveryNotes,
  mixLayouts,
  deliveryPartNames,
  deliveryPresetNames,
  leftOutReasons,
  type MissingKind,
} from "../facts/delivery";
import { maxNameTemplate } from "../facts/name-template";
import { timecodePattern } from "../facts/timecode";
import { idOf, listOf, shownText, userText } from "./parts";

/** Lines of each kind that a plan names, and files that an export names. */
export const maxNamed = 1_000;
/** Files of a plan or an export. */
const maxFiles = 200_000;

export const exportRequest = z.object({
  languages: z.array(z.string().min(1).max(100)).min(1).max(100),
  parts: z.array(z.enum(deliveryPartNames)).min(1),
  preset: z.enum(deliveryPresetNames),
  naming: z.enum(deliveryNamings),
  /** The channels of mixes; stereo by default. */
  mix: z.enum(mixLayouts).optional(),
  /** The template of the naming "template", which needs a valid one. */
  nameTemplate: z.string().max(maxNameTemplate).optional(),
  /**
   * The timecode of the first frame, whose separator says how frames are counted; that of the
   * picture by default.
   */
  startTimecode: z.string().regex(timecodePattern).optional(),
  /** Delivers also with errors and lines that are not approved. */
  includeUnapproved: z.boolean(),
  /** Videos have the original sound as their second track. */
  originalTrack: z.boolean(),
});
export type ExportRequest = z.infer<typeof exportRequest>;

const lineNumbers = listOf(z.number(), maxNamed);
/** What has to be corrected or accepted first, in one language. */
const missingLines = z.object({
  languageId: idOf,
  withoutText: lineNumbers,
  withoutTake: lineNumbers,
  unapproved: lineNumbers,
  errors: listOf(z.object({ number: z.number(), check: shownText }), maxNamed),
  /** The numbers of all lines that something is missing of; the lists above are cut. */
  counts: z.object({
    withoutText: z.number(),
    withoutTake: z.number(),
    unapproved: z.number(),
    errors: z.number(),
  } satisfies Record<MissingKind, z.ZodNumber>),
});
export type MissingLines = z.infer<typeof missingLines>;

export const exportPlan = z.object({
  files: listOf(
    z.object({
      path: shownText,
      /** The size of the file; null if it is not known before the file is made. */
      bytes: z.number().nullable(),
      /** Why it cannot be made, or "". */
      problem: shownText,
    }),
    maxFiles,
  ),
  /** At most `maxNamed` lines of each kind. */
  missing: listOf(missingLines, 1_000),
  /** Takes whose names have a number, since others have the same, or are cut. */
  renamed: z.number().optional(),
  /** What the delivery does not do as its request could be understood. */
  notes: listOf(z.object({ note: z.enum(deliveryNotes), count: z.number() }), 100).optional(),
  /** The requested parts that have no files in a language, or lack one of them. */
  leftOut: listOf(
    z.object({
      languageId: idOf,
      part: z.enum(deliveryPartNames),
      reason: z.enum(leftOutReasons),
    }),
    1_000,
  ).optional(),
});
export type ExportPlan = z.infer<typeof exportPlan>;
export const startedExport = z.object({ exportId: idOf, folder: userText });

/**
 * "making": files are missing, also after the process ended. "failed": a file could not be made;
 * the others are. It can be resumed. "unconfirmed": it was begun on another computer or by an
 * earlier version, and writes nothing until it is resumed. "expired": the files of a download were
 * removed, and can be made again.
 */
export const exportStates = [
  "making",
  "made",
  "failed",
  "cancelled",
  "unconfirmed",
  "expired",
] as const;
export type ExportState = (typeof exportStates)[number];

export const exportEntry = z.object({
  id: idOf,
  /** The absolute folder; the name of the folder of files that are downloaded. */
  folder: userText,
  version: z.number(),
  languages: listOf(userText, 1_000),
  /** The kinds of files. */
  parts: listOf(userText, 1_000),
  preset: shownText,
  /** "other": a state that this version does not know. */
  state: z.enum([...exportStates, "other"]).catch("other"),
  /** Why it failed, or ""; in English. */
  problem: shownText,
  /** Numbers of files. */
  counts: z.object({
    files: z.number(),
    made: z.number(),
    failed: z.number(),
    /** The number of files that do not meet the preset. */
    findings: z.number(),
  }),
  /** The total size of the files that were made. */
  bytes: z.number(),
  createdAt: z.number(),
  /** When the files of a download are removed; absent while they are made. */
  expiresAt: z.number().optional(),
});
export type ExportEntry = z.infer<typeof exportEntry>;
export const exportList = z.object({ exports: listOf(exportEntry, 100_000) });

const exportFile = z.object({
  path: shownText,
  state: z.enum(["waiting", "made", "failed", "other"]).catch("other"),
  bytes: z.number().nullable(),
  sha256: shownText.nullable(),
  /** Why it failed, or "". */
  problem: shownText,
  /** In which way it does not meet the preset, or "". */
  finding: shownText,
});
export type ExportFileForm = z.infer<typeof exportFile>;
export const exportDetails = exportEntry.extend({ files: listOf(exportFile, maxFiles) });
