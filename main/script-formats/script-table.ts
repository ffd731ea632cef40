/** Scripts as tables: "interface-notes § Scripts", audio-production and line-dubbing workbook. */
import { factsOfType, type ProjectType } from "../../preload/facts/project-types";
import { maxLines, maxTextLength } from "./limits";
import type { Script, ScriptLine } from "./model";
import { UnreadableFile, type Problems } from "./problems";
import { columnsOf, filledRows, type Column, type Table, type TableRow } from "./table";
import { cleanName, cleanText } from "./files/text";
import { emotions, intensities, languageId, scriptLanguages, scriptSheet } from "./vocabulary";

const textPrefix = "text_";
const plainColumns = ["id", "character", "emotion", "intensity", "source_audio"] as const;

interface TextColumn extends Column {
  language: string;
}

function textColumns(columns: ReadonlyMap<string, Column>, problems: Problems): TextColumn[] {
  const found: TextColumn[] = [];
  let isAnyNamed = false;
  for (const [key, { index, name }] of columns) {
    if (!key.startsWith(textPrefix)) continue;
    isAnyNamed = true;
    const language = languageId(key.slice(textPrefix.length));
    if (language !== null) found.push({ index, name, language });
    else {
      problems.error(
        1,
        name,
        "language-unknown",
        `${name} does not name a known language. Known are ${scriptLanguages.join(", ")}.`,
      );
    }
  }
  if (!isAnyNamed) {
    problems.error(
      1,
      null,
      "text-column-missing",
      "Row 1 has no column for text. It needs at least one named Text_ and a language, such as Text_EN-US.",
    );
  }
  return found;
}

/** Reads the languages and lines of a table; problems are added to `problems`. */
export function readScriptTable(
  table: Table,
  purpose: ProjectType,
  problems: Problems,
): Pick<Script, "languages" | "lines" | "columns" | "sheet"> {
  if (!table.isPreferredSheet) {
    problems.warning(
      null,
      null,
      "sheet-missing",
      `There is no sheet named ${scriptSheet}. The first sheet was read.`,
    );
  }
  const columns = columnsOf(
    table,
    problems,
    (key) => key.startsWith(textPrefix) || (plainColumns as readonly string[]).includes(key),
  );
  const texts = textColumns(columns, problems);
  const [id, character, emotion, intensity, sourceAudio] = plainColumns.map((key) =>
    columns.get(key),
  );
  const needsAudio = factsOfType(purpose).sourceAudio === "required";
  if (needsAudio && sourceAudio === undefined) {
    problems.error(
      1,
      "Source_Audio",
      "source-audio-missing",
      "A script for line dubbing needs the column Source_Audio.",
    );
  }

  /** The text of a cell; an invalid cell adds a problem and counts as empty. */
  function cell(row: TableRow, column: Column | undefined, clean = cleanName): string {
    if (column === undefined) return "";
    const raw = row.cells[column.index] ?? "";
    if (row.failed?.has(column.index) === true) {
      problems.error(row.row, column.name, "cell-error", `The formula here ends in ${raw}.`);
      return "";
    }
    if (raw.length > maxTextLength) {
      const bound = maxTextLength.toLocaleString("en");
      problems.error(row.row, column.name, "text-too-long", `Longer than ${bound} characters.`);
      return "";
    }
    return clean(raw);
  }

  function word(row: TableRow, column: Column | undefined, known: readonly string[], code: string) {
    const value = cell(row, column).toLowerCase();
    if (value === "" || column === undefined) return null;
    if (known.includes(value)) return value;
    const message = `“${value.slice(0, 60)}” is not known. Known are ${known.join(", ")}.`;
    problems.error(row.row, column.name, code, message);
    return null;
  }

  const known = [id, character, emotion, intensity, sourceAudio, ...texts].filter(
    (column) => column !== undefined,
  );
  const rows = filledRows(table, known);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");
  const rowOfId = new Map<string, number>();
  const lines = rows.map((row, at): ScriptLine => {
    const line: ScriptLine = {
      number: at + 1,
      id: cell(row, id) || null,
      character: cell(row, character) || null,
      text: {},
      // `cleanText`, because consecutive spaces in a path are significant.
      sourceAudio: cell(row, sourceAudio, cleanText) || null,
      emotion: word(row, emotion, emotions, "emotion-unknown"),
      intensity: word(row, intensity, intensities, "intensity-unknown"),
      startMs: null,
      endMs: null,
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
    columns: Object.fromEntries(known.map(({ name, index }) => [name, index])),
  };
}
