/** Integrated loudness after ITU-R BS.1770-4, of sound at 48 kHz, in blocks. */
import type { FrameSpan } from "./ducking";
import { fullScale } from "./levels";
import { surroundWeights, type ChannelCount } from "./channels";

export interface LoudnessMeter {
  /** Adds frames in the range of 16 bit, interleaved. */
  add(samples: Int16Array | Float32Array): void;
  /** LUFS; null for less than 400 ms, and for silence. */
  integrated(): number | null;
  /**
   * LUFS within these spans of frames, in steps of 100 ms, without silence; null if nothing sounds
   * there.
   */
  within(spans: readonly FrameSpan[]): number | null;
  dynamics(): LoudnessDynamics;
}

/** Each null for a sound that is shorter than the window, and for silence. */
export interface LoudnessDynamics {
  /** The loudness range in LU (EBU Tech 3342), of windows of 3 s in steps of 100 ms. */
  range: number | null;
  /** LUFS: the largest of all windows of 400 ms. */
  maxMomentary: number | null;
  /** LUFS: the largest of all windows of 3 s. */
  maxShortTerm: number | null;
}

/** The filters of BS.1770 at 48 kHz: a shelf for the head, then a high pass. */
const shelf = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
} as const;
const highPass = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] } as const;

/** 100 ms; a gating block has 4 of them, and overlaps the next one by 75 %. */
const stepFrames = 4_800;
const stepsPerBlock = 4;
/** Steps of the window of short-term loudness: 3 s. */
const shortTermSteps = 30;
const absoluteGate = -70;
const relativeGate = -10;
/** The gate of the loudness range, and the shares of the windows between which it lies. */
const rangeGate = -20;
const rangeShares = { low: 0.1, high: 0.95 } as const;

const loudnessOf = (power: number) => -0.691 + 10 * Math.log10(power);
const powerOf = (loudness: number) => 10 ** ((loudness + 0.691) / 10);

/** States of the two filters of a channel (transposed direct form II). */
interface FilterState {
  s1: number;
  s2: number;
  t1: number;
  t2: number;
}

/** Filters one channel of a block, and returns the sum of its squares. */
function filteredPower(
  state: FilterState,
  samples: Int16Array | Float32Array,
  start: number,
  step: number,
): number {
  const [b0, b1, b2] = shelf.b;
  const [a1, a2] = shelf.a;
  const [c1, c2] = highPass.a;
  let { s1, s2, t1, t2 } = state;
  let sum = 0;
  for (let at = start; at < samples.length; at += step) {
    const x = (samples[at] ?? 0) / fullScale;
    const y = b0 * x + s1;
    s1 = b1 * x - a1 * y + s2;
    s2 = b2 * x - a2 * y;
    const z = y + t1;
    t1 = -2 * y - c1 * z + t2;
    t2 = y - c2 * z;
    sum += z * z;
  }
  Object.assign(state, { s1, s2, t1, t2 });
  return sum;
}

export function createLoudnessMeter(channels: ChannelCount): LoudnessMeter {
  const states = Array.from({ length: channels }, (): FilterState => ({
    s1: 0,
    s2: 0,
    t1: 0,
    t2: 0,
  }));
  /** Mean power of each complete step of 100 ms. */
  const steps: number[] = [];
  let sum = 0;
  let frames = 0;

  return {
    add(samples) {
      for (let start = 0; start < samples.length;) {
        const end = Math.min(samples.length, start + (stepFrames - frames) * channels);
        const part = samples.subarray(start, end);
        for (const [index, state] of states.entries()) {
          const weight = channels === 6 ? (surroundWeights[index] ?? 0) : 1;
          if (weight > 0) sum += weight * filteredPower(state, part, index, channels);
        }
        frames += part.length / channels;
        start = end;
        if (frames < stepFrames) continue;
        steps.push(sum / stepFrames);
        sum = 0;
        frames = 0;
      }
    },
    integrated() {
      const blocks = windowsOf(steps, stepsPerBlock);
      const gated = meanAbove(blocks, powerOf(absoluteGate));
      if (gated === null) return null;
      const mean = meanAbove(
        blocks,
        Math.max(powerOf(absoluteGate), gated * 10 ** (relativeGate / 10)),
      );
      return mean === null ? null : loudnessOf(mean);
    },
    within(spans) {
      const inside = new Set<number>();
      for (const { start, end } of spans) {
        // Steps whose middle is in the span.
        const first = Math.max(0, Math.ceil(start / stepFrames - 0.5));
        for (let step = first; (step + 0.5) * stepFrames < end && step < steps.length; step += 1)
          inside.add(step);
      }
      const powers = [...inside].sort((a, b) => a - b).map((step) => steps[step] ?? 0);
      const mean = meanAbove(powers, powerOf(absoluteGate));
      return mean === null ? null : loudnessOf(mean);
    },
    dynamics() {
      const shortTerm = windowsOf(steps, shortTermSteps);
      return {
        range: rangeOf(shortTerm),
        maxMomentary: largest(windowsOf(steps, stepsPerBlock)),
        maxShortTerm: largest(shortTerm),
      };
    },
  };
}

/** The mean power of each window of this many steps, from each step on. */
function windowsOf(steps: readonly number[], count: number): number[] {
  const windows: number[] = [];
  for (let at = count; at <= steps.length; at += 1) {
    let power = 0;
    for (let step = at - count; step < at; step += 1) power += steps[step] ?? 0;
    windows.push(power / count);
  }
  return windows;
}

/** LUFS; null for no windows, and for silence. */
function largest(powers: readonly number[]): number | null {
  const most = powers.reduce((found, power) => Math.max(found, power), 0);
  return most === 0 ? null : loudnessOf(most);
}

function rangeOf(powers: readonly number[]): number | null {
  const mean = meanAbove(powers, powerOf(absoluteGate));
  if (mean === null) return null;
  const gate = Math.max(powerOf(absoluteGate), mean * 10 ** (rangeGate / 10));
  const above = powers.filter((power) => power > gate).sort((a, b) => a - b);
  const at = (share: number) => above[Math.round((above.length - 1) * share)] ?? mean;
  return loudnessOf(at(rangeShares.high)) - loudnessOf(at(rangeShares.low));
}

function meanAbove(powers: readonly number[], threshold: number): number | null {
  let sum = 0;
  let count = 0;
  for (const power of powers)
    if (power > threshold) {
      sum += power;
      count += 1;
    }
  return count === 0 ? null : sum / count;
}
