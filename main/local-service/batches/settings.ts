/** The settings of a batch (interface §2.3): values, defaults, and the project types to which they apply. */
import { z } from "zod";
import {
  checkSettings,
  maxAlternativeTakes,
  maxSeparatorLength,
  maxSpeakers,
  settingAvailability,
} from "../../../preload/facts/rules";
import { invalid } from "../http-error";
import type { BatchSettings } from "../rows/batch-port";
import type { ProjectType } from "../rows/project-port";

/** Settings in a request; unknown names are rejected. The interface spells "removeBackgroud" without an "n". */
export const batchSettings = z.strictObject({
  automaticInference: z.boolean().optional(),
  noOfAlternativeTakes: z.int().min(0).max(maxAlternativeTakes).optional(),
  autoCasting: z.boolean().optional(),
  removeBackgroud: z.boolean().optional(),
  automaticSpeakerDetection: z.boolean().optional(),
  noOfSpeakers: z.int().min(1).max(maxSpeakers).optional(),
  sourceSpeakerSeparator: z.string().min(1).max(maxSeparatorLength).optional(),
  importText: z.boolean().optional(),
  importTiming: z.boolean().optional(),
  importCharacters: z.boolean().optional(),
});
export type SettingsInput = z.infer<typeof batchSettings>;

/** The settings that are defined. */
export function definedSettings(settings: SettingsInput): BatchSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as BatchSettings;
}

/** The defined settings. @throws HttpError 400 naming a setting that does not apply to the project type. */
export function applicableSettings(settings: SettingsInput, type: ProjectType): BatchSettings {
  const [violation] = checkSettings(type, settings);
  if (violation) throw invalid(violation.field, `does not apply to ${type} projects`);
  return definedSettings(settings);
}

/** Whether voices are assigned automatically to the characters of a batch; default true where it applies. */
export function isAutoCast(settings: BatchSettings, type: ProjectType): boolean {
  return settingAvailability.autoCasting.includes(type) && (settings.autoCasting ?? true) === true;
}

/** The separator of speaker and text in an .srt script, if the settings define it. */
export function separatorOf(settings: BatchSettings): string | undefined {
  const { sourceSpeakerSeparator: separator } = settings;
  return typeof separator === "string" ? separator : undefined;
}
