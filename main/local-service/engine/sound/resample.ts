/** Changes the sample rate by a polyphase filter (windowed sinc). */
import { fullScale } from "./levels";

/** Zero crossings of the filter on each side, at the lower of the two rates. */
const halfWidth = 16;
/** Share of the lower Nyquist frequency that passes. */
const passband = 0.94;
/** Beta of the Kaiser window: about -80 dB outside the passband. */
const beta = 8;
/** Limit of the table of an unusual pair of rates: 32 MB. */
const maxTableSize = 4_000_000;

interface Filter {
  /** Output rate and input rate without common divisors. */
  up: number;
  down: number;
  /** Coefficients of each of `up` phases. */
  taps: number;
  table: Float64Array;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-17; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

export const kaiser = (position: number, shape: number) =>
  Math.abs(position) >= 1 ? 0 : bessel(shape * Math.sqrt(1 - position ** 2)) / bessel(shape);

export const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

function createFilter(from: number, to: number): Filter {
  const divisor = greatestDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  /** Below 1 the filter is longer and also removes what the lower rate cannot represent. */
  const cutoff = Math.min(1, up / down) * passband;
  const half = Math.ceil((halfWidth * Math.max(up, down)) / up);
  // A multiple of 4, for the loop below.
  const taps = Math.ceil((2 * half) / 4) * 4;
  if (up * taps > maxTableSize) throw new RangeError(`cannot resample ${from} Hz to ${to} Hz`);
  const table = new Float64Array(up * taps);
  for (let phase = 0; phase < up; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const x = tap - (half - 1) - phase / up;
      const value = sinc(x * cutoff) * kaiser(x / half, beta);
      table[phase * taps + tap] = value;
      sum += value;
    }
    // Each phase has the gain 1 for a constant, which otherwise would become a tone.
    for (let tap = 0; tap < taps; tap += 1) {
      const at = phase * taps + tap;
      table[at] = (table[at] ?? 0) / sum;
    }
  }
  return { up, down, taps, table };
}

/** The tables of recent pairs of rates: a voice always has the same one. */
const filters = new Map<string, Filter>();
const maxFilters = 4;

function filterOf(from: number, to: number): Filter {
  const key = `${from} ${to}`;
  const known = filters.get(key);
  if (known) return known;
  if (filters.size >= maxFilters) filters.clear();
  const created = createFilter(from, to);
  filters.set(key, created);
  return created;
}

/**
 * `samples` of 16 bit at another rate, 1 for full scale. The length is rounded up.
 * @throws RangeError
 */
export function resample(samples: Int16Array, from: number, to: number): Float32Array {
  const scale = 1 / fullScale;
  if (from === to) return Float32Array.from(samples, (value) => value * scale);
  const { up, down, taps, table } = filterOf(from, to);
  const half = Math.ceil((halfWidth * Math.max(up, down)) / up);
  // Silence around the sound, so that the loop needs no checks.
  const padded = new Float64Array(samples.length + 2 * taps);
  for (let at = 0; at < samples.length; at += 1) padded[at + taps] = (samples[at] ?? 0) * scale;
  const result = new Float32Array(Math.ceil((samples.length * up) / down));
  let phase = 0;
  let position = taps - (half - 1);
  for (let out = 0; out < result.length; out += 1) {
    const row = phase * taps;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let tap = 0; tap < taps; tap += 4) {
      a += (padded[position + tap] ?? 0) * (table[row + tap] ?? 0);
      b += (padded[position + tap + 1] ?? 0) * (table[row + tap + 1] ?? 0);
      c += (padded[position + tap + 2] ?? 0) * (table[row + tap + 2] ?? 0);
      d += (padded[position + tap + 3] ?? 0) * (table[row + tap + 3] ?? 0);
    }
    result[out] = a + b + (c + d);
    phase += down;
    while (phase >= up) {
      phase -= up;
      position += 1;
    }
  }
  return result;
}
