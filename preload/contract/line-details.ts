/** What a line has besides its values: its takes, comments, history and words of the glossary. */
import { z } from "zod";
import { historyValues, outdatedReasons } from "../facts/review";

export const lineTake = z.object({
  id: z.number(),
  variant: z.number(),
  /** "other": a state that this version does not know. */
  state: z.enum(["queued", "made", "failed", "outdated", "other"]),
  isChosen: z.boolean(),
  /** Why it failed; from the service, in English. */
  problem: z.string(),
  voice: z.string(),
  durationMs: z.number().nullable(),
  speed: z.number().nullable(),
  loudness: z.number().nullable(),
  checks: z.array(z.string()),
  /** What has changed since it was made; null for a take that is not outdated. */
  outdatedBy: z.enum(outdatedReasons).nullable(),
});
export type LineTake = z.infer<typeof lineTake>;

export const reviewComment = z.object({
  id: z.string(),
  number: z.number(),
  /** The take that it is about; null for none. */
  takeId: z.number().nullable(),
  /** Milliseconds from the start of the line; null for the whole line. */
  atMs: z.number().nullable(),
  text: z.string(),
  by: z.string(),
  isResolved: z.boolean(),
  createdAt: z.number(),
});
export type ReviewComment = z.infer<typeof reviewComment>;

const historyValue = z.union([z.string(), z.number()]).nullable();
/** A change of a line by a person. */
export const historyEntry = z.object({
  at: z.number(),
  /** "" if it is unknown. */
  by: z.string(),
  /** Null for no value. Takes are counted from 0. */
  changes: z.array(
    z.object({ name: z.enum(historyValues), before: historyValue, after: historyValue }),
  ),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** A word of the glossary in a text of the form NFC. */
export const glossaryHit = z.object({
  start: z.number(),
  end: z.number(),
  /** Phonemes or letters. */
  pronunciation: z.string(),
});
export type GlossaryHit = z.infer<typeof glossaryHit>;

/** The words in the source and in the text of a line. */
export const glossaryHits = z.object({
  source: z.array(glossaryHit),
  target: z.array(glossaryHit),
});
