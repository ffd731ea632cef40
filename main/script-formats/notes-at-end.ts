/** Notes below the texts of a script: footnotes, comments. They are no speech. */
import { warnRows, type KindChoices } from "./line-kinds";
import type { ScriptLine } from "./model";
import type { Problems } from "./problems";

interface Text {
  row: number;
  character: string | null;
  text: string;
}

/** A line with its first text. */
export const firstText = ({ row, character, text }: ScriptLine): Text => ({
  row,
  character,
  text: Object.values(text)[0] ?? "",
});

const noteMark =
  /^(?:\[(?:[a-z]{1,2}|\d{1,3})\]|[*†‡§]{1,3}|[¹²³⁴-⁹⁰]{1,3}|\(?\d{1,2}\)(?=\s))(?=\s*\S)/u;
/** "1)" and "(1)" also number a list. */
const numberMark = /^\(?\d{1,2}\)$/;
/** A heading above notes: "Notes"; without a colon, one of a single note may be a line. */
const noteHeading =
  /^(?:(?:(?:foot|end)?notes|comments|remarks|(?:fuß|end)?noten|anmerkungen|hinweise|bemerkungen|kommentare|remarques|notas|comentarios|comentários|commenti|uwagi|poznámky|примечания)\s*[:：]?|(?:(?:foot|end)?note|comment|remark|(?:fuß|end)note|anmerkung|hinweis|bemerkung|kommentar|remarque|nota|comentario|注|备注|注释|각주)\s*[:：])$/iu;
export const isNoteHeading = (text: string) => noteHeading.test(text);
const minNamed = 2;

/** Whether a mark stands behind a word of another text: "Good morning.*" explains "* A pun." */
function isUsed(mark: string, note: Text, texts: readonly Text[]): boolean {
  const isOwn = mark.startsWith("[");
  // "**Never!**" is stressed.
  if (!isOwn && note.text.includes(mark, mark.length)) return false;
  return texts.some((one) => {
    if (one === note) return false;
    const { text } = one;
    for (let at = text.indexOf(mark, 1); at > 0; at = text.indexOf(mark, at + 1)) {
      const [before = "", after = ""] = [text[at - 1], text[at + mark.length]];
      // "*never*" is stressed.
      // "Choose 1) or 2)" names the items of a list; a footnote stands at the end of a word.
      if (numberMark.test(mark) && !/[\p{L}.!?…"”’»]/u.test(before)) continue;
      const isPaired = mark.startsWith("*") && text.slice(0, at).split("*").length % 2 === 0;
      if (isOwn || (/\S/.test(before) && !isPaired && /^[\s.,;:!?)”"»]?$/.test(after))) return true;
    }
    return false;
  });
}

/**
 * The last texts of a script that explain marks in others ("[a]", as Google Docs writes, "*", "¹"),
 * or that are below a heading for notes under an empty row, and name no speaker. Several texts with
 * the same mark are a list, and no notes.
 */
export function notesAtEnd<T extends Text>(texts: readonly T[]): ReadonlySet<T> {
  const last = texts.findLastIndex(({ character }) => character !== null);
  const named = texts.filter(({ character }) => character !== null).length;
  const heading = texts.findIndex(
    ({ row, text }, at) =>
      at > last && isNoteHeading(text) && row > (texts[at - 1]?.row ?? row) + 1,
  );
  if (named >= minNamed && heading > 0) return new Set(texts.slice(heading));
  const found = new Map<T, string>();
  for (const one of texts.slice(last + 1).toReversed()) {
    const mark = noteMark.exec(one.text)?.[0];
    if (mark !== undefined && isUsed(mark, one, texts)) found.set(one, mark);
    else if (last < 0) break;
  }
  const marks = [...found.values()];
  const single = [...found].filter(([, mark]) => marks.indexOf(mark) === marks.lastIndexOf(mark));
  return new Set(single.map(([one]) => one));
}

/**
 * Warns of texts that are left out because they are below a heading for notes. False if there is no
 * heading, or if the user makes them lines: they are then directions like others.
 */
export function warnOfNotes(
  notes: ReadonlySet<Text>,
  choices: KindChoices,
  problems: Problems,
): boolean {
  const [first] = notes;
  if (first === undefined || !isNoteHeading(first.text)) return false;
  if (choices.isSpoken("direction", false)) return false;
  const rows = [...notes].map(({ row }) => row);
  const message = `“${first.text}” and the texts below it were left out: they look like notes, and name no speaker.`;
  const remedy = "If they are lines, write the names of their speakers before them.";
  warnRows(problems, rows, "notes-below", message, { remedy });
  return true;
}
