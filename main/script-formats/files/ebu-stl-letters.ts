/**
 * The tables of characters of .stl files (EBU Tech 3264): ISO 6937, and the alphabets of
 * ISO 8859-5 to 8.
 */
import { decode, encode } from "iconv-lite";

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
  // "$" and "¤" have other codes than in ASCII.
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

/** Decodes the bytes of letters of a field. */
export type LetterDecoder = (letters: Uint8Array) => string;

/** The letters of ISO 6937. */
function decodeLatin(letters: Uint8Array): string {
  let text = "";
  let mark = "";
  for (const byte of letters) {
    if (diacritics.has(byte)) mark = diacritics.get(byte) ?? "";
    else {
      text += (latin.get(byte) ?? String.fromCharCode(byte)) + mark;
      mark = "";
    }
  }
  return text;
}

/** The decoder of the letters of a table; a table without a name is Latin. */
export function decoderOf(table: string): LetterDecoder {
  const page = codePages[table];
  return page === undefined ? decodeLatin : (letters) => decode(Buffer.from(letters), page);
}
