/** Scripts as tables: "interface-notes § Scripts", audio-production and line-dubbing workbook. */
import { factsOfType, type ProjectType } from "../../preload/facts/project-types";
import type { CodeOf } from "../../preload/facts/script-problems";
import { maxLines, maxTextLength } from "./limits";
import type { ColumnMap, Script, ScriptLine } from "./model";
import { UnreadableFile, type Problems } from "./problems";
import { filledRows, type Column, type TableRow } from "./table";
import { cleanName, cleanText } from "./files/text";
import { assignColumns } from "./columns/assign-columns";
import { headerRows, quotedSheets, type FoundTable } from "./columns/find-table";
import { readTime } from "./columns/times";
import { emotions, intensities } from "./vocabulary";

export interface ScriptTableOptions {
  purpose: ProjectType;
  /** The language of a column of texts that does not name it; null if it is unknown. */
  language: string | null;
  /** The columns as the user assigned them. */
  map?: ColumnMap | undefined;
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
  const rows = filledRows(table, read);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");
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

/** Names the sheets and rows in which no column for texts was found. */
function reportMissingText(
  { headerRow, rows, sheet, searched }: FoundTable,
  problems: Problems,
): void {
  const last = Math.max(1, Math.min(headerRows, rows.at(-1)?.row ?? 1));
  const sheets = sheet === "" ? "" : ` of the sheets ${quotedSheets(searched)}`;
  const message =
    last === 1
      ? `Row 1${sheets} has no column for text.`
      : `None of the rows 1 to ${last}${sheets} has a column for text.`;
  problems.error(headerRow, null, "text-column-missing", message, {
    remedy: "Name a column Text_ and a language, such as Text_EN-US, or assign the columns.",
  });
}
