/**
 * A limiter with look-ahead: sums beyond full scale are attenuated smoothly, all others pass
 * unchanged. Values have the range of 16 bit.
 */
import { fullScale } from "./levels";
import type { ChannelCount } from "./channels";

export interface Limiter {
  /**
   * Takes frames, interleaved, and returns limited ones, with a delay of `lookAhead` frames. The
   * result is valid until the next call.
   */
  push(frames: Float32Array): Float32Array;
  /** The last frames. */
  finish(): Float32Array;
}

/** Frames from the start of the attenuation to the peak: 5 ms at 48 kHz. */
export const lookAhead = 240;
/** Share of the missing gain that returns with each frame: about 100 ms at 48 kHz. */
const release = 1 / 4_800;
/** Closer to 1 there is no attenuation. */
const negligible = 1e-6;

/** The gain that each frame requires; null if none requires attenuation. */
function requiredGains(frames: Float32Array, channels: number): Float64Array | null {
  let peak = 0;
  for (let at = 0; at < frames.length; at += 1) {
    const size = Math.abs(frames[at] ?? 0);
    if (size > peak) peak = size;
  }
  if (peak <= fullScale) return null;
  const gains = new Float64Array(frames.length / channels).fill(1);
  for (let at = 0; at < frames.length; at += 1) {
    const size = Math.abs(frames[at] ?? 0);
    const frame = Math.floor(at / channels);
    if (size > fullScale) gains[frame] = Math.min(gains[frame] ?? 1, fullScale / size);
  }
  return gains;
}

/**
 * The minimum of each value and the `lookAhead` values after it. The last ones, without all of
 * these, are left out.
 */
export function upcomingMinimum(values: Float64Array): Float64Array {
  const result = new Float64Array(Math.max(0, values.length - lookAhead));
  /** Positions of increasing values, of which the first is the minimum of the window. */
  const queue = new Int32Array(values.length);
  let first = 0;
  let end = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 1;
    while (end > first && (values[queue[end - 1] ?? 0] ?? 1) >= value) end -= 1;
    queue[end] = at;
    end += 1;
    const start = at - lookAhead;
    if (start < 0) continue;
    result[start] = values[queue[first] ?? 0] ?? 1;
    if (queue[first] === start) first += 1;
  }
  return result;
}

export function createLimiter(channels: ChannelCount): Limiter {
  /**
   * Frames without all frames after them that they require. The first ones are silence, so that a
   * peak at the start has frames before it; they are left out of the result.
   */
  let pending = new Float32Array(lookAhead * channels);
  let leftOut = pending.length;
  let buffer = new Float32Array(0);
  /** The last gains before the average, and whether one of them attenuates. */
  let history = new Float64Array(lookAhead).fill(1);
  let isActive = false;

  /** Attenuates the first frames in place; the last `lookAhead` ones are only considered. */
  function limit(frames: Float32Array): void {
    const required = requiredGains(frames, channels);
    if (!required && !isActive) return;
    const minima = upcomingMinimum(required ?? new Float64Array(frames.length / channels).fill(1));
    const gains = new Float64Array(lookAhead + minima.length);
    gains.set(history);
    let last = history[lookAhead - 1] ?? 1;
    for (let at = 0; at < minima.length; at += 1) {
      last = Math.min(minima[at] ?? 1, last + (1 - last) * release);
      if (last > 1 - negligible) last = 1;
      gains[lookAhead + at] = last;
    }
    // The average begins to fall `lookAhead` frames before a peak, and has reached its gain there.
    let sum = 0;
    for (let at = 0; at < lookAhead; at += 1) sum += gains[at] ?? 1;
    for (let frame = 0; frame < minima.length; frame += 1) {
      sum += gains[lookAhead + frame] ?? 1;
      const gain = sum / (lookAhead + 1);
      for (let channel = 0; channel < channels; channel += 1) {
        const at = frame * channels + channel;
        frames[at] = (frames[at] ?? 0) * gain;
      }
      sum -= gains[frame] ?? 1;
    }
    history = gains.slice(minima.length);
    isActive = history.some((gain) => gain < 1);
  }

  /** Limits the pending frames and these, except the last `lookAhead` ones. */
  function advance(frames: Float32Array): Float32Array {
    const length = pending.length + frames.length;
    if (buffer.length < length) buffer = new Float32Array(length);
    const all = buffer.subarray(0, length);
    all.set(pending);
    all.set(frames, pending.length);
    // A copy before the first frames change; these do not.
    pending = all.slice(frames.length);
    limit(all);
    const start = Math.min(leftOut, frames.length);
    leftOut -= start;
    return all.subarray(start, frames.length);
  }

  return {
    push: advance,
    finish: () => advance(new Float32Array(lookAhead * channels)),
  };
}

/** Rounds to 16 bit, into the start of `target`; returns this part. */
export function to16Bit(values: Float32Array, target: Int16Array): Int16Array {
  for (let at = 0; at < values.length; at += 1) {
    const value = Math.round(values[at] ?? 0);
    target[at] = value > fullScale - 1 ? fullScale - 1 : value < -fullScale ? -fullScale : value;
  }
  return target.subarray(0, values.length);
}
