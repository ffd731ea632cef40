/** The vocabulary of scripts: "interface-notes § Catalogues" and "§ Scripts", "interface §2.3". */

import { editDistance } from "../common/edit-distance";
import { commonLanguages, scriptLanguages } from "../../preload/facts/script-languages";
import {
  factsOfSetting,
  isExtensionSetting,
  settingNames,
  type SettingName,
} from "../../preload/facts/batch-settings";

export { commonLanguages, scriptLanguages };

/** The name of the script sheet; without such a sheet the first one is read. */
export const scriptSheet = "Revoiceit_Prod_Template_Script";

/** The sheet name of the bulk template; in other workbooks the first sheet is read. */
export const bulkSheet = "Batches";

/**
 * The columns of a bulk workbook other than the settings, in the case in which they are written.
 */
export const bulkColumns = ["BATCH_NAME", "SCRIPT_PATH", "VIDEO_PATH", "LANGUAGE_CODE"] as const;

/** The character of lines for which a script names none. */
export const narratorName = "Narrator";

export { emotions, intensities } from "../../preload/facts/line-edits";

/** The settings that a bulk workbook may override; each column has the name of its setting. */
export const settingColumns: readonly SettingName[] = settingNames;
/** Those of the template; the others are written only where a row has a value. */
export const templateSettings: readonly SettingName[] = settingNames.filter(
  (name) => !isExtensionSetting(name),
);
export type { SettingName };

/** Other names of settings in tables, without case and punctuation. */
const otherNames: Readonly<Record<string, SettingName>> = {
  nooftakes: "noOfAlternativeTakes",
  numberoftakes: "noOfAlternativeTakes",
  takes: "noOfAlternativeTakes",
  alternativetakes: "noOfAlternativeTakes",
  numberofspeakers: "noOfSpeakers",
};
/** Shorter texts resemble each other by chance. */
const minComparedLength = 8;
const maxComparedLength = 60;
const maxDistance = 2;

/**
 * The setting that a column probably means, whose name is none of a setting; null for other
 * columns.
 */
export function misspeltSetting(column: string): SettingName | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const wanted = plain(column.slice(0, maxComparedLength));
  if (Object.hasOwn(otherNames, wanted)) return otherNames[wanted] ?? null;
  const isNear = (name: string) => name === wanted || editDistance(wanted, name) <= maxDistance;
  if (wanted.length < minComparedLength) return null;
  return settingNames.find((name) => isNear(plain(name))) ?? null;
}

/** The type of a setting; whole numbers with inclusive limits. */
export type SettingKind = "boolean" | "text" | { min: number; max: number };

export const settingKinds = Object.fromEntries(
  settingNames.map((name): [SettingName, SettingKind] => {
    const facts = factsOfSetting(name);
    return [name, facts.type === "integer" ? { min: facts.min, max: facts.max } : facts.type];
  }),
) as Record<SettingName, SettingKind>;

const languageIds = new Set(scriptLanguages.map((code) => code.toLowerCase()));

/**
 * The language id ("fr-fr") of a code in any case, or `null` if the code is not in
 * `scriptLanguages`.
 */
export function languageId(code: string): string | null {
  const id = code.trim().toLowerCase();
  return languageIds.has(id) ? id : null;
}
