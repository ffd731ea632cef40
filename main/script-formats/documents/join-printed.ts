/** Joins printed lines to one text, with the hyphens at their ends. */
import { append } from "../files/text";
import type { Problems } from "../problems";
import type { Paragraph } from "./blocks";

/** Chinese and Japanese, with their punctuation: they have no spaces between words. */
const wideScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff01-\uff0f\uff1a-\uff1f]/u;

/** First parts of compounds that keep their hyphen: "well-known", "peut-être". */
const compounds = new Set(
  "well self half ex all high low long short hard soft old new good ill anti pre post non mid cross so co up off on by mother father sister brother son daughter two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety first second third one full part ever never much peut est lui elle moi toi nous vous celui celle demi semi vingt trente quarante cinquante soixante grand petit grands petits arc après avant sous vice nord sud bien non franco e i".split(
    " ",
  ),
);
/** After "Ein-" they divide two words with the same ending: "Ein- und Ausgänge". */
const conjunctions = /^(?:und|oder|sowie|bzw|and|och|eller)$/u;
const hyphenated = /(?:^|[^\p{L}\p{N}'’-])([\p{L}\p{N}'’-]+)-$/u;
const listedWords = 10;

/** `texts` are all lines of the document: their words show how a word is written. */
export function createLineJoiner(texts: () => Iterable<string>) {
  let words: Set<string> | null = null;
  const joined: string[] = [];

  function wordsOf(): Set<string> {
    const found = new Set<string>();
    for (const text of texts())
      for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*(?!-$)/gu))
        found.add(word.toLowerCase());
    return found;
  }

  function keepsHyphen(first: string, second: string): boolean {
    words ??= wordsOf();
    const [part, rest] = [first.toLowerCase(), second.toLowerCase()];
    if (words.has(`${part}-${rest}`)) return true;
    if (words.has(part + rest)) return false;
    // A name or a number after the hyphen, or a word of several parts.
    if (!/^\p{Ll}/u.test(second) || part.includes("-")) return true;
    return compounds.has(part);
  }

  return {
    /** `text` followed by `line`. */
    join(text: string, line: string): string {
      // Checks only the end: a paragraph may have hundreds of thousands of lines.
      const end = text.slice(-60);
      if (end.endsWith("\u00ad")) return append(text.slice(0, -1), line);
      const first = hyphenated.exec(end)?.[1];
      const second = /^[\p{L}\p{N}]+/u.exec(line)?.[0];
      const isWord = first !== undefined && second !== undefined;
      if (isWord && conjunctions.test(second)) return append(text, ` ${line}`);
      if (isWord) {
        const isKept = keepsHyphen(first, second);
        joined.push(`“${first}${isKept ? "-" : ""}${second}”`);
        return append(isKept ? text : text.slice(0, -1), line);
      }
      const last = Array.from(end).at(-1) ?? "";
      const isWide = wideScript.test(last) && wideScript.test(line.charAt(0));
      return append(text, isWide ? line : ` ${line}`);
    },
    /** Adds the note "hyphens-joined" with the words. */
    report(problems: Problems): void {
      if (joined.length === 0) return;
      const more = joined.length - listedWords;
      const list = joined.slice(0, listedWords).join(", ") + (more > 0 ? ` and ${more} more` : "");
      const message = `Words that were divided at the end of a line were joined: ${list}.`;
      problems.note(null, null, "hyphens-joined", message);
    },
  };
}
export type LineJoiner = ReturnType<typeof createLineJoiner>;

/** Whether a line ends in a divided word, which the next line continues. */
export const endsInHyphen = (line: string, next: string) =>
  /\p{L}-$/u.test(line.slice(-4)) && /^\p{Ll}/u.test(next);

/** Printed lines joined to paragraphs, as the layout shows them. */
export function joinContinued(paragraphs: readonly Paragraph[], joiner: LineJoiner): Paragraph[] {
  const joined: Paragraph[] = [];
  for (const paragraph of paragraphs) {
    const last = joined.at(-1);
    if (paragraph.continuesLast === true && last !== undefined && last.text !== "")
      joined[joined.length - 1] = { ...last, text: joiner.join(last.text, paragraph.text) };
    else joined.push(paragraph);
  }
  return joined;
}

const maxQuotedLines = 20;
const unclosed = (text: string) =>
  (text.match(/[「『]/g)?.length ?? 0) - (text.match(/[」』]/g)?.length ?? 0);

/** Printed lines in a quote that an earlier line opens continue that line. */
export function withOpenQuotes(paragraphs: readonly Paragraph[]): Paragraph[] {
  const found = paragraphs.map((paragraph) => ({ ...paragraph }));
  for (let at = 0; at < found.length; at += 1) {
    let depth = unclosed(found[at]?.text ?? "");
    if (depth <= 0) continue;
    // The quote has to be closed before the next empty line.
    let end = at;
    while (depth > 0 && end - at < maxQuotedLines && (found[end + 1]?.text ?? "") !== "")
      depth += unclosed(found[(end += 1)]?.text ?? "");
    if (depth !== 0) continue;
    for (const line of found.slice(at + 1, end + 1)) line.continuesLast = true;
    at = end;
  }
  return found;
}
