/** Reads a JSON array of strings while it arrives: a gallery of a million paths never stands in memory whole. */
import { StringDecoder } from "node:string_decoder";
import { AppError } from "../errors";

/**
 * Yields the strings of a JSON array in batches as the bytes come. Rejects with "unexpected-answer" when the
 * body is anything else, or ends before the array does.
 */
export async function* readStringList(body: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let state: "before" | "inside" | "after" = "before";
  for await (const chunk of body) {
    rest += decoder.write(chunk);
    const batch: string[] = [];
    let at = 0;
    if (state === "before") {
      at = skipSpace(rest, 0);
      if (at === rest.length) continue;
      if (rest[at] !== "[") throw notAList();
      state = "inside";
      at += 1;
    }
    while (state === "inside") {
      const next = skipSeparators(rest, at);
      if (next === rest.length) {
        at = next;
        break;
      }
      if (rest[next] === "]") {
        state = "after";
        at = next + 1;
        break;
      }
      if (rest[next] !== '"') throw notAList();
      const end = endOfString(rest, next);
      if (end === -1) {
        at = next;
        break;
      }
      batch.push(parseString(rest.slice(next, end + 1)));
      at = end + 1;
    }
    rest = rest.slice(at);
    if (rest.length > 1024 * 1024) throw notAList();
    if (state === "after" && rest.trim() !== "") throw notAList();
    if (batch.length > 0) yield batch;
  }
  if (state !== "after") throw new AppError("unexpected-answer", "the list of files ended early");
}

function notAList(): AppError {
  return new AppError("unexpected-answer", "the answer is not a list of file paths");
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function skipSeparators(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,]/.test(text.charAt(at))) at += 1;
  return at;
}

/** The index of the quote that ends the string beginning at `start`, or -1 when it is not here yet. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

function parseString(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch (error) {
    throw new AppError("unexpected-answer", "the list of files holds a broken name", {
      cause: error,
    });
  }
}
