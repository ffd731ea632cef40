import { untrack } from "svelte";
import { api } from "../../../app/api";
import type { Language } from "../language";

/** Time between two calls while takes are made or checked, in milliseconds. */
const pollMs = 500;

/**
 * Reads which lines of a language changed, again and again while `isActive`. `onpoll` gets their
 * numbers, or null if any line may have changed. Call while a component is created; it ends with
 * the component.
 */
export function pollChanges(
  language: Language,
  isActive: () => boolean,
  onpoll: (numbers: readonly number[] | null) => void,
): void {
  $effect(() => {
    if (!isActive()) return undefined;
    let isEnded = false;
    let since: number | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll(): Promise<void> {
      try {
        const found = await api.review.changes({ ...language, since });
        if (isEnded) return;
        // What changed before the first call is not known.
        onpoll(since === null || found.isReset ? null : found.numbers);
        since = found.revision;
      } catch {
        // The lines are read too: the list shows the failure.
        if (!isEnded) onpoll(null);
      }
      if (!isEnded) timer = setTimeout(() => void poll(), pollMs);
    }
    void untrack(poll);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      // After the last one: the lines have another state than they show.
      untrack(() => onpoll(null));
    };
  });
}
