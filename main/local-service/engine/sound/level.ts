/** The level of a take. */
import { checkRules } from "../../../../preload/facts/checks";
import { fromDb, fullScale, maxOf, windowLevels } from "./levels";

const windowMs = 10;
/**
 * Target of the RMS over voiced windows, and limit of the peak, 1 for full scale: about the
 * loudness of a take.
 */
const targetLevel = 0.08;
const maxPeak = fromDb(checkRules.truePeak.limit);
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

/**
 * The gain that brings a voice to `targetLevel`, lower if the peak of `sound` (1 for full scale)
 * would exceed `maxPeak`.
 */
export function gainTo(sound: Float32Array, voicedLevel: number): number {
  let peak = 0;
  for (const value of sound) {
    const size = Math.abs(value);
    if (size > peak) peak = size;
  }
  return peak === 0 ? 0 : Math.min(targetLevel / voicedLevel, maxPeak / peak);
}

/** Scales `sound` (1 for full scale); rounded to 16 bit. */
export function to16Bit(sound: Float32Array, gain: number): Int16Array {
  const scale = gain * fullScale;
  const result = new Int16Array(sound.length);
  for (let at = 0; at < sound.length; at += 1) result[at] = Math.round((sound[at] ?? 0) * scale);
  return result;
}

/**
 * The gain in dB that brings a take from this loudness (LUFS) to that of the checks, less if its
 * true peak (dBTP) would exceed theirs. 0 for a take without a loudness.
 */
export function correctionDb(loudness: number | null, truePeak: number | null): number {
  if (loudness === null) return 0;
  const missing = checkRules.loudness.limit - loudness;
  return truePeak === null ? missing : Math.min(missing, checkRules.truePeak.limit - truePeak);
}

export function countFullScale(samples: Int16Array): number {
  let count = 0;
  for (const value of samples) if (value >= 32_767 || value <= -32_768) count += 1;
  return count;
}
