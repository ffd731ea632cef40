/** What a screen reader says of the timeline. */
import { t } from "../../../app/strings";
import type { Timecodes } from "../timecodes";
import type { TimelineLines } from "./timeline-lines.svelte";

export interface SummaryFacts {
  lines: TimelineLines;
  /** The number of the selected line, or null. */
  selected: number | null;
  /** The number of comments that are not resolved. */
  comments: number;
  times: Timecodes;
}

export function summaryOf({ lines, selected, comments, times }: SummaryFacts): string {
  const texts = t.review.timeline;
  const one = selected === null ? undefined : lines.find(selected);
  const parts = [texts.summary(lines.total, comments)];
  if (one) {
    const { line, startMs, endMs, take } = one;
    parts.push(texts.selected(line.number, times.format(startMs), times.format(endMs)));
    if (take) parts.push(texts.takeAt(times.format(take.startMs), times.format(take.endMs)));
  }
  if (lines.total > 0 && !lines.isTimed) parts.push(texts.untimed);
  return parts.join(" ");
}
