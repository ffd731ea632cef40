/**
 * The speakers of spans, without a trained model: by pitch and timbre. Speakers of similar voices
 * are confused. Design: local engine, section 3.
 */
import type { SpeechSpan } from "../../ports";
import { cluster, distanceOf, type Vector } from "./clusters";
import { meanMfcc } from "./mfcc";
import { medianPitch } from "./pitch";
import { analysisRate, openAnalysed } from "./voice-activity";

/** More of one span is not read, in milliseconds. */
const maxSpanMs = 20_000;
/**
 * Longer spans are compared with each other; others join the nearest speaker. Limits memory to 2 ×
 * 9 MB.
 */
const maxCompared = 1_500;
/** Hertz for one unit of distance. */
const pitchUnit = 20;

export interface VoiceFeatures {
  /** Hertz; null for an unvoiced span. */
  pitch: number | null;
  timbre: Float64Array;
}

/** Each coordinate as its distance from the mean in standard deviations. */
function standardise(rows: readonly Float64Array[]): number[][] {
  const size = rows[0]?.length ?? 0;
  const scales = Array.from({ length: size }, (_none, at) => {
    const values = rows.map((row) => row[at] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, deviation: Math.sqrt(variance) || 1 };
  });
  return rows.map((row) =>
    scales.map(({ mean, deviation }, at) => ((row[at] ?? 0) - mean) / deviation),
  );
}

/** Vectors whose distance is that of the voices. */
function vectorsOf(features: readonly VoiceFeatures[]): Vector[] {
  const pitches = features.flatMap(({ pitch }) => (pitch === null ? [] : [pitch]));
  const middle = pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
  const timbres = standardise(features.map(({ timbre }) => timbre));
  return features.map(({ pitch }, at) => [(pitch ?? middle) / pitchUnit, ...(timbres[at] ?? [])]);
}

/** The mean of the vectors of each speaker. */
function centresOf(vectors: readonly Vector[], labels: readonly number[]): Vector[] {
  const groups: Vector[][] = [];
  for (const [at, label] of labels.entries()) (groups[label] ??= []).push(vectors[at] ?? []);
  return groups.map((group) =>
    (group[0] ?? []).map(
      (_none, at) => group.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / group.length,
    ),
  );
}

function nearest(centres: readonly Vector[], vector: Vector): number {
  let best = 0;
  for (const [at, centre] of centres.entries())
    if (distanceOf(centre, vector) < distanceOf(centres[best] ?? [], vector)) best = at;
  return best;
}

/** Numbers in the order of their first occurrence. */
function renumber(labels: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return labels.map((label) => {
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    return number;
  });
}

export const groupVoices = (
  features: readonly VoiceFeatures[],
  durations: readonly number[],
  count: number | null,
): number[] => groupSpeakers(vectorsOf(features), durations, count);

/** `durations`: of the spans, of which the longest are compared. */
export function groupSpeakers(
  vectors: readonly Vector[],
  durations: readonly number[],
  count: number | null,
): number[] {
  const compared = vectors
    .map((vector, at) => ({ vector, at, duration: durations[at] ?? 0 }))
    .sort((a, b) => b.duration - a.duration || a.at - b.at)
    .slice(0, maxCompared)
    .sort((a, b) => a.at - b.at);
  const groups = cluster(
    compared.map(({ vector }) => vector),
    count,
  );
  const centres = centresOf(
    compared.map(({ vector }) => vector),
    groups,
  );
  const known = new Map(compared.map(({ at }, index) => [at, groups[index] ?? 0]));
  return renumber(vectors.map((vector, at) => known.get(at) ?? nearest(centres, vector)));
}

/**
 * The speaker of each span; null where the sound has nothing, since a script may be longer than it.
 * @throws WavError, RangeError for times that are no span, or the error of the operating system.
 */
export function findSpeakers(
  file: string,
  spans: readonly SpeechSpan[],
  count: number | null,
  report: (share: number) => void,
): (number | null)[] {
  if (count !== null && !(Number.isInteger(count) && count >= 1))
    throw new RangeError(`count is invalid: ${count}`);
  const reader = openAnalysed(file);
  try {
    const heard = spans.map(({ startMs, endMs }, index) => {
      const length = Math.min(endMs - startMs, maxSpanMs);
      const start = Math.round((startMs * analysisRate) / 1000);
      const end = start + Math.round((length * analysisRate) / 1000);
      if (!(start >= 0 && end >= start))
        throw new RangeError(`${startMs} to ${endMs} ms is no span`);
      const frames = Math.min(end, reader.frames) - start;
      report((index + 1) / spans.length);
      if (frames <= 0) return null;
      const samples = new Int16Array(frames);
      reader.read(start, samples);
      const features = { pitch: medianPitch(samples, analysisRate), timbre: meanMfcc(samples) };
      return { features, duration: endMs - startMs };
    });
    const known = heard.filter((one) => one !== null);
    const features = known.map((one) => one.features);
    const durations = known.map((one) => one.duration);
    const speakers = groupVoices(features, durations, count).values();
    return heard.map((one) => (one === null ? null : (speakers.next().value ?? null)));
  } finally {
    reader.close();
  }
}
