/** What a batch asks of its people (preload/resources: batchGroup). */
import type { Batch, BatchGroup } from "../../preload/resources";
import { isFailed, isFailure } from "../../preload/rules";
import type { RemoteBatch } from "../remote/batches";

/**
 * Done by what is promised (isCompleted, completionPercentage), everything else by words that are likely: they are
 * not public, and one that nobody knows is work that goes on (interface-notes § Answers).
 */
export function batchGroup(batch: RemoteBatch): BatchGroup {
  const { translations, completionPercentage, status } = batch;
  if (translations.length > 0 && translations.every(({ isCompleted }) => isCompleted))
    return "done";
  if (completionPercentage >= 100) return "done";
  if (isFailure(status) || translations.some(isFailed)) return "failed";
  const isCasting = /^casting$/i.test(status.trim());
  if (isCasting || (!batch.isCastingCompleted && /cast/i.test(status))) return "needs-you";
  return "running";
}

export const withGroup = (batch: RemoteBatch): Batch => ({ ...batch, group: batchGroup(batch) });
