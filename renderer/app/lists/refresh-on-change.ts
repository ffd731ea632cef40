import { onDestroy } from "svelte";
import type { Topic } from "../../../preload/contract";
import { onChanged } from "../api";

/**
 * Runs `refresh` after changes of these topics, for the lifetime of the calling component. `waitMs`
 * is the delay in milliseconds: all changes within it cause one refresh.
 */
export function refreshOnChange(
  topics: readonly Topic[],
  waitMs: number,
  refresh: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onChanged(topics, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh();
    }, waitMs);
  });
  onDestroy(() => {
    stop();
    clearTimeout(timer);
  });
}
