import type { BatchDraft } from "../../../preload/calls/projects";
import type { BatchSettings, ProjectType } from "../../../preload/resources";
import { settingAvailability, settingDefaults } from "../../../preload/rules";

/** The settings that are always something: the interface's default until they are changed. */
export type SetSettings = {
  -readonly [N in keyof typeof settingDefaults]: (typeof settingDefaults)[N] extends boolean
    ? boolean
    : number;
};
/** Those that are on or off. */
export type SwitchName = {
  [N in keyof SetSettings]: SetSettings[N] extends boolean ? N : never;
}[keyof SetSettings];

/** A batch as it is filled in; what does not apply to the project's type is not sent. */
export interface BatchForm {
  name: string;
  scriptPath: string;
  videoPath: string;
  /** "" for none. */
  languageCode: string;
  settings: SetSettings;
  /** As typed: "" for none. */
  noOfSpeakers: string;
  /** "" for none; a space can be one, or a part of it. */
  sourceSpeakerSeparator: string;
}

export const emptyForm = (): BatchForm => ({
  name: "",
  scriptPath: "",
  videoPath: "",
  languageCode: "",
  settings: { ...settingDefaults },
  noOfSpeakers: "",
  sourceSpeakerSeparator: "",
});

/** Whether a setting applies to projects of a type. */
export function applies(name: keyof BatchSettings, type: ProjectType): boolean {
  return settingAvailability[name].includes(type);
}

/** What is taken from the script needs one. */
export const importNames = ["importText", "importTiming", "importCharacters"] as const;
const isImport = (name: string) => (importNames as readonly string[]).includes(name);

/** The settings that are sent: those that apply and differ from the interface's defaults. */
export function changedSettings(type: ProjectType, form: BatchForm): BatchSettings {
  const hasScript = form.scriptPath.trim() !== "";
  const changed = Object.entries(form.settings).filter(
    ([name, value]) =>
      applies(name as keyof SetSettings, type) &&
      value !== settingDefaults[name as keyof SetSettings] &&
      (hasScript || !isImport(name)),
  );
  const settings: BatchSettings = Object.fromEntries(changed);
  const speakers = form.noOfSpeakers.trim();
  if (applies("noOfSpeakers", type) && !form.settings.automaticSpeakerDetection && speakers !== "")
    settings.noOfSpeakers = Number(speakers);
  if (applies("sourceSpeakerSeparator", type) && form.sourceSpeakerSeparator !== "")
    settings.sourceSpeakerSeparator = form.sourceSpeakerSeparator;
  return settings;
}

/** The batch as it is sent. */
export function toDraft(type: ProjectType, form: BatchForm): BatchDraft {
  return {
    name: form.name.trim(),
    scriptPath: form.scriptPath.trim(),
    videoPath: type === "line-dubbing" ? "" : form.videoPath.trim(),
    languageCode: form.languageCode,
    settings: changedSettings(type, form),
  };
}

/** What was filled in and not yet created, by project: the page that was left begins where it was. */
const kept = new Map<string, BatchForm>();
const keyOf = (workspaceId: string, projectId: string) => JSON.stringify([workspaceId, projectId]);

export function keptForm(workspaceId: string, projectId: string): BatchForm | undefined {
  return kept.get(keyOf(workspaceId, projectId));
}

/** Keeps a form; null forgets it. */
export function keepForm(workspaceId: string, projectId: string, form: BatchForm | null): void {
  if (form === null) kept.delete(keyOf(workspaceId, projectId));
  else kept.set(keyOf(workspaceId, projectId), form);
}
