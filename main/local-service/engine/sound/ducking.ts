/**
 * The gain of the original sound over time: lower while a take plays. Positions are frames at 48
 * kHz.
 */

export interface FrameSpan {
  start: number;
  end: number;
}

const framesOf = (ms: number) => ms * 48;
/** The gain begins to fall before a take, and has returned after it. */
const beforeFrames = framesOf(120);
const afterFrames = framesOf(250);
const rampFrames = framesOf(80);
/** Shorter gaps stay ducked: the original would become louder and quieter again at once. */
const minGapFrames = framesOf(400);

/** Spans in which the gain is not the normal one, in order, without overlaps. */
export function duckedSpans(takes: readonly FrameSpan[]): FrameSpan[] {
  const spans: FrameSpan[] = [];
  for (const { start, end } of [...takes].sort((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const from = start - beforeFrames;
    const to = end + afterFrames;
    const last = spans.at(-1);
    if (last && from - last.end < minGapFrames) last.end = Math.max(last.end, to);
    else spans.push({ start: from, end: to });
  }
  return spans;
}

/** Half a cosine from 0 to 1. */
const ramp = Float64Array.from({ length: rampFrames }, (_none, at) => {
  return 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / rampFrames);
});

export interface Ducking {
  /** Fills gains for frames from `start`. Calls have increasing positions. */
  fill(gains: Float64Array, start: number): void;
}

/** `ducked` and `otherwise`: factors. */
export function createDucking(
  takes: readonly FrameSpan[],
  ducked: number,
  otherwise: number,
): Ducking {
  const spans = duckedSpans(takes);
  let next = 0;

  /**
   * Ramps begin at the start, and end at the end. They do not overlap: no span is shorter than 370
   * ms.
   */
  function duck(gains: Float64Array, first: number, span: FrameSpan): void {
    const start = span.start - first;
    const end = span.end - first;
    const within = (frame: number) => Math.min(Math.max(frame, 0), gains.length);
    gains.fill(ducked, within(start + rampFrames), within(end - rampFrames));
    const gainAt = (distance: number) => otherwise + (ducked - otherwise) * (ramp[distance] ?? 1);
    for (let at = within(start); at < within(start + rampFrames); at += 1)
      gains[at] = gainAt(at - start);
    for (let at = within(end - rampFrames); at < within(end); at += 1)
      gains[at] = gainAt(end - 1 - at);
  }

  return {
    fill(gains, start) {
      while ((spans[next]?.end ?? Infinity) <= start) next += 1;
      gains.fill(otherwise);
      for (let index = next; index < spans.length; index += 1) {
        const span = spans[index];
        if (!span || span.start >= start + gains.length) break;
        duck(gains, start, span);
      }
    },
  };
}
