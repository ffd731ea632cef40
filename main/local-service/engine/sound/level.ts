/** The level of a take. */
import { fromDb, fullScale, maxOf, windowLevels } from "./levels";

const windowMs = 10;
/** Target of the RMS over voiced windows, and limit of the peak, 1 for full scale. */
export const targetLevel = 0.1;
export const maxPeak = 0.97;
/** A window is voiced within this distance of the loudest one. */
const voicedDb = -26;
/** Quieter sound is silence. */
const silenceDb = -60;

/** RMS over the voiced windows, 1 for full scale. */
export function voicedLevel(samples: Int16Array, sampleRate: number): number {
  const levels = windowLevels(samples, Math.round((windowMs * sampleRate) / 1000));
  const threshold = maxOf(levels) * fromDb(voicedDb);
  let sum = 0;
  let count = 0;
  for (const level of levels)
    if (level >= threshold) {
      sum += level * level;
      count += 1;
    }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

export const isSilent = (samples: Int16Array, sampleRate: number) =>
  voicedLevel(samples, sampleRate) < fromDb(silenceDb);

/** Scales `sound` (1 for full scale) to `targetLevel`, lower if its peak would exceed `maxPeak`; rounded to 16 bit. */
export function levelTo16Bit(sound: Float32Array, currentLevel: number): Int16Array {
  let peak = 0;
  for (const value of sound) {
    const size = Math.abs(value);
    if (size > peak) peak = size;
  }
  const gain = peak === 0 ? 0 : Math.min(targetLevel / currentLevel, maxPeak / peak);
  const scale = gain * fullScale;
  const result = new Int16Array(sound.length);
  for (let at = 0; at < sound.length; at += 1) result[at] = Math.round((sound[at] ?? 0) * scale);
  return result;
}

/** Whether a recording has at least 3 samples at full scale. */
export function isClipped(samples: Int16Array): boolean {
  let count = 0;
  for (const value of samples) if (value >= 32_767 || value <= -32_768) count += 1;
  return count >= 3;
}
