import { untrack } from "svelte";
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { DeskListening } from "./desk-listening.svelte";

/**
 * Plays the take that is made of the selected line, unless another line is selected or something else is played then.
 * Returns a function to call before the take is requested. Call while a component is created.
 */
export function playWhenMade(
  single: () => ReviewedLine | undefined,
  listening: () => DeskListening | null,
): () => void {
  /** The line whose take is being made, and its take before. */
  let awaited = $state.raw<{ number: number; before: number | undefined } | null>(null);
  $effect(() => {
    if (!awaited) return;
    const line = single();
    if (line?.number !== awaited.number || line.state === "failed") {
      awaited = null;
      return;
    }
    const { chosen } = line;
    if (line.state === "generating" || !chosen || chosen.id === awaited.before) return;
    awaited = null;
    untrack(() => {
      const current = listening();
      if (current?.player.current === null) current.take(line, chosen, false);
    });
  });

  return () => {
    const line = single();
    awaited = line ? { number: line.number, before: line.chosen?.id } : null;
  };
}
