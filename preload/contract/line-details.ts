/** What a line has besides its values: its takes, comments, history and words of the glossary. */
import { z } from "zod";
import { historyValues } from "../facts/review";
import * as local from "../local-service/review";

export type { GlossaryHit } from "../local-service/review";

export const lineTake = local.lineTake.omit({ peak: true });
export type LineTake = z.infer<typeof lineTake>;

export const reviewComment = local.reviewComment.omit({ languageId: true, updatedAt: true });
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
