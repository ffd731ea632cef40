import type { ReviewedLine } from "../../../../preload/contract/review";

/**
 * Where lines have no times: the pause between two, and the length of one without a take, in
 * milliseconds.
 */
const gapMs = 300;
const withoutTakeMs = 1_500;

/** A line at its place. */
export interface TimelineLine {
  line: ReviewedLine;
  /** Its slot. */
  startMs: number;
  endMs: number;
  /** Its chosen take; null for none. */
  take: { id: number; startMs: number; endMs: number } | null;
}

/**
 * Lines at their places, in the order of their begins. Without times they follow each other in the
 * order of the script.
 */
export class PlacedLines {
  /** Whether the lines have times of the video. */
  readonly isTimed: boolean;
  /** The end of the last line or take, in milliseconds. */
  readonly endMs: number;
  #placed: TimelineLine[];
  #byNumber: Map<number, TimelineLine>;
  /** The longest distance between the begin of a line and anything that belongs to it. */
  #reachMs = 0;

  constructor(lines: readonly ReviewedLine[]) {
    this.isTimed = lines.some(({ startMs, endMs }) => startMs !== null && endMs !== null);
    this.#placed = this.isTimed ? placeTimed(lines) : placeInOrder(lines);
    this.#byNumber = new Map(this.#placed.map((one) => [one.line.number, one]));
    let end = 0;
    for (const { startMs, endMs, take } of this.#placed) {
      const last = Math.max(endMs, take?.endMs ?? 0);
      end = Math.max(end, last);
      const before = startMs - Math.min(startMs, take?.startMs ?? startMs);
      this.#reachMs = Math.max(this.#reachMs, last - startMs, before);
    }
    this.endMs = end;
  }

  get count(): number {
    return this.#placed.length;
  }

  find(number: number): TimelineLine | undefined {
    return this.#byNumber.get(number);
  }

  /** Those that are at least in part in a span, with their takes. */
  in(fromMs: number, toMs: number): TimelineLine[] {
    const found: TimelineLine[] = [];
    for (let at = this.#firstAfter(fromMs - this.#reachMs); at < this.#placed.length; at += 1) {
      const one = this.#placed[at];
      if (!one || one.startMs - this.#reachMs > toMs) break;
      const first = Math.min(one.startMs, one.take?.startMs ?? Infinity);
      const last = Math.max(one.endMs, one.take?.endMs ?? 0);
      if (first < toMs && last > fromMs) found.push(one);
    }
    return found;
  }

  #firstAfter(ms: number): number {
    let [low, high] = [0, this.#placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#placed[middle]?.startMs ?? 0) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const takeAt = ({ chosen, offsetMs }: ReviewedLine, startMs: number): TimelineLine["take"] => {
  if (!chosen) return null;
  const from = Math.max(0, startMs + offsetMs);
  return { id: chosen.id, startMs: from, endMs: from + chosen.durationMs };
};

const placeTimed = (lines: readonly ReviewedLine[]): TimelineLine[] =>
  lines
    .flatMap((line): TimelineLine[] => {
      const { startMs, endMs } = line;
      if (startMs === null || endMs === null) return [];
      return [{ line, startMs, endMs, take: takeAt(line, startMs) }];
    })
    .sort((a, b) => a.startMs - b.startMs || a.line.number - b.line.number);

function placeInOrder(lines: readonly ReviewedLine[]): TimelineLine[] {
  let startMs = 0;
  return lines.map((line) => {
    const endMs = startMs + (line.chosen?.durationMs ?? withoutTakeMs);
    const take = takeAt({ ...line, offsetMs: 0 }, startMs);
    const placed = { line, startMs, endMs, take };
    startMs = endMs + gapMs;
    return placed;
  });
}
