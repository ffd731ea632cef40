/** Scripts as tables: "interface-notes § Scripts", audio-production and line-dubbing workbook. */
import { factsOfType, type ProjectType } from "../../preload/facts/project-types";
import type { CodeOf } from "../../preload/facts/script-problems";
import { noteRows, problemRows } from "./line-kinds";
import { maxColumns, maxLines, maxTextLength } from "./limits";
import type { ColumnMapping } from "../../preload/facts/script-columns";
import type { Script, ScriptLine } from "./model";
import { UnreadableFile, type Problems } from "./problems";
import { columnLetters, filledRows, headerOf, listOf, type Column, type TableRow } from "./table";
import { cleanName, cleanText } from "./files/text";
import { rolesIn } from "./columns/column-map";
import { assignColumns } from "./columns/assign-columns";
import { headerRows, quotedSheets, type FoundTable } from "./columns/find-table";
import { readTime } from "./columns/times";
import { emotions, intensities } from "./vocabulary";

export interface ScriptTableOptions {
  purpose: ProjectType;
  /** The language of a column of texts that does not name it; null if it is unknown. */
  language: string | null;
  /** The columns as the user assigned them. */
  map?: ColumnMapping | undefined;
}

/** Reads the languages and lines of a table; problems are added to `problems`. */
export function readScriptTable(
  table: FoundTable,
  { purpose, language, map }: ScriptTableOptions,
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

  const time = createTimeReader(map?.frameRate ?? null, problems);
  function times(row: TableRow): Pick<ScriptLine, "startMs" | "endMs"> {
    const { start, end } = plain;
    const startMs = start === undefined ? null : time(row, start, cell(row, start));
    const endMs = end === undefined ? null : time(row, end, cell(row, end));
    if (startMs === null || endMs === null) return { startMs: null, endMs: null };
    if (endMs > startMs) return { startMs, endMs };
    const message = "This line ends before or when it begins.";
    problems.error(row.row, end?.name ?? null, "timing-negative", message);
    return { startMs: null, endMs: null };
  }

  const read = [...Object.values(plain), ...texts];
  const rows = withoutTitles(filledRows(table, read), { id, read }, problems);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");
  const placed = map === undefined ? [] : rolesIn(headerOf(table), map, maxColumns).roles.keys();
  reportUnnamed(rows, table, new Set([...read.map(({ index }) => index), ...placed]), problems);
  const rowOfId = new Map<string, number>();
  const lines = rows.map((row, at): ScriptLine => {
    const line: ScriptLine = {
      number: at + 1,
      id: cell(row, id) || null,
      character: shared(row, character) || null,
      text: {},
      // `cleanText`, because consecutive spaces in a path are significant.
      sourceAudio: cell(row, sourceAudio, cleanText) || null,
      emotion: word(row, emotion, emotions, "emotion-unknown"),
      intensity: word(row, intensity, intensities, "intensity-unknown"),
      ...times(row),
      row: row.row,
    };
    for (const column of texts) {
      const text = cell(row, column, cleanText);
      if (text !== "") line.text[column.language] = text;
    }
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
  return {
    languages: texts.map(({ language }) => language),
    lines,
    sheet: table.sheet,
    columns: Object.fromEntries([...read, ...misspelt].map(({ name, index }) => [name, index])),
  };
}

/** Reads the times of cells. `frameRate`: frames per second; null if unknown. */
function createTimeReader(frameRate: number | null, problems: Problems) {
  let areFramesNamed = false;
  return (row: TableRow, column: Column, text: string): number | null => {
    if (text === "") return null;
    const time = readTime(text);
    if (time === null) {
      const message = `“${text.slice(0, 60)}” is not a time. Write 01:02:03,500 or seconds.`;
      problems.error(row.row, column.name, "timing-invalid", message);
      return null;
    }
    if (time.kind === "time") return time.ms;
    if (frameRate !== null) return time.ms + Math.round((time.frames * 1000) / frameRate);
    if (!areFramesNamed) {
      const message = `“${text.slice(0, 60)}” has frames, and the frame rate is not known. Times with frames were not read.`;
      problems.warning(row.row, column.name, "frame-rate-missing", message);
      areFramesNamed = true;
    }
    return null;
  };
}

/** The rows without titles between the lines: words in the column of the ID alone. */
function withoutTitles(
  rows: readonly TableRow[],
  { id, read }: { id: Column | undefined; read: readonly Column[] },
  problems: Problems,
): TableRow[] {
  if (id === undefined) return [...rows];
  const titles: TableRow[] = [];
  const lines = rows.filter((row) => {
    const isFilled = ({ index }: Column) =>
      row.failed?.has(index) === true || (row.cells[index] ?? "").trim() !== "";
    const title = cleanName(row.cells[id.index] ?? "");
    // "SCENE 2", "Act one: the house"; an ID has no spaces between words.
    const isTitle = /\p{L}\p{L} \S/u.test(title) && read.filter(isFilled).length === 1;
    if (isTitle) titles.push(row);
    return !isTitle;
  });
  if (titles.length === 0) return lines;
  const examples = titles.slice(0, 3).map(({ cells }) => `“${cleanName(cells[id.index] ?? "")}”`);
  noteRows(
    problems,
    titles.map(({ row }) => row),
    "left-out-heading",
    `Left out: titles between the lines (${examples.join(", ")}).`,
  );
  return lines;
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
