/** Reads the WAV files of external engines. */
import type { Sound } from "../ports";
import { maxSampleRate, minSampleRate } from "../sound/wav";
import { ExternalError } from "./problems";

interface Format {
  isFloat: boolean;
  bits: number;
  channels: 1 | 2;
  sampleRate: number;
}

const formatTags = { pcm: 1, float: 3, extensible: 0xfffe };
/** The rest of the GUID of a format tag in a header of the format "extensible". */
const guidRest = "000000001000800000aa00389b71";
/** Programs that write to a pipe do not know the size of the data: they write 0, or about 2 or 4 GiB. */
const isUnknownSize = (size: number) => size === 0 || size >= 0x7fff_0000;
/** Samples at or below this value are silence. */
const silence = 32;

const notWav = (reason: string) => new ExternalError("not-wav", reason);

function readFormat(chunk: Buffer): Format {
  if (chunk.length < 16) throw notWav("the WAV data has an incomplete format");
  let tag = chunk.readUInt16LE(0);
  if (
    tag === formatTags.extensible &&
    chunk.length >= 40 &&
    chunk.toString("hex", 26, 40) === guidRest
  )
    tag = chunk.readUInt16LE(24);
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const bits = chunk.readUInt16LE(14);
  const isFloat = tag === formatTags.float;
  const isKnown =
    tag === formatTags.pcm
      ? [8, 16, 24, 32].includes(bits)
      : tag === formatTags.float && [32, 64].includes(bits);
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
 * The sound of a WAV file: PCM of 8 to 32 bit or floating point, mono or stereo (whose channels are averaged).
 * @throws ExternalError "not-wav", "truncated", "empty", "silent"
 */
export function soundOf(file: Buffer): Sound {
  if (file.length === 0) throw new ExternalError("empty", "the engine returned no data");
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw notWav("the engine did not return WAV data");
  let format: Format | null = null;
  for (let at = 12; at + 8 <= file.length;) {
    const id = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (id === "fmt ") format = readFormat(file.subarray(start, start + Math.min(size, 40)));
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
    // Chunks start at even positions.
    at = start + size + (size % 2);
  }
  throw new ExternalError("truncated", "the WAV data ends before its sound");
}
