/**
 * Headers of WAV files: RIFF, and RF64 (EBU Tech 3306) for files of 4 GiB and more. Only PCM of 16 bit with 1 or 2
 * channels is read and written.
 */
import { EngineError } from "../ports";

export interface WavFormat {
  channels: 1 | 2;
  /** Hertz. */
  sampleRate: number;
}

export interface WavLayout extends WavFormat {
  /** Samples of each channel. */
  frames: number;
  /** Position of the first sample in the file, in bytes. */
  dataStart: number;
}

/** A file that is no WAV file of a supported format. The message is shown to users, without paths. */
export class WavError extends EngineError {}

export const bytesPerSample = 2;
const pcmTag = 1;
const extensibleTag = 0xfffe;
/** The rest of the GUID of PCM in a header of the format "extensible". */
const pcmGuidRest = "000000001000800000aa00389b71";
const plainHeaderBytes = 44;
const rf64HeaderBytes = 80;
const maxUint32 = 0xffff_ffff;

/** Chunks before the sound in other files are short lists of texts. */
const maxChunks = 64;
export const minSampleRate = 8_000;
export const maxSampleRate = 192_000;

/** Reads `length` bytes at `position`; fewer at the end of the file. */
export type ReadBytes = (position: number, length: number) => Buffer;

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
  header.writeUInt16LE(pcmTag, position + 8);
  header.writeUInt16LE(channels, position + 10);
  header.writeUInt32LE(sampleRate, position + 12);
  header.writeUInt32LE(sampleRate * channels * bytesPerSample, position + 16);
  header.writeUInt16LE(channels * bytesPerSample, position + 20);
  header.writeUInt16LE(8 * bytesPerSample, position + 22);
  header.write("data", position + 24, "latin1");
  header.writeUInt32LE(isLarge ? maxUint32 : dataBytes, position + 28);
  return header;
}

function readFormat(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw new WavError("The WAV file has an incomplete format.");
  let tag = chunk.readUInt16LE(0);
  if (tag === extensibleTag && chunk.length >= 40 && chunk.toString("hex", 26, 40) === pcmGuidRest)
    tag = chunk.readUInt16LE(24);
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  if (tag !== pcmTag || chunk.readUInt16LE(14) !== 8 * bytesPerSample)
    throw new WavError("The WAV file is not PCM of 16 bit.");
  if (channels !== 1 && channels !== 2)
    throw new WavError(`The WAV file has ${channels} channels instead of 1 or 2.`);
  if (chunk.readUInt16LE(12) !== channels * bytesPerSample)
    throw new WavError("The WAV file has an invalid frame size.");
  if (sampleRate < minSampleRate || sampleRate > maxSampleRate)
    throw new WavError(`The WAV file has an invalid sample rate: ${sampleRate} Hz.`);
  return { channels, sampleRate };
}

/** Finds the sound in a file of `fileBytes`. @throws WavError */
export function readWavLayout(read: ReadBytes, fileBytes: number): WavLayout {
  const start = read(0, 12);
  const kind = start.toString("latin1", 0, 4);
  const isLarge = kind === "RF64";
  if (start.length < 12 || (!isLarge && kind !== "RIFF") || start.toString("latin1", 8) !== "WAVE")
    throw new WavError("The file is not a WAV file.");
  let format: WavFormat | null = null;
  let largeDataBytes: number | null = null;
  let position = 12;
  for (let count = 0; count < maxChunks; count += 1) {
    const head = read(position, 8);
    if (head.length < 8) throw new WavError("The WAV file ends before its sound.");
    const id = head.toString("latin1", 0, 4);
    const size = head.readUInt32LE(4);
    const body = position + 8;
    if (id === "data") {
      if (!format) throw new WavError("The WAV file has no format before its sound.");
      const dataBytes =
        isLarge && size === maxUint32 && largeDataBytes !== null ? largeDataBytes : size;
      if (body + dataBytes > fileBytes) throw new WavError("The WAV file is truncated.");
      const frames = Math.floor(dataBytes / (format.channels * bytesPerSample));
      return { ...format, frames, dataStart: body };
    }
    if (id === "fmt ") format = readFormat(read(body, Math.min(size, 40)));
    if (id === "ds64" && isLarge) {
      const sizes = read(body, 16);
      if (sizes.length < 16) throw new WavError("The WAV file ends before its sound.");
      largeDataBytes = Number(sizes.readBigUInt64LE(8));
    }
    // Chunks start at even positions.
    position = body + size + (size % 2);
  }
  throw new WavError("The WAV file has too many chunks before its sound.");
}
