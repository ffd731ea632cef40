/** Reads the workbook of a bulk request: "interface-notes § Scripts" and "interface §4.2". */
import { isTable } from "../../preload/facts/script-formats";
import type { CodeOf } from "../../preload/facts/script-problems";
import { truthOf } from "./truth";
import { formatByName } from "./format";
import { maxColumns, maxLines, maxTextLength } from "./limits";
import type { BulkRow, BulkScript, ScriptProblem } from "./model";
import { scriptProblem, UnreadableFile, type Problems } from "./problems";
import {
  columnsOf,
  filledRows,
  mergedCells,
  warnOfUnknownColumns,
  type Column,
  type TableRow,
} from "./table";
import type { FoundTable } from "./columns/find-table";
import { cleanName, cleanText } from "./files/text";
import {
  bulkColumns,
  languageId,
  misspeltSetting,
  settingColumns,
  settingKinds,
  type SettingKind,
  type SettingName,
} from "./vocabulary";

/** Parses the text of a setting; `null` when it is not a valid value. */
function settingValue(kind: SettingKind, raw: string): boolean | number | string | null {
  if (kind === "text") return raw;
  const word = raw.trim().toLowerCase();
  if (kind === "boolean") return truthOf(word);
  const value = /^\+?\d{1,9}(?:[.,]0+)?$/.test(word) ? parseInt(word, 10) : NaN;
  return value >= kind.min && value <= kind.max ? value : null;
}

function describeKind(kind: SettingKind): string {
  if (kind === "text") return "a text";
  if (kind === "boolean") return "TRUE or FALSE";
  return `a whole number from ${kind.min} to ${kind.max}`;
}

const knownNames: readonly string[] = [...bulkColumns, ...settingColumns];
const isKnown = (key: string) => knownNames.some((name) => name.toLowerCase() === key);

/** Rates a row as the header of a bulk table. */
export const rateBulkHeader = ({ cells }: TableRow) =>
  cells.slice(0, maxColumns).filter((cell) => isKnown(cleanName(cell).toLowerCase())).length;

/** The rows of a bulk table. Invalid rows are included, with their problems. */
function readBulkTable(table: FoundTable, problems: Problems): BulkRow[] {
  const { headerRow } = table;
  const columns = columnsOf(table, problems, isKnown);
  const [name, scriptPath, videoPath, languageCode] = bulkColumns.map((key) =>
    columns.get(key.toLowerCase()),
  );
  const settings = settingColumns.flatMap((setting) => {
    const column = columns.get(setting.toLowerCase());
    return column === undefined ? [] : [{ setting, column, kind: settingKinds[setting] }];
  });
  if (name === undefined) {
    const message = `Row ${headerRow} needs the column BATCH_NAME.`;
    problems.error(headerRow, "BATCH_NAME", "column-missing", message);
  }
  if (scriptPath === undefined && videoPath === undefined) {
    const message = `Row ${headerRow} needs the column SCRIPT_PATH or VIDEO_PATH.`;
    problems.error(headerRow, "SCRIPT_PATH", "column-missing", message);
  }
  const misspelt: { column: Column; setting: SettingName }[] = [];
  const unread: Column[] = [];
  for (const [key, column] of columns) {
    if (isKnown(key)) continue;
    const setting = misspeltSetting(key);
    if (setting === null) {
      // An empty column loses nothing.
      if (filledRows(table, [column]).length > 0) unread.push(column);
      continue;
    }
    misspelt.push({ column, setting });
    const message = `The setting is called ${setting}. The column was not read.`;
    problems.warning(headerRow, column.name, "column-unknown", message);
  }
  warnOfUnknownColumns(unread, headerRow, problems, knownNames);
  const known = [name, scriptPath, videoPath, languageCode].filter((one) => one !== undefined);
  const rows = filledRows(table, [...known, ...settings.map(({ column }) => column)]);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");

  return rows.map((given): BulkRow => {
    const { row, failed } = given;
    const cells = mergedCells(given);
    const found: ScriptProblem[] = [];
    const wrong = (column: string, code: CodeOf<"error">, message: string) =>
      found.push(scriptProblem(code, row, column, message));
    const invalidValues: Record<string, string> = {};
    const keepInvalid = (field: string, column: Column | undefined) => {
      invalidValues[field] = (column && cells[column.index])?.slice(0, maxTextLength) ?? "";
    };
    const raw = (column: Column | undefined, field: string) => {
      if (column === undefined) return "";
      const value = cells[column.index] ?? "";
      const fault = failed?.get(column.index);
      if (fault !== undefined) {
        wrong(column.name, fault.code, fault.message);
        if (field === "languageCode" || field.startsWith("settings.")) keepInvalid(field, column);
        return "";
      }
      if (value.length <= maxTextLength) return value;
      const bound = maxTextLength.toLocaleString("en");
      wrong(column.name, "text-too-long", `Longer than ${bound} characters.`);
      keepInvalid(field, column);
      return "";
    };
    const batch: BulkRow = {
      row,
      name: cleanName(raw(name, "name")),
      scriptPath: cleanText(raw(scriptPath, "scriptPath")),
      videoPath: cleanText(raw(videoPath, "videoPath")),
      languageCode: "",
      settings: {},
      problems: found,
    };
    if (batch.name === "" && name !== undefined) {
      wrong(name.name, "name-missing", "This row has no batch name.");
    }
    const anyPath = scriptPath ?? videoPath;
    if (batch.scriptPath === "" && batch.videoPath === "" && anyPath !== undefined) {
      wrong(anyPath.name, "path-missing", "This row has neither a script nor a video.");
    }
    const code = cleanName(raw(languageCode, "languageCode"));
    batch.languageCode = languageId(code) ?? "";
    if (code !== "" && batch.languageCode === "") {
      const message = `“${code.slice(0, 60)}” is not a known language code.`;
      wrong(languageCode?.name ?? "LANGUAGE_CODE", "language-unknown", message);
      keepInvalid("languageCode", languageCode);
    }
    const format = formatByName(batch.scriptPath);
    if (code === "" && format !== null && !isTable(format)) {
      const message = `A .${format} script needs its language in LANGUAGE_CODE.`;
      wrong(languageCode?.name ?? "LANGUAGE_CODE", "language-missing", message);
    }
    for (const { setting, column, kind } of settings) {
      const field = `settings.${setting}`;
      const text = raw(column, field);
      if (text.trim() === "") continue;
      const value = settingValue(kind, text);
      if (value !== null) batch.settings[setting] = value;
      else {
        const message = `“${text.slice(0, 60)}” is not ${describeKind(kind)}.`;
        wrong(column.name, "setting-invalid", message);
        keepInvalid(field, column);
      }
    }
    for (const { setting, column } of misspelt) {
      if ((cells[column.index] ?? "").trim() === "") continue;
      const message = `There is no setting ${column.name}. Its column is ${setting}.`;
      wrong(column.name, "setting-unknown", message);
    }
    return Object.keys(invalidValues).length === 0 ? batch : { ...batch, invalidValues };
  });
}

/** Reads a whole bulk file; a file without rows has the error "rows-missing". */
export function bulkFromTable(table: FoundTable, problems: Problems): BulkScript {
  const rows = readBulkTable(table, problems);
  if (rows.length === 0 && !problems.hasErrors()) {
    problems.error(null, null, "rows-missing", "The file has no rows below its header.");
  }
  return { rows, problems: problems.list() };
}
