/** What the calls of a review receive and send, and the conversion of rows to it. */
import { z } from "zod";
import { checkNames, checkSeverities } from "../../../../preload/facts/checks";
import {
  decisions,
  lineStates,
  maxOffsetMs,
  maxReviewedLines,
  maxNoteText,
  maxReviewText,
  maxTexts,
  outdatedReasons,
  speeds,
} from "../../../../preload/facts/review";
import { filterNames, parseFilter } from "../../../../preload/facts/review-filter";
import { maxPeaks, peakLevels } from "../../../../preload/facts/source-paths";
import { checksOfTake } from "../../checks/sound";
import { idText, optionalLine, plainText } from "../../names";
import type { TakeRow } from "../../rows/dubs/dub-port";
import type { ReviewedLine, ReviewFilter } from "../../rows/review/review-port";
import { batchParams } from "../batches";
import { integerText } from "../bulk";

export const maxLimit = 1000;
export const maxListed = 200;
/** Bytes of a request with texts: `maxTexts` texts of `maxReviewText` characters, each a byte. */
export const maxTextsBytes = 16 * 1024 ** 2;
const languageId = z.string().max(100);

export const lineParams = batchParams.extend({ languageId, line: integerText(1, 100_000_000) });
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
      /** Made of other words, with another voice, or in another way: no decision applies to it. */
      isOutdated: z.boolean(),
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
  /** What has changed since it was made; null for a take that is not outdated. */
  outdatedBy: z.enum(outdatedReasons).nullable(),
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

const filterFields = {
  /** Names of states, of checks and of other filters, separated by commas; see `filterNames`. */
  filter: z
    .string()
    .max(500)
    .refine(
      (text) => parseFilter(text) !== null,
      `must be names separated by commas, of ${filterNames.join(", ")}`,
    )
    .optional(),
  characterId: idText.optional(),
  search: plainText.max(500).optional(),
};
export const reviewQuery = z
  .object({
    ...filterFields,
    languageId,
    /** From 1, in pages of `limit` lines; or the number of lines before the first one. */
    page: integerText(1, 100_000_000).optional(),
    offset: integerText(0, 100_000_000).optional(),
    limit: integerText(1, maxLimit).optional(),
  })
  .refine(({ page, offset }) => page === undefined || offset === undefined, {
    path: ["page"],
    message: "must not be given together with offset",
  });
export const changesQuery = z.object({
  languageId,
  /** The revision of a former response. */
  since: integerText(0, Number.MAX_SAFE_INTEGER),
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
  reason: plainText.max(maxNoteText).optional(),
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
  ...filterFields,
};
interface Selected {
  lines?: number[] | undefined;
  filter?: string | undefined;
  characterId?: string | undefined;
  search?: string | undefined;
}
const isOneSelection = ({ lines, filter, characterId, search }: Selected) =>
  lines === undefined
    ? filter !== undefined
    : [filter, characterId, search].every((given) => given === undefined);
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
        target: plainText.max(maxReviewText, `must be at most ${maxReviewText} characters`),
      }),
    )
    .max(maxTexts, `must be at most ${maxTexts}`)
    .refine(
      (texts) => new Set(texts.map(({ number }) => number)).size === texts.length,
      "must name each line only once",
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
export const stopTakesBody = z
  .object({ languageId, ...selection })
  .refine(isOneSelection, oneSelection);
export const cleanTakesBody = z.object({ languageId });
export const cleanedTakes = z.object({ takes: z.number(), bytes: z.number() });
export const peaksQuery = z.object({
  /** Samples of 48 kHz of each pair. */
  level: z.enum(peakLevels.map(String)).transform(Number).optional(),
  from: integerText(0, Number.MAX_SAFE_INTEGER / peakLevels[0]).optional(),
  count: integerText(1, maxPeaks).optional(),
});
export const makeTakesBody = z
  .object({
    languageId,
    ...selection,
    count: z.int().min(1).max(3).default(1),
    by: optionalLine.optional(),
  })
  .refine(isOneSelection, oneSelection);

export function toFilter({
  filter = "",
  characterId = null,
  search = "",
}: {
  filter?: string | undefined;
  characterId?: string | null | undefined;
  search?: string | undefined;
}): ReviewFilter {
  const named = parseFilter(filter);
  if (!named) throw new Error("the filter was not validated");
  return { ...named, characterId, search };
}

export const selectionOf = ({ lines, ...filter }: Selected) =>
  lines ? { lines } : { filter: toFilter(filter) };

export function toLine(row: ReviewedLine): z.infer<typeof line> {
  const { decisionKey: _key, decisionSha256: _hash, ...known } = row;
  const { chosenVariant: _variant, extraTakes: _takes, chosen, ...shown } = known;
  // JSON has no -Infinity, the level of digital silence.
  const checks = shown.checks.map((finding) => ({ ...finding, value: finiteOf(finding.value) }));
  if (!chosen) return { ...shown, checks, chosen };
  const { key: _takeKey, sha256: _takeHash, ...take } = chosen;
  return { ...shown, checks, chosen: take };
}

const finiteOf = (value: number | null) => (Number.isFinite(value) ? value : null);

export function toTake(row: TakeRow): z.infer<typeof takeOfLine> {
  const { id, variant, state: taken, isChosen, problem, voice, measures, outdatedBy } = row;
  const checks = checksOfTake(row);
  const { durationMs, speed, loudness, peak } = measures ?? {
    ...{ durationMs: null, speed: null, loudness: null, peak: null },
  };
  return {
    ...{ id, variant, state: taken, isChosen, problem, voice, checks },
    ...{ durationMs, speed, loudness, peak, outdatedBy },
  };
}
