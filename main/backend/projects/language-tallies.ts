/** How far the languages of a project are. */
import { isFailed, languagePercentage } from "../../../preload/facts/rules";
import type { ResourceDeps } from "../lists/resource-deps";
import type { KindKey } from "../lists/list-definitions";

export interface LanguageTally {
  languageId: string;
  batches: number;
  completed: number;
  failed: number;
  percentages: number;
}

/** Creates the sums of the batches of a project by language. */
export function createLanguageTallies({ lists }: Pick<ResourceDeps, "lists">) {
  /**
   * Cache for the project shown last: several thousand batches are summed once, not for every
   * query.
   */
  let cachedTally: { of: string; tallies: Map<string, LanguageTally> } | null = null;

  return async function tally(key: KindKey<"batches">): Promise<Map<string, LanguageTally>> {
    const of = JSON.stringify([key, lists.version(key)]);
    if (cachedTally?.of === of) return cachedTally.tallies;
    const tallies = new Map<string, LanguageTally>();
    for await (const batches of lists.items(key)) {
      for (const batch of batches) {
        for (const translation of batch.translations) {
          const one = tallyOf(tallies, translation.languageId);
          one.batches += 1;
          if (translation.isCompleted) one.completed += 1;
          if (isFailed(translation)) one.failed += 1;
          one.percentages += languagePercentage(batch, translation);
        }
      }
    }
    cachedTally = { of, tallies };
    return tallies;
  };
}

/** The tally of a language; ids that differ only in case are the same language. */
export function tallyOf(tallies: Map<string, LanguageTally>, languageId: string): LanguageTally {
  const key = languageId.toLowerCase();
  const found = tallies.get(key);
  if (found) return found;
  const added = { languageId, batches: 0, completed: 0, failed: 0, percentages: 0 };
  tallies.set(key, added);
  return added;
}
