/** The review of the lines of a batch, where the service offers it (extension "review"). */
import { z } from "zod";
import { checkNames, checkSeverities } from "../facts/checks";
import {
  decisions,
  lineStates,
  maxOffsetMs,
  maxSelectedLines,
  maxNoteText,
  maxReviewText,
  maxTexts,
  speeds,
} from "../facts/review";
import { call, id, inBatch, inWorkspace, nothing, page, search } from "./call";
import { glossaryHits, historyEntry, lineTake, reviewComment } from "./line-details";

const state = z.enum(lineStates);
const decision = z.enum(decisions);
const fit = z.union([z.enum(["auto", "natural"]), z.number().min(speeds.min).max(speeds.max)]);

/** What a check found on a line. */
export const lineFinding = z.object({
  /** Those of this version are in the facts, as the rules are. */
  name: z.string(),
  severity: z.enum(checkSeverities),
  /** Null, as the values below, if the check has none. */
  rule: z.string().nullable(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** A word of the glossary, or the number of another line. */
  subject: z.string().nullable(),
  /** The name of the person who ignores it, or null. */
  ignoredBy: z.string().nullable(),
});
export type LineFinding = z.infer<typeof lineFinding>;

export const reviewedLine = z.object({
  /** From 1, in the order of the script. */
  number: z.number(),
  lineId: z.string(),
  characterId: z.string(),
  character: z.string(),
  /** The voice of the character; null if it has none. */
  characterVoice: z.string().nullable(),
  source: z.string(),
  target: z.string(),
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  state,
  /** Present takes that are made. */
  takes: z.number(),
  /** The take that the line uses; while all are outdated, the newest one of them. */
  chosen: z
    .object({
      id: z.number(),
      variant: z.number(),
      isOutdated: z.boolean(),
      durationMs: z.number(),
      speed: z.number(),
    })
    .nullable(),
  /** The worst first; ignored ones included. */
  checks: z.array(lineFinding),
  /** Not resolved. */
  comments: z.number(),
  /** Of the line; a change names it. */
  revision: z.number(),
  /** Of this line only; null for the voice of the character. */
  voice: z.string().nullable(),
  offsetMs: z.number(),
  fit,
  decision: decision.nullable(),
  reason: z.string(),
  decidedBy: z.string(),
});
export type ReviewedLine = z.infer<typeof reviewedLine>;

/** What the video of a batch contains. */
export const sourceFacts = z.object({
  durationMs: z.number().nullable(),
  /** Null without a picture. */
  pictureCodec: z.string().nullable(),
  /** Frames per second; null if it varies or is unknown. */
  frameRate: z.number().nullable(),
  /** Why the file cannot be read, or ""; from the service, in English. */
  problem: z.string(),
});
export type SourceFacts = z.infer<typeof sourceFacts>;

/** The preview of a video whose picture the window cannot show. */
export const sourcePreview = z.object({
  /** "unavailable": of this video none can be made. "no-program": FFmpeg is not installed. */
  state: z.enum(["making", "ready", "unavailable", "no-program"]),
  /** How much is made, from 0 to 1. */
  progress: z.number(),
});
export type SourcePreview = z.infer<typeof sourcePreview>;

export const reviewSummary = z.object({
  languageId: z.string(),
  lines: z.number(),
  states: z.partialRecord(state, z.number()),
  /** The numbers of lines by the names of findings that are not ignored. */
  checks: z.record(z.string(), z.number()),
  /** Whether the findings are being made, after a change. */
  areChecksDue: z.boolean(),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;

/** How far the dubs of a language of a project are. */
export const languageProgress = z.object({
  projectId: z.string(),
  project: z.string(),
  languageId: z.string(),
  lines: z.number(),
  states: z.partialRecord(state, z.number()),
  /** Milliseconds of the takes that the lines use, and of the approved ones. */
  takesMs: z.number(),
  approvedMs: z.number(),
  /** The first batch with a line to decide about; null for none. */
  next: z.object({ batchId: z.string(), batch: z.string() }).nullable(),
});
export type LanguageProgress = z.infer<typeof languageProgress>;

const textOutcome = z.object({
  number: z.number(),
  /** "" if the line was changed, or had this text already. */
  problem: z.string(),
  /** Of the changed line; null if it was not changed. */
  revision: z.number().nullable(),
});
export type TextOutcome = z.infer<typeof textOutcome>;

/** What a file with texts changes. */
export const readTexts = z.object({
  name: z.string(),
  /** Lines whose text in the file is another one. `before`: their present text. */
  changes: z.array(
    z.object({
      number: z.number(),
      revision: z.number(),
      character: z.string(),
      before: z.string(),
      target: z.string(),
    }),
  ),
  /** Lines with the same text in the file. */
  unchanged: z.number(),
  /** Lines that are not in the file. */
  missing: z.number(),
  /** `row`: of the file, or null; `code`: of the script reader, or one of `textsProblems`. The message is English. */
  problems: z.array(
    z.object({ row: z.number().nullable(), code: z.string(), message: z.string() }),
  ),
});
export type ReadTexts = z.infer<typeof readTexts>;

const check = z.enum(checkNames);
const filter = z.object({
  states: z.array(state).max(lineStates.length),
  /** Lines with a finding of one of these that is not ignored; empty for all. */
  checks: z.array(check).max(checkNames.length),
  /** Only lines without errors and warnings, except ignored ones. */
  isWithoutWarnings: z.boolean(),
  /** Only lines with comments that are not resolved. */
  isCommented: z.boolean(),
  /** Only lines of this character; null for all. */
  characterId: id.nullable(),
  search,
});
export type ReviewFilter = z.infer<typeof filter>;

const inLanguage = inBatch.extend({ languageId: id });
const inLine = inLanguage.extend({ number: z.number().int().min(1) });
const change = z.object({
  target: z.string().max(maxReviewText).optional(),
  /** Null for the voice of the character. */
  voice: id.nullable().optional(),
  offsetMs: z.number().int().min(-maxOffsetMs).max(maxOffsetMs).optional(),
  fit: fit.optional(),
  /** The take to use; with a decision, the take that was heard. */
  takeId: z.number().int().optional(),
  /** Null removes the decision. */
  decision: decision.nullable().optional(),
  reason: z.string().max(maxNoteText).optional(),
});
export type LineChange = z.infer<typeof change>;
/** Lines by their numbers, or all that match a filter. */
const selection = z.union([
  z.object({ lines: z.array(z.number().int().min(1)).min(1).max(maxSelectedLines) }),
  z.object({ filter }),
]);

/** All calls require the extension "review". */
export const review = {
  list: call(
    inLanguage.extend({ ...page.shape, filter }),
    z.object({ lines: z.array(reviewedLine), total: z.number() }),
  ),
  /**
   * Whether lines of a language changed since a revision; `revision` is the present one. Null for the first call. It
   * reads the changes only, so it can be repeated often.
   */
  changes: call(
    inLanguage.extend({ since: z.number().int().min(0).nullable() }),
    z.object({ revision: z.number(), numbers: z.array(z.number()), isReset: z.boolean() }),
  ),
  /** Each language with a dub. Empty if the service does not offer the extension. */
  summary: call(
    inBatch.extend({ languageId: z.string().optional() }),
    z.object({ languages: z.array(reviewSummary) }),
  ),
  /** By project and language. Empty if the service does not offer the extension. */
  progress: call(inWorkspace, z.object({ languages: z.array(languageProgress) })),
  /**
   * Asks where to save the progress as a table (CSV, or XLSX by the name's ending), and writes it. Null if the user
   * cancels.
   */
  saveProgress: call(inWorkspace, z.object({ path: z.string() }).nullable()),
  /** The video of a batch. `problem`: why there is none; from the service, in English. */
  source: call(inBatch, z.object({ facts: sourceFacts.nullable(), problem: z.string() })),
  /** The preview of the video of a batch. The service makes it from the first call on. */
  preview: call(inBatch, sourcePreview),
  /** The comments on all lines of a language. */
  comments: call(inLanguage, z.object({ comments: z.array(reviewComment) })),
  /** Takes and history: the newest first. */
  line: call(
    inLine,
    z.object({
      line: reviewedLine,
      takes: z.array(lineTake),
      comments: z.array(reviewComment),
      history: z.array(historyEntry),
      glossary: glossaryHits,
    }),
  ),
  /** Rejects with "conflict" if the line has another revision. */
  change: call(
    inLine.extend({ revision: z.number().int().min(0), change }),
    z.object({ line: reviewedLine }),
  ),
  /** Ignores a check of a line while the line has its present text, or ends that. Requires the name of the reviewer. */
  ignoreCheck: call(
    inLine.extend({ check, isIgnored: z.boolean() }),
    z.object({ line: reviewedLine }),
  ),
  /** Changes the texts of several lines. `problem`: why one was not changed; from the service, in English. */
  setTexts: call(
    inLanguage.extend({
      texts: z
        .array(
          z.object({
            number: z.number().int().min(1),
            revision: z.number().int().min(0),
            target: z.string().max(maxReviewText),
          }),
        )
        .max(maxTexts),
    }),
    z.object({ lines: z.array(textOutcome) }),
  ),
  /**
   * Asks where to save the texts (.xlsx, .csv or .srt, by the name's ending), and writes them. Null if the user
   * cancels. Rejects with "invalid-input" (field "format") if lines without times are to be subtitles.
   */
  saveTexts: call(inLanguage, z.object({ path: z.string(), lines: z.number() }).nullable()),
  /** Asks for a file with texts, and compares it with the lines. Changes nothing. Null if the user cancels. */
  readTexts: call(inLanguage, readTexts.nullable()),
  /** How many lines with takes become outdated by another voice of a line, or of its character; in how many batches. */
  voiceEffect: call(
    inLine.extend({ scope: z.enum(["line", "character"]), voice: id }),
    z.object({ lines: z.number(), batches: z.number() }),
  ),
  /** Decides several lines, each by its take at the time of the request. `problems`: why some were not changed; from the service, in English. */
  decide: call(
    inLanguage.extend({ selection, decision: decision.nullable() }),
    z.object({ /** Their numbers. */ changed: z.array(z.number()), problems: z.array(z.string()) }),
  ),
  /** Makes the missing, outdated and failed takes, or another one of lines that have all. */
  makeTakes: call(
    inLanguage.extend({ selection }),
    z.object({ queued: z.number(), skipped: z.number() }),
  ),
  /** Removes takes that are not made yet. */
  stopTakes: call(inLanguage.extend({ selection }), nothing),
  /** Removes a failed take that was requested in addition to the others. */
  discardTake: call(inBatch.extend({ takeId: z.number().int() }), nothing),
  /** Removes the outdated takes of each line beyond the newest 20, except decided ones. */
  cleanTakes: call(inLanguage, z.object({ takes: z.number(), bytes: z.number() })),
  addComment: call(
    inLine.extend({
      text: z.string().min(1).max(maxNoteText),
      /** The take that it is about. */
      takeId: z.number().int().nullable().optional(),
      /** Milliseconds from the start of the line. */
      atMs: z.number().int().nullable().optional(),
    }),
    nothing,
  ),
  resolveComment: call(inBatch.extend({ commentId: id, isResolved: z.boolean() }), nothing),
  removeComment: call(inBatch.extend({ commentId: id }), nothing),
};
