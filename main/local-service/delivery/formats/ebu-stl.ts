/**
 * Subtitles in the data exchange format of the EBU (.stl, EBU Tech 3264), as open subtitles with
 * the timecodes of the picture. The format has only 25 and 30 frames per second, and the letters of
 * ISO 6937, or of one of four other alphabets. Files have a fixed date.
 */
import anyAscii from "any-ascii";
import { italicsOff, italicsOn } from "../../../script-formats/files/ebu-stl";
import { encodeStlRow, stlTables } from "../../../script-formats/files/ebu-stl-letters";
import {
  isSubtitleAtTop,
  styledRows,
  type StyledPart,
  type Subtitle,
} from "../../checks/subtitles/cues";
import type { FrameRate, Timeline } from "../timeline";
import { timebaseOf } from "./placed-lines";
import { subtitlesOfTimeline } from "./subtitles";
import { frameAtMs, timecodeOf } from "./timecode";

/** Why there is no file. */
export type StlProblem = "stl-rate" | "stl-characters";

const headerBytes = 1024;
const blockBytes = 128;
/** Bytes of text in a block. */
const textBytes = 112;
const newRow = 0x8a;
const unused = 0x8f;
/** The row below the last one that is used. */
const rowsOfPicture = 23;
const fixedDate = "000101";

/** Numbers of languages in hexadecimal (EBU Tech 3264, appendix 3). */
const languageCodes: Readonly<Record<string, string>> = {
  ar: "7E",
  bg: "77",
  ca: "03",
  cs: "06",
  da: "07",
  de: "08",
  el: "70",
  en: "09",
  es: "0A",
  et: "0C",
  fi: "27",
  fr: "0F",
  he: "6C",
  hr: "04",
  hu: "1B",
  is: "14",
  it: "15",
  lt: "1A",
  lv: "18",
  nl: "1D",
  no: "1E",
  nb: "1E",
  pl: "20",
  pt: "21",
  ro: "22",
  ru: "56",
  sk: "25",
  sl: "26",
  sr: "24",
  sv: "28",
  tr: "29",
  uk: "49",
};

/** Frames per second of the file, and frames of the picture for each; null for other rates. */
function rateOf(frameRate: FrameRate): { perSecond: 25 | 30; divisor: number } | null {
  const { timebase } = timebaseOf(frameRate);
  for (const perSecond of [25, 30] as const)
    for (const divisor of [1, 2])
      if (timebase === perSecond * divisor) return { perSecond, divisor };
  return null;
}

interface Encoded {
  table: string;
  /** The rows of each subtitle. */
  rows: { subtitle: Subtitle; rows: Uint8Array[] }[];
}

/** A row, with what is in italics between their codes; null for letters that are missing. */
function encodedRow(parts: readonly StyledPart[], table: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const { text, isItalic } of parts) {
    const encoded = encodeStlRow(text, table);
    if (!encoded) return null;
    bytes.push(...(isItalic ? [italicsOn, ...encoded, italicsOff] : encoded));
  }
  return Uint8Array.from(bytes);
}

/** All rows in the first table that has their characters; null if there is none. */
function encodeAll(subtitles: readonly Subtitle[]): Encoded | null {
  for (const table of stlTables) {
    const rows = subtitles.map((subtitle) => ({
      subtitle,
      rows: subtitle.lines
        .flatMap((shown) => styledRows(shown).map((parts) => encodedRow(parts, table)))
        .filter((row) => row !== null),
    }));
    const isComplete = rows.every(
      (one) =>
        one.rows.length === one.subtitle.lines.reduce((sum, line) => sum + line.rows.length, 0),
    );
    if (isComplete) return { table, rows };
  }
  return null;
}

/** Why the subtitles of a timeline cannot have this format; null if they can. */
export function stlProblem(timeline: Timeline): StlProblem | null {
  if (!rateOf(timeline.frameRate)) return "stl-rate";
  return encodeAll(subtitlesOfTimeline(timeline)) ? null : "stl-characters";
}

/** The four bytes of a timecode. */
const codeBytes = (timecode: string) => timecode.split(/[:;]/).map(Number);

/** The blocks of a subtitle: one, and a further one for each 112 bytes. */
function blocksOf(
  number: number,
  rows: readonly Uint8Array[],
  times: { in: string; out: string },
  isTop: boolean,
): Buffer[] {
  const text = rows.flatMap((row, index) => (index === 0 ? [...row] : [newRow, ...row]));
  const count = Math.max(1, Math.ceil(text.length / textBytes));
  return Array.from({ length: count }, (_none, index) => {
    const block = Buffer.alloc(blockBytes, unused);
    // The group, the number, whether blocks follow, and that the subtitle is on its own.
    block.writeUInt8(0, 0);
    block.writeUInt16LE(number, 1);
    block.writeUInt8(index === count - 1 ? 0xff : index, 3);
    block.writeUInt8(0, 4);
    block.set(codeBytes(times.in), 5);
    block.set(codeBytes(times.out), 9);
    // The first row, centred text, no comment.
    block.writeUInt8(isTop ? 1 : Math.max(1, rowsOfPicture - rows.length), 13);
    block.writeUInt8(2, 14);
    block.writeUInt8(0, 15);
    block.set(text.slice(index * textBytes, (index + 1) * textBytes), 16);
    return block;
  });
}

const digits = (value: number, count: number) => String(value).padStart(count, "0").slice(-count);
const compact = (timecode: string) => timecode.replaceAll(/[:;]/g, "");

/** @throws Error for subtitles that the format does not have; see `stlProblem`. */
export function toStl(timeline: Timeline): Uint8Array {
  const { project, batch, languageId, frameRate, startFrame } = timeline;
  const rate = rateOf(frameRate);
  const encoded = encodeAll(subtitlesOfTimeline(timeline));
  if (!rate || !encoded) throw new Error("the subtitles cannot be written as .stl");
  const { perSecond, divisor } = rate;
  // Of a picture with 50 or 60 frames, each second one.
  const fileRate: FrameRate = { ...frameRate, numerator: frameRate.numerator / divisor };
  const first = Math.floor(startFrame / divisor);
  const codeAt = (ms: number) => timecodeOf(first + frameAtMs(ms, fileRate), fileRate);
  const blocks = encoded.rows.flatMap(({ subtitle, rows }, index) => {
    const times = { in: codeAt(subtitle.startMs), out: codeAt(subtitle.endMs) };
    return blocksOf(index + 1, rows, times, isSubtitleAtTop(subtitle));
  });
  const longest = Math.max(0, ...encoded.rows.flatMap(({ rows }) => rows.map((row) => row.length)));
  const ascii = (text: string, length: number) =>
    anyAscii(text)
      .replace(/[^\x20-\x7e]/g, " ")
      .slice(0, length)
      .padEnd(length);
  const count = encoded.rows.length;
  const header = [
    "850",
    `STL${perSecond}.01`,
    // Open subtitles, the table of characters, and the language.
    "0",
    encoded.table,
    languageCodes[languageId.split("-")[0] ?? ""] ?? "00",
    ascii(project, 32),
    ascii(batch, 32),
    ascii(project, 32),
    ascii(batch, 32),
    // The translator, the address, and the number of the list.
    " ".repeat(32 + 32 + 16),
    fixedDate,
    fixedDate,
    "00",
    digits(blocks.length, 5),
    digits(count, 5),
    "001",
    digits(Math.min(99, longest), 2),
    digits(rowsOfPicture, 2),
    // Timecodes count; the begin of the programme, and of the first subtitle.
    "1",
    compact(timecodeOf(first, fileRate)),
    compact(codeAt(encoded.rows[0]?.subtitle.startMs ?? 0)),
    // The only one of one disk.
    "11",
  ].join("");
  return Buffer.concat([Buffer.from(header.padEnd(headerBytes), "latin1"), ...blocks]);
}
