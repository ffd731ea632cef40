/** True peak after ITU-R BS.1770-4, annex 2: the peak at 4 times the sample rate. */
import { fullScale } from "./levels";
import { kaiser, sinc } from "./resample";
import type { ChannelCount } from "./channels";

const factor = 4;
const taps = 24;
const half = taps / 2;

/** The filters of the 3 positions between two samples. The gain of a constant is 1. */
const phases = Array.from({ length: factor - 1 }, (_unused, index) => {
  const filter = Float64Array.from({ length: taps }, (_none, tap) => {
    const x = tap - (half - 1) - (index + 1) / factor;
    return sinc(x) * kaiser(x / half, 6);
  });
  const sum = filter.reduce((total, value) => total + value, 0);
  return filter.map((value) => value / sum);
});
/** A value between samples is at most this factor of the largest sample around it. */
const maxGain = Math.max(
  ...phases.map((filter) => filter.reduce((sum, value) => sum + Math.abs(value), 0)),
);
const blockSize = 32;

/**
 * The smallest sample beside the peak, as a share of the largest sample. A sound that contains only
 * frequencies up to `bandwidth` (of the sample rate) is at least M cos(2π · bandwidth · t) at t
 * samples from its peak M (Bernstein), and half a sample from the peak there is a sample. With a
 * margin for rounded samples and filters that are not ideal.
 */
const leastShare = (bandwidth: number) => 0.9 * Math.max(0, Math.cos(Math.PI * bandwidth));

/**
 * The true peak of one channel, 1 for full scale. `bandwidth`: the highest frequency of the sound
 * as a share of its sample rate; a lower one needs less time.
 */
export function truePeak(samples: Int16Array, bandwidth = 0.5): number {
  let peak = 0;
  for (const value of samples) {
    const size = Math.abs(value);
    if (size > peak) peak = size;
  }
  const least = peak * leastShare(Math.min(bandwidth, 0.5));
  const padded = new Float64Array(samples.length + 2 * taps + blockSize);
  padded.set(samples, taps);
  for (let start = 0; start < samples.length + taps; start += blockSize) {
    // Samples around the positions of this block. Most blocks are too quiet to contain the peak.
    let around = 0;
    for (let at = start; at < Math.min(padded.length, start + blockSize + taps); at += 1)
      around = Math.max(around, Math.abs(padded[at] ?? 0));
    if (around < least || around * maxGain <= peak) continue;
    const end = Math.min(padded.length - taps, start + blockSize);
    for (let at = start; at < end; at += 1) {
      const [before, after] = [padded[at + half - 1] ?? 0, padded[at + half] ?? 0];
      if (Math.max(Math.abs(before), Math.abs(after)) < least) continue;
      for (const filter of phases) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap += 1) sum += (padded[at + tap] ?? 0) * (filter[tap] ?? 0);
        peak = Math.max(peak, Math.abs(sum));
      }
    }
  }
  return peak / fullScale;
}

export interface TruePeakMeter {
  /** Adds frames, interleaved, in the range of 16 bit. */
  add(frames: Float32Array): void;
  /** 1 for full scale. The last samples count as followed by silence. */
  peak(): number;
}

/** The true peak of sound in blocks. */
export function createTruePeakMeter(channels: ChannelCount): TruePeakMeter {
  /** The last samples of each channel, which the filters need before the next ones. */
  const histories = Array.from({ length: channels }, () => new Float64Array(taps));
  let peak = 0;

  function addChannel(history: Float64Array, frames: Float32Array, channel: number): void {
    const length = frames.length / channels;
    const values = new Float64Array(taps + length);
    values.set(history);
    for (let at = 0; at < length; at += 1) {
      const value = frames[at * channels + channel] ?? 0;
      values[taps + at] = value;
      peak = Math.max(peak, Math.abs(value));
    }
    for (let start = 0; start < length; start += blockSize) {
      const end = Math.min(length, start + blockSize);
      let around = 0;
      for (let at = start; at < end + taps; at += 1)
        around = Math.max(around, Math.abs(values[at] ?? 0));
      if (around * maxGain <= peak) continue;
      for (let at = start; at < end; at += 1)
        for (const filter of phases) {
          let sum = 0;
          for (let tap = 0; tap < taps; tap += 1)
            sum += (values[at + 1 + tap] ?? 0) * (filter[tap] ?? 0);
          peak = Math.max(peak, Math.abs(sum));
        }
    }
    history.set(values.subarray(length));
  }

  return {
    add: (frames) => histories.forEach((history, channel) => addChannel(history, frames, channel)),
    peak() {
      const silence = new Float32Array(taps * channels);
      const kept = histories.map((history) => history.slice());
      this.add(silence);
      for (const [index, history] of kept.entries()) histories[index]?.set(history);
      return peak / fullScale;
    },
  };
}
