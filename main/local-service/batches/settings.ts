/**
 * The settings of a batch (interface §2.3): values, defaults, and the project types to which they
 * apply.
 */
import { settingApplies } from "../../../preload/facts/batch-settings";
import { checkSettings } from "../../../preload/facts/rules";
import { invalid } from "../common/http-error";
import type { BatchSettings } from "../rows/batches/batch-port";
import type { SettingsInput } from "../rows/batches/settings-schema";
import type { ProjectType } from "../rows/projects/project-port";

/** The settings that are defined. */
export function definedSettings(settings: SettingsInput): BatchSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as BatchSettings;
}

/**
 * The defined settings.
 * @throws HttpError 400 naming a setting that does not apply to the project type.
 */
export function applicableSettings(settings: SettingsInput, type: ProjectType): BatchSettings {
  const [violation] = checkSettings(type, settings);
  if (violation) throw invalid(violation.field, `does not apply to ${type} projects`);
  return definedSettings(settings);
}

/**
 * Whether voices are assigned automatically to the characters of a batch; default true where it
 * applies.
 */
export function isAutoCast(settings: BatchSettings, type: ProjectType): boolean {
  return settingApplies("autoCasting", type) && (settings.autoCasting ?? true) === true;
}

/** The separator of speaker and text in an .srt script, if the settings define it. */
export function separatorOf(settings: BatchSettings): string | undefined {
  const { sourceSpeakerSeparator: separator } = settings;
  return typeof separator === "string" ? separator : undefined;
}
