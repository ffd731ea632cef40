/** Measures of a take for its checks, in one pass over blocks of samples. */
import { fullScale, toDb } from "./levels";

export interface TakeScan {
  durationMs: number;
  /** RMS of the whole sound in dBFS; -Infinity for digital silence, as below. */
  levelDb: number;
  /** RMS over the voiced windows, and of the last 20 ms. */
  speechDb: number;
  endDb: number;
  /**
   * Longest silence at the start, at the end, and between sounds; a silent take has only one at its
   * start.
   */
  silenceStartMs: number;
  silenceEndMs: number;
  silenceInsideMs: number;
  fullScaleSamples: number;
}

const windowMs = 10;
const endMs = 20;
/** A quieter window is silence. */
const silenceDb = -60;
/** A window is voiced within this distance of the loudest one. */
const voicedDb = -26;

const powerDb = (power: number) => toDb(Math.sqrt(power) / fullScale);
const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * `sampleRate` in hertz. Memory: 8 bytes for each 10 ms. The result is independent of the sizes of
 * the blocks.
 */
export function createTakeScan(sampleRate: number) {
  const windowSize = Math.round((windowMs * sampleRate) / 1000);
  const last = new Int16Array(Math.round((endMs * sampleRate) / 1000));
  /** Mean power of each window. */
  const powers: number[] = [];
  let frames = 0;
  let total = 0;
  let sum = 0;
  let fullScaleSamples = 0;

  return {
    /** Adds samples of one channel. */
    add(samples: Int16Array): void {
      for (const value of samples) {
        last[frames % last.length] = value;
        frames += 1;
        sum += value * value;
        if (value >= 32_767 || value <= -32_768) fullScaleSamples += 1;
        if (frames % windowSize !== 0) continue;
        powers.push(sum / windowSize);
        total += sum;
        sum = 0;
      }
    },
    finish(): TakeScan {
      const rest = frames % windowSize;
      const windows = rest === 0 ? powers : [...powers, sum / rest];
      const loudest = windows.reduce((max, power) => Math.max(max, power), 0);
      const voiced = windows.filter(
        (power) => power > 0 && power >= loudest * 10 ** (voicedDb / 10),
      );
      const end = Array.from(
        last.subarray(0, Math.min(frames, last.length)),
        (value) => value ** 2,
      );
      return {
        durationMs: (frames * 1000) / sampleRate,
        levelDb: powerDb(frames === 0 ? 0 : (total + sum) / frames),
        speechDb: powerDb(meanOf(voiced)),
        endDb: powerDb(meanOf(end)),
        ...silences(windows),
        fullScaleSamples,
      };
    },
  };
}

function silences(
  windows: readonly number[],
): Pick<TakeScan, "silenceStartMs" | "silenceEndMs" | "silenceInsideMs"> {
  let start: number | null = null;
  let run = 0;
  let inside = 0;
  for (const power of windows) {
    if (powerDb(power) < silenceDb) {
      run += 1;
      continue;
    }
    if (start === null) start = run;
    else inside = Math.max(inside, run);
    run = 0;
  }
  return {
    silenceStartMs: (start ?? run) * windowMs,
    silenceEndMs: start === null ? 0 : run * windowMs,
    silenceInsideMs: inside * windowMs,
  };
}
