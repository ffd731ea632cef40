/** Mel frequency cepstral coefficients: the timbre of a voice. Sound of 16 kHz. */
import { fullScale } from "../levels";

/** Without the first one, which is the loudness. */
const coefficientCount = 13;

const sampleRate = 16_000;
const frameSize = 400;
const hopSize = 240;
const fftSize = 512;
const bandCount = 26;
const minHertz = 80;
const maxHertz = 7_600;
/** Frames this much quieter than the loudest are left out, in dB. */
const voicedDb = -30;
const floorShare = 1e-6;

const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
const fromMel = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);

const hamming = Float64Array.from(
  { length: frameSize },
  (_none, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (frameSize - 1)),
);
const cosines = Float64Array.from({ length: fftSize / 2 }, (_none, at) =>
  Math.cos((2 * Math.PI * at) / fftSize),
);
const sines = Float64Array.from({ length: fftSize / 2 }, (_none, at) =>
  Math.sin((2 * Math.PI * at) / fftSize),
);
const reversed = Uint16Array.from({ length: fftSize }, (_none, at) => {
  let result = 0;
  for (let bit = 1; bit < fftSize; bit *= 2) result = result * 2 + (at & bit ? 1 : 0);
  return result;
});

/** Triangular bands, each with its first bin and its weights. */
const bands = Array.from({ length: bandCount }, (_none, band) => {
  const step = (toMel(maxHertz) - toMel(minHertz)) / (bandCount + 1);
  const edge = (index: number) => (fromMel(toMel(minHertz) + index * step) * fftSize) / sampleRate;
  const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)];
  const first = Math.ceil(low);
  const weights = Float64Array.from({ length: Math.floor(high) - first + 1 }, (_unused, index) => {
    const bin = first + index;
    return bin <= middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle);
  });
  return { first, weights };
});

/** Fast Fourier transform in place, of `fftSize` values in the order of `reversed`. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let size = 2; size <= fftSize; size *= 2) {
    const half = size / 2;
    const step = fftSize / size;
    for (let start = 0; start < fftSize; start += size)
      for (let at = start, angle = 0; at < start + half; at += 1, angle += step) {
        const [cosine, sine] = [cosines[angle] ?? 0, sines[angle] ?? 0];
        const [a, b] = [real[at + half] ?? 0, imaginary[at + half] ?? 0];
        const re = a * cosine + b * sine;
        const im = b * cosine - a * sine;
        real[at + half] = (real[at] ?? 0) - re;
        imaginary[at + half] = (imaginary[at] ?? 0) - im;
        real[at] = (real[at] ?? 0) + re;
        imaginary[at] = (imaginary[at] ?? 0) + im;
      }
  }
}

interface PowerSpectrum {
  /** Power of bins 0 to `fftSize / 2` of a frame that starts at this sample. */
  (samples: Int16Array, start: number): Float64Array;
}

function createPowerSpectrum(): PowerSpectrum {
  const real = new Float64Array(fftSize);
  const imaginary = new Float64Array(fftSize);
  const power = new Float64Array(fftSize / 2 + 1);
  return (samples, start) => {
    real.fill(0);
    imaginary.fill(0);
    for (let at = 0; at < frameSize; at += 1) {
      const value = samples[start + at] ?? 0;
      const before = samples[start + at - 1] ?? 0;
      // Pre-emphasis: speech has less energy at high frequencies.
      real[reversed[at] ?? 0] = ((value - 0.97 * before) / fullScale) * (hamming[at] ?? 0);
    }
    transform(real, imaginary);
    for (let bin = 0; bin < power.length; bin += 1)
      power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
    return power;
  };
}

/**
 * Logarithms of the power of each band. `energy`: of all, which bounds them below, so that noise
 * does not count.
 */
function bandLevels(power: Float64Array, energy: number): Float64Array {
  return Float64Array.from(bands, ({ first, weights }) => {
    let sum = 0;
    for (let at = 0; at < weights.length; at += 1)
      sum += (power[first + at] ?? 0) * (weights[at] ?? 0);
    return Math.log(sum + energy * floorShare + Number.MIN_VALUE);
  });
}

/**
 * The mean coefficients 1 to 13 of the loud frames; zeros for sound that is shorter than a frame.
 */
export function meanMfcc(samples: Int16Array): Float64Array {
  const spectrum = createPowerSpectrum();
  const frames: { energy: number; levels: Float64Array }[] = [];
  for (let start = 0; start + frameSize <= samples.length; start += hopSize) {
    const power = spectrum(samples, start);
    const energy = power.reduce((sum, value) => sum + value, 0);
    frames.push({ energy, levels: bandLevels(power, energy) });
  }
  const loudest = frames.reduce((max, { energy }) => Math.max(max, energy), 0);
  const voiced = frames.filter(({ energy }) => energy >= loudest * 10 ** (voicedDb / 10));
  const means = new Float64Array(bandCount);
  for (const { levels } of voiced)
    for (let band = 0; band < bandCount; band += 1)
      means[band] = (means[band] ?? 0) + (levels[band] ?? 0) / voiced.length;
  // The cosine transform is linear, so the mean is transformed.
  return Float64Array.from({ length: coefficientCount }, (_none, index) => {
    let sum = 0;
    for (let band = 0; band < bandCount; band += 1)
      sum += (means[band] ?? 0) * Math.cos((Math.PI * (index + 1) * (band + 0.5)) / bandCount);
    return sum;
  });
}
