/** Reads the workbook of a bulk request: "interface-notes § Scripts" and "interface §4.2". */
import { formatByName } from "./format";
import { maxLines, maxTextLength } from "./limits";
import type { BulkRow, BulkScript, ScriptProblem } from "./model";
import { UnreadableFile, type Problems } from "./problems";
import { columnsOf, filledRows, type Column, type Table } from "./table";
import { cleanName, cleanText } from "./files/text";
import {
  bulkColumns,
  languageId,
  settingColumns,
  settingKinds,
  type SettingKind,
} from "./vocabulary";

const yes = new Set(["true", "1", "yes", "y", "on"]);
const no = new Set(["false", "0", "no", "n", "off"]);

/** Parses the text of a setting; `null` when it is not a valid value. */
function settingValue(kind: SettingKind, raw: string): boolean | number | string | null {
  if (kind === "text") return raw;
  const word = raw.trim().toLowerCase();
  if (kind === "boolean") return yes.has(word) ? true : no.has(word) ? false : null;
  const value = /^\+?\d{1,9}(?:[.,]0+)?$/.test(word) ? parseInt(word, 10) : NaN;
  return value >= kind.min && value <= kind.max ? value : null;
}

function describeKind(kind: SettingKind): string {
  if (kind === "text") return "a text";
  if (kind === "boolean") return "TRUE or FALSE";
  return `a whole number from ${kind.min} to ${kind.max}`;
}

const isKnown = (key: string) =>
  [...bulkColumns, ...settingColumns].some((name) => name.toLowerCase() === key);

/** The rows of a bulk table. Invalid rows are included, with their problems. */
export function readBulkTable(table: Table, problems: Problems): BulkRow[] {
  const columns = columnsOf(table, problems, isKnown);
  const [name, scriptPath, videoPath, languageCode] = bulkColumns.map((key) =>
    columns.get(key.toLowerCase()),
  );
  const settings = settingColumns.flatMap((setting) => {
    const column = columns.get(setting.toLowerCase());
    return column === undefined ? [] : [{ setting, column, kind: settingKinds[setting] }];
  });
  if (name === undefined) {
    problems.error(1, "BATCH_NAME", "column-missing", "Row 1 needs the column BATCH_NAME.");
  }
  if (scriptPath === undefined && videoPath === undefined) {
    const message = "Row 1 needs the column SCRIPT_PATH or VIDEO_PATH.";
    problems.error(1, "SCRIPT_PATH", "column-missing", message);
  }
  const misspelt = columns.get("removebackground");
  if (misspelt !== undefined) {
    const message = "This setting is spelled removeBackgroud. The column was not read.";
    problems.warning(1, misspelt.name, "column-unknown", message);
  }
  const known = [name, scriptPath, videoPath, languageCode].filter((one) => one !== undefined);
  const rows = filledRows(table, [...known, ...settings.map(({ column }) => column)]);
  if (rows.length > maxLines) throw new UnreadableFile("too-many-rows");

  return rows.map(({ row, cells, failed }): BulkRow => {
    const found: ScriptProblem[] = [];
    const wrong = (column: string, code: string, message: string) =>
      found.push({ severity: "error", row, column, code, message });
    const invalidValues: Record<string, string> = {};
    const keepInvalid = (field: string, column: Column | undefined) => {
      invalidValues[field] = (column && cells[column.index])?.slice(0, maxTextLength) ?? "";
    };
    const raw = (column: Column | undefined, field: string) => {
      if (column === undefined) return "";
      const value = cells[column.index] ?? "";
      if (failed?.has(column.index) === true) {
        wrong(column.name, "cell-error", `The formula here ends in ${value}.`);
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
    if (code === "" && format !== null && format !== "xlsx" && format !== "csv") {
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
    return Object.keys(invalidValues).length === 0 ? batch : { ...batch, invalidValues };
  });
}

/** Reads a whole bulk file; a file without rows has the error "rows-missing". */
export function bulkFromTable(table: Table, problems: Problems): BulkScript {
  const rows = readBulkTable(table, problems);
  if (rows.length === 0 && !problems.hasErrors()) {
    problems.error(null, null, "rows-missing", "The file has no rows below its header.");
  }
  return { rows, problems: problems.list() };
}
