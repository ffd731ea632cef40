/** Reads the WAV files of external engines. */
import type { Sound } from "../ports";
import { maxSampleRate, minSampleRate } from "../sound/wav";
import {
  chunksOf,
  formatFieldsOf,
  formatTags,
  readerOf,
  wavKindOf,
  type FormatFields,
} from "../sound/wav-chunks";
import { ExternalError } from "./problems";

interface Format {
  isFloat: boolean;
  bits: number;
  channels: 1 | 2;
  sampleRate: number;
}

/**
 * Programs that write to a pipe do not know the size of the data: they write 0, or about 2 or 4
 * GiB.
 */
const isUnknownSize = (size: number) => size === 0 || size >= 0x7fff_0000;
/** Samples at or below this value are silence. */
const silence = 32;

const notWav = (reason: string) => new ExternalError("not-wav", reason);

function readFormat(fields: FormatFields | null): Format {
  if (!fields) throw notWav("the WAV data has an incomplete format");
  const { tag, channels, sampleRate, bits } = fields;
  const isFloat = tag === formatTags.float;
  const isKnown =
    tag === formatTags.pcm ? [8, 16, 24, 32].includes(bits) : isFloat && [32, 64].includes(bits);
  if (!isKnown) throw notWav(`the WAV data has format ${tag} with ${bits} bit`);
  if (channels !== 1 && channels !== 2)
    throw notWav(`the WAV data has ${channels} channels instead of 1 or 2`);
  if (sampleRate < minSampleRate || sampleRate > maxSampleRate)
    throw notWav(`the WAV data has a sample rate of ${sampleRate} Hz`);
  return { isFloat, bits, channels, sampleRate };
}

/** A function that reads a sample at a byte offset, from -1 to 1. */
function sampleReader(data: Buffer, { isFloat, bits }: Format): (at: number) => number {
  if (isFloat && bits === 32) return (at) => data.readFloatLE(at);
  if (isFloat) return (at) => data.readDoubleLE(at);
  if (bits === 8) return (at) => (data.readUInt8(at) - 128) / 128;
  const bytes = bits / 8;
  const scale = 2 ** (bits - 1);
  return (at) => data.readIntLE(at, bytes) / scale;
}

function toSamples(data: Buffer, format: Format): Int16Array {
  const bytes = format.bits / 8;
  const frameBytes = bytes * format.channels;
  const read = sampleReader(data, format);
  const samples = new Int16Array(Math.floor(data.length / frameBytes));
  for (let frame = 0; frame < samples.length; frame += 1) {
    const at = frame * frameBytes;
    const value = format.channels === 1 ? read(at) : (read(at) + read(at + bytes)) / 2;
    // NaN becomes 0.
    samples[frame] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))) || 0;
  }
  return samples;
}

/**
 * The sound of a WAV file: PCM of 8 to 32 bit or floating point, mono or stereo (whose channels are
 * averaged).
 * @throws ExternalError "not-wav", "truncated", "empty", "silent"
 */
export function soundOf(file: Buffer): Sound {
  if (file.length === 0) throw new ExternalError("empty", "the engine returned no data");
  const read = readerOf(file);
  if (wavKindOf(read) !== "RIFF") throw notWav("the engine did not return WAV data");
  let format: Format | null = null;
  for (const chunk of chunksOf(read)) {
    const { id, size, start } = chunk;
    if (id === "fmt ") format = readFormat(formatFieldsOf(read, chunk));
    if (id === "data") {
      if (!format) throw notWav("the WAV data has no format before its sound");
      if (start + size > file.length && !isUnknownSize(size))
        throw new ExternalError("truncated", "the WAV data is shorter than its header says");
      const end = isUnknownSize(size) ? file.length : start + size;
      const samples = toSamples(file.subarray(start, end), format);
      if (samples.length === 0) throw new ExternalError("empty", "the WAV data has no sound");
      if (!samples.some((sample) => Math.abs(sample) > silence))
        throw new ExternalError("silent", "the WAV data is silent");
      return { samples, sampleRate: format.sampleRate };
    }
  }
  throw new ExternalError("truncated", "the WAV data ends before its sound");
}
