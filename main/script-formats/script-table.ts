/** Scripts as tables: "interface-notes § Scripts", audio-production and line-dubbing workbook. */
import { factsOfType, type ProjectType } from "../../preload/facts/project-types";
import type { CodeOf } from "../../preload/facts/script-problems";
import { isName, nameKey } from "./character-names";
import { splitColon } from "./documents/speaker-notation";
import { kindOfText, noteRows, problemRows } from "./line-kinds";
import { maxColumns, maxLines, maxTextLength } from "./limits";
import type { ColumnMapping } from "../../preload/facts/script-columns";
import type { Script, ScriptLine } from "./model";
import { firstText, notesAtEnd } from "./notes-at-end";
import { UnreadableFile, type Problems } from "./problems";
import { columnLetters, filledRows, headerOf, listOf, type Column, type TableRow } from "./table";
import { cleanName, cleanText } from "./files/text";
import { rolesIn } from "./columns/column-map";
import { assignColumns } from "./columns/assign-columns";
import { headerRows, quotedSheets, type FoundTable } from "./columns/find-table";
import { statedFrameRate } from "./columns/frame-rate";
import { headingOf, isSourceColumn } from "./columns/header-words";
import { createRowTimes, type FrameRate } from "./columns/row-times";
import { withoutRowsBetween } from "./columns/rows-between";
import { aboveSecondTable } from "./columns/second-table";
import { speakersAbove } from "./columns/speakers-above";
import { splitSpeakers } from "./columns/split-speakers";
import { emotions, intensities } from "./vocabulary";

export interface ScriptTableOptions {
  purpose: ProjectType;
  /** The language of a column of texts that does not name it; null if it is unknown. */
  language: string | null;
  /** The columns as the user assigned them. */
  map?: ColumnMapping | undefined;
  /** Of a document: the paragraphs outside of its tables. */
  titles?: readonly TableRow[];
}

/** The frame rate that the user chose, else the one that is stated above or in the header. */
function frameRateOf(
  { rows, headerRow }: FoundTable,
  map: ColumnMapping | undefined,
  titles: readonly TableRow[],
): FrameRate | null {
  if (map?.frameRate) return { rate: map.frameRate, row: 0 };
  return statedFrameRate([...titles, ...rows.filter(({ row }) => row <= headerRow)]);
}

/** Reads the languages and lines of a table; problems are added to `problems`. */
export function readScriptTable(
  table: FoundTable,
  { purpose, language, map, titles = [] }: ScriptTableOptions,
  problems: Problems,
): Pick<Script, "languages" | "lines" | "columns" | "sheet"> {
  const { headerRow } = table;
  const { plain, texts, misspelt } = assignColumns(table, { language, map }, problems);
  const { id, character, emotion, intensity, "source-audio": sourceAudio } = plain;
  if (texts.length === 0 && !problems.hasErrors()) reportMissingText(table, problems);
  const needsAudio = factsOfType(purpose).sourceAudio === "required";
  if (needsAudio && sourceAudio === undefined) {
    problems.error(
      headerRow,
      "Source_Audio",
      "source-audio-missing",
      "A script for line dubbing needs the column Source_Audio.",
    );
  }

  /** The text of a cell; an invalid cell adds a problem and counts as empty. */
  function cell(row: TableRow, column: Column | undefined, clean = cleanName): string {
    if (column === undefined) return "";
    const raw = row.cells[column.index] ?? "";
    const fault = row.failed?.get(column.index);
    if (fault !== undefined) {
      problems.error(row.row, column.name, fault.code, fault.message);
      return "";
    }
    if (raw.length > maxTextLength) {
      const bound = maxTextLength.toLocaleString("en");
      problems.error(row.row, column.name, "text-too-long", `Longer than ${bound} characters.`);
      return "";
    }
    return clean(raw);
  }

  function word(
    row: TableRow,
    column: Column | undefined,
    known: readonly string[],
    code: CodeOf<"error">,
  ) {
    const value = cell(row, column).toLowerCase();
    if (value === "" || column === undefined) return null;
    if (known.includes(value)) return value;
    const message = `“${value.slice(0, 60)}” is not known. Known are ${known.join(", ")}.`;
    problems.error(row.row, column.name, code, message);
    return null;
  }

  /** A value that also applies to the rows over which its cell is merged. */
  function shared(row: TableRow, column: Column | undefined): string {
    const merged = column && row.merged?.get(column.index);
    return cell(row, column) || cleanName(merged ?? "");
  }

  const read = [...Object.values(plain), ...texts];
  /** Whether a text is a missing value: where it is a word too, only beside another one. */
  const isMissingText = (
    row: TableRow,
    { index, language }: (typeof texts)[number],
    text: string,
  ) =>
    isMissing(text) &&
    (!/^null$/i.test(text) ||
      !saysNull.test(language) ||
      read.some(
        (other) => other.index !== index && isMissing(cleanName(row.cells[other.index] ?? "")),
      ));
  const filled = aboveSecondTable(filledRows(table, read), table, character, problems);
  const rows = withoutRowsBetween(filled, table, { id, character, texts, read }, problems);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");
  const placed = map === undefined ? [] : rolesIn(headerOf(table), map, maxColumns).roles.keys();
  reportUnnamed(rows, table, new Set([...read.map(({ index }) => index), ...placed]), problems);
  const frameRate = frameRateOf(table, map, titles);
  const times = createRowTimes(rows, plain, { frameRate, cell }, problems);
  const rowOfId = new Map<string, number>();
  const areRead = new Set(read.map(({ index }) => index));
  const sourceAt = headerOf(table).findIndex(
    (name, index) => !areRead.has(index) && isSourceColumn(name),
  );
  let lines = rows.map((row, at): ScriptLine => {
    const line: ScriptLine = {
      number: at + 1,
      id: cell(row, id) || null,
      character: shared(row, character) || null,
      text: {},
      // `cleanText`, because consecutive spaces in a path are significant.
      sourceAudio: cell(row, sourceAudio, cleanText) || null,
      emotion: word(row, emotion, emotions, "emotion-unknown"),
      intensity: word(row, intensity, intensities, "intensity-unknown"),
      ...times.of(row),
      row: row.row,
    };
    for (const column of texts) {
      const text = cell(row, column, cleanText);
      if (text !== "" && !isMissingText(row, column, text))
        line.text[column.language] = withoutSpeaker(text, line.character);
    }
    const source = cleanText((row.cells[sourceAt] ?? "").slice(0, maxTextLength));
    if (source !== "") line.source = source;
    const hasText = Object.keys(line.text).length > 0;
    if (!hasText && texts.length > 0) {
      problems.warning(row.row, null, "text-missing", "This row has no text in any language.");
    }
    if (needsAudio && hasText && sourceAudio !== undefined && line.sourceAudio === null) {
      problems.error(
        row.row,
        sourceAudio.name,
        "source-audio-missing",
        "This line has text and no source audio.",
      );
    }
    if (line.id !== null && id !== undefined) {
      const first = rowOfId.get(line.id);
      if (first === undefined) rowOfId.set(line.id, row.row);
      else {
        const message = `The ID ${line.id.slice(0, 60)} is already in row ${first}.`;
        problems.warning(row.row, id.name, "id-twice", message);
      }
    }
    return line;
  });
  times.report();
  // In the template, an empty cell is the narrator.
  const isTemplate = texts.some(({ name }) => headingOf(name)?.isTemplate === true);
  if (character !== undefined) repeatSpeakers(lines, !isTemplate, problems);
  if (character !== undefined) noteUnnamedBelow(lines, problems);
  // A dash or "N/A" names no speaker.
  for (const line of lines)
    if (/^(?:n\/a|none|[-–—]+)$/i.test(line.character ?? "") || isMissing(line.character ?? ""))
      line.character = null;
  if (character === undefined) {
    lines = splitSpeakers(lines, problems);
    const isPart = id !== undefined || plain.start !== undefined;
    if (map === undefined && isPart) reportOtherSheets(table, problems);
  }
  return {
    languages: texts.map(({ language }) => language),
    lines,
    sheet: table.sheet,
    columns: Object.fromEntries([...read, ...misspelt].map(({ name, index }) => [name, index])),
  };
}

/** What programs write for a missing value: pandas, R and databases. "Nan" is also a name. */
const isMissing = (text: string) => /^(?:nan|NaN|<NA>|#N\/A|NULL|null)$/.test(text);

/** The languages in which "null" is a number that is said. */
const saysNull = /^(?:de|nb|et)(?:-|$)/u;

/** A text without the speaker that the row names too: "Anna: Good morning." of Anna. */
function withoutSpeaker(text: string, character: string | null): string {
  if (character === null) return text;
  const spoken = splitColon(text);
  return spoken !== null && nameKey(spoken.character) === nameKey(character) ? spoken.text : text;
}

/** Gives rows the speaker of the row above where they do not repeat it. */
function repeatSpeakers(
  lines: readonly ScriptLine[],
  isEmptyAbove: boolean,
  problems: Problems,
): void {
  const rows = lines.map((line) => ({
    row: line.row,
    character: line.character,
    hasText: Object.values(line.text).some((text) => kindOfText(text) === null),
  }));
  const above = speakersAbove(rows, isEmptyAbove);
  if (above.size === 0) return;
  for (const line of lines) line.character = above.get(line.row) ?? line.character;
  const message = "The speaker was read from the row above.";
  noteRows(problems, [...above.keys()], "speaker-from-row-above", message);
}

const minNamed = 0.6;

/** Notes the texts without a speaker that an empty row divides from the lines of speakers above. */
function noteUnnamedBelow(lines: readonly ScriptLine[], problems: Problems): void {
  const named = lines.filter(({ character }) => character !== null).length;
  const last = lines.findLastIndex(({ character }) => character !== null);
  const notes = new Set([...notesAtEnd(lines.map(firstText))].map(({ row }) => row));
  const below = lines
    .slice(last + 1)
    .filter(({ row, text }) => Object.keys(text).length > 0 && !notes.has(row));
  const [first] = below;
  const isApart = first !== undefined && first.row > (lines[last]?.row ?? first.row) + 1;
  if (!isApart || named < minNamed * lines.length) return;
  const message = "These texts below an empty row name no speaker, unlike the others.";
  const rows = below.map(({ row }) => row);
  noteRows(problems, rows, "speaker-none", message);
}

/** Rows that are collected for a column. */
const maxRows = 10;

/** Names filled cells in columns without a name: their content is not read. */
function reportUnnamed(
  rows: readonly TableRow[],
  table: FoundTable,
  assigned: ReadonlySet<number>,
  problems: Problems,
): void {
  const header = headerOf(table);
  const found = new Map<number, number[]>();
  for (const { row, cells } of rows)
    for (let index = 0; index < cells.length; index += 1) {
      if (assigned.has(index) || cleanName(header[index] ?? "") !== "") continue;
      if ((cells[index] ?? "").trim() === "") continue;
      const numbers = found.get(index) ?? [];
      if (numbers.length < maxRows) numbers.push(row);
      found.set(index, numbers);
    }
  if (found.size === 0 || table.headerRow === 0) return;
  const all = [...found.keys()].sort((one, other) => one - other);
  const numbers = [...new Set([...found.values()].flat())].sort((one, other) => one - other);
  const columns = listOf(all.map(columnLetters));
  const message = `Cells in columns without a name were not read: ${columns}.`;
  const remedy =
    table.sheet === ""
      ? "A text that contains the delimiter has to be in quotes."
      : "Name the columns, or assign them.";
  const details = { remedy, ...problemRows(numbers) };
  problems.warning(numbers[0] ?? null, null, "columns-ignored", message, details);
}

/**
 * Where no column names the characters, several sheets may be those of the characters: reading one
 * of them alone would lose lines.
 */
function reportOtherSheets({ sheet, others }: FoundTable, problems: Problems): void {
  const areNames = [sheet, ...others].every((name) => isName(name) && !/\d/.test(name));
  if (others.length === 0 || !areNames) return;
  const message = `The sheets ${quotedSheets([sheet, ...others])} have lines, and no column for characters.`;
  problems.error(null, null, "sheets-unclear", message, {
    remedy: "Choose a sheet, or put all lines on one sheet with a column Character.",
  });
}

/** Names the sheets and rows in which no column for texts was found. */
function reportMissingText(
  { headerRow, rows, sheet, searched }: FoundTable,
  problems: Problems,
): void {
  const last = Math.max(1, Math.min(headerRows, rows.at(-1)?.row ?? 1));
  const named = searched.length === 1 ? "sheet" : "sheets";
  const sheets = sheet === "" ? "" : ` of the ${named} ${quotedSheets(searched)}`;
  const message =
    last === 1
      ? `Row 1${sheets} has no column for text.`
      : `None of the rows 1 to ${last}${sheets} has a column for text.`;
  problems.error(headerRow, null, "text-column-missing", message, {
    remedy: "Name a column Text_ and a language, such as Text_EN-US, or assign the columns.",
  });
}
