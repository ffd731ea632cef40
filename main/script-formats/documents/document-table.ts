/** Tables of documents: which column is the character, and which the text. A row is a line. */
import { headingOf } from "../columns/header-words";
import { speakersAbove } from "../columns/speakers-above";
import {
  isCapitalised,
  isName,
  isUpperCase,
  nameKey,
  withoutExtensions,
  withoutMarks,
} from "../character-names";
import { kindOfText, noteRows } from "../line-kinds";
import type { Problems } from "../problems";
import { cleanName, cleanText } from "../files/text";
import type { Speech, TableRow } from "./blocks";
import { withoutCellNumbers } from "./line-numbers";
import { findNotation, splitColon, type Notation } from "./speaker-notation";
import { speechesIn } from "./speeches-inside";

/** Rows in which the header is searched. */
const headerRows = 20;
type Meaning = "character" | "text" | "line";

/** What a cell of a header names; texts in another language than that of the script are null. */
function meaningOf(cell: string, language: string): Meaning | null {
  const heading = headingOf(cleanName(cell).replace(/[:：]$/, ""));
  if (heading?.role === "character") return "character";
  // The numbers of the lines, or their texts.
  if (heading?.role === "line") return "line";
  if (heading?.role !== "text") return null;
  return heading.languages.length === 0 || heading.languages.includes(language) ? "text" : null;
}

/** The columns of a script for pictures and sounds. */
const pictures =
  /^(?:video|visuals?|pictures?|images?|bild|vidéo|imagen|vídeo|immagine|imagem|beeld|obraz|видео|изображение|映像|画面)$/iu;
const sounds =
  /^(?:audio|sound|ton|son|sonido|suono|áudio|som|geluid|dźwięk|zvuk|звук|音声|声音)$/iu;
const isSpeech = (cell: string) => splitColon(cleanText(cell)) !== null;

interface Columns {
  /** -1 for none. */
  character: number;
  text: number;
  /** The index of the header among the rows; -1 for none. */
  header: number;
}

const share = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
const withoutColon = (cell: string) => cleanName(cleanName(cell).replace(/[:：]$/, ""));
const nameOf = (cell: string) => withoutExtensions(withoutMarks(cell));
const isShortName = (cell: string) => isName(nameOf(cell)) && nameOf(cell).split(" ").length <= 4;
const mean = (cells: readonly string[]) =>
  cells.reduce((sum, { length }) => sum + length, 0) / Math.max(1, cells.length);

/** Finds the columns by the header, else by their content; a string is the reason of a failure. */
function findColumns(
  rows: readonly TableRow[],
  { width, language }: { width: number; language: string },
): Columns | string {
  const meanings = rows.slice(0, headerRows).map(({ cells }) => {
    const hasPictures = cells.some((cell) => pictures.test(cleanName(cell)));
    return cells.map((cell) =>
      hasPictures && sounds.test(cleanName(cell)) ? "text" : meaningOf(cell, language),
    );
  });
  // Below the first row, one word alone can as well be dialogue.
  const header = meanings.findIndex((row, at) => {
    const isText = row.includes("text") || (row.includes("line") && row.includes("character"));
    return isText && (at === 0 || row.includes("character"));
  });
  const named = meanings[header] ?? [];
  const body = rows.slice(header + 1);
  const columns = Array.from({ length: width }, (_, index) => {
    const cells = body
      .map(({ cells: row }) => row[index]?.trim() ?? "")
      .filter((cell) => cell !== "");
    return { index, cells, isAmount: share(cells, isAmount) >= 0.6 };
  });
  const texts = columns.filter(({ cells, isAmount: is }) => cells.length > 0 && !is);
  if (header >= 0) {
    const text = named.filter((one) => one === "text").length;
    if (text > 1) return "several columns are named as text";
    const lines = texts.find(({ index }) => named[index] === "line")?.index ?? -1;
    const column = text === 1 ? named.indexOf("text") : lines;
    if (column < 0) return "no column contains text";
    return { character: named.indexOf("character"), text: column, header };
  }
  // The texts name their speakers: a column before them has the pictures.
  const speeches = texts.filter(({ cells }) => cells.length > 1 && share(cells, isSpeech) >= 0.6);
  const [speech] = speeches;
  if (speech !== undefined && speeches.length === 1 && speech.index > (texts[0]?.index ?? 0))
    return { character: -1, text: speech.index, header };
  const before = texts.find(({ index, cells }) => {
    const others = texts.filter((other) => other.index > index);
    const longest = Math.max(0, ...others.map((other) => mean(other.cells)));
    if (others.length === 0 || share(cells, isShortName) < 0.8) return false;
    const names = cells.map((cell) => nameKey(nameOf(cell)));
    const isRepeated = new Set(names).size < names.length;
    return (
      share(cells, (cell) => isUpperCase(nameOf(cell))) >= 0.6 ||
      isRepeated ||
      (cells.length > 1 && mean(cells) < longest)
    );
  });
  const character = before ?? namesBehind(texts);
  const others = texts.filter(({ index }) => index !== character?.index);
  const [only] = others;
  if (only === undefined) return "no column contains text";
  // Notes are in few rows.
  const full = others.filter(({ cells }) => cells.length >= body.length / 2);
  if (others.length > 1 && full.length !== 1) return "several columns contain text";
  return { character: character?.index ?? -1, text: (full[0] ?? only).index, header };
}

interface TextColumn {
  index: number;
  cells: readonly string[];
}

/** The last column, if it has repeated names behind the texts. */
function namesBehind(texts: readonly TextColumn[]): TextColumn | undefined {
  const last = texts.at(-1);
  if (last === undefined || texts.length < 2 || share(last.cells, isShortName) < 1)
    return undefined;
  const isRepeated =
    new Set(last.cells.map((cell) => nameKey(nameOf(cell)))).size < last.cells.length;
  const isShorter = texts.slice(0, -1).every(({ cells }) => mean(cells) > mean(last.cells) * 1.5);
  return isRepeated && isShorter ? last : undefined;
}

const isAmount = (cell: string) => ["number", "time"].includes(kindOfText(cleanText(cell)) ?? "");

/**
 * The texts of the rows of one table. A table whose columns are not certain is an error, unless its
 * cells name their speakers: those are read as paragraphs.
 */
export function readDocumentTable(
  given: readonly TableRow[],
  { language, problems }: { language: string; problems: Problems },
): Speech[] {
  const rows = withoutCellNumbers(given);
  const [first] = rows;
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  if (first === undefined) return [];
  const notation = findNotation(rows.flatMap(({ cells }) => cells.map(cleanText)));
  const asParagraphs = () =>
    rows.flatMap(({ row, cells }) =>
      cells
        .filter((cell) => cell.trim() !== "")
        .flatMap((cell) => spokenInCell(cleanText(cell), notation).map((one) => ({ row, ...one }))),
    );
  if (width === 1) return asParagraphs();
  if (isCast(rows))
    return rows.map(({ row, cells }) => {
      return { row, character: null, text: cleanName(cells.join(" ")), isHeading: true };
    });
  const [top, ...body] = rows;
  if (top !== undefined && body.length > 0 && isOfSaid(top)) {
    const text = cleanName(top.cells.join(" "));
    const title = { row: top.row, character: null, text, isHeading: true };
    return [title, ...readDocumentTable(body, { language, problems })];
  }
  const columns = findColumns(rows, { width, language });
  if (typeof columns === "string") {
    if (!first.isTable && !areColumns(rows)) {
      const message = "Parts that are apart by tabs or wide spaces were read as one text.";
      const apart = rows.map(({ row }) => row);
      noteRows(problems, apart, "cells-joined", message);
      return rows.map(({ row, cells }) => ({ row, character: null, text: cells.join(" ") }));
    }
    const isNamed = rows.some(({ cells }) =>
      cells.some((cell) => notation.splitColon(cleanText(cell)) !== null),
    );
    const where = `The columns of this table are not certain: ${columns}.`;
    if (isNamed) {
      const message = `${where} Its cells were read one after the other.`;
      problems.warning(first.row, null, "document-table-cells", message);
      return asParagraphs();
    }
    const message = `${where} Name its columns “Character” and “Text”.`;
    problems.error(first.row, null, "document-table-columns", message);
    return [];
  }
  noteColumns(rows, columns, problems);
  const header = rows[columns.header]?.cells ?? [];
  const repeated: number[] = [];
  /** Rows with several speakers in their cell. */
  const inside: number[] = [];
  const titles = rows.slice(0, Math.max(0, columns.header)).map(({ row, cells }): Speech => {
    return { row, character: null, text: cleanName(cells.join(" ")), isHeading: true };
  });
  const lines = rows.slice(columns.header + 1).flatMap(({ row, cells }): Speech[] => {
    if (isSameRow(cells, header)) {
      repeated.push(row);
      return [];
    }
    const text = cleanText(cells[columns.text] ?? "");
    const name = withoutColon(cells[columns.character] ?? "");
    const rest = cells.filter((cell) => cell.trim() !== "");
    // A row with one cell that is not the text is a title between the lines.
    if (text === "") {
      const title = cleanText(rest[0] ?? "");
      return rest.length === 1 ? [{ row, character: null, text: title, isHeading: true }] : [];
    }
    if (name !== "") return [{ row, character: name, text }];
    if (columns.character >= 0) return [{ row, character: null, text }];
    const spoken = spokenInCell(text, notation);
    if (spoken.length > 1) inside.push(row);
    return spoken.map((one) => ({ row, ...one }));
  });
  if (inside.length > 0)
    noteRows(problems, inside, "speaker-inside", "Another speaker begins inside the cell.");
  if (repeated.length > 0) {
    const message = "Left out: rows that repeat the names of the columns.";
    noteRows(problems, repeated, "header-repeated", message);
  }
  return [...titles, ...withSpeakersAbove(lines, columns.character >= 0, problems)];
}

const playedBy =
  /^(?:actors?|actress|voice actors?|voice (?:artist|talent)|played by|performer|darsteller(?:in)?|schauspieler(?:in)?|besetzung|comédien(?:ne)?|acteur|actrice|interprète|actor de doblaje|intérprete|attore|attrice|doppiatore|声優|演员|배우|актёр|актер)$/iu;
/** Words above the names of actors, or above dialogue. */
const playedByOrSaid = /^(?:voice|cast|talent|sprecher(?:in)?)$/iu;
const minFullNames = 0.5;
/**
 * Whether a table has the names of characters and of their actors: "Role", "Actor". Below a word
 * such as "Voice", most actors have a first and a last name: "Hello" is dialogue.
 */
function isCast([header, ...rows]: readonly TableRow[]): boolean {
  const names = (header?.cells ?? []).map(cleanName);
  const isNamed = names.every((name) => isOfPlayers(name) || headingOf(name)?.role === "character");
  if (names.length < 2 || !isNamed || !names.some(isOfPlayers)) return false;
  const below = rows.flatMap(({ cells }) =>
    cells.map(cleanName).filter((cell, at) => cell !== "" && playedByOrSaid.test(names[at] ?? "")),
  );
  const full = below.filter((cell) => cell.includes(" ")).length;
  if (!names.some((name) => playedBy.test(name)) && full < minFullNames * below.length)
    return false;
  return rows.every(({ cells }) =>
    cells.map(cleanName).every((cell) => cell === "" || (isName(cell) && isCapitalised(cell))),
  );
}

const isOfPlayers = (name: string) => playedBy.test(name) || playedByOrSaid.test(name);

/** Whether a row has the names of two columns, one of which is a word such as "Voice". */
const isOfSaid = ({ cells }: TableRow) => {
  const names = cells.map(cleanName);
  const [said, others] = [
    names.filter((name) => playedByOrSaid.test(name)),
    names.filter((name) => !playedByOrSaid.test(name)),
  ];
  const areCharacters = others.every((name) => headingOf(name)?.role === "character");
  return said.length === 1 && others.length === 1 && areCharacters;
};

const minRows = 2;
/** Whether paragraphs with parts that are apart are the rows of a table. */
const areColumns = (rows: readonly TableRow[]) =>
  rows.length >= minRows && rows.every(({ cells }) => cells.length === rows[0]?.cells.length);

/** The speeches in a cell: each name before a colon begins one. */
function spokenInCell(text: string, notation: Notation): Omit<Speech, "row">[] {
  const above = notation.splitColon(text) === null ? nameAbove(text) : null;
  if (above !== null) return [above];
  const spoken: { character: string | null; text: string }[] = [];
  for (const line of text.split("\n")) {
    const named = notation.splitColon(line);
    const last = spoken.at(-1);
    if (named !== null) spoken.push({ ...named });
    else if (last !== undefined) last.text += `\n${line}`;
    else spoken.push({ character: null, text: line });
  }
  return spoken.flatMap(({ character, text: own }) => {
    if (character === null) return [{ character, text: own }];
    const [first = "", ...others] = speechesIn(own, notation, "colon").parts;
    return [
      { character, text: first },
      ...others.map((other) => notation.splitColon(other) ?? { character: null, text: other }),
    ];
  });
}

/** A name in capitals in the first line of a cell, above the text. */
function nameAbove(text: string): { character: string; text: string } | null {
  const [first = "", ...rest] = text.split("\n");
  const isAbove = rest.length > 0 && isUpperCase(first) && isShortName(first);
  return isAbove ? { character: cleanName(first), text: rest.join("\n") } : null;
}

/** Whether a row repeats the names of the columns. */
function isSameRow(cells: readonly string[], header: readonly string[]): boolean {
  const names = header.map((cell) => nameKey(cell));
  const filled = names.filter((name) => name !== "");
  return filled.length > 1 && names.every((name, at) => name === nameKey(cells[at] ?? ""));
}

/** Texts below an empty cell of a speaker, or a sign of repetition, are of the speaker above. */
function withSpeakersAbove(
  lines: readonly Speech[],
  hasCharacters: boolean,
  problems: Problems,
): Speech[] {
  if (!hasCharacters) return [...lines];
  const spoken = lines.filter(
    ({ isHeading, text }) => isHeading !== true && kindOfText(cleanText(text)) === null,
  );
  const named = spoken.map(({ row, character }) => ({ row, character, hasText: true }));
  const above = speakersAbove(named, true);
  const rows = [...above.keys()];
  const message = "The speaker was read from the row above.";
  if (rows.length > 0) noteRows(problems, rows, "speaker-from-row-above", message);
  const unnamed = named.filter(({ row, character }) => character === null && !above.has(row));
  if (unnamed.length > 0 && unnamed.length * 2 <= named.length) {
    const without = unnamed.map(({ row }) => row);
    noteRows(problems, without, "speaker-none", "These texts name no speaker, unlike the others.");
  }
  return lines.map((line) => ({ ...line, character: above.get(line.row) ?? line.character }));
}

/** Notes what the columns were taken for, and which filled columns were not read. */
function noteColumns(rows: readonly TableRow[], columns: Columns, problems: Problems): void {
  const row = rows[0]?.row ?? null;
  const header = rows[columns.header]?.cells;
  if (header === undefined) {
    const name = columns.character < 0 ? "none" : `column ${columns.character + 1}`;
    const message = `This table has no header. Read as character: ${name}; as text: column ${columns.text + 1}.`;
    problems.note(row, null, "document-table-guessed", message);
  }
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const ignored = Array.from({ length: width }, (_, index) => index).filter(
    (index) =>
      index !== columns.character &&
      index !== columns.text &&
      rows.some(({ cells }, at) => at > columns.header && (cells[index] ?? "").trim() !== ""),
  );
  if (ignored.length === 0) return;
  const names = ignored.map((index) => cleanName(header?.[index] ?? "") || `column ${index + 1}`);
  problems.note(
    row,
    null,
    "document-columns-ignored",
    `Columns that were not read: ${names.join(", ")}.`,
  );
}
