import { onMount, tick, untrack } from "svelte";
import { track } from "../messages/track";
import { focusedBefore, returnFocus } from "../focus";

/** Whether the focused element was removed. */
function isFocusLost(): boolean {
  const before = focusedBefore();
  return document.activeElement === document.body && before !== null && !before.isConnected;
}

/** Whether no specific element has the focus: it is lost, or on the whole screen. */
const isFocusFree = () => isFocusLost() || document.activeElement?.matches("main") === true;

/** Focuses a list opened by keyboard as soon as it has rows, so that the arrow keys work. */
export function enterList(hasRows: () => boolean, focus: () => void): void {
  let isEntered = false;
  $effect(() => {
    if (isEntered || !hasRows()) return;
    isEntered = true;
    untrack(() => {
      void tick().then(() => {
        if (isFocusFree()) focus();
      });
    });
  });
}

/** Focuses a screen opened by keyboard. */
export function enterScreen(): void {
  onMount(() => {
    if (isFocusLost()) returnFocus(null);
  });
}

/**
 * Focuses the whole screen if the focused element was removed by a change; a list then receives the
 * focus.
 */
export function keepFocus(something: () => unknown): void {
  $effect(() => {
    track(something());
    void tick().then(() => {
      if (isFocusLost()) document.querySelector<HTMLElement>("main")?.focus();
    });
  });
}
