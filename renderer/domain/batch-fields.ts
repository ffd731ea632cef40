import type { BatchSettings } from "../../preload/model/resources";
import { t } from "../app/strings";

/**
 * The label of a batch field, by its name in the interface: "settings.noOfSpeakers",
 * "languageCode".
 */
export function batchFieldTitle(field: string): string {
  const titles: Record<string, string> = {
    name: t.batches.name,
    scriptPath: t.batches.script,
    videoPath: t.batches.video,
    languageCode: t.batches.languageCode,
  };
  const ofLanguage = /^languages\[\d+\]\.(\w+)$/.exec(field)?.[1];
  if (ofLanguage === "scriptPath") return t.batches.targetScript;
  if (ofLanguage === "speakerSeparator") return t.batches.separator;
  if (ofLanguage === "languageId") return t.batches.language;
  const setting = field.replace(/^settings\./, "");
  if (Object.hasOwn(t.batches.settings, setting))
    return t.batches.settings[setting as keyof BatchSettings].title;
  return Object.hasOwn(titles, field) ? (titles[field] ?? field) : field;
}
