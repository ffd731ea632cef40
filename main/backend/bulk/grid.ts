/** Rows of a bulk grid, and what becomes of them in a workbook: the interface's columns, and places that are elsewhere. */
import path from "node:path";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings } from "../../../preload/model/resources";
import { guard, toRow } from "../../script-formats/csv-guards";
import type * as Scripts from "../../script-formats/model";
import { cleanName, cleanText } from "../../script-formats/text";
import { bulkColumns, settingColumns } from "../../script-formats/vocabulary";
import { normalisePath } from "../gallery/gallery-path";

/** Whether a text of a grid is a file of this computer. */
export const isLocal = (text: string) => path.isAbsolute(text.trim());
export const isEmptyRow = (row: BulkRow) =>
  [row.name, row.video, row.script, row.language, ...Object.values(row.settings)].every(
    (text) => text.trim() === "",
  );

/** The cells of a row in the order of the workbook's columns; `video` and `script` in the place of its own. */
export function cellsOf(row: BulkRow, { video = row.video, script = row.script } = {}): string[] {
  return [
    cleanName(row.name),
    cleanText(script),
    cleanText(video),
    cleanName(row.language),
    ...settingColumns.map((name) => row.settings[name] ?? ""),
  ];
}

/** Where a local video of a grid stands best in the gallery. */
export const videoPlace = (folder: string, file: string) =>
  normalisePath(folder + path.basename(file.trim()));

/** The cell of a grid that a column of the workbook is. */
export function cellName(column: string | null): string {
  const key = (column ?? "").toLowerCase();
  const at = bulkColumns.findIndex((name) => name.toLowerCase() === key);
  const cell = (["name", "script", "video", "language"] as const)[at];
  if (cell) return cell;
  const setting = settingColumns.find((name) => name.toLowerCase() === key);
  return setting ? `settings.${setting}` : "name";
}

/** Rows of a workbook that was read, as a grid has them; what could not be read as it stands there, to be marked. */
export function toGridRows(rows: readonly Scripts.BulkRow[]): BulkRow[] {
  return rows.map(({ unread = {}, ...row }, index) => ({
    id: index + 1,
    name: unread["name"] ?? row.name,
    video: unread["videoPath"] ?? row.videoPath,
    script: unread["scriptPath"] ?? row.scriptPath,
    language: unread["languageCode"] ?? row.languageCode.toUpperCase(),
    settings: Object.fromEntries([
      ...Object.entries(row.settings).map(([name, value]): [string, string] => [
        name,
        typeof value === "boolean" ? String(value).toUpperCase() : String(value),
      ]),
      ...settingColumns.flatMap((name): [string, string][] => {
        const text = unread[`settings.${name}`];
        return text === undefined ? [] : [[name, text]];
      }),
    ]),
  }));
}

/** The speaker separator of a row: its own, else that of all. */
export const separatorOf = (row: BulkRow, common: BatchSettings) =>
  row.settings["sourceSpeakerSeparator"] ?? common.sourceSpeakerSeparator ?? "";

/** A grid as .csv. SECURITY: no spreadsheet takes a cell for a formula. */
export function writeCsv(rows: readonly BulkRow[]): Uint8Array {
  const header = toRow([...bulkColumns, ...settingColumns]);
  const lines = rows.map((row) => toRow(cellsOf(row).map(guard)));
  return Buffer.from(`\ufeff${header}${lines.join("")}`);
}
