/**
 * The group of a batch: whether it runs, needs the user's attention, or has stopped
 * (preload/model/resources: batchGroup).
 */
import type { Batch, BatchGroup, Translation } from "../../../preload/model/resources";
import { isFailed, isFailure } from "../../../preload/facts/rules";
import type { RemoteBatch } from "../../remote/batches";

const castingWord = /^casting$/i;
/**
 * Steps that a person takes in the service: casting and reviews (interface-notes § Order of work in
 * a project), and what a batch with failed lines or without texts needs.
 */
const attentionWord = /review|approv|^incomplete$/i;
/** The service has ended its work on the batch for now: nothing changes without a new request. */
const idleWord =
  /^(ready|idle|paused|on.hold|stopped|dubbed|complete|completed|success|succeeded|done|finished)$/i;
/** Work on one language, independent of the status of the batch. */
const activeWord =
  /^(queued|ingesting|inferring|processing|running|rendering|synthesi[sz]ing|in.progress)$/i;

/**
 * "done" follows from documented fields (isCompleted, completionPercentage), the other groups from
 * probable status words: those are not documented, and an unknown one counts as work in progress
 * (interface-notes § Answers).
 */
export function batchGroup(batch: RemoteBatch): BatchGroup {
  const { translations, completionPercentage } = batch;
  const status = batch.status.trim();
  if (translations.length > 0 && translations.every(({ isCompleted }) => isCompleted))
    return "done";
  if (translations.some(isFailed)) return "failed";
  if (completionPercentage >= 100) return "done";
  if (isFailure(status)) return "failed";
  const isUncast = castingWord.test(status) || (!batch.isCastingCompleted && /cast/i.test(status));
  if (isUncast || attentionWord.test(status)) return "needs-attention";
  return idleWord.test(status) && !translations.some(isActive) ? "idle" : "running";
}

const isActive = ({ isCompleted, status }: Translation) =>
  !isCompleted && activeWord.test(status.trim());

export const withGroup = (batch: RemoteBatch): Batch => ({ ...batch, group: batchGroup(batch) });

/** Numbers of batches by group; groups missing in `found` are 0. */
export const countsByGroup = (
  found: Readonly<Record<string, number>>,
): Record<BatchGroup, number> => ({
  running: found["running"] ?? 0,
  "needs-attention": found["needs-attention"] ?? 0,
  failed: found["failed"] ?? 0,
  idle: found["idle"] ?? 0,
  done: found["done"] ?? 0,
});
