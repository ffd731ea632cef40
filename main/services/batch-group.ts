/** What a batch asks of its people (preload/resources: batchGroup). */
import type { Batch, BatchGroup, Translation } from "../../preload/resources";
import type { RemoteBatch } from "../remote/batches";

const failures = [
  "FAILED",
  "FAILURE",
  "ERROR",
  "ERRORED",
  "ABORTED",
  "CANCELLED",
  "CANCELED",
] as const;
const isFailure = (status: string) =>
  (failures as readonly string[]).includes(status.trim().toUpperCase());

/** Whether a language of a batch has failed, by its own words. */
export const isFailed = ({ isCompleted, status }: Translation) => !isCompleted && isFailure(status);

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

/**
 * How far each language of a batch is. The service says it of the whole batch: what its complete languages leave of
 * that is shared by the others.
 */
export function languagePercentage(batch: Batch, translation: Translation): number {
  if (translation.isCompleted || batch.group === "done") return 100;
  const all = batch.translations.length;
  const completed = batch.translations.filter(({ isCompleted }) => isCompleted).length;
  const left = (batch.completionPercentage * all - 100 * completed) / (all - completed);
  return Math.min(100, Math.max(0, left));
}
