import { onDestroy } from "svelte";
import type { Freshness } from "../../../preload/model/resources";
import { Sources } from "../data-sources.svelte";

/** The ages of the lists shown by mounted components. */
const ages = new Sources<Freshness>();

/** Registers the age of the list that the calling component shows, for its lifetime. */
export function showAge(source: () => Freshness | undefined): void {
  onDestroy(
    ages.add(() => {
      const age = source();
      return age ? [age] : [];
    }),
  );
}

/** Whether a shown list was never synced, so that nothing of it is cached. Reactive. */
export const isUncachedListShown = (): boolean => ages.all.some(({ readAt }) => readAt === null);
