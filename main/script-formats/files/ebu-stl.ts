/** .stl: the EBU subtitling data exchange format (EBU Tech 3264). */
import {
  countedFrames,
  frameOfClock,
  frameRateOf,
  msOfFrame,
  type FrameRate,
} from "../../../preload/facts/timecode";
import { maxLines } from "../limits";
import { noteRows } from "../line-kinds";
import { UnreadableFile, type Problems } from "../problems";
import { escapeCueText, type Cue } from "./cues";
import { decoderOf, type LetterDecoder } from "./ebu-stl-letters";
import { checkEncoding, decodeBytes } from "./encodings";
import { changedWords, reportEncoding, type DecodeOptions } from "./text";

const headerLength = 1024;
const blockLength = 128;
const textStart = 16;
/** Numbers of blocks of a subtitle that have a meaning of their own. */
const [userData, lastBlock] = [0xfe, 0xff];
/** Codes in a text: the end of a row, and of the text. */
const [newRow, unused] = [0x8a, 0x8f];

/** The codes before and after letters in italics. */
export const [italicsOn, italicsOff] = [0x80, 0x81] as const;
/** What stands for the codes of italics until the text is escaped; those of colours follow. */
const italicMarks = ["\uE001", "\uE002"] as const;
const firstColour = 0xe010;
/** The colours of teletext by their codes. */
const colours = ["black", "red", "lime", "yellow", "blue", "magenta", "cyan", "white"];
const white = 7;

/** The letters between the codes of a field, and what stands for its codes. */
function decodeField(field: Uint8Array, decodeLetters: LetterDecoder): string {
  let text = "";
  let from = 0;
  const flush = (to: number) => {
    if (to > from) text += decodeLetters(field.subarray(from, to));
    from = to + 1;
  };
  for (const [at, byte] of field.entries()) {
    if (byte >= 0x20 && (byte < 0x80 || byte >= 0xa0)) continue;
    flush(at);
    if (byte === newRow) text += "\n";
    else if (byte < colours.length) text += ` ${String.fromCharCode(firstColour + byte)}`;
    // Boxes and heights of teletext are white space; underlining is none.
    else if (byte < 0x20) text += " ";
    else if (byte === italicsOn || byte === italicsOff)
      text += byte === italicsOn ? italicMarks[0] : italicMarks[1];
  }
  flush(field.length);
  return text.normalize("NFC").replace(/ {2,}/g, " ");
}

/** A row with its colours as markup; each row begins in white. */
function colouredRow(row: string): string {
  let colour = white;
  return row
    .split(/([\uE010-\uE017])/u)
    .map((part, at) => {
      if (at % 2 === 1) {
        colour = part.charCodeAt(0) - firstColour;
        return "";
      }
      const isPlain = colour === white || part.trim() === "";
      return isPlain ? part : `<font color="${colours[colour] ?? ""}">${part}</font>`;
    })
    .join("");
}

/** The text of a field as that of a cue, with the markup of italics and colours. */
const cueTextOf = (field: Uint8Array, decodeLetters: LetterDecoder) =>
  escapeCueText(decodeField(field, decodeLetters))
    .replaceAll(italicMarks[0], "<i>")
    .replaceAll(italicMarks[1], "</i>")
    .split("\n")
    .map(colouredRow)
    .join("\n");

/** Whether bytes have the header of this format; other formats have the same extension. */
const isEbuStl = (bytes: Uint8Array) =>
  bytes.length >= headerLength &&
  /^STL\d\d\.\d\d$/.test(Buffer.from(bytes.subarray(3, 11)).toString("latin1"));

/** Rows of a picture. */
const rowsOfPicture = 23;
/** Frames per second by the first digits of the header; others than 25 and 30 are no standard. */
const fractions: Readonly<Record<string, number>> = { "23": 23.976, "29": 29.97, "59": 59.94 };

/** The parts of a set of subtitles each of which adds rows to the one before. */
const cumulative = { none: 0, first: 1, last: 3 } as const;

/** A subtitle, which has one block or several. */
interface Subtitle {
  /** Its group and its number. */
  key: string;
  stamps: string;
  startMs: number | null;
  endMs: number | null;
  cumulative: number;
  /** The row of the picture in which it begins. */
  position: number;
  isAtTop: boolean;
  isComplete: boolean;
  field: number[];
}

/** The subtitles that are shown. Blocks of comments, and an incomplete block, are noted. */
function subtitlesIn(bytes: Buffer, rate: FrameRate, problems: Problems): Subtitle[] {
  const timeAt = (at: number) => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = bytes.subarray(at, at + 4);
    if (hours > 23 || minutes > 59 || seconds > 59 || frames >= countedFrames(rate)) return null;
    return msOfFrame(frameOfClock((hours * 60 + minutes) * 60 + seconds, frames, rate), rate);
  };
  const subtitles: Subtitle[] = [];
  let comments = 0;
  let at = headerLength;
  for (; at + blockLength <= bytes.length; at += blockLength) {
    const [group = 0, , , extension = lastBlock, part = 0] = bytes.subarray(at);
    // User data is not shown.
    if (extension === userData) continue;
    if (bytes[at + 15] === 1) {
      comments += 1;
      continue;
    }
    const key = `${group} ${bytes.readUInt16LE(at + 1)}`;
    const stamps = [bytes.subarray(at + 5, at + 9), bytes.subarray(at + 9, at + 13)]
      .map((stamp) => [...stamp].join(":"))
      .join(" --> ");
    const text = bytes.subarray(at + textStart, at + blockLength);
    const position = bytes[at + 13] ?? 0;
    const end = text.indexOf(unused);
    const field = [...(end < 0 ? text : text.subarray(0, end))];
    const last = subtitles.at(-1);
    // Some programs give all subtitles one number, or do not say that a block follows.
    if (last?.key === key && (!last.isComplete || last.stamps === stamps)) {
      // Two speakers at the same time, at the top and at the bottom.
      if (last.isComplete && last.position !== position) last.field.push(newRow);
      last.position = position;
      last.field.push(...field);
      last.isComplete = extension === lastBlock;
      continue;
    }
    if (subtitles.length === maxLines) throw new UnreadableFile("too-many-rows");
    subtitles.push({
      key,
      stamps,
      startMs: timeAt(at + 5),
      endMs: timeAt(at + 9),
      cumulative: part,
      position,
      isAtTop: position <= rowsOfPicture / 2,
      isComplete: extension === lastBlock,
      field,
    });
  }
  if (comments > 0) {
    const message = `Comments of the file, which are not shown, were left out: ${comments}.`;
    problems.note(null, null, "cue-comments", message, { assumed: String(comments) });
  }
  if (at < bytes.length && subtitles.length > 0) {
    const message = "The file ends inside of a cue, which was not read. It may be incomplete.";
    problems.warning(subtitles.length, null, "file-incomplete", message);
  }
  return subtitles;
}

/**
 * How the letters of a file are decoded: by the encoding that the user chose; else by the table
 * that the header names, unless only another encoding gives words of the language.
 */
function letterDecoder(
  table: string,
  subtitles: readonly Subtitle[],
  { languageCode = "", encoding, onEncoding }: DecodeOptions,
  problems: Problems,
): LetterDecoder {
  const byTable = decoderOf(table);
  const textOf = (decodeLetters: LetterDecoder) =>
    subtitles
      .map(({ field }) => decodeField(Uint8Array.from(field), decodeLetters))
      .join("\n")
      .replace(/\p{Co}/gu, " ");
  const bytes = Uint8Array.from(
    subtitles.flatMap(({ field }) => [
      ...field.map((byte) => (byte < 0x20 || (byte >= 0x80 && byte < 0xa0) ? 0x20 : byte)),
      0x0a,
    ]),
  );
  const textByTable = textOf(byTable);
  const { isPlausible, better } = checkEncoding(bytes, textByTable, languageCode);
  const used = encoding ?? better;
  if (used === null) {
    const words = isPlausible ? [] : changedWords(textByTable);
    if (words.length > 0) reportMojibake(words, problems);
    return byTable;
  }
  const decodeLetters: LetterDecoder = (letters) => decodeBytes(letters, used);
  const text = textOf(decodeLetters);
  if (encoding === undefined) reportEncoding(used, text, problems);
  onEncoding?.({ name: used, isAssumed: encoding === undefined, words: changedWords(text) });
  return decodeLetters;
}

/** Warns of letters that are probably not those of the text. */
function reportMojibake(words: readonly string[], problems: Problems): void {
  const shown = words.map((word) => `“${word}”`).join(", ");
  const message = `The file names another table of characters than the one of its text: ${shown}.`;
  const remedy = "Save it again from the program that wrote it.";
  problems.warning(null, null, "text-mojibake", message, { remedy });
}

/** The cues of a file, numbered from 1. Throws `UnreadableFile`. */
export function stlCues(bytes: Uint8Array, problems: Problems, options: DecodeOptions): Cue[] {
  if (!isEbuStl(bytes)) throw new UnreadableFile("format-mismatch");
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = buffer.toString("latin1", 0, headerLength);
  const digits = header.slice(6, 8);
  const framesPerSecond = fractions[digits] ?? (Number(digits) || 25);
  const rate = frameRateOf(framesPerSecond);
  const subtitles = subtitlesIn(buffer, rate, problems);
  if (framesPerSecond !== 25 && framesPerSecond !== 30 && subtitles.length > 0) {
    const assumed = String(framesPerSecond);
    const message = `The times were read with ${assumed} frames per second, as the header states.`;
    problems.note(null, null, "frame-rate-stated", message, { assumed });
  }
  const decodeLetters = letterDecoder(header.slice(12, 14), subtitles, options, problems);
  const cues = subtitles.map(({ stamps, startMs, endMs, isAtTop, field }, index): Cue => {
    const text = cueTextOf(Uint8Array.from(field), decodeLetters);
    const times = { startMs, endMs, timing: stamps };
    return { row: index + 1, ...times, text, character: null, isAtTop };
  });
  separateSets(cues, subtitles, problems);
  return fromStart(cues, startOf(header, rate), problems);
}

/**
 * Each subtitle of a set adds a row to the picture: it is spoken until the next one is added. Some
 * programs repeat the rows before it.
 */
function separateSets(
  cues: readonly Cue[],
  subtitles: readonly Subtitle[],
  problems: Problems,
): void {
  const repeated: number[] = [];
  const texts = cues.map(({ text }) => text);
  for (const [index, cue] of cues.entries()) {
    const [last, own] = [subtitles[index - 1], subtitles[index]];
    const before = cues[index - 1];
    if (last === undefined || own === undefined || before === undefined) continue;
    const isInSet = last.cumulative !== cumulative.none && last.cumulative < cumulative.last;
    if (!isInSet || own.cumulative <= cumulative.first) continue;
    const shown = texts[index - 1] ?? "";
    if (cue.text.startsWith(`${shown}\n`)) {
      cue.text = cue.text.slice(shown.length + 1);
      repeated.push(cue.row);
    }
    const startMs = cue.startMs ?? 0;
    if (startMs > (before.startMs ?? startMs) && startMs < (before.endMs ?? 0))
      before.endMs = startMs;
  }
  const message = "Rows that repeat those of the cue before were read once.";
  if (repeated.length > 0) noteRows(problems, repeated, "cues-rolling", message);
}

/** The time code at which the programme begins, in milliseconds; 0 if there is none. */
function startOf(header: string, rate: FrameRate): number {
  const [, hours, minutes, seconds, frames] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(header.slice(256, 264)) ?? [];
  if (hours === undefined) return 0;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return msOfFrame(frameOfClock(whole, Number(frames), rate), rate);
}

/**
 * The cues with times relative to the beginning of the programme. Cues before it are titles and
 * notes, which are left out; if most are before it, the times are relative already.
 */
function fromStart(cues: readonly Cue[], start: number, problems: Problems): Cue[] {
  const isBefore = ({ endMs }: Cue) => endMs !== null && endMs <= start;
  const before = cues.filter(isBefore);
  if (start === 0 || before.length * 2 >= cues.length) return [...cues];
  const programme = cues.filter((cue) => !isBefore(cue));
  if (programme.some(({ startMs }) => startMs !== null && startMs < start)) return [...cues];
  if (before.length > 0) {
    const message = "Cues before the beginning of the programme, such as its title, were left out.";
    const rows = before.map(({ row }) => row);
    noteRows(problems, rows, "cues-before-start", message);
  }
  for (const cue of programme) {
    if (cue.startMs !== null) cue.startMs -= start;
    if (cue.endMs !== null) cue.endMs -= start;
  }
  const assumed = new Date(start).toISOString().slice(11, 23);
  const message = `The programme begins at ${assumed}. The times are counted from there.`;
  problems.note(null, null, "time-offset", message, { assumed });
  return programme;
}
