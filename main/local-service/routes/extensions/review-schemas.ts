/** What the calls of a review receive and send, and the conversion of rows to it. */
import { z } from "zod";
import { checkNames, checkSeverities } from "../../../../preload/facts/checks";
import {
  decisions,
  lineStates,
  maxOffsetMs,
  maxReviewedLines,
  maxReviewText,
  maxTexts,
  speeds,
} from "../../../../preload/facts/review";
import { checksOfTake } from "../../checks/sound";
import { idText, optionalLine, plainText } from "../../names";
import type { TakeRow } from "../../rows/dubs/dub-port";
import type { ReviewedLine, ReviewFilter } from "../../rows/review/review-port";
import { batchParams } from "../batches";
import { integerText } from "../bulk";

export const maxLimit = 1000;
export const maxListed = 200;
const languageId = z.string().max(100);

export const reviewParams = batchParams.extend({ languageId });
export const lineParams = reviewParams.extend({ line: integerText(1, 100_000_000) });
export const takeParams = z.object({ takeId: integerText(1, Number.MAX_SAFE_INTEGER) });

const state = z.enum(lineStates);
const decision = z.enum(decisions);
const fit = z.union([
  z.enum(["auto", "natural"]),
  z.number().min(speeds.min).max(speeds.max).multipleOf(speeds.step),
]);
export const line = z.object({
  number: z.number(),
  lineId: z.string(),
  characterId: z.string(),
  character: z.string(),
  characterVoice: z.string().nullable(),
  source: z.string(),
  target: z.string(),
  /** Milliseconds from the start of the video. */
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  state,
  /** Present takes that are made. */
  takes: z.number(),
  chosen: z
    .object({
      id: z.number(),
      variant: z.number(),
      durationMs: z.number(),
      speed: z.number(),
    })
    .nullable(),
  /** What the checks found, the worst first. */
  checks: z.array(
    z.object({
      name: z.string(),
      severity: z.enum(checkSeverities),
      /** The rule whose limit was exceeded, and the value that did; null as the subject if there is none. */
      rule: z.string().nullable(),
      value: z.number().nullable(),
      limit: z.number().nullable(),
      /** A word of the glossary, or the number of another line. */
      subject: z.string().nullable(),
      /** The name of the person who ignores it, or null. */
      ignoredBy: z.string().nullable(),
    }),
  ),
  /** Not resolved. */
  comments: z.number(),
  /** Incremented by each change of a reviewer. */
  revision: z.number(),
  /** Of this line only. */
  voice: z.string().nullable(),
  offsetMs: z.number(),
  fit,
  decision: decision.nullable(),
  reason: z.string(),
  decidedBy: z.string(),
});
export const summary = z.object({
  languageId: z.string(),
  lines: z.number(),
  /** Numbers of lines by state; absent for none. */
  states: z.record(z.string(), z.number()),
  checks: z.record(z.string(), z.number()),
  areChecksDue: z.boolean(),
  takesMs: z.number(),
  approvedMs: z.number(),
});
export const takeOfLine = z.object({
  id: z.number(),
  variant: z.number(),
  state: z.enum(["queued", "made", "failed", "outdated"]),
  isChosen: z.boolean(),
  problem: z.string(),
  voice: z.string(),
  durationMs: z.number().nullable(),
  speed: z.number().nullable(),
  loudness: z.number().nullable(),
  peak: z.number().nullable(),
  checks: z.array(z.string()),
});

export const historyEntry = z.object({
  at: z.number(),
  by: z.string(),
  /** Values before and after, by name. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
/** Positions in the text in the form NFC; the pronunciation in phonemes or letters. */
const glossaryHit = z.object({ start: z.number(), end: z.number(), pronunciation: z.string() });
export const glossaryHits = z.object({
  source: z.array(glossaryHit),
  target: z.array(glossaryHit),
});

/** Names of states or checks, separated by commas. */
const namesText = z
  .string()
  .max(500)
  .transform((text) => text.split(",").filter((name) => name !== ""));
const filterFields = {
  characterId: idText.optional(),
  search: plainText.max(500).optional(),
};
export const reviewQuery = z.object({
  ...filterFields,
  states: namesText.pipe(z.array(state)).optional(),
  checks: namesText.optional(),
  withoutWarnings: z.enum(["true", "false"]).optional(),
  commented: z.enum(["true", "false"]).optional(),
  offset: integerText(0, 100_000_000).optional(),
  limit: integerText(1, maxLimit).optional(),
});
const filterBody = z.object({
  ...filterFields,
  states: z.array(state).max(lineStates.length).optional(),
  checks: z.array(z.string().max(100)).max(100).optional(),
  isWithoutWarnings: z.boolean().optional(),
  isCommented: z.boolean().optional(),
});
const change = z.object({
  target: plainText.max(maxReviewText).optional(),
  /** Null for the voice of the character. */
  voice: z.string().max(500).nullable().optional(),
  offsetMs: z.int().min(-maxOffsetMs).max(maxOffsetMs).optional(),
  fit: fit.optional(),
  /** The take that the line uses: a present one. */
  takeId: z.int().optional(),
  /** Null removes the decision. */
  decision: decision.nullable().optional(),
  reason: plainText.max(maxReviewText).optional(),
  /** The name of the reviewer, for the history. The service has one credential, so it is no signature. */
  by: optionalLine.optional(),
});
export const changeLineBody = change.extend({ revision: z.int().min(0) });
export const voiceEffectQuery = z.object({
  scope: z.enum(["line", "character"]),
  voice: z.string().max(500),
});
export const voiceEffect = z.object({ lines: z.number(), batches: z.number() });
export const ignoreBody = z
  .object({
    check: z.enum(checkNames),
    isIgnored: z.boolean(),
    /** The name of the person who ignores the check. */
    by: optionalLine.optional(),
  })
  .refine(({ isIgnored, by = "" }) => !isIgnored || by.trim() !== "", "by: must not be empty");
const selection = {
  lines: z.array(z.int().min(1)).max(maxReviewedLines).optional(),
  filter: filterBody.optional(),
};
const isOneSelection = (body: { lines?: unknown; filter?: unknown }) =>
  (body.lines === undefined) !== (body.filter === undefined);
const oneSelection = "either lines or filter must be given";
export const applyBody = z
  .object({ languageId, ...selection, change: change.omit({ target: true, takeId: true }) })
  .refine(isOneSelection, oneSelection);
export const textsBody = z.object({
  languageId,
  texts: z
    .array(
      z.object({
        number: z.int().min(1),
        revision: z.int().min(0),
        target: plainText.max(maxReviewText),
      }),
    )
    .max(maxTexts)
    .refine(
      (texts) => new Set(texts.map(({ number }) => number)).size === texts.length,
      "texts: each line only once",
    ),
  by: optionalLine.optional(),
});
export const textOutcomes = z.object({
  lines: z.array(
    z.object({
      number: z.number(),
      /** Why it was not changed, or null. */
      problem: z.string().nullable(),
      /** Of the changed line, or null. */
      revision: z.number().nullable(),
    }),
  ),
});
export const makeTakesBody = z
  .object({ languageId, ...selection, count: z.int().min(1).max(3).default(1) })
  .refine(isOneSelection, oneSelection);

export function toFilter(given: z.infer<typeof filterBody>): ReviewFilter {
  const { states = [], checks = [], characterId = null, search = "" } = given;
  const { isWithoutWarnings = false, isCommented = false } = given;
  return { states, checks, isWithoutWarnings, characterId, isCommented, search };
}

export function selectionOf({
  lines,
  filter,
}: z.infer<typeof makeTakesBody> | z.infer<typeof applyBody>) {
  return lines ? { lines } : { filter: toFilter(filter ?? {}) };
}

export function toLine(row: ReviewedLine): z.infer<typeof line> {
  const { decisionKey: _key, chosenVariant: _variant, extraTakes: _takes, chosen, ...shown } = row;
  // JSON has no -Infinity, the level of digital silence.
  const checks = shown.checks.map((finding) => ({ ...finding, value: finiteOf(finding.value) }));
  if (!chosen) return { ...shown, checks, chosen };
  const { key: _takeKey, ...take } = chosen;
  return { ...shown, checks, chosen: take };
}

const finiteOf = (value: number | null) => (Number.isFinite(value) ? value : null);

export function toTake(row: TakeRow): z.infer<typeof takeOfLine> {
  const { id, variant, state: taken, isChosen, problem, voice, measures } = row;
  const checks = checksOfTake(row);
  const { durationMs, speed, loudness, peak } = measures ?? {
    ...{ durationMs: null, speed: null, loudness: null, peak: null },
  };
  return {
    ...{ id, variant, state: taken, isChosen, problem, voice, checks },
    ...{ durationMs, speed, loudness, peak },
  };
}
