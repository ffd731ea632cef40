/** The review of the lines of a batch, where the service offers it (extension "review"). */
import { z } from "zod";
import { checkNames } from "../facts/checks";
import { matchEvidence } from "../facts/line-matching";
import {
  decisions,
  lineStates,
  maxSelectedLines,
  maxNoteText,
  maxReviewText,
  maxTexts,
} from "../facts/review";
import {
  cleanedTakes,
  glossaryHits,
  lineChange,
  namedLine,
  namedRevision,
  progress,
  requestedTakes,
  reviewedLine,
  shortenedText,
  reviewSummary,
  voiceEffect,
} from "../local-service/review";
import { lineEdit, madeLineEdit } from "../local-service/line-edits";
import { call, filePath, id, inBatch, inWorkspace, nothing, page, search } from "./call";
import { fileEncoding } from "./scripts";
import { historyEntry, lineTake, reviewComment } from "./line-details";

export type {
  LanguageProgress,
  LineChange,
  LineFinding,
  NamedLine,
  NamedRevision,
  ReviewedLine,
} from "../local-service/review";

const state = z.enum(lineStates);
const decision = z.enum(decisions);

/** What the video of a batch contains. */
export const sourceFacts = z.object({
  durationMs: z.number().nullable(),
  /** Null without a picture. */
  pictureCodec: z.string().nullable(),
  /** Frames per second; null if it varies or is unknown. */
  frameRate: z.number().nullable(),
  /** Timecode of the first frame of the picture; null for none. */
  startTimecode: z.string().nullable(),
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

/** The milliseconds of the languages are in `languageProgress`. */
const languageSummary = reviewSummary.omit({ takesMs: true, approvedMs: true });
export type ReviewSummary = z.infer<typeof languageSummary>;

const textOutcome = z.object({
  number: z.number(),
  /** "" if the line was changed, or had this text already. */
  problem: z.string(),
  /** Revision of the changed line; null if it was not changed. */
  revision: z.number().nullable(),
});
export type TextOutcome = z.infer<typeof textOutcome>;

const rowProblem = z.object({
  row: z.number().nullable(),
  code: z.string(),
  message: z.string(),
});
/** What a file with texts changes. */
export const readTexts = z.object({
  /** Path with which the file can be read again. */
  path: z.string(),
  name: z.string(),
  /** Null if it is certain. */
  encoding: fileEncoding.nullable(),
  /** Lines whose text in the file is another one. `before`: their present text. */
  changes: z.array(
    z.object({
      number: z.number(),
      revision: z.number(),
      character: z.string(),
      before: z.string(),
      target: z.string(),
      /** The row of the file, and how its line was found. */
      row: z.number(),
      by: z.enum(matchEvidence),
    }),
  ),
  /** Lines with the same text in the file. */
  unchanged: z.number(),
  /** Lines that are not in the file. */
  missing: z.number(),
  /**
   * `row`: of the file, or null; `code`: of the script reader, or one of `textsProblems`. The
   * message is English.
   */
  problems: z.array(rowProblem),
  /** What was assumed or left out in the file, which changes no text by itself. */
  notes: z.array(rowProblem),
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
const inNamedLine = inLanguage.extend(namedLine.shape);
/** Lines by name, all that match a filter, or the named ones that match it. */
const selection = z.union([
  z.object({
    lines: z.array(namedRevision).min(1).max(maxSelectedLines),
    filter: filter.optional(),
  }),
  z.object({ filter }),
]);

/** All calls require the extension "review". */
export const review = {
  list: call(
    inLanguage.extend({ ...page.shape, filter }),
    z.object({ lines: z.array(reviewedLine), total: z.number() }),
  ),
  /**
   * Whether lines of a language changed since a revision; `revision` is the present one. Null for
   * the first call. It reads the changes only, so it can be repeated often. `at`: the line that is
   * shown. `people`: the other persons at lines of the language (extension "presence").
   */
  changes: call(
    inLanguage.extend({
      since: z.number().int().min(0).nullable(),
      at: z.number().int().min(1).nullable(),
    }),
    z.object({
      revision: z.number(),
      numbers: z.array(z.number()),
      isReset: z.boolean(),
      people: z.array(z.object({ name: z.string(), number: z.number() })),
    }),
  ),
  /** Each language with a dub. Empty if the service does not offer the extension. */
  summary: call(
    inBatch.extend({ languageId: z.string().optional() }),
    z.object({ languages: z.array(languageSummary) }),
  ),
  /** By project and language. Empty if the service does not offer the extension. */
  progress: call(inWorkspace, progress),
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
      /** As in the form of the service. */
      spokenAs: z.string().nullable().optional(),
      /** An engine shortens texts of this language. */
      canShorten: z.boolean(),
    }),
  ),
  /** Rejects with "conflict" if the line has another revision. */
  change: call(
    inLine.extend({ revision: z.number().int().min(0), change: lineChange }),
    z.object({ line: reviewedLine }),
  ),
  /**
   * Splits, merges, adds or deletes lines, or undoes that. Rejects with the field "revision" if a
   * line was changed meanwhile.
   */
  editLines: call(inLanguage.extend({ edit: lineEdit }), madeLineEdit),
  /**
   * Ignores a check of a line while the line has its present text, or ends that. Requires the name
   * of the reviewer.
   */
  ignoreCheck: call(
    inNamedLine.extend({ check, isIgnored: z.boolean() }),
    z.object({ line: reviewedLine }),
  ),
  /**
   * Changes the texts of several lines. `problem`: why one was not changed; from the service, in
   * English.
   */
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
   * Asks where to save the texts (.xlsx, .csv or .srt, by the name's ending), and writes them. Null
   * if the user cancels. Rejects with "invalid-input" (field "format") if lines without times are
   * to be subtitles.
   */
  saveTexts: call(inLanguage, z.object({ path: z.string(), lines: z.number() }).nullable()),
  /**
   * Asks for a file with texts, and compares it with the lines. Changes nothing. Null if the user
   * cancels.
   */
  readTexts: call(inLanguage.extend({ path: filePath.optional() }), readTexts.nullable()),
  /**
   * A shorter form of a text of the line; nothing is stored. `problem`: why there is none; from the
   * service, in English.
   */
  shorten: call(inLine.extend({ text: z.string().min(1).max(maxReviewText) }), shortenedText),
  /**
   * How many lines with takes become outdated by another voice of a line, or of its character; in
   * how many batches.
   */
  voiceEffect: call(
    inLine.extend({ scope: z.enum(["line", "character"]), voice: id }),
    voiceEffect,
  ),
  /**
   * Decides several lines, each by its take at the time of the request; with a filter, those that
   * match it when their decision is stored. `problems`: why some were not changed; from the
   * service, in English.
   */
  decide: call(
    inLanguage.extend({
      selection,
      decision: decision.nullable(),
      /** Why they are rejected; "" by default. */
      reason: z.string().max(maxNoteText).optional(),
    }),
    z.object({
      /** The changed lines, by their names in the request, with their new revisions. */
      changed: z.array(namedLine.extend({ revision: z.number() })),
      problems: z.array(z.string()),
    }),
  ),
  /** Makes the missing, outdated and failed takes, or another one of lines that have all. */
  makeTakes: call(inLanguage.extend({ selection }), requestedTakes),
  /** Removes takes that are not made yet. */
  stopTakes: call(inLanguage.extend({ selection }), nothing),
  /** Removes a failed take that was requested in addition to the others. */
  discardTake: call(inBatch.extend({ takeId: z.number().int() }), nothing),
  /** Removes the outdated takes of each line beyond the newest 20, except decided ones. */
  cleanTakes: call(inLanguage, cleanedTakes),
  addComment: call(
    inNamedLine.extend({
      text: z.string().min(1).max(maxNoteText),
      /** The take that it is about. */
      takeId: z.number().int().nullable().optional(),
      /** Milliseconds from the start of the line. */
      atMs: z.number().int().nullable().optional(),
      /** The end of a span; requires the extension "comment-threads". */
      endMs: z.number().int().nullable().optional(),
      /** The comment that this is a reply to; requires the extension "comment-threads". */
      replyTo: id.nullable().optional(),
      /** Of a comment that is restored; false by default. */
      isResolved: z.boolean().optional(),
    }),
    nothing,
  ),
  /** Rejects with the field "before" if the comment has another text than that. */
  changeComment: call(
    inBatch.extend({
      commentId: id,
      text: z.string().min(1).max(maxNoteText),
      before: z.string().max(maxNoteText),
    }),
    nothing,
  ),
  resolveComment: call(inBatch.extend({ commentId: id, isResolved: z.boolean() }), nothing),
  /** With its replies. */
  removeComment: call(inBatch.extend({ commentId: id }), nothing),
};
