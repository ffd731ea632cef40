/**
 * The lines of .docx, .pdf and .txt. A document is a list of blocks; a row of a table is a line, a
 * paragraph is a line with or without a speaker, and in a screenplay the names stand above. What is
 * assumed or left out is a note.
 */
import {
  isCapitalised,
  isName,
  isUpperCase,
  namesInTurn,
  withoutSpeakerNumber,
} from "../character-names";
import { kindOfText, noteRows, problemRows, type KindChoices } from "../line-kinds";
import { maxLines, maxTextLength } from "../limits";
import type { ScriptLine } from "../model";
import { plainLine } from "../files/paragraphs";
import { isNoteHeading, notesAtEnd, warnOfNotes } from "../notes-at-end";
import { withoutDirections } from "../plausibility";
import { UnreadableFile, type Problems } from "../problems";
import { listOf } from "../table";
import { cleanText } from "../files/text";
import { warnOfUncertainNames } from "../uncertain-names";
import type { Block, Document, Paragraph, TableRow } from "./blocks";
import { readDocumentTable } from "./document-table";
import { frontMatter } from "./front-matter";
import { createLineJoiner, type LineJoiner } from "./join-printed";
import { isAnswer, withColons } from "./names-above";
import { readScreenplay, type ScreenplayText } from "./screenplay";
import {
  findNotation,
  speechesIn,
  splitColon,
  withoutLineNumbers,
  type NotationName,
} from "./speaker-notation";

interface Reading {
  language: string;
  problems: Problems;
  choices: KindChoices;
  joiner: LineJoiner;
  hasPrintedLines: boolean;
}

/** Reads the blocks of a document; a text that is not speech is left out by default. */
export function readDocument(
  document: Document,
  { language, problems, choices }: { language: string; problems: Problems; choices: KindChoices },
): ScriptLine[] {
  const blocks = withinLimits(document.blocks, problems);
  const joiner = createLineJoiner(function* texts() {
    for (const block of blocks) if (block.kind === "paragraph") yield block.text;
  });
  const texts = textsOf(blocks, {
    language,
    problems,
    choices,
    joiner,
    hasPrintedLines: document.hasPrintedLines,
  });
  joiner.report(problems);
  const lines: ScriptLine[] = [];
  const headings = plausibleHeadings(texts, document);
  const isMarkdownHeading = markdownHeadings(texts.map(({ text }) => text));
  const notes = notesAtEnd(texts);
  warnOfNotes(notes, choices, problems);
  const hasSpeakers = texts.some(({ character }) => character !== null);
  for (const one of texts) {
    const { row, character, text: raw, kind, isHeading } = one;
    const text = cleanText(raw);
    if (text === "") continue;
    const isMarkdown = isMarkdownHeading(text) && character === null;
    const isPlausible = isMarkdown || headings.has(one);
    const found = notes.has(one) ? "direction" : kindOfText(text);
    const own = kind ?? (isHeading === true ? "heading" : found);
    const isSpeech = character !== null && one.isUncertain !== true;
    if (own !== null && !choices.decide(own, { row, text }, isSpeech)) continue;
    // The headings of prose are read to the listener, those of a script are not.
    const isRead = !isMarkdown || !hasSpeakers;
    if (isPlausible && own === null && !choices.decide("heading", { row, text }, isRead)) continue;
    if (lines.length === maxLines) throw new UnreadableFile("too-many-rows");
    const line = { number: 0, ...plainLine(row, language, { character, text }) };
    lines.push(...(own === null ? withoutDirections(line, choices) : [line]));
  }
  for (const [at, line] of lines.entries()) line.number = at + 1;
  return lines;
}

const markdownHeading = /^#{1,6} \S.{0,100}$/u;
/** "# Happy birthday to you #", as subtitles write what is sung. */
const song = /^# .*\s#$/u;
const otherMarkdown = /^#{2,6} \S/u;

/** Which texts are headings in Markdown: beside songs, a single sign is that of a song. */
function markdownHeadings(texts: readonly string[]): (text: string) => boolean {
  const hasSongs =
    texts.some((text) => song.test(text)) && !texts.some((text) => otherMarkdown.test(text));
  return (text) => !hasSongs && markdownHeading.test(text);
}

/** A heading of a scene in a script, as Japanese scripts write it. */
const isScene = (text: string) => /^[○◯〇●■□◆◇]\s*\S/u.test(text) || kindOfText(text) === "heading";

const maxHeadingLength = 60;
const maxHeadingWords = 6;
/** The share of other texts that are sentences or have a speaker: fewer are a list or a poem. */
const minSentences = 0.6;
const isSentenceEnd = (text: string) => /[.!?…。！？।؟:：,;—–-]["”’»)」』]*$/u.test(text);

/**
 * Short texts without a speaker and the end of a sentence, each above other texts. In printed
 * lines, a text in the next line continues the sentence.
 */
function plausibleHeadings(
  texts: readonly ScreenplayText[],
  { hasPrintedLines }: Document,
): ReadonlySet<ScreenplayText> {
  const isSpeech = ({ kind, isHeading, text }: ScreenplayText) =>
    kind === null && isHeading !== true && kindOfText(text) === null;
  const speeches = texts.filter(isSpeech);
  const isCandidate = ({ character, text }: ScreenplayText) =>
    character === null &&
    text.length <= maxHeadingLength &&
    text.split(/\s+/).length <= maxHeadingWords &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !isSentenceEnd(text);
  const found = speeches.filter((one, at) => {
    const next = speeches[at + 1];
    if (next === undefined || !isCandidate(one) || isCandidate(next)) return false;
    return !hasPrintedLines || next.character !== null || next.row > one.row + 1;
  });
  const others = speeches.filter((one) => !isCandidate(one));
  const sentences = others.filter(
    ({ character, text }) => character !== null || isSentenceEnd(text),
  ).length;
  const isText = found.length <= others.length && sentences >= minSentences * others.length;
  return new Set(isText ? found : []);
}

/** The blocks with clean texts; a text that is too long is an error, and left out. */
function withinLimits(blocks: readonly Block[], problems: Problems): Block[] {
  return blocks.map((block) => {
    if (block.kind === "row") return block;
    if (block.text.length <= maxTextLength) {
      const lead = block.lead === undefined ? {} : { lead: cleanText(block.lead) };
      return { ...block, ...lead, text: cleanText(block.text) };
    }
    const bound = maxTextLength.toLocaleString("en");
    problems.error(block.row, null, "text-too-long", `Longer than ${bound} characters.`);
    return { ...block, text: "" };
  });
}

function textsOf(blocks: readonly Block[], reading: Reading): ScreenplayText[] {
  const paragraphs = withoutTimes(
    blocks
      .filter((block) => block.kind === "paragraph")
      .map((block) => ({ ...block, text: block.text.replace(boldName, "$2: ") })),
    reading.choices,
  );
  removeNumbers(paragraphs);
  const screenplay = readScreenplay(paragraphs, reading);
  if (screenplay !== null) {
    const spoken = screenplay.filter(({ character, kind }) => character !== null && kind === null);
    const rows = spoken.map(({ row }) => row);
    const message = "Read as a screenplay, with the names above their dialogue.";
    noteRows(reading.problems, rows, "document-screenplay", message);
    warnOfColons(screenplay, reading);
  }
  const own = screenplay ?? readParagraphs(withColons(paragraphs), reading);
  const texts: ScreenplayText[] = [];
  const spokenInTables: ScreenplayText[] = [];
  let next = 0;
  let rows: TableRow[] = [];
  const endTable = () => {
    for (const speech of readDocumentTable(rows, reading)) {
      const text: ScreenplayText = { ...speech, kind: null };
      texts.push(text);
      if (speech.character !== null) spokenInTables.push(text);
    }
    rows = [];
  };
  // The texts of tables stand between those of the paragraphs.
  for (const block of blocks) {
    if (block.kind === "row") {
      if (rows[0] !== undefined && rows[0].table !== block.table) endTable();
      rows.push(block);
      continue;
    }
    if (block.text !== "") endTable();
    for (let text = own[next]; text !== undefined && text.row <= block.row; text = own[next]) {
      texts.push(text);
      next += 1;
    }
  }
  endTable();
  noteOutsideTables(own, spokenInTables, reading.problems);
  return [...texts, ...own.slice(next)];
}

/** Notes the texts without a speaker beside tables whose rows have speakers. */
function noteOutsideTables(
  texts: readonly ScreenplayText[],
  inTables: readonly ScreenplayText[],
  problems: Problems,
): void {
  const isUnnamed = ({ kind, character, isHeading, text }: ScreenplayText) =>
    kind === null && character === null && isHeading !== true && kindOfText(text) === null;
  const found = texts.filter(isUnnamed).map(({ row }) => row);
  if (found.length === 0 || found.length >= inTables.length) return;
  const message = "These texts outside of the tables name no speaker, unlike the others.";
  noteRows(problems, found, "speaker-none", message);
}

/** Warns of words in a screenplay that may be names, and stand once, before a colon. */
function warnOfColons(
  texts: readonly ScreenplayText[],
  { problems, choices }: Pick<Reading, "problems" | "choices">,
): void {
  const found = texts.filter(({ isUncertain }) => isUncertain === true);
  if (found.length === 0) return;
  const rows = found.map(({ row }) => row);
  const names = [...new Set(found.map(({ character }) => `“${character ?? ""}”`))];
  const isLine = choices.isSpoken("action", false);
  const done = isLine ? "Their texts are lines." : "Their texts are left out.";
  const message = `Only a colon shows that these words may be names: ${listOf(names)}. ${done}`;
  const remedy = "Write names above their texts.";
  const details = { remedy, ...problemRows(rows) };
  problems.warning(rows[0] ?? null, null, "names-before-colon", message, details);
}

const numberOfLine = /^(\d{1,5})[.)]?\s+(?=\S)/u;
const minNumbers = 3;

/** Removes ascending numbers before all paragraphs, or before the names in capitals above texts. */
function removeNumbers(paragraphs: Paragraph[]): void {
  const filled = paragraphs.filter(({ text }) => text !== "");
  const alone = filled.filter(({ text }) => {
    const name = text.replace(numberOfLine, "");
    return name !== text && isUpperCase(name) && isName(name) && kindOfText(name) === null;
  });
  for (const some of [filled, alone]) {
    const numbers = some.map(({ text }) => Number(numberOfLine.exec(text)?.[1] ?? NaN));
    const isNumbered = numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
    if (some.length < minNumbers || !isNumbered) continue;
    for (const paragraph of some) paragraph.text = paragraph.text.replace(numberOfLine, "");
    return;
  }
}

/** "**ANNA:** Good morning.", as in Markdown. */
const boldName = /^(?:[-*•]\s+)?(\*\*|__)([^*_:]{1,60}):?\1:?\s+/u;
const clock = String.raw`\d{1,2}(?::\d{2}(?::\d{2})?(?:[.,:;]\d{1,3})?|;\d{2};\d{2};\d{1,3})`;
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
/** Also with the date of a message: "[10:01, 1/2/2024]", "1/2/24, 10:01 AM -". */
const stamp = String.raw`(?:${date},? )?(${clock})(?: ?[AP]\.?M\.?)?(?:, ${date})?`;
const timeBefore = new RegExp(
  String.raw`^[[(<]?${stamp}(?: ?[-–—→>]{1,3} ?${clock})?[\])>]?(?: ?[-–—:|])?\s+(?=\S)`,
);
const timeInBrackets = new RegExp(String.raw`^[[(<](${clock})[\])>](?=[^\s\])>])`);
const timeInside = new RegExp(
  String.raw`^(\S[^:]{0,60}?)\s?[[(<](${clock})[\])>](?:\s?:)?\s+(?=\S)`,
);
const secondsBefore =
  /^(?:[[(](\d{1,6}\.\d{1,3}) ?(?:-|–|->|-->) ?\d{1,6}\.\d{1,3}[\])]|[[(]?(\d{1,6}\.\d{1,3}) ?s[\])]?)\s+(?=\S)/u;
const timeAfter = new RegExp(String.raw`^(\S.{0,60}?)[-–—|,\s]{0,8}[[(<]?(${clock})[\])>]?:?$`);
/**
 * At the beginning, before a capital, or with three parts or a fraction: "(12:30) is late", and
 * "See you at [2:45] tomorrow." are said.
 */
const timesInside = new RegExp(
  String.raw`(?<=^|: )[[(<](${clock})[\])>](?=\s\P{Ll})|\s?[[<](\d{1,2}(?::\d{2}){2}(?:[.,:;]\d{1,3})?|\d{1,2}:\d{2}[.,]\d{1,3}|\d{1,2}(?:;\d{2}){2};\d{1,3})[\]>](?:\[\d+\.\d+\])?`,
  "gu",
);
const timeAtEnd = new RegExp(String.raw`^(.*\S)\s+[[(<](${clock})[\])>]$`, "s");
const timeRange = new RegExp(String.raw`^[[(<]?(${clock})\s${clock}[\])>]?\s+(?=\S)`);
/** The share of paragraphs with times, from which on they are those of the lines. */
const minTimes = 0.3;

/**
 * The paragraphs of a transcript without the times before them, and after the names of speakers
 * ("Anna Smith 0:03", "Anna Smith (0:03): Hello."). The times are left out as texts of their kind.
 */
function withoutTimes(paragraphs: readonly Paragraph[], choices: KindChoices): Paragraph[] {
  const all = paragraphs.map((paragraph, at) => {
    // A time alone, above or below the name.
    if (kindOfText(paragraph.text) === "time") return { time: paragraph.text, text: null };
    const above = nameAndTimeAbove(paragraph.text);
    if (above !== null) return above;
    // "[00:12.00]Never mind", as in the lyrics of a song (LRC).
    const attached = timeInBrackets.exec(paragraph.text);
    if (attached !== null)
      return { time: attached[1] ?? "", text: paragraph.text.slice(attached[0].length) };
    const before =
      timeRange.exec(paragraph.text) ??
      timeBefore.exec(paragraph.text) ??
      secondsBefore.exec(paragraph.text);
    if (before !== null) {
      const rest = paragraph.text.slice(before[0].length);
      const next = paragraphs[at + 1]?.text ?? "";
      const isAlone = isName(rest) && rest.split(" ").length <= 4 && /^\P{Ll}/u.test(rest);
      // "00:03 Anna Smith" stands above the text.
      if (isAlone && next !== "" && !timeBefore.test(next) && !/[:：]/.test(rest))
        return { time: before[1] ?? before[2] ?? "", text: `${rest}:` };
      return { time: before[1] ?? before[2] ?? "", text: rest };
    }
    const inside = timeInside.exec(paragraph.text);
    if (inside !== null && isName(inside[1] ?? "")) {
      const rest = paragraph.text.slice(inside[0].length);
      return { time: inside[2] ?? "", text: `${inside[1] ?? ""}: ${rest}` };
    }
    const [, name, time] = timeAfter.exec(paragraph.text) ?? [];
    if (name !== undefined && time !== undefined && isName(name) && !/[:：]/.test(name))
      return { time, text: `${name}:` };
    const end = timeAtEnd.exec(paragraph.text);
    if (end !== null) return { time: end[2] ?? "", text: end[1] ?? "" };
    const times = timesIn(paragraph.text);
    return times.length === 0 ? null : { time: times.join(", "), text: paragraph.text };
  });
  // Times that do not follow one another are said.
  const areAscending = ascend(all.flatMap((one) => timesIn(one?.text ?? "")));
  const isUnchanged = (at: number) => all[at]?.text === paragraphs[at]?.text;
  const found = all.map((one, at) => (!areAscending && isUnchanged(at) ? null : one));
  const filled = paragraphs.filter(({ text }) => text !== "").length;
  const timed = found.filter((one) => one !== null).length;
  if (timed < 2 || timed < minTimes * filled || choices.isSpoken("time", false))
    return [...paragraphs];
  const names = namesBelowTimes(paragraphs, (at) => found[at]?.text === null);
  return paragraphs.flatMap((paragraph, at) => {
    const one = found[at];
    if (names.has(at)) return [{ ...paragraph, text: `${paragraph.text}:` }];
    if (!one) return [paragraph];
    choices.decide("time", { row: paragraph.row, text: one.time }, false);
    if (one.text === null) return [];
    const text = areAscending ? one.text.replace(timesInside, "") : one.text;
    return [{ ...paragraph, text: cleanText(text) }];
  });
}

/** The times inside of a text, as `timesInside` describes them. */
const timesIn = (text: string) =>
  [...text.matchAll(timesInside)].map(([, atStart, inside]) => atStart ?? inside ?? "");

/** Whether no time is before an earlier one of the text. */
function ascend(times: readonly string[]): boolean {
  const values = times.map((time) => {
    const [whole = "", fraction = "0"] = time.split(/[.,]/);
    const parts = whole.split(/[:;]/).map(Number);
    // The fourth part of a time is a number of frames.
    const seconds = parts.slice(0, 3).reduce((sum, part) => sum * 60 + part, 0);
    return seconds + (parts[3] ?? 0) / 100 + Number(`0.${fraction}`);
  });
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}

/** "Anna Smith   0:03" above the text in one paragraph, as Teams writes. */
function nameAndTimeAbove(text: string): { time: string; text: string } | null {
  const [first = "", ...rest] = text.split("\n");
  const [, name, time] = timeAfter.exec(first.trim()) ?? [];
  if (name === undefined || time === undefined || rest.length === 0) return null;
  if (!isName(cleanText(name)) || /[:：]/.test(name)) return null;
  return { time, text: `${cleanText(name)}: ${rest.join("\n")}` };
}

const minBlocks = 2;

/** "00:00:01:00 - 00:00:02:00", with frames. */
const frameRange = /^\d{2}(?:[:;]\d{2}){3}\s[-–—]\s\d{2}(?:[:;]\d{2}){3}$/u;

/**
 * The names that are the first of several paragraphs below each time, as Premiere and Resolve
 * write. They have to repeat: several in turn, below other times than those of these programs.
 */
function namesBelowTimes(
  paragraphs: readonly Paragraph[],
  isTime: (at: number) => boolean,
): ReadonlySet<number> {
  const isText = (at: number) => (paragraphs[at]?.text ?? "") !== "" && !isTime(at);
  const textAt = (at: number) => paragraphs[at]?.text ?? "";
  const first = paragraphs.flatMap((_, at) => (isTime(at) && isText(at + 1) ? [at + 1] : []));
  const areNames = first.every((at) => {
    const text = textAt(at);
    const isShort = isName(text) && text.split(" ").length <= 4 && isCapitalised(text);
    const isPlain = !/[:：]/.test(text) && kindOfText(text) === null && !isAnswer(text);
    return isShort && isPlain && isText(at + 1);
  });
  if (first.length < minBlocks || !areNames) return new Set();
  const names = first.map((at) => withoutSpeakerNumber(textAt(at)));
  const isRepeated = new Set(names).size < names.length;
  const isExported = first.every((at) => frameRange.test(textAt(at - 1)));
  const areTwo =
    namesInTurn(names).size > 1 || names.some((name, at) => name !== textAt(first[at] ?? -1));
  return new Set(isRepeated && (isExported || areTwo) ? first : []);
}

/** Printed lines joined to paragraphs, as the layout shows them. */
function joinContinued(paragraphs: readonly Paragraph[], joiner: LineJoiner): Paragraph[] {
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
function withOpenQuotes(paragraphs: readonly Paragraph[]): Paragraph[] {
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

function addRow(found: Map<NotationName, number[]>, notation: NotationName, row: number): void {
  const rows = found.get(notation);
  if (rows === undefined) found.set(notation, [row]);
  else rows.push(row);
}

/** A text in the quotes of Chinese and Japanese. */
const quoted = /^[「『“].*[」』”]$/su;

/** Reads paragraphs in which the speaker begins the paragraph, or stands above, before a colon. */
function readParagraphs(lines: readonly Paragraph[], reading: Reading): ScreenplayText[] {
  const open = reading.hasPrintedLines ? withOpenQuotes(lines) : lines;
  const joined = joinContinued(open, reading.joiner);
  const unnumbered = withoutLineNumbers(joined.map(({ text }) => text));
  const paragraphs = joined.map((one, at) => ({ ...one, text: unnumbered[at] ?? one.text }));
  const all = paragraphs.map(({ text }) => text);
  const notation = findNotation(all);
  const isNamed = (text: string) =>
    notation.nameAlone(text) !== null || notation.split(text) !== null;
  const headings = frontMatter(all, isNamed);
  const isInParts = areParts(all, isNamed, headings);
  // In a script with scenes whose speech is in quotes, other paragraphs tell what is done. In a
  // story they are read.
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
    } else if (spoken !== null) {
      speaker = null;
      const { parts, hasUnknown } = speechesIn(spoken.text, notation);
      const [first = "", ...others] = parts;
      if (others.length > 0) assumed.inside.push(row);
      if (hasUnknown) assumed.unknown.push(row);
      speech = { row, character: spoken.character, text: first, kind: null };
      texts.push(speech);
      for (const other of others) {
        speech = { row, text: other, character: null, ...splitColon(other), kind: null };
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
      if (!headings.has(at) && isSentenceStart(text, notation)) assumed.sentences.push(row);
      else if (speaker === null && isSpeech && !isContinuation(speech)) assumed.unnamed.push(row);
      if (isSpeech && isContinuation(speech)) {
        assumed.continued.push(row);
        if (reading.hasPrintedLines) speech.text = reading.joiner.join(speech.text, text);
        else texts.push({ row, character: speech.character, text, kind });
        continue;
      }
      if (speaker !== null) assumed.above.push(row);
      hasText = true;
      texts.push({ row, character: kind === null ? speaker : null, text, kind });
    }
  }
  // Where most paragraphs have no speaker, the others are not missing one.
  if (assumed.unnamed.length * 2 > texts.length) assumed.unnamed = [];
  reportAssumed(assumed, reading.problems);
  warnOfParentheses(assumed, texts, reading.problems);
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
    const known = names.get(character);
    if (known === undefined) names.set(character, [row]);
    else known.push(row);
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
