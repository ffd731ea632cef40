/** The chunks of WAV files: RIFF, and RF64 (EBU Tech 3306) for files of 4 GiB and more. */

/** Reads `length` bytes at `position`; fewer at the end of the file. */
export type ReadBytes = (position: number, length: number) => Buffer;

export interface WavChunk {
  id: string;
  /** Bytes, as its header says. */
  size: number;
  /** Position of its first byte in the file. */
  start: number;
}

/** The fields of a chunk "fmt ". */
export interface FormatFields {
  /** One of `formatTags`, or another number. */
  tag: number;
  channels: number;
  /** Hertz. */
  sampleRate: number;
  frameBytes: number;
  /** Bits of a sample. */
  bits: number;
}

export const formatTags = { pcm: 1, float: 3 };
const extensibleTag = 0xfffe;
/** The rest of the GUID of a format tag in a header of the format "extensible". */
const guidRest = "000000001000800000aa00389b71";

/** Reads the bytes of a file in memory. */
export const readerOf =
  (file: Buffer): ReadBytes =>
  (position, length) =>
    file.subarray(position, position + length);

/** Null if the file is no WAV file. */
export function wavKindOf(read: ReadBytes): "RIFF" | "RF64" | null {
  const start = read(0, 12);
  const kind = start.toString("latin1", 0, 4);
  const isWav = start.length === 12 && start.toString("latin1", 8) === "WAVE";
  return isWav && (kind === "RIFF" || kind === "RF64") ? kind : null;
}

/** The chunks in the order of the file, until it ends. */
export function* chunksOf(read: ReadBytes): Generator<WavChunk> {
  for (let position = 12; ;) {
    const head = read(position, 8);
    if (head.length < 8) return;
    const size = head.readUInt32LE(4);
    yield { id: head.toString("latin1", 0, 4), size, start: position + 8 };
    // Chunks start at even positions.
    position += 8 + size + (size % 2);
  }
}

/** Null for an incomplete chunk. */
export function formatFieldsOf(read: ReadBytes, { start, size }: WavChunk): FormatFields | null {
  const chunk = read(start, Math.min(size, 40));
  if (chunk.length < 16) return null;
  const tag = chunk.readUInt16LE(0);
  const isExtensible =
    tag === extensibleTag && chunk.length >= 40 && chunk.toString("hex", 26, 40) === guidRest;
  return {
    tag: isExtensible ? chunk.readUInt16LE(24) : tag,
    channels: chunk.readUInt16LE(2),
    sampleRate: chunk.readUInt32LE(4),
    frameBytes: chunk.readUInt16LE(12),
    bits: chunk.readUInt16LE(14),
  };
}
