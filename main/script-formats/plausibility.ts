/** Checks the lines that were read from any format: what is probably not as the author meant. */
import { editDistance } from "../common/edit-distance";
import { withoutDescriptions } from "./descriptions";
import { characterKey } from "./character-names";
import { namesOf } from "./documents/speaker-notation";
import { addRow, kindOfText, noteRows, warnRows, type KindChoices } from "./line-kinds";
import type { ScriptLine } from "./model";
import { warnOfMojibake } from "./mojibake";
import { firstText, notesAtEnd, warnOfNotes } from "./notes-at-end";
import type { Problems } from "./problems";
import { warnOfSounds } from "./sounds";

const textOf = (line: ScriptLine) => firstText(line).text;
type Named = ReturnType<typeof firstText>;

/**
 * The lines of a table or of subtitles without those that the user leaves out. By default they all
 * are lines: a cell or a cue is meant to be one. In a table of speakers, a heading without one is a
 * title between the lines. `tableProblems`: of a table, what receives its warnings.
 */
export function withoutKinds(
  lines: readonly ScriptLine[],
  choices: KindChoices,
  tableProblems: Problems | null = null,
): ScriptLine[] {
  const isTable = tableProblems !== null;
  const named = lines.filter(({ character }) => character !== null).length;
  const hasSpeakers = isTable && named * 2 >= lines.length;
  const notes = isTable ? notesAtEnd(lines.map(firstText)) : new Set<Named>();
  const areWarned = isTable && warnOfNotes(notes, choices, tableProblems);
  const isNote = new Set([...notes].map(({ row }) => row));
  const spoken = lines.flatMap((line) => {
    const text = textOf(line);
    if (isNote.has(line.row)) {
      if (areWarned || !choices.decide("direction", { row: line.row, text }, false)) return [];
    }
    const kind = text === "" ? null : kindOfText(text);
    const isTitle = kind === "heading" && hasSpeakers && line.character === null;
    if (kind !== null) return choices.decide(kind, { row: line.row, text }, !isTitle) ? [line] : [];
    return withoutDirections(line, choices);
  });
  return spoken.length === lines.length
    ? spoken
    : spoken.map((line, at) => ({ ...line, number: at + 1 }));
}

/** A line without the directions in its texts, if the user leaves them out; none without others. */
export function withoutDirections(line: ScriptLine, choices: KindChoices): ScriptLine[] {
  const { descriptions } = withoutDescriptions(textOf(line));
  if (descriptions.length === 0) return [line];
  const at = { row: line.row, text: descriptions.join(" ") };
  return choices.decide("direction", at, true) ? [line] : withoutThem(line);
}

/** A line without the descriptions in its texts; none if it has no other text. */
function withoutThem(line: ScriptLine): ScriptLine[] {
  const texts = Object.entries(line.text).map(
    ([language, text]) => [language, withoutDescriptions(text).text.trim()] as const,
  );
  return texts.every(([, text]) => text === "")
    ? []
    : [{ ...line, text: Object.fromEntries(texts) }];
}

const timeInText = /\d{1,2}:\d{2}:\d{2}(?:[.,:;]\d{1,3})?|-->/;
/** Tags, entities and line breaks of HTML and of subtitles. */
const markup =
  /<\/?[a-z][^<>]{0,200}>|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6});|\\[nN](?![a-z])|\{\\[a-z]/;
const lastNumber = /(?:^|\s)(\d{1,6})$/;
/** A short file needs no speakers. */
const minLines = 3;
/** Comparing names takes time that grows with the square of their number. */
const maxNames = 300;
const minNameLength = 4;

/** Adds notes about lines that are probably wrong. `areCues`: what markup means was removed. */
export function checkLines(
  lines: readonly ScriptLine[],
  problems: Problems,
  { areCues }: { areCues: boolean },
): void {
  const withTimes = lines.filter((line) => timeInText.test(textOf(line)));
  if (withTimes.length > 0) {
    const message = "The text contains times. Are they spoken?";
    noteRows(
      problems,
      withTimes.map(({ row }) => row),
      "text-with-times",
      message,
    );
  }
  const withNumber = lines.filter((line, at) => {
    const next = lines[at + 1];
    const isCue = line.startMs !== null && next?.row === line.row + 1;
    return isCue && Number(lastNumber.exec(textOf(line))?.[1]) === next.row;
  });
  if (withNumber.length > 0) {
    const message = "The text ends in the number of the next cue. Is an empty line missing?";
    noteRows(
      problems,
      withNumber.map(({ row }) => row),
      "text-with-next-number",
      message,
    );
  }
  warnOfMojibake(lines, problems);
  const withMarkup = areCues ? [] : lines.filter((line) => markup.test(textOf(line)));
  if (withMarkup.length > 0) {
    const message = "The text contains markup. Is it spoken?";
    noteRows(
      problems,
      withMarkup.map(({ row }) => row),
      "text-with-markup",
      message,
    );
  }
  const names = [...new Set(lines.flatMap(({ character }) => character ?? []))];
  // A recording of each line says who speaks.
  const isRecorded = lines.some(({ sourceAudio }) => sourceAudio !== null);
  if (names.length === 0 && !isRecorded && lines.length >= minLines)
    problems.note(null, null, "speakers-missing", "No line of the file names its speaker.");
  checkNames(names, problems);
  nameSeveralSpeakers(lines, problems);
  warnOfSounds(lines, problems);
}

/** Names the characters whose names differ by one letter. */
function checkNames(names: readonly string[], problems: Problems): void {
  const folded = names
    .slice(0, maxNames)
    .filter((name) => name.length >= minNameLength)
    .map((name) => ({ name, letters: name.toLowerCase().replace(/[\d\s#№.]+/g, "") }));
  const pairs: string[] = [];
  for (const [at, one] of folded.entries())
    for (const other of folded.slice(at + 1)) {
      if (Math.abs(one.letters.length - other.letters.length) > 1) continue;
      // "MAN 1" and "MAN 2" are two characters.
      if (one.letters === other.letters) continue;
      if (editDistance(one.letters, other.letters) === 1)
        pairs.push(`“${one.name}” and “${other.name}”`);
    }
  if (pairs.length === 0) return;
  const message = `Names that differ by one letter are different characters: ${pairs.slice(0, 5).join(", ")}.`;
  problems.note(null, null, "names-similar", message);
}

/** Warns of lines that name several characters: a line has one. */
function nameSeveralSpeakers(lines: readonly ScriptLine[], problems: Problems): void {
  const known = new Set(lines.map(({ character }) => characterKey(character ?? "")));
  const reported = new Map<string, number[]>();
  for (const { row, character } of lines) {
    if (character === null) continue;
    const names = namesOf(character);
    if (!names.some((name) => known.has(characterKey(name)))) continue;
    addRow(reported, character, row);
  }
  for (const [character, rows] of reported) {
    const message = `“${character}” names several characters. It was read as one character of this name.`;
    warnRows(problems, rows, "several-speakers", message);
  }
}
