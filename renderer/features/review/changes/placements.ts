import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import type { LineChanges } from "./line-changes.svelte";

/** Changes of lines by keys and the pointer. The timeline shows the result at once. */
export function createPlacements(
  find: (number: number) => ReviewedLine | undefined,
  changes: LineChanges,
  onchanged: (line: ReviewedLine) => void,
): (number: number, toChange: (line: ReviewedLine) => LineChange | null) => void {
  async function place(
    number: number,
    toChange: (line: ReviewedLine) => LineChange | null,
  ): Promise<void> {
    const line = find(number);
    const changed = line && (await changes.change(line, toChange));
    if (changed) onchanged(changed);
  }
  return (number, toChange) => void place(number, toChange);
}
