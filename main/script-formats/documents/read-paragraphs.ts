/**
 * Paragraphs in which the speaker begins the paragraph, or stands above. What is assumed about the
 * speakers is a note.
 */
import { isCapitalised, isUpperCase } from "../character-names";
import { addRow, kindOfText, noteRows } from "../line-kinds";
import { isNoteHeading, notesAtEnd } from "../notes-at-end";
import type { Problems } from "../problems";
import { soundsOf } from "../sounds";
import { warnOfUncertainNames } from "../uncertain-names";
import type { Paragraph } from "./blocks";
import { frontMatter } from "./front-matter";
import { isScene } from "./headings";
import { joinContinued, withOpenQuotes, type LineJoiner } from "./join-printed";
import { withoutLineNumbers } from "./line-numbers";
import type { ScreenplayText } from "./screenplay";
import { findNotation, nameBeforeColon, splitColon, type NotationName } from "./speaker-notation";
import { speechesIn } from "./speeches-inside";

/** What a document assumes about its speakers; each kind with its rows. */
interface Assumed {
  notations: Map<NotationName, number[]>;
  above: number[];
  sentences: number[];
  /** Paragraphs in which another speaker begins. */
  inside: number[];
  /** Paragraphs with capitals before a colon inside, with which no paragraph begins. */
  unknown: number[];
  /** Paragraphs that continue the speech above. */
  continued: number[];
  /** Paragraphs without a speaker. */
  unnamed: number[];
}

/** A text in the quotes of Chinese and Japanese. */
const quoted = /^[「『“].*[」』”]$/su;

/** Reads paragraphs in which the speaker begins the paragraph, or stands above, before a colon. */
export function readParagraphs(
  lines: readonly Paragraph[],
  {
    problems,
    joiner,
    hasPrintedLines,
  }: { problems: Problems; joiner: LineJoiner; hasPrintedLines: boolean },
): ScreenplayText[] {
  const open = hasPrintedLines ? withOpenQuotes(lines) : lines;
  const joined = joinContinued(open, joiner);
  const unnumbered = withoutLineNumbers(joined.map(({ text }) => text));
  const paragraphs = joined.map((one, at) => ({ ...one, text: unnumbered[at] ?? one.text }));
  const all = paragraphs.map(({ text }) => text);
  const notation = findNotation(all);
  // `split` is called first: it stores its results.
  const isNamed = (text: string) =>
    notation.split(text) !== null || notation.nameAlone(text) !== null;
  const headings = frontMatter(all, isNamed);
  const isSound = soundsOf(all.map((text) => notation.split(text) ?? { character: null, text }));
  const beginsSpeech = (text: string) =>
    isNamed(text) && !isSound(notation.split(text)?.character ?? "");
  const isInParts = areParts(all, beginsSpeech, headings);
  // In a script with scenes whose speech is in quotes, other paragraphs are action. In a story they
  // are read.
  const isQuoted =
    all.some(isScene) && all.some((text) => notation.split(text)?.notation === "corner brackets");
  const isContinuation = (last: ScreenplayText | null): last is ScreenplayText =>
    isInParts && last !== null;
  const assumed: Assumed = {
    notations: new Map(),
    above: [],
    sentences: [],
    inside: [],
    unknown: [],
    continued: [],
    unnamed: [],
  };
  const texts: ScreenplayText[] = [];
  let speaker: string | null = null;
  /** The speech that the next paragraph may continue. */
  let speech: ScreenplayText | null = null;
  /** Whether the text of the name above has begun. */
  let hasText = false;
  for (const [at, { row, text, role }] of paragraphs.entries()) {
    if (text === "") {
      // "Of these, the following:" above an empty line is no name.
      if (hasText || (speaker !== null && !isCapitalised(speaker))) speaker = null;
      speech = null;
      continue;
    }
    const isHeading = role === "heading" || role === "transition" || headings.has(at);
    const name = isHeading || isNoteHeading(text) ? null : notation.nameAlone(text);
    const spoken = headings.has(at) ? null : notation.split(text);
    if (name !== null) {
      [speaker, hasText, speech] = [name, false, null];
    } else if (spoken !== null && isSound(spoken.character)) {
      texts.push({ row, character: null, text, kind: "direction" });
    } else if (spoken !== null) {
      speaker = null;
      const { parts, hasUnknown } = speechesIn(spoken.text, notation, spoken.notation);
      const [first = "", ...others] = parts;
      if (others.length > 0) assumed.inside.push(row);
      if (hasUnknown) assumed.unknown.push(row);
      speech = { row, character: spoken.character, text: first, kind: null };
      texts.push(speech);
      for (const other of others) {
        const own = notation.split(other) ?? splitColon(other);
        speech = { row, character: own?.character ?? null, text: own?.text ?? other, kind: null };
        texts.push(speech);
      }
      if (spoken.notation !== "colon") addRow(assumed.notations, spoken.notation, row);
    } else {
      const isAction = isQuoted && !quoted.test(text) && speaker === null;
      const kind = isHeading
        ? "heading"
        : role === "direction"
          ? "direction"
          : isAction && kindOfText(text) === null
            ? "action"
            : null;
      const isSpeech = (kind ?? kindOfText(text)) === null;
      const mayBeName = !isHeading && !isNoteHeading(text);
      const isClause = mayBeName && nameBeforeColon(text) !== null;
      if (!headings.has(at) && (isClause || isSentenceStart(text, notation)))
        assumed.sentences.push(row);
      else if (speaker === null && isSpeech && !isContinuation(speech)) assumed.unnamed.push(row);
      if (isSpeech && isContinuation(speech)) {
        assumed.continued.push(row);
        if (hasPrintedLines) speech.text = joiner.join(speech.text, text);
        else texts.push({ row, character: speech.character, text, kind });
        continue;
      }
      if (speaker !== null) assumed.above.push(row);
      hasText = true;
      texts.push({ row, character: kind === null ? speaker : null, text, kind });
    }
  }
  const notes = new Set([...notesAtEnd(texts)].map(({ row }) => row));
  assumed.unnamed = assumed.unnamed.filter((row) => !notes.has(row));
  // Where most paragraphs have no speaker, the others are not missing one.
  const hasSpeakers = texts.some(({ character }) => character !== null);
  if (!hasSpeakers || assumed.unnamed.length * 2 > texts.length) assumed.unnamed = [];
  reportAssumed(assumed, problems);
  warnOfParentheses(assumed, texts, problems);
  return texts;
}

/** Warns of names that only parentheses or brackets before the texts show. */
function warnOfParentheses(
  { notations }: Assumed,
  texts: readonly ScreenplayText[],
  problems: Problems,
): void {
  const rows = new Set<number>();
  for (const [name, own] of notations)
    if (/ in (?:parentheses|brackets)$/.test(name)) for (const row of own) rows.add(row);
  if (rows.size === 0) return;
  const names = new Map<string, number[]>();
  for (const { row, character } of texts) {
    if (character === null || !rows.has(row) || isUpperCase(character)) continue;
    addRow(names, character, row);
  }
  warnOfUncertainNames(
    names,
    texts.map(({ text }) => text),
    problems,
  );
}

/**
 * Whether empty paragraphs divide the speeches: each begins with its speaker, and what follows
 * until the next empty paragraph continues it.
 */
function areParts(
  texts: readonly string[],
  isNamed: (text: string) => boolean,
  headings: ReadonlySet<number>,
): boolean {
  let parts = 0;
  for (const [at, text] of texts.entries()) {
    if (headings.has(at) || !isNamed(text)) continue;
    const before = texts[at - 1] ?? "";
    if (before !== "" && !headings.has(at - 1)) return false;
    parts += 1;
  }
  return parts > 1;
}

function reportAssumed(
  { notations, above, sentences, inside, unknown, continued, unnamed }: Assumed,
  problems: Problems,
): void {
  for (const [name, rows] of notations)
    noteRows(problems, rows, "speaker-assumed", `The speaker was read from ${name}.`);
  if (above.length > 0)
    noteRows(problems, above, "speaker-above", "The speaker was read from the name above.");
  if (continued.length > 0) {
    const message = "Read as a part of the speech above: no empty line is between them.";
    noteRows(problems, continued, "speech-continued", message);
  }
  if (unnamed.length > 0) {
    const message = "These texts name no speaker, unlike the others.";
    noteRows(problems, unnamed, "speaker-none", message);
  }
  if (sentences.length > 0) {
    const message =
      "The words before the colon were not read as a name: they look like the beginning of a sentence.";
    noteRows(problems, sentences, "colon-in-sentence", message);
  }
  if (inside.length > 0)
    noteRows(problems, inside, "speaker-inside", "Another speaker begins inside the paragraph.");
  if (unknown.length > 0) {
    const message =
      "Words in capitals before a colon were not read as a name: no paragraph begins with them.";
    noteRows(problems, unknown, "colon-in-sentence", message);
  }
}

/** Whether a paragraph has words before a colon that were not taken for a name. */
const isSentenceStart = (text: string, notation: ReturnType<typeof findNotation>) => {
  const spoken = splitColon(text);
  return spoken !== null && notation.isSentence(spoken.character);
};
