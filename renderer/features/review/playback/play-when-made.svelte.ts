import { untrack } from "svelte";
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { DeskListening } from "./desk-listening.svelte";

/**
 * Plays the take that is made of the selected line as soon as the line uses it, unless another line
 * is selected or something else is played then. Returns a function to call before the take is
 * requested. Call while a component is created.
 */
export function playWhenMade(
  single: () => ReviewedLine | undefined,
  listening: () => DeskListening | null,
): () => void {
  /** The line whose take is being made, and the take that it used before. */
  let awaited = $state.raw<{ number: number; before: number | undefined } | null>(null);
  /** A failure before that is an earlier one. */
  let wasMaking = false;
  $effect(() => {
    if (!awaited) return;
    const line = single();
    if (line?.number !== awaited.number) {
      awaited = null;
      return;
    }
    const { chosen, state } = line;
    if (state === "generating") wasMaking = true;
    else if (state === "failed" && wasMaking) awaited = null;
    if (!awaited || !chosen || chosen.isOutdated || chosen.id === awaited.before) return;
    awaited = null;
    untrack(() => {
      const current = listening();
      if (current?.player.current === null) current.take(line, chosen, false);
    });
  });

  return () => {
    const line = single();
    wasMaking = false;
    awaited = line ? { number: line.number, before: line.chosen?.id } : null;
  };
}
