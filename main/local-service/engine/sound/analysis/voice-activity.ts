/** Voice activity of each 10 ms, by the detector of WebRTC (WebAssembly). */
import createFvad, { type FvadModule } from "@echogarden/fvad-wasm";
import wasm from "@echogarden/fvad-wasm/fvad.wasm?inline";
import { bytesPerSample, WavError } from "../wav";
import { openWav } from "../wav-files";
import { wasmBytes } from "../wasm-bytes";
import { fullScale } from "../levels";

/** Hertz, of sound that is analysed. */
export const analysisRate = 16_000;
export const windowMs = 10;
const windowSize = (analysisRate * windowMs) / 1000;
/** Strictness: 3 misses soft speech, 1 and 0 take music for speech. */
const mode = 2;
const blockWindows = 1_000;

export interface Activity {
  /** 1 for windows with speech. */
  isSpeech: Uint8Array;
  /** RMS of each window in dB of full scale, at least `minLevel`. */
  levels: Float32Array;
}

/** Quieter windows are silence of any recording. */
const minLevel = -90;

let loading: Promise<FvadModule> | null = null;

function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (const value of samples) sum += value * value;
  const level = 10 * Math.log10(sum / samples.length / fullScale ** 2);
  return Math.max(level, minLevel);
}

/** @throws WavError for a file that is not mono of 16 kHz. */
export function openAnalysed(file: string): ReturnType<typeof openWav> {
  const reader = openWav(file);
  if (reader.channels === 1 && reader.sampleRate === analysisRate) return reader;
  reader.close();
  throw new WavError("The sound is not mono of 16 kHz.");
}

/** Reads the file in blocks of 10 s. The rest of less than a window is ignored. */
export async function readActivity(
  file: string,
  report: (share: number) => void,
): Promise<Activity> {
  loading ??= createFvad({ wasmBinary: wasmBytes(wasm) });
  const fvad = await loading;
  const reader = openAnalysed(file);
  // A detector of its own for each file: the result must not depend on earlier ones.
  const detector = fvad._fvad_new();
  const buffer = fvad._malloc(windowSize * bytesPerSample);
  try {
    if (detector === 0 || buffer === 0) throw new RangeError("not enough memory to detect speech");
    if (fvad._fvad_set_mode(detector, mode) + fvad._fvad_set_sample_rate(detector, analysisRate))
      throw new Error("the detector of speech has other settings");
    const count = Math.floor(reader.frames / windowSize);
    const isSpeech = new Uint8Array(count);
    const levels = new Float32Array(count);
    const block = new Int16Array(blockWindows * windowSize);
    for (let first = 0; first < count; first += blockWindows) {
      const windows = Math.min(blockWindows, count - first);
      reader.read(first * windowSize, block.subarray(0, windows * windowSize));
      for (let index = 0; index < windows; index += 1) {
        const samples = block.subarray(index * windowSize, (index + 1) * windowSize);
        fvad.HEAP16.set(samples, buffer / bytesPerSample);
        isSpeech[first + index] = Math.max(0, fvad._fvad_process(detector, buffer, windowSize));
        levels[first + index] = levelOf(samples);
      }
      report((first + windows) / count);
    }
    return { isSpeech, levels };
  } finally {
    fvad._free(buffer);
    if (detector !== 0) fvad._fvad_free(detector);
    reader.close();
  }
}
