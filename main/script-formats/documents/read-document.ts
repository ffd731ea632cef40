/**
 * The lines of .docx, .pdf and .txt. A document is a list of blocks; a row of a table is a line, a
 * paragraph is a line with or without a speaker, and in a screenplay the names stand above. What is
 * assumed or left out is a note.
 */
import { isName, isUpperCase } from "../character-names";
import { kindOfText, noteRows, warnRows, type KindChoices } from "../line-kinds";
import { maxLines, maxTextLength } from "../limits";
import type { ScriptLine } from "../model";
import { plainLine } from "../files/paragraphs";
import { notesAtEnd, warnOfNotes } from "../notes-at-end";
import { withoutDirections } from "../plausibility";
import { UnreadableFile, type Problems } from "../problems";
import { listOf } from "../table";
import { cleanText } from "../files/text";
import type { Block, Document, Paragraph, TableRow } from "./blocks";
import { readDocumentTable } from "./document-table";
import { markdownHeadings, plausibleHeadings } from "./headings";
import { createLineJoiner, type LineJoiner } from "./join-printed";
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
  const areWarned = warnOfNotes(notes, choices, problems);
  const hasSpeakers = texts.some(({ character }) => character !== null);
  for (const one of texts) {
    const { row, character, text: raw, kind, isHeading } = one;
    const text = cleanText(raw);
    if (text === "") continue;
    const isMarkdown = isMarkdownHeading(text) && character === null;
    const isPlausible = isMarkdown || headings.has(one);
    const found = notes.has(one) ? "direction" : kindOfText(text);
    if (areWarned && notes.has(one)) continue;
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

const minSpeeches = 2;
const minRows = 6;

/**
 * The rows of a paragraph that line breaks divide, if several of them begin with a name and a
 * colon: at each of those one begins. The rows of the only paragraph of a document are its
 * paragraphs.
 */
function rowsOf(paragraph: Paragraph, isOnly: boolean): Paragraph[] {
  const { kind, row, indent, isCentred, role } = paragraph;
  const withText = (text: string): Paragraph => ({ kind, row, text, indent, isCentred, role });
  const rows = paragraph.text.split("\n");
  const starts = rows.flatMap((row, at) => (splitColon(row) === null ? [] : [at]));
  if (starts.length < minSpeeches) {
    const areParagraphs = isOnly && rows.length >= minRows;
    return areParagraphs ? rows.map(withText) : [paragraph];
  }
  const parts = starts[0] === 0 ? starts : [0, ...starts];
  return parts.map((from, at) => withText(rows.slice(from, parts[at + 1]).join("\n")));
}

function textsOf(blocks: readonly Block[], reading: Reading): ScreenplayText[] {
  const isOnly = blocks.filter((block) => block.kind === "row" || block.text !== "").length === 1;
  const divided: number[] = [];
  const paragraphs = withoutTimes(
    blocks
      .filter((block) => block.kind === "paragraph")
      .flatMap((block) => {
        const rows = rowsOf(block, isOnly);
        if (rows.length > 1) divided.push(block.row);
        return rows;
      })
      .map((block) => ({ ...block, text: block.text.replace(boldName, "$2: ") })),
    reading.choices,
  );
  const isDivided = "The rows of the paragraph were read one after the other.";
  if (divided.length > 0) noteRows(reading.problems, divided, "speaker-inside", isDivided);
  removeNumbers(paragraphs);
  const screenplay = readScreenplay(paragraphs, reading);
  if (screenplay !== null) {
    const spoken = screenplay.filter(({ character, kind }) => character !== null && kind === null);
    const rows = spoken.map(({ row }) => row);
    const message = "Read as a screenplay, with the names above their dialogue.";
    noteRows(reading.problems, rows, "document-screenplay", message);
    warnOfColons(screenplay, reading);
  }
  const own = screenplay ?? readParagraphs(withColons(paragraphs, reading.problems), reading);
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
  const all = [...texts, ...own.slice(next)];
  const notes = notesAtEnd(all);
  noteOutsideTables(
    own.filter((one) => !notes.has(one)),
    spokenInTables,
    reading.problems,
  );
  return all;
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
