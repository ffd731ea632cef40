/**
 * The peaks of a waveform: pairs of the least and the largest value of a number of samples, as
 * int8.
 */
import { open, type FileHandle } from "node:fs/promises";
import { bytesPerSample, readWavLayout, WavError } from "../engine/sound/wav";

/** Samples of each stored pair of peaks. */
export const samplesPerPeak = 256;
/** Bytes read at once. */
const blockBytes = 1024 ** 2;
/** Samples of a block: whole pairs, so that no pair is in two blocks. */
const blockSamples = blockBytes / bytesPerSample;

/**
 * The pairs of a mono WAV file, in blocks: memory does not grow with its length.
 * @throws WavError
 */
export async function* peaksOfFile(file: string): AsyncGenerator<Int8Array> {
  const handle = await open(file);
  try {
    const { frames, dataStart, channels } = await layoutOf(handle);
    if (channels !== 1) throw new WavError("the sound is not mono");
    const block = Buffer.alloc(blockBytes);
    for (let frame = 0; frame < frames; frame += blockSamples) {
      const wanted = Math.min(blockSamples, frames - frame) * bytesPerSample;
      const position = dataStart + frame * bytesPerSample;
      const { bytesRead } = await handle.read(block, 0, wanted, position);
      yield peaksOf(block, Math.floor(bytesRead / bytesPerSample));
      if (bytesRead < wanted) return;
    }
  } finally {
    await handle.close();
  }
}

async function layoutOf(handle: FileHandle) {
  const { size } = await handle.stat();
  const header = Buffer.alloc(Math.min(size, 4096));
  await handle.read(header, 0, header.length, 0);
  return readWavLayout((position, length) => header.subarray(position, position + length), size);
}

/** The pairs of `count` samples of 16 bit, in 1/128 of full scale. */
function peaksOf(samples: Buffer, count: number): Int8Array {
  const peaks = new Int8Array(2 * Math.ceil(count / samplesPerPeak));
  for (let index = 0; index < count; index += 1) {
    const value = samples.readInt16LE(index * bytesPerSample) >> 8;
    const at = 2 * Math.floor(index / samplesPerPeak);
    if (value < (peaks[at] ?? 0)) peaks[at] = value;
    if (value > (peaks[at + 1] ?? 0)) peaks[at + 1] = value;
  }
  return peaks;
}

/** Pairs of `factor` pairs each; the last one may be of fewer. */
export function joinPeaks(peaks: Int8Array, factor: number): Int8Array {
  const joined = new Int8Array(2 * Math.ceil(peaks.length / 2 / factor));
  for (let index = 0; index < peaks.length; index += 2) {
    const at = 2 * Math.floor(index / 2 / factor);
    joined[at] = Math.min(joined[at] ?? 0, peaks[index] ?? 0);
    joined[at + 1] = Math.max(joined[at + 1] ?? 0, peaks[index + 1] ?? 0);
  }
  return joined;
}
