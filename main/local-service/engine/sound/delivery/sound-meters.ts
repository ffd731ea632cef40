/** The levels of a delivered sound, of which blocks are added. */
import type { SoundMeasures } from "../../ports";
import type { FrameSpan } from "../ducking";
import { outputRate } from "../finish-take";
import { fullScale, toDb } from "../levels";
import { createLoudnessMeter } from "../loudness";
import { createTruePeakMeter } from "../true-peak";
import type { ChannelCount } from "../channels";

export interface SoundMeters {
  /** Adds frames, interleaved, in the range of 16 bit. */
  add(frames: Float32Array): void;
  measures(): SoundMeasures;
}

/** Frames of the window of the noise floor: half a second. */
const floorFrames = outputRate / 2;
const dbOf = (squares: number, count: number): number | null =>
  squares === 0 || count === 0 ? null : toDb(Math.sqrt(squares / count) / fullScale);

/** `spans`: when takes sound, in frames. */
export function createSoundMeters(
  channels: ChannelCount,
  spans: readonly FrameSpan[],
): SoundMeters {
  const loudness = createLoudnessMeter(channels);
  const peak = createTruePeakMeter(channels);
  let squares = 0;
  let count = 0;
  /** Sum of squares of the present window; `floor` is the least one of the complete windows. */
  let windowSquares = 0;
  let windowCount = 0;
  let floor = Infinity;
  return {
    add(frames) {
      loudness.add(frames);
      peak.add(frames);
      for (const value of frames) {
        windowSquares += value * value;
        windowCount += 1;
        if (windowCount < floorFrames * channels) continue;
        floor = Math.min(floor, windowSquares);
        squares += windowSquares;
        windowSquares = 0;
        windowCount = 0;
      }
      count += frames.length;
    },
    measures() {
      const truePeak = peak.peak();
      return {
        channels,
        loudness: loudness.integrated(),
        dialogue: loudness.within(spans),
        dynamics: loudness.dynamics(),
        truePeak: truePeak === 0 ? null : toDb(truePeak),
        rms: dbOf(squares + windowSquares, count),
        noiseFloor: floor === Infinity ? null : dbOf(floor, floorFrames * channels),
        speechShare: count === 0 ? 0 : lengthOf(spans) / (count / channels),
      };
    },
  };
}

/** Frames in at least one of the spans. */
function lengthOf(spans: readonly FrameSpan[]): number {
  let [length, last] = [0, 0];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    length += Math.max(0, end - Math.max(start, last));
    last = Math.max(last, end);
  }
  return length;
}
