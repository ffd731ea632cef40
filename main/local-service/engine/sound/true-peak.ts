/** True peak after ITU-R BS.1770-4, annex 2: the peak at 4 times the sample rate. */
import { fullScale } from "./levels";
import { kaiser, sinc } from "./resample";

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

/** The true peak of one channel, 1 for full scale. */
export function truePeak(samples: Int16Array): number {
  let peak = 0;
  for (const value of samples) {
    const size = Math.abs(value);
    if (size > peak) peak = size;
  }
  const padded = new Float64Array(samples.length + 2 * taps + blockSize);
  padded.set(samples, taps);
  for (let start = 0; start < samples.length + taps; start += blockSize) {
    // Samples around the positions of this block. Most blocks are too quiet to contain the peak.
    let around = 0;
    for (let at = start; at < Math.min(padded.length, start + blockSize + taps); at += 1)
      around = Math.max(around, Math.abs(padded[at] ?? 0));
    if (around * maxGain <= peak) continue;
    const end = Math.min(padded.length - taps, start + blockSize);
    for (let at = start; at < end; at += 1)
      for (const filter of phases) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap += 1) sum += (padded[at + tap] ?? 0) * (filter[tap] ?? 0);
        peak = Math.max(peak, Math.abs(sum));
      }
  }
  return peak / fullScale;
}
