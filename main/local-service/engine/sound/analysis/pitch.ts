/** The pitch of speech, by autocorrelation. */
import { windowLevels, maxOf, fromDb } from "../levels";

const minHertz = 60;
const maxHertz = 420;
/** The sound is reduced to about this rate, which is enough for the fundamental. */
const analysisRate = 4_000;
const frameMs = 40;
const hopMs = 20;
/**
 * A frame is voiced if its normalised autocorrelation exceeds this, and it is not this much quieter
 * than the loudest.
 */
const minCorrelation = 0.6;
const voicedDb = -30;
/**
 * The shortest period whose correlation is this share of the best one: multiples of a period
 * correlate as well.
 */
const firstShare = 0.9;

function reduce(samples: Int16Array, factor: number): Float64Array {
  const reduced = new Float64Array(Math.floor(samples.length / factor));
  for (let at = 0; at < reduced.length; at += 1) {
    let sum = 0;
    for (let index = 0; index < factor; index += 1) sum += samples[at * factor + index] ?? 0;
    reduced[at] = sum / factor;
  }
  return reduced;
}

function correlation(sound: Float64Array, start: number, length: number, lag: number): number {
  let product = 0;
  let first = 0;
  let second = 0;
  for (let at = start; at < start + length - lag; at += 1) {
    const a = sound[at] ?? 0;
    const b = sound[at + lag] ?? 0;
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}

/** The period in samples with fractions, or null for an unvoiced frame. */
function periodOf(sound: Float64Array, start: number, length: number, rate: number): number | null {
  const minLag = Math.floor(rate / maxHertz);
  const maxLag = Math.ceil(rate / minHertz);
  const values: number[] = [];
  let best = 0;
  for (let lag = minLag - 1; lag <= maxLag + 1; lag += 1) {
    const value = correlation(sound, start, length, lag);
    values.push(value);
    if (value > best && lag >= minLag && lag <= maxLag) best = value;
  }
  if (best < minCorrelation) return null;
  for (let at = 1; at < values.length - 1; at += 1) {
    const [before, value, after] = [values[at - 1] ?? 0, values[at] ?? 0, values[at + 1] ?? 0];
    if (value < best * firstShare || value < before || value < after) continue;
    const curve = before - 2 * value + after;
    return minLag - 1 + at + (curve === 0 ? 0 : (before - after) / (2 * curve));
  }
  return null;
}

/** The median pitch of the voiced frames in hertz, or null if there are none. */
export function medianPitch(samples: Int16Array, sampleRate: number): number | null {
  const factor = Math.max(1, Math.round(sampleRate / analysisRate));
  const sound = reduce(samples, factor);
  const rate = sampleRate / factor;
  const length = Math.round((frameMs * rate) / 1000);
  const hop = Math.round((hopMs * rate) / 1000);
  const levels = windowLevels(samples, hop * factor);
  const threshold = maxOf(levels) * fromDb(voicedDb);
  const pitches: number[] = [];
  for (let frame = 0; frame * hop + length <= sound.length; frame += 1) {
    if ((levels[frame] ?? 0) <= threshold) continue;
    const period = periodOf(sound, frame * hop, length, rate);
    if (period !== null) pitches.push(rate / period);
  }
  pitches.sort((a, b) => a - b);
  return pitches[Math.floor(pitches.length / 2)] ?? null;
}
