/** What the calls of a review receive and send, and the conversion of rows to it. */
import { z } from "zod";
import { checkNames } from "../../../../preload/facts/checks";
import { maxReviewedLines, maxReviewText, maxTexts } from "../../../../preload/facts/review";
import { filterNames, parseFilter } from "../../../../preload/facts/review-filter";
import { maxPeaks, peakLevels } from "../../../../preload/facts/source-paths";
import { checksOfTake } from "../../checks/sound";
import { plainText } from "../../../../preload/local-service/parts";
import {
  lineChange,
  lineIdentity,
  namedLine,
  namedRevision,
  reviewerName,
  type LineTake,
  type NamedRevision,
  type ReviewedLine as ReviewedLineForm,
} from "../../../../preload/local-service/review";
import { idText } from "../../common/names";
import type { TakeRow } from "../../rows/dubs/dub-port";
import type { LineSelection } from "../../review/line-selection";
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
  /** The line at which the person of the credentials is. */
  at: integerText(1, Number.MAX_SAFE_INTEGER).optional(),
});
// A value that this version cannot change is refused, not dropped.
const change = lineChange.extend({ by: reviewerName }).strict();
export const changeLineBody = change.extend({ revision: z.int().min(0) });
export const voiceEffectQuery = z.object({
  scope: z.enum(["line", "character"]),
  voice: z.string().max(500),
});
export const ignoreBody = z.object({
  check: z.enum(checkNames),
  /** Of the line, whatever its number is now; without it, the line with the number. */
  identity: lineIdentity.optional(),
  isIgnored: z.boolean(),
  /** The name of the person who ignores the check; required unless the credentials name it. */
  by: reviewerName,
});
/**
 * Numbers, or numbers with identities: then the lines with these identities, whatever their numbers
 * are now. With a filter, those of them that match it.
 */
const linesOf = <T extends z.ZodType>(named: T) =>
  z
    .array(z.union([z.int().min(1), named]))
    .max(maxReviewedLines)
    .optional();
const selection = { lines: linesOf(namedLine), ...filterFields };
interface Selected {
  lines?: (number | NamedRevision)[] | undefined;
  filter?: string | undefined;
  characterId?: string | undefined;
  search?: string | undefined;
}
const isSelection = ({ lines, filter, characterId, search }: Selected) =>
  filter !== undefined ||
  (lines !== undefined && characterId === undefined && search === undefined);
const selectionRule = "lines or filter must be given; characterId and search require filter";
/** Values of a single line. */
const ofOneLine = { target: true, takeId: true, startMs: true, endMs: true, source: true } as const;
export const applyBody = z
  .object({
    languageId,
    ...selection,
    /** A line with a revision is changed only if it has the values of that revision. */
    lines: linesOf(namedRevision),
    change: change.omit(ofOneLine),
  })
  .refine(isSelection, selectionRule);
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
  by: reviewerName,
});
export const stopTakesBody = z
  .object({ languageId, ...selection })
  .refine(isSelection, selectionRule);
export const cleanTakesBody = z.object({ languageId });
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
    by: reviewerName,
  })
  .refine(isSelection, selectionRule);

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

export const selectionOf = ({ lines, ...filter }: Selected): LineSelection =>
  lines
    ? {
        lines: lines.map((line) =>
          typeof line === "number" ? { number: line, identity: null } : line,
        ),
        filter: filter.filter === undefined ? undefined : toFilter(filter),
      }
    : { filter: toFilter(filter) };

export function toLine(row: ReviewedLine): ReviewedLineForm {
  const { decisionKey: _key, decisionSha256: _hash, ...known } = row;
  const { chosenVariant: _variant, extraTakes: _takes, chosen, ...shown } = known;
  // JSON has no -Infinity, the level of digital silence.
  const checks = shown.checks.map((finding) => ({ ...finding, value: finiteOf(finding.value) }));
  if (!chosen) return { ...shown, checks, chosen };
  const { key: _takeKey, sha256: _takeHash, ...take } = chosen;
  return { ...shown, checks, chosen: take };
}

const finiteOf = (value: number | null) => (Number.isFinite(value) ? value : null);

export function toTake(row: TakeRow): LineTake {
  const { id, variant, state: taken, isChosen, problem, voice, measures, outdatedBy } = row;
  const checks = checksOfTake(row);
  const { durationMs, speed, loudness, peak } = measures ?? {
    durationMs: null,
    speed: null,
    loudness: null,
    peak: null,
  };
  return {
    id,
    variant,
    state: taken,
    isChosen,
    problem,
    voice,
    checks,
    durationMs,
    speed,
    loudness,
    peak,
    outdatedBy,
  };
}
