/** RMS of short windows, by which speech is distinguished from silence. */

/** Samples have the range of 16 bit. */
export const fullScale = 32_768;

export const toDb = (factor: number) => 20 * Math.log10(factor);
export const fromDb = (db: number) => 10 ** (db / 20);

/** RMS of each full or partial window, 1 for full scale. */
export function windowLevels(samples: Int16Array, windowSize: number): Float64Array {
  const levels = new Float64Array(Math.ceil(samples.length / windowSize));
  for (let index = 0; index < levels.length; index += 1) {
    const start = index * windowSize;
    const end = Math.min(start + windowSize, samples.length);
    let sum = 0;
    for (let at = start; at < end; at += 1) {
      const value = samples[at] ?? 0;
      sum += value * value;
    }
    levels[index] = Math.sqrt(sum / (end - start)) / fullScale;
  }
  return levels;
}

export function maxOf(values: Float64Array): number {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max;
}
