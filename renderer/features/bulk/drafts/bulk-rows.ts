import type { BulkRow } from "../../../../preload/contract/bulk";
import {
  batchSettingFacts,
  factsOfSetting,
  settingApplies,
  settingNames,
} from "../../../../preload/facts/batch-settings";
import type { BatchSettings, ProjectType } from "../../../../preload/model/resources";
import {
  checkBatch,
  scriptStandIn,
  videoStandIn,
  type BatchProject,
  type Rule,
} from "../../../../preload/facts/rules";
import { textOf, type GridRow } from "../../../ui/grid/data/rows";

export type SettingName = keyof BatchSettings;

/** The settings that apply to a project type, in the order of the interface. */
export function settingsOf(type: ProjectType): SettingName[] {
  return settingNames.filter((name) => settingApplies(name, type));
}

export const settingColumn = (name: SettingName): string => `settings.${name}`;

/** A stored row as a grid row. */
export function toGridRow({ id, settings, ...texts }: BulkRow): GridRow {
  const own = Object.entries(settings).map(([name, text]) => [`settings.${name}`, text] as const);
  const all = [...Object.entries(texts), ...own].filter(([, text]) => text !== "");
  return { id, cells: Object.fromEntries(all) };
}

/** A grid row as it is stored. */
export function toBulkRow(row: GridRow): BulkRow {
  const settings = Object.entries(row.cells).flatMap(([column, text]) =>
    column.startsWith("settings.") ? [[column.slice("settings.".length), text] as const] : [],
  );
  return {
    id: row.id,
    name: textOf(row, "name"),
    video: textOf(row, "video"),
    script: textOf(row, "script"),
    language: textOf(row, "language"),
    settings: Object.fromEntries(settings),
  };
}

/** Whether a text is the path of a local file: "/mnt/a.mov", "C:\a.mov", "\\server\a.mov". */
export function isLocalPath(text: string): boolean {
  return /^\s*(\/|[a-z]:[\\/]|\\\\)/i.test(text);
}

/** The last segment of a local path, a gallery path or a URL. */
export function fileName(path: string): string {
  return path.trim().split(/[\\/]/).at(-1) ?? path;
}

/** The last two folders of a file's path, to distinguish files of the same name. */
export function folderName(path: string): string {
  return path.trim().split(/[\\/]/).slice(0, -1).slice(-2).join("/");
}

/** A file's name without its extension: the default name of a batch created from it. */
export function batchName(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

export const isSwitch = (name: SettingName): boolean => factsOfSetting(name).type === "boolean";

const yes = new Set(["true", "1", "yes", "y", "on"]);
const no = new Set(["false", "0", "no", "n", "off"]);

/**
 * Parses the value of a setting from the text of a cell; undefined if the text is not a value of
 * the setting.
 */
export function settingValue(
  name: SettingName,
  text: string,
): boolean | number | string | undefined {
  if (factsOfSetting(name).type === "text") return text;
  const value = text.trim().toLowerCase();
  if (isSwitch(name)) return yes.has(value) ? true : no.has(value) ? false : undefined;
  return /^\d{1,9}([.,]0+)?$/.test(value) ? parseInt(value, 10) : undefined;
}

/** A problem of a cell: a rule of preload/facts/rules that it violates, or a rule of grid cells. */
export interface CellViolation {
  rule: Rule | "not-yes-or-no" | "not-a-number";
  severity: "error";
}

/** Maximum length of any cell, in characters, in addition to the rules of its column. */
const maxTextLength = 10_000;
const maxLanguageLength = 200;

const columns: Readonly<Record<string, string>> = {
  scriptPath: "script",
  videoPath: "video",
  languageCode: "language",
};

const videoLocation = (text: string) => (isLocalPath(text) ? videoStandIn(text) : text.trim());
const scriptLocation = (text: string) => (isLocalPath(text) ? scriptStandIn(text) : text.trim());

/**
 * The first rule that each cell of a row violates, by column. A row without text violates the
 * required fields.
 */
export function checkRow(
  target: BatchProject,
  row: GridRow,
): Readonly<Record<string, CellViolation>> {
  const found: Record<string, CellViolation> = {};
  const settings: Record<string, boolean | number | string> = {};
  for (const [column, text] of Object.entries(row.cells)) {
    const maxLength = column === "language" ? maxLanguageLength : maxTextLength;
    if (text.length > maxLength) found[column] = { severity: "error", rule: "too-long" };
    if (!column.startsWith("settings.")) continue;
    const name = column.slice("settings.".length) as SettingName;
    const value = settingValue(name, text);
    if (!Object.hasOwn(batchSettingFacts, name)) continue;
    if (value !== undefined) settings[name] = value;
    else
      found[column] ??= {
        severity: "error",
        rule: isSwitch(name) ? "not-yes-or-no" : "not-a-number",
      };
  }
  const violations = checkBatch(target, {
    name: textOf(row, "name"),
    scriptPath: scriptLocation(textOf(row, "script")),
    videoPath: videoLocation(textOf(row, "video")),
    languageCode: textOf(row, "language"),
    settings: settings,
  });
  for (const { field, rule } of violations) {
    const column = columns[field] ?? field;
    found[column] ??= { severity: "error", rule };
  }
  return found;
}

/** The key by which batch names are compared for duplicates. */
export const nameKey = (row: GridRow): string =>
  textOf(row, "name").normalize("NFC").trim().toLowerCase();

/** The distinct local files in a column of the rows. */
export function localFiles(rows: readonly GridRow[], column: "video" | "script"): string[] {
  return [...new Set(rows.map((row) => textOf(row, column)).filter(isLocalPath))];
}
