/** .txt, .docx and .pdf: "interface-notes § Scripts", one line per paragraph. */
import { maxLines, maxTextLength } from "../limits";
import type { ScriptLine } from "../model";
import { UnreadableFile, type Problems } from "../problems";
import { cleanName, cleanText, linesOf } from "./text";

export const maxNameLength = 40;
/** Punctuation that ends or divides sentences, in any writing system. Text that contains it is not a name. */
export const sentencePunctuation = /[\p{Sentence_Terminal}…,;،؛、，；¿¡]/u;

/**
 * `NAME: text` assigns the line to a character if NAME has at most 40 characters and no sentence punctuation. The colon
 * has to be the first one of the paragraph and, unless it is a full-width colon, be followed by white space ("12:30" is
 * not a name).
 */
export function splitName(paragraph: string): { character: string | null; text: string } {
  const match = /^([^:：]*)(?::(?=\s)|：)\s*(\S.*)$/su.exec(paragraph);
  const name = cleanName(match?.[1] ?? "");
  const isName =
    name !== "" && Array.from(name).length <= maxNameLength && !sentencePunctuation.test(name);
  if (match === null || !isName) return { character: null, text: paragraph };
  return { character: name, text: cleanText(match[2] ?? "") };
}

/** A script line with only a text, a speaker and a position. */
export function plainLine(
  row: number,
  language: string,
  spoken: { character: string | null; text: string },
): Omit<ScriptLine, "number"> {
  return {
    id: null,
    character: spoken.character,
    text: { [language]: spoken.text },
    sourceAudio: null,
    emotion: null,
    intensity: null,
    startMs: null,
    endMs: null,
    row,
  };
}

/** Converts paragraphs to lines. Empty paragraphs are counted for the row number and skipped. */
export function readParagraphs(
  paragraphs: Iterable<string>,
  language: string,
  problems: Problems,
): ScriptLine[] {
  const lines: ScriptLine[] = [];
  let row = 0;
  for (const raw of paragraphs) {
    row += 1;
    if (raw.length > maxTextLength) {
      const bound = maxTextLength.toLocaleString("en");
      problems.error(row, null, "text-too-long", `Longer than ${bound} characters.`);
      continue;
    }
    const paragraph = cleanText(raw);
    if (paragraph === "") continue;
    if (lines.length === maxLines) throw new UnreadableFile("too-many-rows");
    lines.push({ number: lines.length + 1, ...plainLine(row, language, splitName(paragraph)) });
  }
  return lines;
}

/** The paragraphs of a .txt: its lines, as word processors save them. */
export const textParagraphs = (text: string) => linesOf(text, /\r\n?|[\n\u0085\u2028\u2029]/g);
