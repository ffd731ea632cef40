/** The chosen takes on a timeline, for formats that have tracks in which nothing overlaps. */
import {
  chosenTake,
  type FrameRate,
  type Timeline,
  type TimelineLine,
  type TimelineTake,
} from "../timeline";
import { frameAt } from "./timecode";

export interface Placed {
  line: TimelineLine;
  take: TimelineTake;
  /** Samples. */
  start: number;
}

/** The lines with a take and a position, in the order of their starts. */
export function placedLines({ lines }: Pick<Timeline, "lines">): Placed[] {
  return lines
    .flatMap((line) => {
      const take = chosenTake(line);
      return line.start === null || !take ? [] : [{ line, take, start: line.start }];
    })
    .sort((a, b) => a.start - b.start || a.line.number - b.line.number);
}

/** The sample after the take; 0 without one. */
export const endOf = (placed: Placed | undefined): number =>
  placed ? placed.start + placed.take.length : 0;

/** Lines in as few layers as possible: within a layer nothing overlaps. */
export function layersOf<T extends Placed>(
  lines: readonly T[],
  spanOf: (placed: T) => { start: number; end: number } = (placed) => ({
    start: placed.start,
    end: endOf(placed),
  }),
): T[][] {
  const layers: { lines: T[]; end: number }[] = [];
  for (const placed of lines) {
    const { start, end } = spanOf(placed);
    const free = layers.find((layer) => layer.end <= start);
    if (free) {
      free.lines.push(placed);
      free.end = end;
    } else layers.push({ lines: [placed], end });
  }
  return layers.map((layer) => layer.lines);
}

/** A placed line in whole frames of the timeline, of which it has at least one. */
export interface Framed extends Placed {
  /** Frames from the begin of the timeline. */
  firstFrame: number;
  /** The frame after the last one. */
  endFrame: number;
}

/** Begin and end at their nearest frames. */
export function framedLines(timeline: Pick<Timeline, "lines" | "frameRate">): Framed[] {
  const { frameRate } = timeline;
  return placedLines(timeline).map((placed) => {
    const firstFrame = frameAt(placed.start, frameRate);
    const endFrame = Math.max(firstFrame + 1, frameAt(endOf(placed), frameRate));
    return { ...placed, firstFrame, endFrame };
  });
}

export const framesOfLayer = ({
  firstFrame,
  endFrame,
}: Framed): { start: number; end: number } => ({
  start: firstFrame,
  end: endFrame,
});

/** Whole frames that a second of timecode counts, and whether a second has a thousandth less. */
export const timebaseOf = ({ numerator, denominator }: FrameRate) => ({
  timebase: Math.round(numerator / denominator),
  isNtsc: denominator === 1_001,
});

/** A relative URL of a file, with "/". */
export const urlOf = (file: string): string => file.split("/").map(encodeURIComponent).join("/");
