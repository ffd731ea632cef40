/** Timecodes of frames (SMPTE 12M-1). */
import { timecodeOf, type FrameRate } from "../../../../preload/facts/timecode";
import { timelineRate, type Timeline } from "../timeline";

export { defaultFrameRate, frameOfTimecode, timecodeOf } from "../../../../preload/facts/timecode";

/**
 * The frame that is nearest to a position, counted from the first one: times of scripts are frames
 * that were rounded to milliseconds.
 */
export const frameAt = (samples: number, { numerator, denominator }: FrameRate): number =>
  Math.round((samples * numerator) / (denominator * timelineRate));

/** Likewise, of a position in milliseconds. */
export const frameAtMs = (ms: number, { numerator, denominator }: FrameRate): number =>
  Math.round((ms * numerator) / (denominator * 1_000));

/** The position of a frame in samples, rounded. */
export const samplesOfFrame = (frame: number, { numerator, denominator }: FrameRate): number =>
  Math.round((frame * denominator * timelineRate) / numerator);

/** The timecode at a position of a timeline. */
export const timecodeAt = (samples: number, { startFrame, frameRate }: Timeline): string =>
  timecodeOf(startFrame + frameAt(samples, frameRate), frameRate);
