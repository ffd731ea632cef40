/** Frame rates, and timecodes of frames (SMPTE 12M-1). */

/** Frames per second as a fraction: 30000/1001 for 29.97. */
export interface FrameRate {
  numerator: number;
  denominator: number;
  /**
   * Whether timecodes leave out numbers, so that they keep up with the clock (SMPTE 12M-1; 29.97
   * and 59.94 only).
   */
  isDropFrame: boolean;
}

/** Frame rate of scripts without a picture. */
export const defaultFrameRate: FrameRate = { numerator: 25, denominator: 1, isDropFrame: false };

/**
 * Rates that are fractions, by their usual decimals. Timecodes of 29.97 and 59.94 leave out
 * numbers.
 */
const fractions: readonly [rate: number, FrameRate][] = [
  [23.976, { numerator: 24_000, denominator: 1_001, isDropFrame: false }],
  [29.97, { numerator: 30_000, denominator: 1_001, isDropFrame: true }],
  [47.952, { numerator: 48_000, denominator: 1_001, isDropFrame: false }],
  [59.94, { numerator: 60_000, denominator: 1_001, isDropFrame: true }],
  [119.88, { numerator: 120_000, denominator: 1_001, isDropFrame: false }],
];

/** Rates of timecodes that editing programs have, for pictures with fewer frames. */
const timecodeRates = [24, 25, 30, 48, 50, 60];
const ntsc = 1_000 / 1_001;

/**
 * The slowest rate of timecodes that is a multiple of a slow or odd rate: 30 for 15, 25 for 12.5.
 * No editing program has a list or a timeline in such a rate. Null if there is none.
 */
function multipleOf(framesPerSecond: number): FrameRate | null {
  for (const numerator of timecodeRates)
    for (const factor of [1, ntsc]) {
      const count = (numerator * factor) / framesPerSecond;
      if (Math.round(count) < 2 || Math.abs(count - Math.round(count)) > 0.0005) continue;
      return factor === 1
        ? { numerator, denominator: 1, isDropFrame: false }
        : frameRateOf(numerator * factor);
    }
  return null;
}

/** A timecode of the picture shows whether numbers are left out. */
export function frameRateOf(
  framesPerSecond: number | null,
  timecode: string | null = null,
): FrameRate {
  if (framesPerSecond === null || framesPerSecond < 1) return defaultFrameRate;
  const fraction = fractions.find(([rate]) => Math.abs(rate - framesPerSecond) < 0.005)?.[1];
  if (fraction) {
    const isDropFrame = fraction.isDropFrame && (timecode === null || timecode.includes(";"));
    return { ...fraction, isDropFrame };
  }
  const isSlow = framesPerSecond < 23.5 && timecode === null;
  const multiple = isSlow ? multipleOf(framesPerSecond) : null;
  return multiple ?? { numerator: Math.round(framesPerSecond), denominator: 1, isDropFrame: false };
}

/** Frames that a second of timecode counts: 30 for 29.97. */
export const countedFrames = ({ numerator, denominator }: FrameRate) =>
  Math.round(numerator / denominator);

/** Numbers that each minute leaves out, except every tenth one. */
const droppedPerMinute = (rate: FrameRate) => (countedFrames(rate) / 30) * 2;

/** "01:00:00:00", or "01:00:00;00" with drop frames. Begins again after 24 hours. */
export function timecodeOf(frame: number, rate: FrameRate): string {
  const perSecond = countedFrames(rate);
  let number = frame;
  if (rate.isDropFrame) {
    const dropped = droppedPerMinute(rate);
    const perMinute = 60 * perSecond - dropped;
    const perTenMinutes = 600 * perSecond - 9 * dropped;
    const tens = Math.floor(frame / perTenMinutes);
    const rest = frame % perTenMinutes;
    // The first minute of ten leaves no numbers out.
    const minutes = rest < dropped ? 0 : Math.floor((rest - dropped) / perMinute);
    number += tens * 9 * dropped + minutes * dropped;
  }
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(number / perSecond);
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map(two).join(":")}${rate.isDropFrame ? ";" : ":"}${two(number % perSecond)}`;
}

/** The number of frames before a clock time with frames. */
export function frameOfClock(seconds: number, frames: number, rate: FrameRate): number {
  const minutes = Math.floor(seconds / 60);
  const number = seconds * countedFrames(rate) + frames;
  if (!rate.isDropFrame) return number;
  return number - droppedPerMinute(rate) * (minutes - Math.floor(minutes / 10));
}

/** The number of frames of a timecode; null for one that does not exist at this rate. */
export function frameOfTimecode(timecode: string, rate: FrameRate): number | null {
  const match = /^(\d{2}):(\d{2}):(\d{2})[:;.](\d{2,3})$/.exec(timecode);
  if (!match) return null;
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = match.slice(1).map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59 || frames >= countedFrames(rate)) return null;
  const isLeftOut = seconds === 0 && minutes % 10 !== 0 && frames < droppedPerMinute(rate);
  if (rate.isDropFrame && isLeftOut) return null;
  return frameOfClock((hours * 60 + minutes) * 60 + seconds, frames, rate);
}

/** A timecode as users write it: "01:00:00:00", or "01:00:00;00" with drop frames. */
export const timecodePattern = /^\d{2}:\d{2}:\d{2}[:;]\d{2,3}$/;

/** Whether timecodes of this rate can leave out numbers. */
const mayDropFrames = ({ numerator, denominator }: FrameRate) =>
  fractions.some(
    ([, one]) => one.isDropFrame && one.numerator === numerator && one.denominator === denominator,
  );

/**
 * What begins at a timecode: its frame, and the rate with or without drop frames as it is written.
 * Null for one that does not exist at the rate.
 */
export function startAt(
  rate: FrameRate,
  timecode: string,
): { frameRate: FrameRate; startFrame: number } | null {
  const isDropFrame = timecode.includes(";");
  if (!timecodePattern.test(timecode) || (isDropFrame && !mayDropFrames(rate))) return null;
  const frameRate = { ...rate, isDropFrame };
  const startFrame = frameOfTimecode(timecode, frameRate);
  return startFrame === null ? null : { frameRate, startFrame };
}

/** The frame that is nearest to a time. */
export const frameAtMs = (ms: number, { numerator, denominator }: FrameRate): number =>
  Math.round((ms * numerator) / (denominator * 1_000));

/** The time of a frame, rounded to a millisecond. */
export const msOfFrame = (frame: number, { numerator, denominator }: FrameRate): number =>
  Math.round((frame * denominator * 1_000) / numerator);
