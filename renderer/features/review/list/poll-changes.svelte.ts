import { untrack } from "svelte";
import { api } from "../../../app/api";
import type { Language } from "../language";
import { pollInterval, type PollState } from "./poll-interval";

/** A person who is at a line of the language. */
export interface PresentPerson {
  name: string;
  number: number;
}

export interface PollOptions {
  state: () => PollState;
  /** The number of the line that is shown, or null. */
  at: () => number | null;
  /** The numbers of the lines that changed, or null if any line may have changed. */
  onpoll: (numbers: readonly number[] | null) => void;
  onpeople: (people: readonly PresentPerson[]) => void;
}

/**
 * Reads which lines of a language changed, and who is at which line, again and again while takes
 * are made or the lines are shared. Call while a component is created; it ends with the component.
 */
export function pollChanges(language: Language, options: PollOptions): void {
  const { at, onpoll, onpeople } = options;
  /** The last revision that was read; null if lines may have changed since. */
  let since: number | null = null;
  $effect(() => {
    const state = options.state();
    const { isMaking } = state;
    if (pollInterval(state, false) === null) {
      since = null;
      return undefined;
    }
    let isEnded = false;
    let isPolling = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll(): Promise<void> {
      if (isPolling) return;
      clearTimeout(timer);
      isPolling = true;
      try {
        const found = await api.review.changes({ ...language, since, at: untrack(at) });
        if (isEnded) return;
        // What changed before the first call is not known.
        const numbers = since === null || found.isReset ? null : found.numbers;
        since = found.revision;
        // Counts of states may change without a line.
        if (isMaking || numbers === null || numbers.length > 0) onpoll(numbers);
        onpeople(found.people);
      } catch {
        // The lines are read too: the list shows the failure.
        if (!isEnded && isMaking) onpoll(null);
        if (!isEnded) onpeople([]);
      }
      isPolling = false;
      if (isEnded) return;
      timer = setTimeout(() => void poll(), pollInterval(state, document.hidden) ?? 0);
    }
    const onshown = () => {
      if (!document.hidden) void poll();
    };
    document.addEventListener("visibilitychange", onshown);
    void untrack(poll);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onshown);
      // After the last take: the lines have another state than they show.
      if (isMaking) untrack(() => onpoll(null));
    };
  });
}
