/** .txt, .docx and .pdf: "interface-notes § Scripts", one line per paragraph. */
import { maxLines, maxTextLength } from "./limits";
import type { ScriptLine } from "./model";
import { UnreadableFile, type Problems } from "./problems";
import { cleanName, cleanText, linesOf } from "./text";

export const maxNameLength = 40;
/** What ends or divides sentences, in any script. A name with one of these is the beginning of a sentence. */
export const sentencePunctuation = /[\p{Sentence_Terminal}…,;،؛、，；¿¡]/u;

/**
 * `NAME: text` names the character when NAME is at most 40 characters and holds no sentence punctuation. The
 * colon is the first of the paragraph and has space behind it ("12:30" names nobody), unless it is a wide one.
 */
export function splitName(paragraph: string): { character: string | null; text: string } {
  const match = /^([^:：]*)(?::(?=\s)|：)\s*(\S.*)$/su.exec(paragraph);
  const name = cleanName(match?.[1] ?? "");
  const isName =
    name !== "" && Array.from(name).length <= maxNameLength && !sentencePunctuation.test(name);
  if (match === null || !isName) return { character: null, text: paragraph };
  return { character: name, text: cleanText(match[2] ?? "") };
}

/** A line of a script that says nothing but its text, who speaks, and where it stands. */
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

/** Lines out of paragraphs; empty ones are counted, as they are in the file, and skipped. */
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
