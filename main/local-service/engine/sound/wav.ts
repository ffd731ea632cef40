/**
 * Headers of WAV files: RIFF, and RF64 (EBU Tech 3306) for files of 4 GiB and more. Only PCM of 16
 * bit with 1 or 2 channels, or 5.1, is read and written.
 */
import { EngineError } from "../ports";
import type { ChannelCount } from "./channels";
import {
  chunksOf,
  formatFieldsOf,
  formatTags,
  wavKindOf,
  type ReadBytes,
  type WavChunk,
} from "./wav-chunks";

export interface WavFormat {
  channels: ChannelCount;
  /** Hertz. */
  sampleRate: number;
}

export interface WavLayout extends WavFormat {
  /** Samples of each channel. */
  frames: number;
  /** Position of the first sample in the file, in bytes. */
  dataStart: number;
}

/**
 * A file that is no WAV file of a supported format. The message is shown to users, without paths.
 */
export class WavError extends EngineError {}

export const bytesPerSample = 2;
const plainHeaderBytes = 44;
const rf64HeaderBytes = 80;
const maxUint32 = 0xffff_ffff;

/** Maximum number of chunks before the sound; in other files they are short lists of texts. */
const maxChunks = 64;
export const minSampleRate = 8_000;
export const maxSampleRate = 192_000;

/** The header of a file with this many frames. */
export function wavHeader({ channels, sampleRate }: WavFormat, frames: number): Buffer {
  const dataBytes = frames * channels * bytesPerSample;
  const isLarge = dataBytes + plainHeaderBytes - 8 > maxUint32;
  const header = Buffer.alloc(isLarge ? rf64HeaderBytes : plainHeaderBytes);
  header.write(isLarge ? "RF64" : "RIFF", 0, "latin1");
  header.writeUInt32LE(isLarge ? maxUint32 : header.length - 8 + dataBytes, 4);
  header.write("WAVE", 8, "latin1");
  let position = 12;
  if (isLarge) {
    header.write("ds64", position, "latin1");
    header.writeUInt32LE(28, position + 4);
    header.writeBigUInt64LE(BigInt(header.length - 8 + dataBytes), position + 8);
    header.writeBigUInt64LE(BigInt(dataBytes), position + 16);
    header.writeBigUInt64LE(BigInt(frames), position + 24);
    position += 36;
  }
  header.write("fmt ", position, "latin1");
  header.writeUInt32LE(16, position + 4);
  header.writeUInt16LE(formatTags.pcm, position + 8);
  header.writeUInt16LE(channels, position + 10);
  header.writeUInt32LE(sampleRate, position + 12);
  header.writeUInt32LE(sampleRate * channels * bytesPerSample, position + 16);
  header.writeUInt16LE(channels * bytesPerSample, position + 20);
  header.writeUInt16LE(8 * bytesPerSample, position + 22);
  header.write("data", position + 24, "latin1");
  header.writeUInt32LE(isLarge ? maxUint32 : dataBytes, position + 28);
  return header;
}

function readFormat(read: ReadBytes, chunk: WavChunk): WavFormat {
  const fields = formatFieldsOf(read, chunk);
  if (!fields) throw new WavError("The WAV file has an incomplete format.");
  const { tag, channels, sampleRate, frameBytes, bits } = fields;
  if (tag !== formatTags.pcm || bits !== 8 * bytesPerSample)
    throw new WavError("The WAV file is not PCM of 16 bit.");
  if (channels !== 1 && channels !== 2 && channels !== 6)
    throw new WavError(`The WAV file has ${channels} channels instead of 1, 2 or 6.`);
  if (frameBytes !== channels * bytesPerSample)
    throw new WavError("The WAV file has an invalid frame size.");
  if (sampleRate < minSampleRate || sampleRate > maxSampleRate)
    throw new WavError(`The WAV file has an invalid sample rate: ${sampleRate} Hz.`);
  return { channels, sampleRate };
}

/** Finds the sound in a file of `fileBytes`. @throws WavError */
export function readWavLayout(read: ReadBytes, fileBytes: number): WavLayout {
  const kind = wavKindOf(read);
  if (kind === null) throw new WavError("The file is not a WAV file.");
  const isLarge = kind === "RF64";
  let format: WavFormat | null = null;
  let largeDataBytes: number | null = null;
  let count = 0;
  for (const chunk of chunksOf(read)) {
    const { id, size, start } = chunk;
    if (id === "data") {
      if (!format) throw new WavError("The WAV file has no format before its sound.");
      const dataBytes =
        isLarge && size === maxUint32 && largeDataBytes !== null ? largeDataBytes : size;
      if (start + dataBytes > fileBytes) throw new WavError("The WAV file is truncated.");
      const frames = Math.floor(dataBytes / (format.channels * bytesPerSample));
      return { ...format, frames, dataStart: start };
    }
    if (id === "fmt ") format = readFormat(read, chunk);
    if (id === "ds64" && isLarge) {
      const sizes = read(start, 16);
      if (sizes.length < 16) break;
      largeDataBytes = Number(sizes.readBigUInt64LE(8));
    }
    count += 1;
    if (count === maxChunks)
      throw new WavError("The WAV file has too many chunks before its sound.");
  }
  throw new WavError("The WAV file ends before its sound.");
}
