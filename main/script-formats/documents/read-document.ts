/**
 * The lines of .docx, .pdf and .txt. A document is a list of blocks; a row of a table is a line, a
 * paragraph is a line with or without a speaker, and in a screenplay the names stand above. What is
 * assumed or left out is a note.
 */
import { characterKey, isCapitalised, isUpperCase, namesInTurn } from "../character-names";
import { countEach } from "../count-each";
import { addRow, isEndMark, kindOfText, noteRows, warnRows, type KindChoices } from "../line-kinds";
import { maxLines, maxTextLength } from "../limits";
import type { ScriptLine } from "../model";
import { plainLine } from "../files/paragraphs";
import { notesAtEnd, warnOfNotes } from "../notes-at-end";
import { withoutDirections } from "../plausibility";
import { UnreadableFile, type Problems } from "../problems";
import { soundsOf } from "../sounds";
import { listOf } from "../table";
import { cleanText } from "../files/text";
import type { Block, Document, Paragraph, TableRow } from "./blocks";
import { readDocumentTable } from "./document-table";
import { markdownHeadings, plausibleHeadings } from "./headings";
import { createLineJoiner, type LineJoiner } from "./join-printed";
import { removeNumbers } from "./line-numbers";
import { withColons } from "./names-above";
import { withoutTimes } from "./paragraph-times";
import { readParagraphs } from "./read-paragraphs";
import { readScreenplay, type ScreenplayText } from "./screenplay";
import { splitColon } from "./speaker-notation";

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
  const { texts, notes } = textsOf(blocks, {
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
  const areWarned = warnOfNotes(notes, choices, problems);
  const hasSpeakers = texts.some(({ character }) => character !== null);
  let before = "";
  for (const one of texts) {
    const { row, character, text: raw, kind, isHeading } = one;
    const text = cleanText(raw);
    if (text === "") continue;
    const isMarkdown = isMarkdownHeading(text) && character === null;
    const isPlausible = isMarkdown || headings.has(one);
    const found = notes.has(one) ? "direction" : kindOfText(text);
    if (areWarned && notes.has(one)) continue;
    const own = kind ?? (isHeading === true ? "heading" : found);
    const isSpeech =
      (character !== null && one.isUncertain !== true) || (isReadAloud(text, before) && !kind);
    before = text;
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

/** The end of a text that announces what stands on a sign or in a letter: "It says", "disait :". */
const announcement =
  /(?:[:：]|(?<!\p{L})(?:says|said|reads?|saying|sagt|sagte|steht|stand|liest|dit|disait|lit|dice|decía|pone|ponía|lee|legge|diceva))$/iu;
/** Whether a text is a mark of an end that is read aloud, because the text before announces it. */
const isReadAloud = (text: string, before: string) => isEndMark(text) && announcement.test(before);

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

/** "**ANNA:** Good morning.", as in Markdown. */
const boldName = /^(?:[-*•]\s+)?(\*\*|__)([^*_:]{1,60}):?\1:?\s+/u;

const minSpeeches = 2;
const minRows = 6;
const maxNamed = 10;
/** From this share on, the rows of the only paragraph that begin with a name are speeches. */
const minNamed = 0.6;

/** The name with which a row begins before a colon. */
const nameOfRow = (row: string) => splitColon(row.replace(boldName, "$2: "))?.character ?? null;

/**
 * Whether a name in a paragraph that line breaks divide begins a speech: other paragraphs begin
 * with it too, it repeats in capitals, or all of the only paragraph are in capitals, or most rows
 * of that paragraph begin with one. Other words that repeat in turn are names if they do not stand
 * among names in capitals. "Starter: soup" and "PS: I left" are rows of what a speaker reads.
 */
function createDividingNames(paragraphs: readonly Paragraph[], isOnly: boolean) {
  const rows = paragraphs.map(({ text }) => text.split("\n").map(nameOfRow));
  const first = new Set(rows.flatMap(([name]) => (name ? characterKey(name) : [])));
  const names = rows.flat().filter((name) => name !== null);
  const counts = countEach(names.map(characterKey));
  const hasCapitals = rows.some(([name]) => name && isUpperCase(name));
  const areCapitals = isOnly && names.every(isUpperCase);
  const filled = paragraphs.flatMap(({ text }) => text.split("\n")).filter(Boolean);
  const isMostly = isOnly && names.filter(isCapitalised).length >= minNamed * filled.length;
  const isOneOfMost = (name: string) =>
    isMostly && (hasCapitals ? isUpperCase(name) : isCapitalised(name));
  const inTurn = hasCapitals ? new Set<string>() : namesInTurn(names.filter(isCapitalised));
  return (name: string) => {
    const key = characterKey(name);
    const isRepeated = (counts.get(key) ?? 0) > 1;
    if (first.has(key) || areCapitals || inTurn.has(key) || isOneOfMost(name)) return true;
    return isUpperCase(name) && isRepeated;
  };
}

/**
 * The rows of a paragraph that line breaks divide, if several of them begin with a name and a
 * colon: each name for which `divides` is true begins a part. The rows of the only paragraph of a
 * document are its paragraphs. `undivided`: the other names.
 */
function rowsOf(
  paragraph: Paragraph,
  { isOnly, divides }: { isOnly: boolean; divides: (name: string) => boolean },
): { parts: Paragraph[]; undivided: string[] } {
  const { kind, row, indent, isCentred, role } = paragraph;
  const withText = (text: string): Paragraph => ({ kind, row, text, indent, isCentred, role });
  const rows = paragraph.text.split("\n");
  const names = rows.map(nameOfRow);
  const found = names.filter((name) => name !== null);
  const areParagraphs = isOnly && rows.length >= minRows;
  if (found.length < minSpeeches)
    return { parts: areParagraphs ? rows.map(withText) : [paragraph], undivided: [] };
  const starts = names.flatMap((name, at) => (at > 0 && name && divides(name) ? at : []));
  const undivided = names.flatMap((name, at) => (at > 0 && name && !divides(name) ? name : []));
  if (starts.length === 0 && areParagraphs) return { parts: rows.map(withText), undivided: [] };
  if (starts.length === 0) return { parts: [paragraph], undivided };
  const parts = [0, ...starts].map((from, at, all) =>
    withText(rows.slice(from, all[at + 1]).join("\n")),
  );
  return { parts, undivided };
}

/** The paragraphs, and the rows of those that line breaks divide. */
function dividedParagraphs(blocks: readonly Block[], problems: Problems): Paragraph[] {
  const isOnly = blocks.filter((block) => block.kind === "row" || block.text !== "").length === 1;
  const paragraphs = blocks.filter((block) => block.kind === "paragraph");
  if (!paragraphs.some(({ text }) => text.includes("\n"))) return paragraphs;
  const divides = createDividingNames(paragraphs, isOnly);
  const divided: number[] = [];
  const undivided = new Map<string, number[]>();
  const all = paragraphs.flatMap((block) => {
    const { parts, undivided: names } = rowsOf(block, { isOnly, divides });
    if (parts.length > 1) divided.push(block.row);
    for (const name of names) if (isCapitalised(name)) addRow(undivided, name, block.row);
    return parts;
  });
  const isDivided = "The rows of the paragraph were read one after the other.";
  if (divided.length > 0) noteRows(problems, divided, "speaker-inside", isDivided);
  if (undivided.size > 0) {
    const names = [...undivided.keys()].slice(0, maxNamed).map((name) => `“${name}”`);
    const rows = [...new Set([...undivided.values()].flat())].sort((one, two) => one - two);
    const message = `Rows inside of a paragraph were read as its text, although they may begin with a name: ${names.join(", ")}.`;
    const remedy = "Begin a paragraph for each speaker.";
    warnRows(problems, rows, "rows-undivided", message, { remedy });
  }
  return all;
}

/** The texts of a document in their order; `notes`: those of them that are notes at the end. */
function textsOf(
  blocks: readonly Block[],
  reading: Reading,
): { texts: ScreenplayText[]; notes: ReadonlySet<ScreenplayText> } {
  const paragraphs = withoutTimes(
    dividedParagraphs(blocks, reading.problems).map((block) => ({
      ...block,
      text: block.text.replace(boldName, "$2: "),
    })),
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
  const own = screenplay ?? readParagraphs(withColons(paragraphs, reading), reading);
  const texts: ScreenplayText[] = [];
  const spokenInTables: ScreenplayText[] = [];
  let next = 0;
  let rows: TableRow[] = [];
  const endTable = () => {
    const speeches = readDocumentTable(rows, reading);
    const isSound = soundsOf(speeches);
    for (const speech of speeches) {
      const { row, character, text } = speech;
      if (character !== null && isSound(character)) {
        texts.push({ row, character: null, text: `${character}: ${text}`, kind: "direction" });
        continue;
      }
      const spoken: ScreenplayText = { ...speech, kind: null };
      texts.push(spoken);
      if (character !== null) spokenInTables.push(spoken);
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
  const all = [...texts, ...own.slice(next)];
  const notes = notesAtEnd(all);
  noteOutsideTables(
    own.filter((one) => !notes.has(one)),
    spokenInTables,
    reading.problems,
  );
  return { texts: all, notes };
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
  warnRows(problems, rows, "names-before-colon", message, { remedy });
}
