import { onMount, tick, untrack } from "svelte";
import { dependOn } from "./track";
import { focusedBefore, returnFocus } from "./focus";

/** Whether the focus went away with something: what had it is no longer there. */
function isFocusLost(): boolean {
  const before = focusedBefore();
  return document.activeElement === document.body && before !== null && !before.isConnected;
}

/** Whether it is with nothing in particular: lost, or with the screen as a whole. */
const isFocusFree = () => isFocusLost() || document.activeElement?.matches("main") === true;

/** Gives the focus to a list that was opened by keyboard, once it has rows, so that the arrows go on working. */
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

/** Gives the focus to a screen that was opened by keyboard. */
export function enterScreen(): void {
  onMount(() => {
    if (isFocusLost()) returnFocus(null);
  });
}

/** Gives the focus to the screen as a whole where it went away with a change of something; a list then takes it up. */
export function keepFocus(something: () => unknown): void {
  $effect(() => {
    dependOn(something());
    void tick().then(() => {
      if (isFocusLost()) document.querySelector<HTMLElement>("main")?.focus();
    });
  });
}
