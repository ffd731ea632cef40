import { untrack } from "svelte";
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { PagedList } from "../../../app/lists/paged-list.svelte";
import type { Selection } from "../../../app/lists/selection.svelte";
import type { DeskListening } from "./desk-listening.svelte";

export interface SelectionOptions {
  listening: () => DeskListening | null;
  list: PagedList<ReviewedLine>;
  selection: Selection<ReviewedLine>;
  /** Selects a line and scrolls it into view. */
  show: (index: number, line: ReviewedLine) => void;
  /** The selected line, if it is one. */
  single: () => ReviewedLine | undefined;
  /** Whether the list has all lines, so that a number is an index. */
  isComplete: () => boolean;
}

/** Takes that are decoded before they are played: those of the next lines. */
const ahead = [1, 2, 3];

/**
 * The playhead follows the selection, and the takes of the next lines are decoded. Returns a
 * function that selects a line and leaves the playhead; a line that the filter excludes is not
 * selected. Call while a component is created.
 */
export function listenToSelection(options: SelectionOptions): (number: number) => Promise<void> {
  const { listening, list, selection, show, single, isComplete } = options;
  let isPlayheadKept = false;
  const number = $derived(single()?.number);
  $effect(() => {
    const current = listening();
    if (!current || number === undefined) return;
    untrack(() => {
      const line = single();
      if (!line) return;
      if (!isPlayheadKept) current.cue(line);
      isPlayheadKept = false;
      current.prefetch([line, ...ahead.map((step) => list.at(selection.cursor + step))]);
    });
  });

  return async (selected) => {
    const index = isComplete() ? selected - 1 : list.indexOf(selected);
    if (index < 0) return;
    // The list shows a failure.
    const read = () => list.range(index, index + 1).catch(() => []);
    const line = list.at(index) ?? (await read())[0];
    if (!line) return;
    isPlayheadKept = number !== selected;
    show(index, line);
  };
}
