/** .stl: the EBU subtitling data exchange format (EBU Tech 3264). */
import { decode, encode } from "iconv-lite";
import { maxLines } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { escapeCueText, type Cue } from "./cues";

const headerLength = 1024;
const blockLength = 128;
const textStart = 16;

/** Code points of ISO 6937 that differ from ISO 8859-1, from 0xA0. */
const latin = new Map<number, string>(
  Object.entries({
    0xa4: "$",
    0xa6: "#",
    0xa8: "¤",
    0xa9: "‘",
    0xaa: "“",
    0xac: "←",
    0xad: "↑",
    0xae: "→",
    0xaf: "↓",
    0xb4: "×",
    0xb8: "÷",
    0xb9: "’",
    0xba: "”",
    0xd0: "―",
    0xd1: "¹",
    0xd2: "®",
    0xd3: "©",
    0xd4: "™",
    0xd5: "♪",
    0xdc: "⅛",
    0xdd: "⅜",
    0xde: "⅝",
    0xdf: "⅞",
    0xe0: "Ω",
    0xe1: "Æ",
    0xe2: "Đ",
    0xe3: "ª",
    0xe4: "Ħ",
    0xe6: "Ĳ",
    0xe7: "Ŀ",
    0xe8: "Ł",
    0xe9: "Ø",
    0xea: "Œ",
    0xeb: "º",
    0xec: "Þ",
    0xed: "Ŧ",
    0xee: "Ŋ",
    0xef: "ŉ",
    0xf0: "ĸ",
    0xf1: "æ",
    0xf2: "đ",
    0xf3: "ð",
    0xf4: "ħ",
    0xf5: "ı",
    0xf6: "ĳ",
    0xf7: "ŀ",
    0xf8: "ł",
    0xf9: "ø",
    0xfa: "œ",
    0xfb: "ß",
    0xfc: "þ",
    0xfd: "ŧ",
    0xfe: "ŋ",
  }).map(([code, character]) => [Number(code), character]),
);
/** Diacritics of ISO 6937 precede their letter. */
const diacritics = new Map<number, string>(
  Object.entries({
    0xc1: "\u0300",
    0xc2: "\u0301",
    0xc3: "\u0302",
    0xc4: "\u0303",
    0xc5: "\u0304",
    0xc6: "\u0306",
    0xc7: "\u0307",
    0xc8: "\u0308",
    0xca: "\u030a",
    0xcb: "\u0327",
    0xcd: "\u030b",
    0xce: "\u0328",
    0xcf: "\u030c",
  }).map(([code, mark]) => [Number(code), mark]),
);
/** Character code tables by their number in the header. */
const codePages: Readonly<Record<string, string>> = {
  "01": "iso-8859-5",
  "02": "iso-8859-6",
  "03": "iso-8859-7",
  "04": "iso-8859-8",
};

/** Characters of typography that the tables lack, and what is written for them. */
const substitutes: Readonly<Record<string, string>> = {
  "…": "...",
  "–": "-",
  "—": "―",
  "„": "“",
  "‚": "‘",
  "‐": "-",
  "‑": "-",
  "\u00a0": " ",
};
const bytesOfLatin = new Map(Array.from(latin, ([code, character]) => [character, code]));
const bytesOfMarks = new Map(Array.from(diacritics, ([code, mark]) => [mark, code]));

/** The bytes of a character in ISO 6937; null for one that it does not have. */
function latinBytes(character: string): number[] | null {
  const known = bytesOfLatin.get(character);
  if (known !== undefined) return [known];
  const code = character.codePointAt(0) ?? 0;
  // "$" and "¤" have other places than in ASCII.
  if (code >= 0x20 && code < 0x7f) return [code];
  if (code > 0xa0 && code < 0xc0 && !latin.has(code)) return [code];
  const [letter = "", mark = "", ...more] = character.normalize("NFD");
  const diacritic = bytesOfMarks.get(mark);
  const isLetter = /^[A-Za-z]$/.test(letter);
  return diacritic === undefined || !isLetter || more.length > 0
    ? null
    : [diacritic, letter.charCodeAt(0)];
}

/** The tables of characters by their number in the header. */
export const stlTables = ["00", ...Object.keys(codePages)];

/**
 * The bytes of a row in a table of characters; null if the table lacks one of its characters.
 * Quotes and dashes that no table has become similar ones.
 */
export function encodeStlRow(row: string, table: string): Uint8Array | null {
  const page = codePages[table];
  const bytes: number[] = [];
  for (const given of row.normalize("NFC"))
    for (const character of substitutes[given] ?? given) {
      const found =
        page === undefined ? latinBytes(character) : pageBytes(character.normalize("NFC"), page);
      if (!found) return null;
      bytes.push(...found);
    }
  return Uint8Array.from(bytes);
}

/** Substitutes of other tables than Latin are ASCII, or nothing. */
function pageBytes(character: string, page: string): number[] | null {
  const plain = { "―": "-", "“": '"', "”": '"', "‘": "'", "’": "'" }[character] ?? character;
  const encoded = encode(plain, page);
  return decode(encoded, page) === plain ? [...encoded] : null;
}

/** The codes before and after letters in italics. */
export const [italicsOn, italicsOff] = [0x80, 0x81] as const;
/** They stand for the codes of italics until the text is escaped. */
const italicMarks = ["\uE001", "\uE002"] as const;

/** The text of a field as that of a cue, with the markup of italics. */
const cueTextOf = (field: Uint8Array, table: string) =>
  escapeCueText(decodeField(field, table))
    .replaceAll(italicMarks[0], "<i>")
    .replaceAll(italicMarks[1], "</i>");

function decodeField(field: Uint8Array, table: string): string {
  const page = codePages[table];
  let text = "";
  let mark = "";
  for (const byte of field) {
    if (byte === 0x8f) break;
    if (byte === 0x8a) text += "\n";
    // Colours and boxes of teletext are white space; underlining is none.
    else if (byte < 0x20) text += " ";
    else if (byte === italicsOn || byte === italicsOff)
      text += byte === italicsOn ? italicMarks[0] : italicMarks[1];
    else if (byte >= 0x80 && byte < 0xa0) continue;
    else if (page !== undefined) text += decode(Buffer.from([byte]), page);
    else if (diacritics.has(byte)) mark = diacritics.get(byte) ?? "";
    else {
      text += (latin.get(byte) ?? String.fromCharCode(byte)) + mark;
      mark = "";
    }
  }
  return text.normalize("NFC").replace(/ {2,}/g, " ");
}

/** Whether bytes have the header of this format; other formats have the same extension. */
const isEbuStl = (bytes: Uint8Array) =>
  bytes.length >= headerLength &&
  /^STL\d\d\.\d\d$/.test(Buffer.from(bytes.subarray(3, 11)).toString("latin1"));

/** Rows of a picture. */
const rowsOfPicture = 23;

/** The cues of a file, numbered from 1. Throws `UnreadableFile`. */
export function stlCues(bytes: Uint8Array, problems: Problems): Cue[] {
  if (!isEbuStl(bytes)) throw new UnreadableFile("format-mismatch");
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = buffer.toString("latin1", 0, headerLength);
  const frameRate = Number(header.slice(6, 8)) || 25;
  const table = header.slice(12, 14);
  const timeAt = (at: number) => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = buffer.subarray(at, at + 4);
    if (hours > 23 || minutes > 59 || seconds > 59 || frames >= frameRate) return null;
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Math.round((frames * 1000) / frameRate);
  };
  const cues: Cue[] = [];
  const byNumber = new Map<number, Cue>();
  for (let at = headerLength; at + blockLength <= buffer.length; at += blockLength) {
    const number = buffer.readUInt16LE(at + 1);
    const [extension, isComment] = [buffer[at + 3], buffer[at + 15] === 1];
    // User data and comments are not shown.
    if (extension === 0xfe || isComment) continue;
    const text = cueTextOf(buffer.subarray(at + textStart, at + blockLength), table);
    const known = byNumber.get(number);
    if (known) {
      known.text += text;
      continue;
    }
    if (cues.length === maxLines) throw new UnreadableFile("too-many-rows");
    const [startMs, endMs] = [timeAt(at + 5), timeAt(at + 9)];
    const timing = [buffer.subarray(at + 5, at + 9), buffer.subarray(at + 9, at + 13)]
      .map((stamp) => [...stamp].join(":"))
      .join(" --> ");
    const isAtTop = (buffer[at + 13] ?? 0) <= rowsOfPicture / 2;
    const cue = {
      row: cues.length + 1,
      startMs,
      endMs,
      timing,
      text,
      character: null,
      isAtTop,
    };
    cues.push(cue);
    byNumber.set(number, cue);
  }
  moveToStart(cues, startOf(header, frameRate), problems);
  return cues;
}

/** The time code at which the programme begins, in milliseconds; 0 if there is none. */
function startOf(header: string, frameRate: number): number {
  const [, hours, minutes, seconds, frames] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(header.slice(256, 264)) ?? [];
  if (hours === undefined) return 0;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Math.round((Number(frames) * 1000) / frameRate);
}

/** Makes times relative to the beginning of the programme, unless they are already. */
function moveToStart(cues: readonly Cue[], start: number, problems: Problems): void {
  if (start === 0 || cues.some(({ startMs }) => startMs !== null && startMs < start)) return;
  for (const cue of cues) {
    if (cue.startMs !== null) cue.startMs -= start;
    if (cue.endMs !== null) cue.endMs -= start;
  }
  const assumed = new Date(start).toISOString().slice(11, 23);
  const message = `The programme begins at ${assumed}. The times are counted from there.`;
  problems.note(null, null, "time-offset", message, { assumed });
}
