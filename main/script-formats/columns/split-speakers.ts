/** Speakers before the texts of a table, where no column names them: "ANNA: Good morning." */
import { nameKey } from "../character-names";
import { findNotation } from "../documents/speaker-notation";
import { speechesIn } from "../documents/speeches-inside";
import { noteRows, warnRows } from "../line-kinds";
import type { ScriptLine } from "../model";
import type { Problems } from "../problems";

const minSplit = 2;
const minSplitShare = 0.6;

interface Spoken {
  character: string;
  text: string;
}

/** A text that begins with its speaker. */
interface SpokenText {
  language: string;
  /** The text without its first speaker. */
  rest: string;
  /** The speeches of the text: each speaker inside of it begins one. */
  parts: Spoken[];
}

/** The lines with their speakers. A row in which another speaker begins is several lines. */
export function splitSpeakers(given: readonly ScriptLine[], problems: Problems): ScriptLine[] {
  const split = new Set<number>();
  const textsOf = new Map<ScriptLine, SpokenText[]>();
  for (const language of new Set(given.flatMap(({ text }) => Object.keys(text)))) {
    const texts = given.map(({ text }) => text[language] ?? "");
    const filled = texts.filter((text) => text !== "").length;
    const notation = findNotation(texts);
    const spoken = texts.map((text) => notation.split(text));
    const named = spoken.filter((one) => one !== null).length;
    if (named < minSplit || named < minSplitShare * filled) continue;
    for (const [at, line] of given.entries()) {
      const one = spoken[at];
      if (!one) continue;
      const [first = "", ...others] = speechesIn(one.text, notation, one.notation).parts;
      const parts: Spoken[] = [
        { character: one.character, text: first },
        ...others.flatMap((other) => notation.split(other) ?? []),
      ];
      textsOf.set(line, [...(textsOf.get(line) ?? []), { language, rest: one.text, parts }]);
      split.add(line.row);
    }
  }
  const inside: number[] = [];
  /** Rows in which not all texts name the same speakers. */
  const differing: number[] = [];
  const lines = given.flatMap((line) => {
    const spoken = linesOf(line, textsOf.get(line) ?? []);
    if (spoken.length > 1) inside.push(line.row);
    else if (textsOf.get(line)?.some(({ parts }) => parts.length > 1)) differing.push(line.row);
    return spoken;
  });
  const message = "The speakers were read from the beginnings of the texts.";
  if (split.size > 0) noteRows(problems, [...split], "speaker-assumed", message);
  if (inside.length > 0)
    noteRows(problems, inside, "speaker-inside", "Another speaker begins inside the text.");
  if (differing.length > 0) {
    const message =
      "One of the texts names more speakers than another one. The row was read as one line.";
    const remedy = "Write the same speakers in all languages.";
    warnRows(problems, differing, "several-speakers", message, { remedy });
  }
  return lines.map((line, at) => ({ ...line, number: at + 1 }));
}

/** A line for each speaker of a row, where all of its texts name the same ones; else one line. */
function linesOf(line: ScriptLine, texts: readonly SpokenText[]): ScriptLine[] {
  const [first] = texts;
  if (first === undefined) return [line];
  const speakers = first.parts.map(({ character }) => nameKey(character));
  const areSame =
    texts.length === Object.keys(line.text).length &&
    texts.every(
      ({ parts }) =>
        parts.length === speakers.length &&
        parts.every(({ character }, at) => nameKey(character) === speakers[at]),
    );
  if (areSame)
    return first.parts.map(({ character }, at) => ({
      ...line,
      id: at === 0 ? line.id : null,
      character,
      text: Object.fromEntries(
        texts.map(({ language, parts }) => [language, parts[at]?.text ?? ""]),
      ),
    }));
  const rests = Object.fromEntries(texts.map(({ language, rest }) => [language, rest]));
  return [
    { ...line, character: first.parts[0]?.character ?? null, text: { ...line.text, ...rests } },
  ];
}
