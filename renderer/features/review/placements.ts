import type { LineChange, ReviewedLine } from "../../../preload/contract/review";
import type { LineChanges } from "./line-changes.svelte";
import type { TimelineLines } from "./timeline/timeline-lines.svelte";

/**
 * Changes of lines by keys and the pointer, one at a time: each names the revision that the former one made. The timeline
 * shows the result at once.
 */
export function createPlacements(
  lines: TimelineLines,
  changes: LineChanges,
  onchanged: () => void,
): (number: number, toChange: (line: ReviewedLine) => LineChange) => void {
  let placing: Promise<unknown> = Promise.resolve();
  return (number, toChange) => {
    placing = placing.then(async () => {
      const line = lines.find(number)?.line;
      const changed = line && (await changes.change(line, toChange(line)));
      if (!changed) return;
      lines.put(changed);
      onchanged();
    });
  };
}
