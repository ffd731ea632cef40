import type { LineChange, ReviewedLine } from "../../../preload/contract/review";
import type { LineChanges } from "./line-changes.svelte";
import type { TimelineLines } from "./timeline/timeline-lines.svelte";

/** Changes of lines by keys and the pointer. The timeline shows the result at once. */
export function createPlacements(
  lines: TimelineLines,
  changes: LineChanges,
  onchanged: () => void,
): (number: number, toChange: (line: ReviewedLine) => LineChange) => void {
  async function place(number: number, toChange: (line: ReviewedLine) => LineChange) {
    const line = lines.find(number)?.line;
    const changed = line && (await changes.change(line, toChange));
    if (!changed) return;
    lines.put(changed);
    onchanged();
  }
  return (number, toChange) => void place(number, toChange);
}
