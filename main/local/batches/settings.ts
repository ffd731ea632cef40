/** The settings of a batch (interface §2.3): their values, defaults, and the project types they apply to. */
import { z } from "zod";
import { invalid } from "../problem";
import type { BatchSettings } from "../store/batch-port";
import type { ProjectType } from "../store/project-port";

const maxSpeakers = 1000;

/** As they are given; a name that is none of these is refused. "removeBackgroud" is spelled exactly so. */
export const batchSettings = z.strictObject({
  automaticInference: z.boolean().optional(),
  noOfAlternativeTakes: z.int().min(0).max(2).optional(),
  autoCasting: z.boolean().optional(),
  removeBackgroud: z.boolean().optional(),
  automaticSpeakerDetection: z.boolean().optional(),
  noOfSpeakers: z.int().min(1).max(maxSpeakers).optional(),
  sourceSpeakerSeparator: z.string().min(1).max(20).optional(),
  importText: z.boolean().optional(),
  importTiming: z.boolean().optional(),
  importCharacters: z.boolean().optional(),
});
export type GivenSettings = z.infer<typeof batchSettings>;
type SettingName = keyof GivenSettings;

const all: readonly ProjectType[] = ["line-dubbing", "media-dubbing", "audio-production"];
const media: readonly ProjectType[] = ["media-dubbing"];

const availability: Readonly<Record<SettingName, readonly ProjectType[]>> = {
  automaticInference: all,
  noOfAlternativeTakes: all,
  autoCasting: ["media-dubbing", "line-dubbing"],
  removeBackgroud: media,
  automaticSpeakerDetection: media,
  noOfSpeakers: media,
  sourceSpeakerSeparator: ["audio-production", "media-dubbing"],
  importText: media,
  importTiming: media,
  importCharacters: media,
};

/** The settings that were given, and nothing else. @throws HttpProblem 400 naming one that does not apply. */
export function applicableSettings(settings: GivenSettings, type: ProjectType): BatchSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  for (const [name] of given) {
    if (!availability[name as SettingName].includes(type))
      throw invalid(`settings.${name}`, `does not apply to ${type} projects`);
  }
  return Object.fromEntries(given) as BatchSettings;
}

/** Whether voices are chosen for the characters of a batch: by default where that is available. */
export function isAutoCast(settings: BatchSettings, type: ProjectType): boolean {
  return availability.autoCasting.includes(type) && (settings.autoCasting ?? true) === true;
}

/** What stands between speaker and text in an .srt script, where it was given. */
export function separatorOf(settings: BatchSettings): string | undefined {
  const { sourceSpeakerSeparator: separator } = settings;
  return typeof separator === "string" ? separator : undefined;
}
