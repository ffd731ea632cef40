import type { BatchDraft } from "../../../preload/contract/projects";
import type { BatchOrigin, KnownSource } from "../../../preload/contract/batch-origin";
import type { BatchRequest, Source } from "../../../preload/contract/outbox";
import type { BatchSettings, ProjectType } from "../../../preload/model/resources";
import { scriptStandIn, settingAvailability, settingDefaults } from "../../../preload/facts/rules";
import { likeEmpty } from "../../app/form-drafts.svelte";

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
  /** A script of this computer, in the place of scriptPath; "" for none. */
  scriptFile: string;
  videoPath: string;
  /** A video of this computer, in the place of videoPath; "" for none. */
  videoFile: string;
  /** Where in the gallery files of this computer go, as typed. */
  targetFolder: string;
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
  scriptFile: "",
  videoPath: "",
  videoFile: "",
  targetFolder: "",
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
export const isImport = (name: string) => (importNames as readonly string[]).includes(name);

/** The settings that are sent: those that apply and differ from the interface's defaults. */
export function changedSettings(type: ProjectType, form: BatchForm): BatchSettings {
  const hasScript = form.scriptFile !== "" || form.scriptPath.trim() !== "";
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

/** The last part of a path of this computer. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
/** The gallery path that stands for a local video until it is uploaded. */
const videoStandIn = (file: string) =>
  `video${(/\.[^.\\/]+$/.exec(file)?.[0] ?? "").toLowerCase()}`;

/** The batch as it is sent; a file of this computer has a name that stands for it. */
export function toDraft(type: ProjectType, form: BatchForm): BatchDraft {
  return {
    name: form.name.trim(),
    scriptPath: form.scriptFile === "" ? form.scriptPath.trim() : scriptStandIn(form.scriptFile),
    videoPath:
      type === "line-dubbing"
        ? ""
        : form.videoFile === ""
          ? form.videoPath.trim()
          : videoStandIn(form.videoFile),
    languageCode: form.languageCode,
    settings: changedSettings(type, form),
  };
}

const sourceOf = (file: string, location: string): Source =>
  file !== ""
    ? { kind: "file", path: file }
    : location === ""
      ? { kind: "none" }
      : { kind: "location", location };

/** The batch as the outbox takes it: with the files of this computer that it needs. */
export function toOrder(type: ProjectType, form: BatchForm): BatchRequest {
  const { name, languageCode, settings } = toDraft(type, form);
  return {
    name,
    languageCode,
    settings,
    script: sourceOf(form.scriptFile, form.scriptPath.trim()),
    video:
      type === "line-dubbing" ? { kind: "none" } : sourceOf(form.videoFile, form.videoPath.trim()),
  };
}

/** An order of the outbox as it was filled in. */
export function fromOrder(order: BatchRequest, targetFolder: string): BatchForm {
  const { noOfSpeakers, sourceSpeakerSeparator = "", ...settings } = order.settings;
  const location = (source: Source) => (source.kind === "location" ? source.location : "");
  const file = (source: Source) => (source.kind === "file" ? source.path : "");
  const known = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    name: order.name,
    scriptPath: location(order.script),
    scriptFile: file(order.script),
    videoPath: location(order.video),
    videoFile: file(order.video),
    targetFolder,
    languageCode: order.languageCode,
    settings: { ...settingDefaults, ...Object.fromEntries(known) },
    noOfSpeakers: noOfSpeakers === undefined ? "" : String(noOfSpeakers),
    sourceSpeakerSeparator,
  };
}

/** Fields of a form that are empty because the origin of the batch does not say them. */
export type UnknownField = "scriptPath" | "videoPath" | "languageCode" | "settings";

/** A form filled in from the origin of another batch, and the fields that are not known. */
export function fromOrigin(
  type: ProjectType,
  name: string,
  origin: BatchOrigin,
): { form: BatchForm; unknown: UnknownField[] } {
  const toSource = (source: KnownSource): Source =>
    source.kind === "name" || source.kind === "unknown" ? { kind: "none" } : source;
  const { script, video, languageCode, settings } = origin;
  const order: BatchRequest = {
    name,
    script: toSource(script),
    video: type === "line-dubbing" ? { kind: "none" } : toSource(video),
    languageCode: languageCode ?? "",
    settings: Object.fromEntries(
      Object.entries(settings ?? {}).filter(([key]) => applies(key as keyof BatchSettings, type)),
    ),
  };
  const isUnknown = ({ kind }: KnownSource) => kind === "name" || kind === "unknown";
  const unknown: UnknownField[] = [];
  if (isUnknown(script)) unknown.push("scriptPath");
  if (type !== "line-dubbing" && isUnknown(video)) unknown.push("videoPath");
  if (languageCode === null) unknown.push("languageCode");
  if (settings === null) unknown.push("settings");
  return { form: fromOrder(order, origin.targetFolder), unknown };
}

/** A form as it was kept on disk, perhaps by another version; null where it is none. */
export function readForm(kept: unknown): BatchForm | null {
  const form = likeEmpty(emptyForm(), kept);
  const settings = form && likeEmpty<SetSettings>({ ...settingDefaults }, form.settings);
  return form && settings && { ...form, settings };
}
