/** The words that scripts may hold: "interface-notes § Catalogues" and "§ Scripts", "interface §2.3". */

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

/** The settings that a bulk workbook may override, named as in the interface ("removeBackgroud" is spelled so). */
export const settingColumns = [
  "automaticInference",
  "noOfAlternativeTakes",
  "autoCasting",
  "removeBackgroud",
  "automaticSpeakerDetection",
  "noOfSpeakers",
  "sourceSpeakerSeparator",
  "importText",
  "importTiming",
  "importCharacters",
] as const;

export type SettingName = (typeof settingColumns)[number];

/** What a setting takes; whole numbers with their bounds, both included. */
export type SettingKind = "boolean" | "text" | { min: number; max: number };

export const settingKinds: Record<SettingName, SettingKind> = {
  automaticInference: "boolean",
  noOfAlternativeTakes: { min: 0, max: 2 },
  autoCasting: "boolean",
  removeBackgroud: "boolean",
  automaticSpeakerDetection: "boolean",
  noOfSpeakers: { min: 1, max: 1_000 },
  sourceSpeakerSeparator: "text",
  importText: "boolean",
  importTiming: "boolean",
  importCharacters: "boolean",
};

const languageIds = new Set(scriptLanguages.map((code) => code.toLowerCase()));

/** The language id ("fr-fr") of a code in any case, or `null` when it is none of `scriptLanguages`. */
export function languageId(code: string): string | null {
  const id = code.trim().toLowerCase();
  return languageIds.has(id) ? id : null;
}
