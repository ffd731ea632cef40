/** A streaming parser for JSON arrays. A list of a million items is never completely in memory. */
import { AppError } from "../../common/errors";
import { limits } from "./limits";

/** The limits of a list; see `limits`. */
type ListBounds = Record<"listBytes" | "listElements" | "listElementBytes", number>;

type State = "before" | "inside" | "after";

/**
 * Number of bytes that are parsed per chunk, so that parsing a chunk blocks the event loop only
 * briefly.
 */
const portionBytes = 64 * 1024;

const space = [0x20, 0x09, 0x0a, 0x0d];
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Yields the elements of a JSON array in chunks as the data arrives. Rejects with
 * "unexpected-answer" if the body is not a JSON array, is incomplete, or exceeds `bounds`. The
 * parser processes bytes; in UTF-8 the bytes of the JSON syntax characters never occur inside
 * another character.
 */
export async function* readJsonList(
  body: AsyncIterable<Uint8Array>,
  bounds: ListBounds = limits,
): AsyncGenerator<unknown[]> {
  let state: State = "before";
  /**
   * A function, because the functions below change `state` and the compiler's narrowing does not
   * detect this.
   */
  const isAt = (other: State) => state === other;
  /**
   * The bytes from the first element that is not yielded yet. Inside the array, bytes before
   * `scanned` are scanned.
   */
  let rest: Buffer = Buffer.alloc(0);
  let scanned = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  /**
   * Scans to the end of `rest` or of the array. Returns the index after the last complete element,
   * or -1.
   */
  function scan(): number {
    let end = -1;
    for (; scanned < rest.length; scanned += 1) {
      const byte = rest[scanned] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) isInString = true;
      else if (byte === comma && depth === 0) end = scanned;
      else if (byte === openBracket || byte === openBrace) depth += 1;
      else if (byte === closeBracket || byte === closeBrace) {
        if (depth === 0) {
          state = "after";
          return scanned;
        }
        depth -= 1;
      }
    }
    return end;
  }

  function take(bytes: Buffer): unknown[] {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    if (isAt("before")) {
      let from = 0;
      if (rest[0] === byteOrderMark[0] && rest.length < byteOrderMark.length) return [];
      if (byteOrderMark.every((byte, at) => rest[at] === byte)) from = byteOrderMark.length;
      while (from < rest.length && space.includes(rest[from] ?? 0)) from += 1;
      if (from === rest.length) {
        rest = Buffer.alloc(0);
        return [];
      }
      if (rest[from] !== openBracket) throw notAList();
      state = "inside";
      rest = rest.subarray(from + 1);
    }
    const end = scan();
    if (end === -1) {
      if (rest.length > bounds.listElementBytes) throw notAList();
      return [];
    }
    const elements = parse(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
    scanned = isAt("inside") ? rest.length : 0;
    return elements;
  }

  let bytes = 0;
  let count = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bounds.listBytes) throw tooLong();
    for (let from = 0; from < chunk.length; from += portionBytes) {
      const portion = Buffer.from(chunk.subarray(from, from + portionBytes));
      if (isAt("after")) rest = portion;
      else {
        const elements = take(portion);
        count += elements.length;
        if (count > bounds.listElements) throw tooLong();
        if (elements.length > 0) yield elements;
      }
      if (isAt("after") && rest.some((byte) => !space.includes(byte))) throw notAList();
    }
  }
  if (isAt("before")) throw notAList();
  if (!isAt("after")) throw new AppError("unexpected-answer", "the list ended early");
}

function parse(bytes: Buffer): unknown[] {
  try {
    return JSON.parse(`[${bytes.toString("utf8")}]`) as unknown[];
  } catch (error) {
    throw new AppError("unexpected-answer", "the list is not JSON", { cause: error });
  }
}

function tooLong(): AppError {
  return new AppError("unexpected-answer", "the list is too long");
}

function notAList(): AppError {
  return new AppError("unexpected-answer", "the response is not a list");
}
