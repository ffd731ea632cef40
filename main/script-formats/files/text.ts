/** Decodes bytes to text and normalises text. */
import { maxCharacters, maxParagraphs, maxTextLength } from "../limits";
import { isUtf8 } from "node:buffer";
import { messageText } from "../../../preload/facts/service-messages";
import { textEncodings, type TextEncoding } from "../../../preload/facts/text-encodings";
import type { ScriptEncoding } from "../model";
import { UnreadableFile, type Problems } from "../problems";
import { decodeBytes, isMostlyUtf8, legacyEncoding } from "./encodings";

const utf16 = { little: "utf-16le", big: "utf-16be" } as const;

/**
 * Detects UTF-16 without a byte order mark: in most languages every other byte of line ends and
 * spaces is zero.
 */
function sniffUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = Math.max(2, sample.length / 40);
  if (odd >= enough && even * 10 <= odd) return utf16.little;
  if (even >= enough && odd * 10 <= even) return utf16.big;
  return null;
}

/** The fewest zero bytes at the end of a file that a failure of a disk or a computer left. */
const minPadding = 4;

/** The bytes without zero bytes at the end. UTF-16 and UTF-32 end in at most three. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte !== 0);
  if (bytes.length - last - 1 < minPadding) return bytes;
  const isUtf16 = /^(?:255,254|254,255)$/.test(bytes.subarray(0, 2).join());
  return bytes.subarray(0, last + 1 + (isUtf16 ? (last + 1) % 2 : 0));
}

/** What is known about a file before it is decoded. */
export interface DecodeOptions {
  /** The language of its text; for a table, one of its languages. */
  languageCode?: string | undefined;
  isTable?: boolean | undefined;
  /** The encoding that the user chose. */
  encoding?: TextEncoding | undefined;
  /** Called with the encoding that is used. */
  onEncoding?: ((encoding: ScriptEncoding) => void) | undefined;
}

/** Words that show whether an encoding is the right one. */
const shownWords = 3;
/** Characters of a file in which these words are looked for. */
const searchedLength = 1_000_000;
const maxWordLength = 20;

/**
 * Decodes a file: by the chosen encoding, else by its byte order mark, else UTF-16 detected by zero
 * bytes, else UTF-8, else the most plausible code page of its language, with the note "encoding".
 * Invalid bytes become U+FFFD. Throws `UnreadableFile` ("not-text") for other content.
 */
export function decodeText(
  given: Uint8Array,
  problems: Problems,
  { languageCode, isTable, encoding, onEncoding }: DecodeOptions = {},
): string {
  const bytes = withoutPadding(given);
  const [first, second, third, fourth] = bytes;
  const isUtf32 =
    (first === 0xff && second === 0xfe && third === 0 && fourth === 0) ||
    (first === 0 && second === 0 && third === 0xfe && fourth === 0xff);
  if (isUtf32) throw new UnreadableFile("not-text");
  const mark =
    first === 0xff && second === 0xfe
      ? utf16.little
      : first === 0xfe && second === 0xff
        ? utf16.big
        : null;
  const sniffed = encoding === undefined && mark === null ? sniffUtf16(bytes) : null;
  let text: string;
  let used: TextEncoding = encoding ?? mark ?? sniffed ?? "utf-8";
  let isAssumed = sniffed !== null;
  text = decodeBytes(bytes, used);
  if (encoding === undefined && mark === null && sniffed === null && !isUtf8(bytes)) {
    isAssumed = true;
    if (!isMostlyUtf8(text, languageCode)) {
      used = legacyEncoding(bytes, { languageCode, isTable });
      text = decodeBytes(bytes, used);
      reportEncoding(used, text, problems);
    }
  }
  const words = isAssumed || encoding !== undefined ? changedWords(text) : [];
  onEncoding?.({ name: used, isAssumed, words });
  if (text.includes("\0")) throw new UnreadableFile("not-text");
  return text;
}

/** The first words with invalid bytes, then those with other letters outside of ASCII. */
export function changedWords(text: string): string[] {
  const words = new Set<string>();
  const invalid = new Set<string>();
  const isUnreadable = text.includes("\ufffd");
  for (const [word] of text.slice(0, searchedLength).matchAll(/[\p{L}\p{M}\p{N}’\ufffd]+/gu)) {
    if (!/[^\P{L}\0-\x7f]|\ufffd/u.test(word)) continue;
    const shown = word.slice(0, maxWordLength);
    if (word.includes("\ufffd")) invalid.add(shown);
    else if (words.size < shownWords) words.add(shown);
    if (invalid.size === shownWords || (words.size === shownWords && !isUnreadable)) break;
  }
  return [...invalid, ...words].slice(0, shownWords);
}

/** Warns of texts with characters that were decoded from invalid bytes. */
export function warnOfUnreadable(
  row: number,
  texts: readonly string[],
  problems: Pick<Problems, "warning">,
): void {
  const bad = texts.find((one) => one.includes("\ufffd"));
  if (bad === undefined) return;
  const at = Math.max(0, bad.indexOf("\ufffd") - 10);
  const message = `A character could not be read: “${bad.slice(at, at + 20)}”.`;
  const remedy = "Correct it in the file.";
  problems.warning(row, null, "character-unreadable", message, { remedy });
}

export function reportEncoding(encoding: TextEncoding, text: string, problems: Problems): void {
  const words = changedWords(text)
    .map((word) => `“${word}”`)
    .join(", ");
  const title = textEncodings.find(({ name }) => name === encoding)?.title ?? encoding;
  const message = `${messageText("encoding", { encoding: title, words })}.`;
  const remedy = `${messageText("encoding-remedy", {})}.`;
  problems.note(null, null, "encoding", message, { assumed: `${title}, ${words}`, remedy });
}

/**
 * Yields the lines of a text, with the same result as `split(ends)`; `ends` is a global pattern.
 * Throws `UnreadableFile` ("too-many-paragraphs").
 */
export function* linesOf(text: string, ends: RegExp): Generator<string> {
  let from = 0;
  let count = 0;
  for (const end of text.matchAll(ends)) {
    count += 1;
    if (count === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
    yield text.slice(from, end.index);
    from = end.index + end[0].length;
  }
  yield text.slice(from);
}

/**
 * Counts the characters of all texts of a document. Throws `UnreadableFile`
 * ("too-many-characters").
 */
export function createCharacterCount(): (text: string) => void {
  let count = 0;
  return (text) => {
    count += text.length;
    if (count > maxCharacters) throw new UnreadableFile("too-many-characters");
  };
}

/**
 * `text` followed by `more`, truncated if it exceeds the maximum length of a text. The result still
 * exceeds the maximum, so that it is reported as too long, but its length is bounded for any number
 * of pieces.
 */
export const append = (text: string, more: string) =>
  text.length > maxTextLength ? text : text + more.slice(0, maxTextLength + 1);

/**
 * White space and invisible characters at both ends. Inside a text they join emoji and set the
 * direction; at its ends they have no use.
 */
const edges =
  /^[\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+|(?<![\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff])[\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+$/g;

/**
 * Normalises a text: NFC, line ends as "\n", no control characters, no unpaired surrogates, no
 * white space or invisible characters at the ends.
 */
export function cleanText(value: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(value) || value === "") return value;
  return value
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\t\n]/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .normalize("NFC")
    .replace(edges, "");
}

/** Normalises a name or other single line: white space inside is replaced by one space. */
export const cleanName = (value: string) =>
  /^[!-~]+(?: [!-~]+)*$/.test(value) ? value : cleanText(value).split(/\s+/).join(" ");
