/** Converts rows of a bulk draft to the columns of the template (interface §4.2) and back. */
import path from "node:path";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings } from "../../../preload/model/resources";
import { escapeFormula, toRow } from "../../script-formats/files/csv-escapes";
import type * as Scripts from "../../script-formats/model";
import { cleanName, cleanText } from "../../script-formats/files/text";
import { bulkColumns, settingColumns, templateSettings } from "../../script-formats/vocabulary";
import { normalisePath } from "../gallery/gallery-path";

/** Whether a cell names a local file: an absolute path. */
export const isLocal = (text: string) => path.isAbsolute(text.trim());
export const isEmptyRow = (row: BulkRow) =>
  [row.name, row.video, row.script, row.language, ...Object.values(row.settings)].every(
    (text) => text.trim() === "",
  );

/**
 * The cells of a row in the order of the template's columns; the second argument replaces its own.
 */
export function cellsOf(
  row: BulkRow,
  { video = row.video, script = row.script, language = row.language } = {},
): string[] {
  return [
    cleanName(row.name),
    cleanText(script),
    cleanText(video),
    cleanName(language),
    ...settingColumns.map((name) => row.settings[name] ?? ""),
  ];
}

/** The preferred gallery path of a local video. */
export const videoGalleryPath = (folder: string, file: string) =>
  normalisePath(folder + path.basename(file.trim()));

/** The draft cell of a template column; "name" for an unknown column. */
export function cellName(column: string | null): string {
  const key = (column ?? "").toLowerCase();
  const at = bulkColumns.findIndex((name) => name.toLowerCase() === key);
  const cell = (["name", "script", "video", "language"] as const)[at];
  if (cell) return cell;
  const setting = settingColumns.find((name) => name.toLowerCase() === key);
  return setting ? `settings.${setting}` : "name";
}

/**
 * Imported rows as draft rows. Values that could not be read keep their text, so that the user can
 * correct them.
 */
export function toDraftRows(rows: readonly Scripts.BulkRow[]): BulkRow[] {
  return rows.map(({ invalidValues = {}, ...row }, index) => ({
    id: index + 1,
    name: invalidValues["name"] ?? row.name,
    video: invalidValues["videoPath"] ?? row.videoPath,
    script: invalidValues["scriptPath"] ?? row.scriptPath,
    language: invalidValues["languageCode"] ?? row.languageCode.toUpperCase(),
    settings: Object.fromEntries([
      ...Object.entries(row.settings).map(([name, value]): [string, string] => [
        name,
        typeof value === "boolean" ? String(value).toUpperCase() : String(value),
      ]),
      ...settingColumns.flatMap((name): [string, string][] => {
        const text = invalidValues[`settings.${name}`];
        return text === undefined ? [] : [[name, text]];
      }),
    ]),
  }));
}

/** The speaker separator of a row: its own, else the common one. */
export const separatorOf = (row: BulkRow, common: BatchSettings) =>
  row.settings["sourceSpeakerSeparator"] ?? common.sourceSpeakerSeparator ?? "";

/** The columns that are written: those of the template, and others that a row uses. */
const isWritten = (rows: readonly (readonly string[])[], column: number) =>
  column < bulkColumns.length + templateSettings.length ||
  rows.some((cells) => (cells[column] ?? "") !== "");

/** Rows as .csv. SECURITY: formulas are escaped, so that no spreadsheet evaluates them. */
export function writeCsv(rows: readonly BulkRow[]): Uint8Array {
  const all = rows.map((row) => cellsOf(row));
  const columns = [...bulkColumns, ...settingColumns];
  const written = columns.map((_, column) => isWritten(all, column));
  const select = (cells: readonly string[]) => cells.filter((_, column) => written[column]);
  const header = toRow(select(columns));
  const lines = all.map((cells) => toRow(select(cells).map(escapeFormula)));
  return Buffer.from(`\ufeff${header}${lines.join("")}`);
}
