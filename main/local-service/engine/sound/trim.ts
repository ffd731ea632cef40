/** Removes silence at the start and the end of a take. */
import { fromDb, maxOf, windowLevels } from "./levels";

const windowMs = 10;
/** Quieter windows are silence: below this level, or this much below the loudest window. */
const silenceDb = -60;
const relativeSilenceDb = -44;
/** Silence that remains, which contains soft consonants, and the fades in it. */
const leadMs = 40;
const tailMs = 80;
const fadeInMs = 5;
const fadeOutMs = 10;

const samplesOf = (ms: number, sampleRate: number) => Math.round((ms * sampleRate) / 1000);

/** Multiplies the first `count` samples by a ramp from 0 to 1. */
function fadeIn(samples: Int16Array, count: number): void {
  for (let at = 0; at < Math.min(count, samples.length); at += 1)
    samples[at] = Math.round((samples[at] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * at) / count)));
}

/** Ends with a ramp to 0, in place. */
export function fadeOut(samples: Int16Array, sampleRate: number): void {
  samples.reverse();
  fadeIn(samples, samplesOf(fadeOutMs, sampleRate));
  samples.reverse();
}

/** A new array: the speech with short silence around it, or null if there is only silence. */
export function trimSilence(samples: Int16Array, sampleRate: number): Int16Array | null {
  const size = samplesOf(windowMs, sampleRate);
  const levels = windowLevels(samples, size);
  const threshold = Math.max(fromDb(silenceDb), maxOf(levels) * fromDb(relativeSilenceDb));
  const first = levels.findIndex((level) => level > threshold);
  if (first < 0) return null;
  const last = levels.findLastIndex((level) => level > threshold);
  const start = Math.max(0, first * size - samplesOf(leadMs, sampleRate));
  const end = Math.min(samples.length, (last + 1) * size + samplesOf(tailMs, sampleRate));
  const trimmed = samples.slice(start, end);
  fadeIn(trimmed, samplesOf(fadeInMs, sampleRate));
  fadeOut(trimmed, sampleRate);
  return trimmed;
}
