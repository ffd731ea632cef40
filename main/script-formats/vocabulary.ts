/** The words that scripts may hold: "interface-notes § Catalogues" and "§ Scripts", "interface §2.3". */

import { factsOfSetting, settingNames, type SettingName } from "../../preload/facts/batch-settings";

/** The sheet that holds a script; the first one is taken when there is none of this name. */
export const scriptSheet = "Revoiceit_Prod_Template_Script";

/** The sheet of the bulk template; in other workbooks it is the first one. */
export const bulkSheet = "Batches";

/** The columns of a bulk workbook beside the settings, as they are written. */
export const bulkColumns = ["BATCH_NAME", "SCRIPT_PATH", "VIDEO_PATH", "LANGUAGE_CODE"] as const;

/** The codes in use for scripts, as they are written in column names; they are compared without case. */
export const scriptLanguages = [
  "AR-AR",
  "BG-BG",
  "DA-DK",
  "DE-DE",
  "EL-GR",
  "EN-GB",
  "EN-US",
  "ES-ES",
  "ES-LA",
  "FI-FI",
  "FR-FR",
  "HI-IN",
  "ID-ID",
  "IT-IT",
  "JA-JP",
  "KO-KR",
  "NB-NO",
  "NL-NL",
  "PL-PL",
  "PT-PT",
  "PT-BR",
  "SV-SE",
  "TR-TR",
  "ZH-CN",
] as const;

/** What the column Emotion may hold. */
export const emotions = [
  "anger",
  "curiosity",
  "fear",
  "joy",
  "narration",
  "pain",
  "pleasure",
  "sadness",
  "surprise",
] as const;

/** What the column Intensity may hold. */
export const intensities = ["low", "normal", "high"] as const;

/** The settings that a bulk workbook may override; a column has the name of its setting. */
export const settingColumns = settingNames;
export type { SettingName };

/** What a setting accepts; whole numbers with their bounds, both included. */
export type SettingKind = "boolean" | "text" | { min: number; max: number };

export const settingKinds = Object.fromEntries(
  settingNames.map((name): [SettingName, SettingKind] => {
    const facts = factsOfSetting(name);
    return [name, facts.type === "integer" ? { min: facts.min, max: facts.max } : facts.type];
  }),
) as Record<SettingName, SettingKind>;

const languageIds = new Set(scriptLanguages.map((code) => code.toLowerCase()));

/** The language id ("fr-fr") of a code in any case, or `null` when it is none of `scriptLanguages`. */
export function languageId(code: string): string | null {
  const id = code.trim().toLowerCase();
  return languageIds.has(id) ? id : null;
}
