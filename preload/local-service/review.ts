/** The forms of the extension "review": lines, their takes and comments, and how far they are. */
import { z } from "zod";
import { checkSeverities } from "../facts/checks";
import { maxExpression, maxLineMs } from "../facts/line-edits";
import {
  decisions,
  levelStepDb,
  lineStates,
  maxCommentsOfPage,
  maxLevelDb,
  maxLinesOfPage,
  maxNoteText,
  maxOffsetMs,
  maxReviewedLines,
  maxReviewText,
  maxTexts,
  outdatedReasons,
  speeds,
} from "../facts/review";
import { fields, idOf, listOf, optionalLine, plainText, shownText, userText } from "./parts";

/** A text that a change replaces as a whole: one that is too long is an error, never truncated. */
const wholeText = z.string().max(maxReviewText);
const decision = z.enum(decisions);
const fitNames = z.enum(["auto", "natural"]);
const speed = z.number().min(speeds.min).max(speeds.max);
/** Numbers of lines by state; absent for none. */
const states = fields.pipe(z.partialRecord(z.enum(lineStates), z.number()));

/** What a check found on a line. */
export const lineFinding = z.object({
  /** Those of this version are in the facts, as the rules are. */
  name: shownText.min(1),
  severity: z.enum(checkSeverities).catch("warning"),
  /**
   * The rule whose limit was exceeded, and the value that did; null, as the subject, if there is
   * none.
   */
  rule: shownText.nullable(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
  /** A word of the glossary, or the number of another line. */
  subject: shownText.nullable(),
  /** The name of the person who ignores it, or null. */
  ignoredBy: shownText.nullable(),
});
export type LineFinding = z.infer<typeof lineFinding>;

export const reviewedLine = z.object({
  /** Number of the line, from 1, in the order of the script. */
  number: z.number(),
  /** Of the line in its batch; stays when lines before it are added or removed. */
  identity: z.number().default(0),
  lineId: shownText,
  characterId: userText,
  character: shownText,
  /** The voice of the character in this language; null if it has none. */
  characterVoice: shownText.nullable(),
  /** It is the voice of the character in this language only. */
  isLanguageVoice: z.boolean().default(false),
  source: wholeText,
  target: wholeText,
  /** Milliseconds from the start of the video. */
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  /** The words of the script; "" for none. */
  emotion: userText.default(""),
  intensity: userText.default(""),
  state: z.enum(lineStates),
  /**
   * The decision is about other bytes of the same take, such as after a restore: it does not apply.
   */
  isOtherSound: z.boolean(),
  /** Present takes that are made. */
  takes: z.number(),
  /** The take that the line uses; while all are outdated, the newest one of them. */
  chosen: z
    .object({
      id: z.number(),
      variant: z.number(),
      /** Made of other words, with another voice, or in another way: no decision applies to it. */
      isOutdated: z.boolean(),
      durationMs: z.number(),
      speed: z.number(),
    })
    .nullable(),
  /** The worst first; ignored ones included. */
  checks: listOf(lineFinding, 1_000),
  /** Not resolved. */
  comments: z.number(),
  /** Incremented by each change of a reviewer; a change names it. */
  revision: z.number(),
  /** Voice of this line only; null for the voice of the character. */
  voice: shownText.nullable(),
  offsetMs: z.number(),
  /** Decibels by which the takes are louder; 0 from a service that has no levels yet. */
  levelDb: z.number().default(0),
  fit: z.union([fitNames, speed]),
  decision: decision.nullable(),
  reason: userText,
  decidedBy: shownText,
});
export type ReviewedLine = z.infer<typeof reviewedLine>;

const lineTime = z.int().min(0).max(maxLineMs).nullable().optional();
const expression = optionalLine.max(maxExpression).optional();
/** Values that a reviewer sets; absent ones stay. */
export const lineChange = z.object({
  target: plainText.max(maxReviewText).optional(),
  /** Null for the voice of the character. */
  voice: z.string().max(500).nullable().optional(),
  offsetMs: z.int().min(-maxOffsetMs).max(maxOffsetMs).optional(),
  levelDb: z.number().min(-maxLevelDb).max(maxLevelDb).multipleOf(levelStepDb).optional(),
  fit: z.union([fitNames, speed.multipleOf(speeds.step)]).optional(),
  /** The take to use, a present one; with a decision, the take that was heard. */
  takeId: z.int().optional(),
  /** Null removes the decision. */
  decision: decision.nullable().optional(),
  reason: plainText.max(maxNoteText).optional(),
  // What follows is the same in all languages.
  /** Milliseconds from the start of the video; both null for a line without times. */
  startMs: lineTime,
  endMs: lineTime,
  /** The name of a character of the project, or of a new one. */
  character: optionalLine.min(1, "must not be empty").optional(),
  /** The text in the source language. */
  source: plainText.max(maxReviewText).optional(),
  emotion: expression,
  intensity: expression,
});
export type LineChange = z.infer<typeof lineChange>;

/**
 * The name of the reviewer, for the history. Of credentials without a person it is what the client
 * gives, and no signature; credentials of a person need none, and refuse another one.
 */
export const reviewerName = optionalLine.optional();

export const linesPage = z.object({
  total: z.number(),
  revision: z.number(),
  lines: listOf(reviewedLine, maxLinesOfPage),
});
/** The lines that changed since a revision. `isReset`: all lines are to be read. */
export const changedLines = z.object({
  revision: z.number(),
  isReset: z.boolean(),
  lines: listOf(reviewedLine, maxLinesOfPage),
  /** The other persons who are at a line of the language now (extension "presence"). */
  people: listOf(z.object({ name: shownText, number: z.number() }), 1_000).default([]),
});

export const lineTake = z.object({
  id: z.number(),
  variant: z.number(),
  /** "other": a state that this version does not know. */
  state: z.enum(["queued", "made", "failed", "outdated", "other"]).catch("other"),
  isChosen: z.boolean(),
  /** Why it failed; in English. */
  problem: shownText,
  voice: shownText,
  durationMs: z.number().nullable(),
  speed: z.number().nullable(),
  loudness: z.number().nullable(),
  peak: z.number().nullable(),
  checks: listOf(shownText, 1_000),
  /** What has changed since it was made; null for a take that is not outdated. */
  outdatedBy: z.enum(outdatedReasons).nullable().catch(null),
});
export type LineTake = z.infer<typeof lineTake>;

/** A change of a line by a person. */
export const recordedChange = z.object({
  at: z.number(),
  /** "" if it is unknown. */
  by: shownText,
  /** Values before and after, by name; see `historyValues`. */
  changes: fields.pipe(z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))),
});

export type RecordedChange = z.infer<typeof recordedChange>;

/** A word of the glossary in a text of the form NFC. */
const glossaryHit = z
  .object({
    start: z.number().min(0),
    end: z.number(),
    /** Phonemes or letters. */
    pronunciation: shownText,
  })
  .refine(({ start, end }) => start < end, "must not be empty");
export type GlossaryHit = z.infer<typeof glossaryHit>;
/** The words in the source and in the text of a line. */
export const glossaryHits = z.object({
  source: listOf(glossaryHit, maxReviewText),
  target: listOf(glossaryHit, maxReviewText),
});

/** A line with its takes and its history, the newest first. */
export const lineDetails = z.object({
  line: reviewedLine,
  takes: listOf(lineTake, 1_000),
  history: listOf(recordedChange, 1_000),
  glossary: glossaryHits,
  /**
   * The words of the text as a voice is given them; "" for a line that stays silent, null or absent
   * for a text that is spoken as it is written.
   */
  spokenAs: wholeText.nullable().optional(),
  /** An engine shortens texts of this language. */
  canShorten: z.boolean().default(false),
});

/** A text of a line to shorten, as it is edited. */
export const shortenedTextBody = z.object({ text: plainText.min(1).max(maxReviewText) });
/** A shorter text, or null and why there is none, in English. */
export const shortenedText = z.object({ text: wholeText.nullable(), problem: shownText });

export const reviewSummary = z.object({
  languageId: idOf,
  lines: z.number(),
  states,
  /** The numbers of lines by the names of findings that are not ignored. */
  checks: fields.pipe(z.record(z.string(), z.number())),
  /** Whether the findings are being made, after a change. */
  areChecksDue: z.boolean(),
  /** Milliseconds of the takes that lines use, and of the approved ones. */
  takesMs: z.number(),
  approvedMs: z.number(),
});
export type ReviewSummary = z.infer<typeof reviewSummary>;
export const reviewSummaries = z.object({ languages: listOf(reviewSummary, 1_000) });

/** How far the dubs of a language of a project are. */
export const languageProgress = z.object({
  projectId: idOf,
  project: userText,
  languageId: idOf,
  lines: z.number(),
  states,
  /** Milliseconds of the takes that the lines use, and of the approved ones. */
  takesMs: z.number(),
  approvedMs: z.number(),
  /** The first batch with a line to decide about; null for none. */
  next: z.object({ batchId: idOf, batch: userText }).nullable(),
  /** The same numbers of each batch, if they are requested. */
  batches: listOf(
    z.object({
      batchId: idOf,
      lines: z.number(),
      states,
      takesMs: z.number(),
      approvedMs: z.number(),
    }),
    100_000,
  ).optional(),
});
export type LanguageProgress = z.infer<typeof languageProgress>;
export const progress = z.object({ languages: listOf(languageProgress, 100_000) });

/** Tells a line of a batch from another one that has its number later. */
export const lineIdentity = z.int().min(0);
export const namedLine = z.object({ number: z.int().min(1), identity: lineIdentity });
export type NamedLine = z.infer<typeof namedLine>;
/** `revision`: the line is changed only if it has the values of this revision. */
export const namedRevision = namedLine.extend({ revision: z.int().min(0).optional() });
export type NamedRevision = z.infer<typeof namedRevision>;

/** What became of one of several lines. `problem`: why it was not changed, in English, or null. */
const lineOutcome = z.object({ number: z.number(), problem: shownText.nullable() });
export const lineOutcomes = z.object({
  /**
   * `number`: the one of the request; `identity`: of the changed line; `revision`: the one that the
   * line has now, 0 if it was not changed.
   */
  lines: listOf(
    lineOutcome.extend({ identity: z.number().default(0), revision: z.number().default(0) }),
    maxReviewedLines,
  ),
});
export const textOutcomes = z.object({
  /** `revision`: of the changed line; null if it was not changed. */
  lines: listOf(lineOutcome.extend({ revision: z.number().nullable() }), maxTexts),
});

/** How many lines with takes become outdated, in how many batches. */
export const voiceEffect = z.object({ lines: z.number(), batches: z.number() });
export const requestedTakes = z.object({ queued: z.number(), skipped: z.number() });
export const cleanedTakes = z.object({ takes: z.number(), bytes: z.number() });

export const reviewComment = z.object({
  id: idOf,
  number: z.number(),
  languageId: idOf,
  /** The take that it is about; null for none. */
  takeId: z.number().nullable(),
  /** Milliseconds from the start of the line; null for the whole line. */
  atMs: z.number().nullable(),
  /** The end of the span that it is about, from the start of the line; null for a moment. */
  endMs: z.number().nullable().default(null),
  /** The comment that this one is a reply to, which is no reply itself; null for none. */
  replyTo: idOf.nullable().default(null),
  text: userText,
  by: shownText,
  /** False for a reply, which has the state of its comment. */
  isResolved: z.boolean(),
  /** Who resolved it or opened it again last; "" if that is unknown. */
  stateBy: shownText.default(""),
  /** When that was; null for never, or if it is unknown. */
  stateAt: z.number().nullable().default(null),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ReviewComment = z.infer<typeof reviewComment>;
export const commentsPage = z.object({ comments: listOf(reviewComment, maxCommentsOfPage) });
