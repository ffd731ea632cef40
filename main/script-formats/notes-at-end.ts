/** Notes below the texts of a script: footnotes, comments. They are no speech. */
import { countEach } from "./count-each";
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
/** Characters before a mark that show whether it stands behind a word. */
const maxEnding = 8;

const marksInside = /\[(?:[a-z]{1,2}|\d{1,3})\]|[*†‡§]+|[¹²³⁴-⁹⁰]+|\(?\d{1,2}\)/gu;

/**
 * The marks that stand behind words, each with the texts: "Good morning.*" explains "* A pun.".
 * "*never*" is stressed, and "Choose 1) or 2)", "A1)" name the items of a list.
 */
function marksBehindWords<T extends Text>(texts: readonly T[]): ReadonlyMap<string, Set<T>> {
  const found = new Map<string, Set<T>>();
  for (const one of texts) {
    const { text } = one;
    let stars = 0;
    for (const { 0: mark, index } of text.matchAll(marksInside)) {
      const isPaired = mark.startsWith("*") && stars % 2 === 1;
      if (mark.startsWith("*")) stars += mark.length;
      if (index === 0) continue;
      const before = text.slice(Math.max(0, index - maxEnding), index);
      const after = text.charAt(index + mark.length);
      const isBehind = numberMark.test(mark)
        ? /\p{L}{2}[.,;:!?…)”"’»]*$/u.test(before)
        : /\S$/u.test(before);
      const isMark = isBehind && !isPaired && /^[\s.,;:!?)”"»]?$/.test(after);
      if (!mark.startsWith("[") && !isMark) continue;
      const own = found.get(mark) ?? new Set<T>();
      found.set(mark, own.add(one));
    }
  }
  return found;
}

/** Whether another text has the mark of a note. The marks of "**Never!**" are those of stress. */
function isUsed<T extends Text>(mark: string, note: T, used: ReadonlyMap<string, Set<T>>): boolean {
  const isStressed = !mark.startsWith("[") && note.text.includes(mark, mark.length);
  const own = used.get(mark);
  return !isStressed && own !== undefined && own.size > (own.has(note) ? 1 : 0);
}

/** Whether the numbers of notes are 1, 2 and so on; a list can begin with another number. */
function areFromOne(marks: readonly string[]): boolean {
  const numbers = marks.map((mark) => parseInt(mark.replace("(", ""), 10));
  return numbers.toSorted((one, other) => one - other).every((number, at) => number === at + 1);
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
  const marked = texts.slice(last + 1).map((one) => ({
    one,
    mark: noteMark.exec(one.text)?.[0],
  }));
  const counts = countEach(marked.flatMap(({ mark }) => mark ?? []));
  if (counts.size === 0) return new Set();
  const used = marksBehindWords(texts);
  const found = new Map<T, string>();
  for (const { one, mark } of marked.toReversed()) {
    if (mark !== undefined && isUsed(mark, one, used)) {
      if (counts.get(mark) === 1) found.set(one, mark);
    } else if (last < 0) break;
  }
  const isNumbered = (mark: string) => numberMark.test(mark);
  const areNumbers = areFromOne([...found.values()].filter(isNumbered));
  const notes = [...found].filter(([, mark]) => areNumbers || !isNumbered(mark));
  return new Set(notes.map(([one]) => one));
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
