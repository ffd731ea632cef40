/** The starts and ends of lines, which the pointer drags. */
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import type { Timecodes } from "../timecodes";
import type { TimelineLine } from "./placed-lines";
import { xOf, type View } from "./scale";

export type Edge = "start" | "end";

/** The pointer is at an edge up to this distance from it, in pixels. */
const edgePixels = 5;
/** A line that is narrower than this is selected before its edges can be dragged, in pixels. */
const minPixels = 4 * edgePixels;

/**
 * The edge at a position; null for none. Where two lines meet, it is that of the selected line, or
 * else of the line at the position.
 */
export function edgeAt(
  x: number,
  {
    view,
    lines,
    selected,
  }: { view: View; lines: readonly TimelineLine[]; selected: number | null },
): { one: TimelineLine; edge: Edge } | null {
  const near = lines.flatMap((one) => {
    const [from, to] = [xOf(view, one.startMs), xOf(view, one.endMs)];
    const isSelected = one.line.number === selected;
    if (!isSelected && to - from < minPixels) return [];
    const isOutside = x < from || x > to;
    return (["start", "end"] as const).map((edge) => ({
      one,
      edge,
      distance: Math.abs(x - (edge === "start" ? from : to)),
      rank: isSelected ? 0 : isOutside ? 2 : 1,
    }));
  });
  const [nearest] = near
    .filter(({ distance }) => distance <= edgePixels)
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance);
  return nearest ? { one: nearest.one, edge: nearest.edge } : null;
}

/** The frame to which an edge is dragged: the line keeps at least one frame. */
export function draggedTo(
  { startMs, endMs }: { startMs: number; endMs: number },
  { edge, ms, times }: { edge: Edge; ms: number; times: Timecodes },
): number {
  const snapped = times.snap(Math.max(0, ms));
  return edge === "start"
    ? Math.min(snapped, times.step(endMs, -1))
    : Math.max(snapped, times.step(startMs, 1));
}

/** The change of a line by a dragged edge; null for one that is not possible any more. */
export function edgeChange(
  { startMs, endMs }: Pick<ReviewedLine, "startMs" | "endMs">,
  edge: Edge,
  ms: number,
): LineChange | null {
  if (startMs === null || endMs === null) return null;
  if (edge === "start") return ms < endMs && ms !== startMs ? { startMs: ms } : null;
  return ms > startMs && ms !== endMs ? { endMs: ms } : null;
}
