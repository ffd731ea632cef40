/** The settings of a batch (interface §2.3): their values, defaults, and the project types they apply to. */
import { z } from "zod";
import {
  checkSettings,
  maxAlternativeTakes,
  maxSeparatorLength,
  maxSpeakers,
  settingAvailability,
} from "../../../preload/facts/rules";
import { invalid } from "../problem";
import type { BatchSettings } from "../rows/batch-port";
import type { ProjectType } from "../rows/project-port";

/** As they are given; a name that is none of these is refused. "removeBackgroud" is spelled exactly so. */
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
export type GivenSettings = z.infer<typeof batchSettings>;

/** The settings that were given, and nothing else. */
export function givenSettings(settings: GivenSettings): BatchSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as BatchSettings;
}

/** The same, for a project type. @throws HttpProblem 400 naming one that does not apply. */
export function applicableSettings(settings: GivenSettings, type: ProjectType): BatchSettings {
  const [broken] = checkSettings(type, settings);
  if (broken) throw invalid(broken.field, `does not apply to ${type} projects`);
  return givenSettings(settings);
}

/** Whether voices are chosen for the characters of a batch: by default where that is available. */
export function isAutoCast(settings: BatchSettings, type: ProjectType): boolean {
  return settingAvailability.autoCasting.includes(type) && (settings.autoCasting ?? true) === true;
}

/** What stands between speaker and text in an .srt script, where it was given. */
export function separatorOf(settings: BatchSettings): string | undefined {
  const { sourceSpeakerSeparator: separator } = settings;
  return typeof separator === "string" ? separator : undefined;
}
