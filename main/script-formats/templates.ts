/** Writes the template workbooks that users fill in: "interface-notes § Scripts". */
import type { CellStyle, DataValidation, WriteSheet } from "hucre/xlsx";
import { factsOfType, type ProjectType } from "../../preload/facts/project-types";
import { columnLetters } from "./table";
import {
  bulkColumns,
  bulkSheet,
  emotions,
  intensities,
  languageId,
  commonLanguages,
  scriptSheet,
  settingKinds,
  templateSettings,
} from "./vocabulary";

export {
  bulkColumns,
  commonLanguages,
  emotions,
  intensities,
  scriptLanguages,
  templateSettings,
} from "./vocabulary";

export type TemplateKind = "audio-production" | "line-dubbing" | "bulk";

interface TemplateColumn {
  name: string;
  width: number;
  /** For the sheet of notes: a description of the column, and an example. */
  note: string;
  example: string;
  /**
   * The values of the drop-down. Other input is accepted: the case may differ, and the reader
   * reports unknown values.
   */
  values?: readonly string[];
}

/** The last row with drop-downs; cells below it accept any input. */
const lastRow = 10_000;
const heading: CellStyle = { font: { bold: true } };
const wrapped: CellStyle = { alignment: { wrapText: true, vertical: "top" } };

function scriptColumns(kind: ProjectType, languages: readonly string[]): TemplateColumn[] {
  const columns: TemplateColumn[] = [
    { name: "ID", width: 12, note: "Any text; unique in the script.", example: "001" },
    { name: "Character", width: 20, note: "The name of the speaker.", example: "Anna" },
    { name: "Emotion", width: 14, note: "May be empty.", example: "joy", values: emotions },
    { name: "Intensity", width: 12, note: "May be empty.", example: "normal", values: intensities },
    ...languages.map((code) => ({
      name: `Text_${code}`,
      width: 60,
      note: `The text in ${code}. At least one column of text is required.`,
      example: "…",
    })),
  ];
  if (factsOfType(kind).sourceAudio === "none") return columns;
  const note = "The source audio of the line: a URL or a path in the media gallery. Required.";
  return [...columns, { name: "Source_Audio", width: 40, note, example: "season-1/line-001.wav" }];
}

function bulkTemplateColumns(): TemplateColumn[] {
  const [name, script, video, language] = bulkColumns;
  return [
    { name, width: 28, note: "The name of the batch. Required.", example: "Episode 1" },
    {
      name: script,
      width: 48,
      note: "A URL from which the service can download the script.",
      example: "https://example.com/episode-1.xlsx",
    },
    {
      name: video,
      width: 40,
      note: "A URL or a path in the media gallery.",
      example: "season-1/episode-1.mp4",
    },
    {
      name: language,
      width: 18,
      note: "The language of subtitles and of a .docx, .txt or .pdf script; workbooks name it themselves.",
      example: "FR-FR",
      // A longer list does not fit into a validation of Excel; other codes are a warning there.
      values: commonLanguages,
    },
    ...templateSettings.map((setting): TemplateColumn => {
      const kind = settingKinds[setting];
      const width = setting.length + 4;
      const empty = "Empty: the setting of the whole request.";
      if (kind === "boolean") {
        const values = ["TRUE", "FALSE"];
        return { name: setting, width, note: `TRUE or FALSE. ${empty}`, example: "TRUE", values };
      }
      if (kind === "text") {
        const note = `The separator between speaker and text in subtitles. ${empty}`;
        return { name: setting, width, note, example: ":" };
      }
      const values = kind.max <= 10 ? ["0", "1", "2"].slice(kind.min, kind.max + 1) : undefined;
      const note = `A whole number from ${kind.min} to ${kind.max}. ${empty}`;
      const column = { name: setting, width, note, example: "2" };
      return values === undefined ? column : { ...column, values };
    }),
  ];
}

function dataSheet(name: string, columns: readonly TemplateColumn[]): WriteSheet {
  const dataValidations = columns.flatMap(({ values }, index): DataValidation[] => {
    if (values === undefined) return [];
    const letter = columnLetters(index);
    return [
      {
        type: "list",
        values: [...values],
        allowBlank: true,
        showErrorMessage: true,
        errorStyle: "warning",
        range: `${letter}2:${letter}${lastRow}`,
      },
    ];
  });
  return {
    name,
    rows: [columns.map((column) => column.name)],
    columns: columns.map(({ width }) => ({ width, style: wrapped })),
    rowDefs: new Map(),
    cells: new Map(
      columns.map((column, index) => [`0,${index}`, { value: column.name, style: heading }]),
    ),
    freezePane: { rows: 1 },
    dataValidations,
  };
}

/** The notes are on a separate sheet: an example row among the data could be dubbed by mistake. */
function notesSheet(columns: readonly TemplateColumn[]): WriteSheet {
  const header = ["Column", "Content", "Example", "Values"];
  return {
    name: "Notes",
    rows: [
      header,
      ...columns.map(({ name, note, example, values = [] }) => [
        name,
        note,
        example,
        values.join(", "),
      ]),
    ],
    columns: [20, 70, 40, 60].map((width) => ({ width, style: wrapped })),
    cells: new Map(header.map((value, index) => [`0,${index}`, { value, style: heading }])),
    freezePane: { rows: 1 },
  };
}

/**
 * Writes a template as .xlsx: header row, drop-downs, and a second sheet that explains the columns.
 * `languages` are codes in any case (default EN-US) for the text columns; unknown codes are
 * omitted. Never rejects.
 */
export async function writeTemplate(
  kind: TemplateKind,
  languages: string[] = ["EN-US"],
): Promise<Uint8Array> {
  const codes = languages.flatMap((code) => languageId(code)?.toUpperCase() ?? []);
  const texts = codes.length === 0 ? ["EN-US"] : [...new Set(codes)];
  const columns = kind === "bulk" ? bulkTemplateColumns() : scriptColumns(kind, texts);
  const sheet = dataSheet(kind === "bulk" ? bulkSheet : scriptSheet, columns);
  // Imported on demand, because the library is large and rarely needed.
  const { writeXlsx } = await import("hucre/xlsx");
  return await writeXlsx({ sheets: [sheet, notesSheet(columns)] });
}
