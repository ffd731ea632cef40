/**
 * Headers of Broadcast Wave files (EBU Tech 3285, version 2) of 24 bit, with iXML; RF64 (EBU Tech
 * 3306) for files above 4 GiB. All chunks are before the sound. There is no date of creation: equal
 * sounds have equal files.
 */
import anyAscii from "any-ascii";
import { escapeXml } from "../../../../common/xml";
import type { BwfFacts } from "../../ports";
import { channelNames, type ChannelCount } from "../channels";
import { outputRate } from "../finish-take";

export const bwfBytesPerSample = 3;
const bextBytes = 602;
const ds64Bytes = 28;
const maxUint32 = 0xffff_ffff;
/** L R C LFE and the two at the back. */
const surroundMask = 0x3f;
const pcmGuid = "0100000000001000800000aa00389b71";
/** "Not known", for the fields of loudness. */
const unknownLevel = 0x7fff;
const originator = "Dubyard";
/** A field that must be a date. */
const fixedDate = "2000-01-01";
const fixedTime = "00:00:00";

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(data.length, 4);
  // A chunk begins at an even position.
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/**
 * With a filler where that makes the length even: libsndfile 1.2 reads RF64 files with odd chunks
 * wrong.
 */
function evenText(text: string, filler: "\0" | "\n"): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(filler)]);
}

/** Writes as much of a text as fits, without a part of a character. */
function writeText(target: Buffer, text: string, at: number, bytes: number): void {
  let used = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (used + size > bytes) return;
    target.write(character, at + used);
    used += size;
  }
}

/** A text in ASCII that can be read; control characters and what has no letters become "?". */
const toAscii = (text: string) => anyAscii(text).replace(/[^\n\r\x20-\x7e]/g, "?");

/** Hundredths of a decibel. */
const level = (db: number | null) =>
  db === null || !Number.isFinite(db) ? unknownLevel : Math.round(db * 100);

function bext(facts: BwfFacts): Buffer {
  const { description, timeReference, loudness, truePeak, channels, dynamics } = facts;
  const data = Buffer.alloc(bextBytes);
  // The fields of "bext" are ASCII; iXML has the text as it is.
  writeText(data, toAscii(description), 0, 256);
  data.write(originator, 256, "latin1");
  data.write(fixedDate, 320, "latin1");
  data.write(fixedTime, 330, "latin1");
  data.writeBigUInt64LE(BigInt(timeReference), 338);
  data.writeUInt16LE(2, 346);
  // After the UMID of 64 bytes: loudness, range, true peak, momentary and short-term maximum.
  const { range = null, maxMomentary = null, maxShortTerm = null } = dynamics ?? {};
  for (const [index, value] of [loudness, range, truePeak, maxMomentary, maxShortTerm].entries())
    data.writeInt16LE(level(value), 412 + 2 * index);
  // The field has no word for 5.1 (EBU R 98).
  const mode = channels === 1 ? "M=mono," : channels === 2 ? "M=stereo," : "";
  const history = `A=PCM,F=${outputRate},W=24,${mode}T=${originator}\r\n`;
  return chunk("bext", Buffer.concat([data, evenText(history, "\0")]));
}

function ixml(facts: BwfFacts): Buffer {
  const { take, project, description, timeReference, track, channels, frameRate } = facts;
  const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
  const notes = take
    ? [
        element("SCENE", take.scene),
        element("TAKE", take.take),
        element("CIRCLED", take.isCircled ? "TRUE" : "FALSE"),
        element("NOTE", take.note),
      ]
    : [];
  const { numerator, denominator, isDropFrame } = frameRate;
  const rate = `${numerator}/${denominator}`;
  const speed = [
    element("MASTER_SPEED", rate),
    element("CURRENT_SPEED", rate),
    element("TIMECODE_RATE", rate),
    element("TIMECODE_FLAG", isDropFrame ? "DF" : "NDF"),
    element("FILE_SAMPLE_RATE", String(outputRate)),
    element("AUDIO_BIT_DEPTH", String(8 * bwfBytesPerSample)),
    element("DIGITIZER_SAMPLE_RATE", String(outputRate)),
    element("TIMESTAMP_SAMPLE_RATE", String(outputRate)),
    element("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI", String(Math.floor(timeReference / 2 ** 32))),
    element("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", String(timeReference % 2 ** 32)),
  ];
  const tracks = Array.from({ length: channels }, (_none, index) => {
    const side = channelNames[channels][index] ?? "";
    const fields = [
      element("CHANNEL_INDEX", String(index + 1)),
      element("INTERLEAVE_INDEX", String(index + 1)),
      element("NAME", `${track} ${side}`.trim()),
    ];
    return `<TRACK>${fields.join("")}</TRACK>`;
  });
  const content = [
    element("IXML_VERSION", "1.61"),
    element("PROJECT", project),
    ...notes,
    `<SPEED>${speed.join("")}</SPEED>`,
    `<BEXT>${element("BWF_DESCRIPTION", description)}</BEXT>`,
    `<TRACK_LIST>${element("TRACK_COUNT", String(channels))}${tracks.join("")}</TRACK_LIST>`,
  ];
  return chunk(
    "iXML",
    evenText(`<?xml version="1.0" encoding="UTF-8"?><BWFXML>${content.join("")}</BWFXML>`, "\n"),
  );
}

/** PCM; more than two channels need the format "extensible" with the places of loudspeakers. */
function format(channels: ChannelCount): Buffer {
  const isExtensible = channels > 2;
  const data = Buffer.alloc(isExtensible ? 40 : 16);
  data.writeUInt16LE(isExtensible ? 0xfffe : 1, 0);
  data.writeUInt16LE(channels, 2);
  data.writeUInt32LE(outputRate, 4);
  data.writeUInt32LE(outputRate * channels * bwfBytesPerSample, 8);
  data.writeUInt16LE(channels * bwfBytesPerSample, 12);
  data.writeUInt16LE(8 * bwfBytesPerSample, 14);
  if (isExtensible) {
    data.writeUInt16LE(22, 16);
    data.writeUInt16LE(8 * bwfBytesPerSample, 18);
    data.writeUInt32LE(surroundMask, 20);
    data.write(pcmGuid, 24, "hex");
  }
  return chunk("fmt ", data);
}

/**
 * The header. The sound follows: samples of 24 bit, least byte first, interleaved, and one more
 * byte if their number of bytes is odd. The length of the header does not depend on the levels, so
 * it can be written again with other ones.
 */
export function bwfHeader(facts: BwfFacts): Buffer {
  const { channels, frames } = facts;
  const dataBytes = frames * channels * bwfBytesPerSample;
  const chunks = [bext(facts), ixml(facts), format(channels)];
  const rest = 4 + chunks.reduce((sum, { length }) => sum + length, 0) + 8 + paddedBytes(dataBytes);
  const isLarge = rest > maxUint32;
  const large = isLarge ? [ds64(rest + 8 + ds64Bytes, dataBytes, frames)] : [];
  const riff = Buffer.alloc(12);
  riff.write(isLarge ? "RF64" : "RIFF", 0, "latin1");
  riff.writeUInt32LE(isLarge ? maxUint32 : rest, 4);
  riff.write("WAVE", 8, "latin1");
  const data = Buffer.alloc(8);
  data.write("data", "latin1");
  data.writeUInt32LE(isLarge ? maxUint32 : dataBytes, 4);
  return Buffer.concat([riff, ...large, ...chunks, data]);
}

function ds64(riffBytes: number, dataBytes: number, frames: number): Buffer {
  const data = Buffer.alloc(ds64Bytes);
  data.writeBigUInt64LE(BigInt(riffBytes), 0);
  data.writeBigUInt64LE(BigInt(dataBytes), 8);
  data.writeBigUInt64LE(BigInt(frames), 16);
  return chunk("ds64", data);
}

/** Bytes of the sound in the file. */
export const paddedBytes = (dataBytes: number): number => dataBytes + (dataBytes % 2);

/**
 * Writes samples in the range of 16 bit into a buffer of 3 bytes each. Those of 16 bit keep their
 * values.
 */
export function to24Bit(samples: Float32Array, target: Buffer): void {
  for (let index = 0; index < samples.length; index += 1) {
    const rounded = Math.round((samples[index] ?? 0) * 256);
    const value = Math.max(-0x80_0000, Math.min(0x7f_ffff, rounded));
    target[index * 3] = value & 0xff;
    target[index * 3 + 1] = (value >> 8) & 0xff;
    target[index * 3 + 2] = (value >> 16) & 0xff;
  }
}
