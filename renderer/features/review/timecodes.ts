/** Times of lines as they are shown and typed: timecodes of the picture, or times of a clock. */
import type { LineChange, ReviewedLine, SourceFacts } from "../../../preload/contract/review";
import {
  frameAtMs,
  frameOfTimecode,
  frameRateOf,
  msOfFrame,
  timecodeOf,
} from "../../../preload/facts/timecode";
import { formatTimecode } from "./format-timecode";

export interface Timecodes {
  /** Milliseconds from the begin of the picture. */
  format: (ms: number) => string;
  /** Milliseconds; null for what is no time of the picture. */
  parse: (text: string) => number | null;
  /** The nearest frame; without a picture, the nearest millisecond. */
  snap: (ms: number) => number;
  /** The time that is this many frames, or steps without a picture, after another one. */
  step: (ms: number, steps: number) => number;
  /** "01:00:00:00" or "0:00.000": how a time is typed. */
  example: string;
}

/** Milliseconds of a step without a picture. */
const withoutPictureMs = 40;

/** "1:02:03.450", "2:03.45" or "3": a time of a clock in milliseconds. */
function parseClock(text: string): number | null {
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text);
  if (!match) return null;
  const isLong = match[2] !== undefined;
  const [hours, minutes, seconds] = [1, 2, 3].map((index) => Number(match[index] ?? 0));
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  if (isLong && (minutes > 59 || seconds > 59)) return null;
  const fraction = Number((match[4] ?? "").padEnd(3, "0"));
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + fraction;
}

const clock: Timecodes = {
  format: formatTimecode,
  parse: (text) => parseClock(text.trim()),
  snap: (ms) => Math.max(0, Math.round(ms)),
  step: (ms, steps) => Math.max(0, Math.round(ms + steps * withoutPictureMs)),
  example: "0:00.000",
};

/**
 * The timecodes of a picture, which begin with that of its first frame, or with 00:00:00:00. A
 * picture with a varying or unknown rate has no timecodes: its times are those of a clock.
 */
export function createTimecodes(
  facts: Pick<SourceFacts, "frameRate" | "startTimecode"> | null,
): Timecodes {
  if (!facts?.frameRate) return clock;
  const { startTimecode } = facts;
  const rate = frameRateOf(facts.frameRate, startTimecode);
  const first = startTimecode === null ? 0 : (frameOfTimecode(startTimecode, rate) ?? 0);
  const timeOf = (frame: number) => msOfFrame(Math.max(0, frame), rate);
  const format = (ms: number) => timecodeOf(first + frameAtMs(Math.max(0, ms), rate), rate);
  return {
    format,
    parse(text) {
      const frame = frameOfTimecode(text.trim(), rate);
      if (frame === null) return parseClock(text.trim());
      return frame < first ? null : timeOf(frame - first);
    },
    snap: (ms) => timeOf(frameAtMs(ms, rate)),
    step(ms, steps) {
      const nearest = frameAtMs(ms, rate);
      // A time between two frames goes to the one that is next in the direction of the step.
      const passed = steps > 0 && timeOf(nearest) > ms + 1;
      const isAhead = steps < 0 && timeOf(nearest) < ms - 1;
      return timeOf(nearest + steps + (isAhead ? 1 : passed ? -1 : 0));
    },
    example: timecodeOf(first, rate),
  };
}

/** Which times of a line a step moves. */
export type Moved = "start" | "end" | "line";

/** The change of the times of a line by a number of frames; null for one that is not possible. */
export function stepTimes(
  { startMs, endMs }: Pick<ReviewedLine, "startMs" | "endMs">,
  { moved, steps, times }: { moved: Moved; steps: number; times: Timecodes },
): LineChange | null {
  if (startMs === null || endMs === null) return null;
  const start = times.step(startMs, steps);
  if (moved === "start") return start < endMs && start !== startMs ? { startMs: start } : null;
  if (moved === "end") {
    const end = times.step(endMs, steps);
    return end > startMs && end !== endMs ? { endMs: end } : null;
  }
  // The length stays exactly the same, so that the takes of the line stay.
  return start === startMs ? null : { startMs: start, endMs: start + endMs - startMs };
}
