/** Decodes bytes to text and normalises text. */
import { maxCharacters, maxParagraphs, maxTextLength } from "../limits";
import { UnreadableFile, type Problems } from "../problems";

const utf16 = { little: "utf-16le", big: "utf-16be" } as const;

/** Detects UTF-16 without a byte order mark: in most languages every other byte of line ends and spaces is zero. */
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

function decodeAs(label: string, bytes: Uint8Array, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Decodes a file: by its byte order mark, else UTF-16 detected by zero bytes, else UTF-8, else Windows-1252 with the
 * warning "encoding". Throws `UnreadableFile` ("not-text") for other content.
 */
export function decodeText(bytes: Uint8Array, problems: Problems): string {
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
        : sniffUtf16(bytes);
  let text = mark === null ? decodeAs("utf-8", bytes, true) : decodeAs(mark, bytes, false);
  if (text === null) {
    text = decodeAs("windows-1252", bytes, false);
    problems.warning(
      null,
      null,
      "encoding",
      "The file is not UTF-8. It was read as Windows-1252: check its accents, or save it as UTF-8.",
    );
  }
  if (text === null || text.includes("\0")) throw new UnreadableFile("not-text");
  return text;
}

/**
 * Yields the lines of a text, with the same result as `split(ends)`; `ends` is a global pattern. Throws
 * `UnreadableFile` ("too-many-paragraphs").
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

/** Counts the characters of all texts of a document. Throws `UnreadableFile` ("too-many-characters"). */
export function createCharacterCount(): (text: string) => void {
  let count = 0;
  return (text) => {
    count += text.length;
    if (count > maxCharacters) throw new UnreadableFile("too-many-characters");
  };
}

/**
 * `text` followed by `more`, truncated if it exceeds the maximum length of a text. The result still exceeds the
 * maximum, so that it is reported as too long, but its length is bounded for any number of pieces.
 */
export const append = (text: string, more: string) =>
  text.length > maxTextLength ? text : text + more.slice(0, maxTextLength + 1);

/**
 * White space and invisible characters at both ends. Inside a text they join emoji and set the direction; at its ends
 * they have no use.
 */
const edges =
  /^[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+|(?<![\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff])[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+$/g;

/**
 * Normalises a text: NFC, line ends as "\n", no control characters, no unpaired surrogates, no white space or invisible
 * characters at the ends.
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
export const cleanName = (value: string) => cleanText(value).split(/\s+/).join(" ");
