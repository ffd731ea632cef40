import { onMount, tick, untrack } from "svelte";
import { focusedBefore, returnFocus } from "./focus";

/** Whether the focus went away with the screen before: what had it is no longer there. */
function isFocusLost(): boolean {
  const before = focusedBefore();
  return document.activeElement === document.body && before !== null && !before.isConnected;
}

/** Gives the focus to a list that was opened by keyboard, once it has rows, so that the arrows go on working. */
export function enterList(hasRows: () => boolean, focus: () => void): void {
  let isEntered = false;
  $effect(() => {
    if (isEntered || !hasRows()) return;
    isEntered = true;
    untrack(() => {
      void tick().then(() => {
        if (isFocusLost()) focus();
      });
    });
  });
}

/** Gives the focus to a screen that was opened by keyboard. */
export function enterScreen(): void {
  onMount(() => {
    if (isFocusLost()) returnFocus(null);
  });
}
