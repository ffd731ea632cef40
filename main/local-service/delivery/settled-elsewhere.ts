/** The takes and findings of languages in a process whose background work others do. */
import { setTimeout as pause } from "node:timers/promises";
import { isActiveDub, type DubPlanRows, type DubRows } from "../rows/dubs/dub-port";
import type { FindingRows } from "../rows/review/finding-port";
import type { ReviewedLanguage } from "../rows/review/review-port";

const pollMs = 250;

type SettledRows = Pick<DubRows, "findDub"> &
  Pick<DubPlanRows, "isPlanDue"> &
  Pick<FindingRows, "areFindingsDue">;

/** See `settle` of SnapshotDeps. While takes are made, the findings of the others follow later. */
export async function settledElsewhere(
  store: SettledRows,
  language: ReviewedLanguage,
  signal: AbortSignal,
): Promise<void> {
  const { batchId, languageId } = language;
  const isDue = async () => {
    if (await store.isPlanDue(batchId, languageId)) return true;
    const dub = await store.findDub(batchId, languageId);
    return dub !== null && !isActiveDub(dub.state) && (await store.areFindingsDue(language));
  };
  while (await isDue()) {
    await pause(pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    signal.throwIfAborted();
  }
}
