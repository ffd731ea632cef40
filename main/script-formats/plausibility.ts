/** Checks the lines that were read from any format: what is probably not as the author meant. */
import { editDistance } from "../common/edit-distance";
import { kindOfText, noteRows, type KindChoices } from "./line-kinds";
import type { ScriptLine } from "./model";
import type { Problems } from "./problems";

const textOf = (line: ScriptLine) => Object.values(line.text)[0] ?? "";

/**
 * The lines of a table or of subtitles without those that the user leaves out. By default they all
 * are lines: a cell or a cue is meant to be one.
 */
export function withoutKinds(lines: readonly ScriptLine[], choices: KindChoices): ScriptLine[] {
  const spoken = lines.filter((line) => {
    const text = textOf(line);
    const kind = text === "" ? null : kindOfText(text);
    return kind === null || choices.decide(kind, { row: line.row, text }, true);
  });
  return spoken.length === lines.length
    ? [...lines]
    : spoken.map((line, at) => ({ ...line, number: at + 1 }));
}

const timeInText = /\d{1,2}:\d{2}:\d{2}(?:[.,:;]\d{1,3})?|-->/;
const lastNumber = /(?:^|\s)(\d{1,6})$/;
/** A short file needs no speakers. */
const minLines = 3;
/** Comparing names takes time that grows with the square of their number. */
const maxNames = 300;
const minNameLength = 4;

/** Adds notes about lines that are probably wrong. */
export function checkLines(lines: readonly ScriptLine[], problems: Problems): void {
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
  const names = [...new Set(lines.flatMap(({ character }) => character ?? []))];
  // A recording of each line says who speaks.
  const isRecorded = lines.some(({ sourceAudio }) => sourceAudio !== null);
  if (names.length === 0 && !isRecorded && lines.length >= minLines)
    problems.note(null, null, "speakers-missing", "No line of the file names its speaker.");
  checkNames(names, problems);
}

/** Names the characters whose names differ by one letter. */
function checkNames(names: readonly string[], problems: Problems): void {
  const folded = names
    .slice(0, maxNames)
    .filter((name) => name.length >= minNameLength)
    .map((name) => ({ name, letters: name.toLowerCase().replace(/[\d\s]+/g, "") }));
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
