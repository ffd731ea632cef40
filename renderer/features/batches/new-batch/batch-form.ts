import { factsOfType } from "../../../../preload/facts/project-types";
import type { BatchOrigin, KnownSource } from "../../../../preload/contract/batch-origin";
import { isSubtitles, scriptTypeOf } from "../../../../preload/facts/script-formats";
import type { BatchLanguage, BatchRequest, Source } from "../../../../preload/contract/outbox";
import type { BatchSettings, ProjectType } from "../../../../preload/model/resources";
import { settingApplies, settingDefaults } from "../../../../preload/facts/batch-settings";
import {
  scriptStandIn,
  videoStandIn,
  type BatchDraft,
  type Violation,
} from "../../../../preload/facts/rules";
import { knownFields } from "../../../app/forms/form-drafts.svelte";

/** The settings that always have a value: the interface's default until changed. */
type SetSettings = {
  -readonly [N in keyof typeof settingDefaults]: (typeof settingDefaults)[N] extends boolean
    ? boolean
    : number;
};
/** The boolean settings. */
export type SwitchName = {
  [N in keyof SetSettings]: SetSettings[N] extends boolean ? N : never;
}[keyof SetSettings];

/** The form values of a batch; fields that do not apply to the project type are not sent. */
export interface BatchForm {
  name: string;
  scriptPath: string;
  /** The path of a local script, used instead of scriptPath; "" for none. */
  scriptFile: string;
  videoPath: string;
  /** The path of a local video, used instead of videoPath; "" for none. */
  videoFile: string;
  /** The gallery folder that local files are uploaded to, as typed. */
  targetFolder: string;
  /** "" for none. */
  languageCode: string;
  settings: SetSettings;
  /** As typed: "" for none. */
  noOfSpeakers: string;
  soundTrack: string;
  /** A path in the gallery, as typed: "" for none. */
  bedPath: string;
  /** "" for none. Spaces are significant. */
  sourceSpeakerSeparator: string;
  /** Which kinds of text of a local script are lines, as in `formatKinds`; "" for the defaults. */
  lineKinds: string;
  /** Local scripts of other languages, which are added to the batch. */
  targets: TargetForm[];
}

/** A local script in another language of a new batch. */
export interface TargetForm {
  /** "" until it is chosen. */
  languageId: string;
  scriptFile: string;
}

const emptyTarget: TargetForm = { languageId: "", scriptFile: "" };

/** As in the rules of languages that are added to a batch. */
export const targetField = (index: number, name: "languageId" | "scriptPath" = "languageId") =>
  `languages[${index}].${name}`;

/** The rules that the languages of other scripts break. */
export function checkTargets({ languageCode, targets }: BatchForm): Violation[] {
  const violations: Violation[] = [];
  targets.forEach(({ languageId }, index) => {
    const field = targetField(index);
    const isDuplicate =
      languageId === languageCode ||
      targets.some((other, at) => at < index && other.languageId === languageId);
    if (languageId === "") violations.push({ field, rule: "required" });
    else if (isDuplicate) violations.push({ field, rule: "duplicate" });
  });
  return violations;
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
  soundTrack: "",
  bedPath: "",
  sourceSpeakerSeparator: "",
  lineKinds: "",
  targets: [],
});

/** Whether a setting applies to projects of a type. */
export function applies(name: keyof BatchSettings, type: ProjectType): boolean {
  return settingApplies(name, type);
}

/** The settings that import from the script; they require one. */
export const importNames = ["importText", "importTiming", "importCharacters"] as const;
export const isImport = (name: string) => (importNames as readonly string[]).includes(name);

/** The settings that are sent: those that apply and differ from the interface's defaults. */
function changedSettings(type: ProjectType, form: BatchForm): BatchSettings {
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
  const track = form.soundTrack.trim();
  if (applies("soundTrack", type) && track !== "") settings.soundTrack = Number(track);
  const bed = form.bedPath.trim();
  if (applies("bedPath", type) && bed !== "") settings.bedPath = bed;
  if (applies("sourceSpeakerSeparator", type) && form.sourceSpeakerSeparator !== "")
    settings.sourceSpeakerSeparator = form.sourceSpeakerSeparator;
  return settings;
}

/** The last segment of a local path, with either separator. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The batch as it is sent, with placeholder names for local files. */
export function toDraft(type: ProjectType, form: BatchForm): BatchDraft {
  return {
    name: form.name.trim(),
    scriptPath: form.scriptFile === "" ? form.scriptPath.trim() : scriptStandIn(form.scriptFile),
    videoPath:
      factsOfType(type).video === "none"
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

/** A local script with the choice of kinds that are lines. */
export const withLineKinds = (source: Source, lineKinds: string): Source =>
  source.kind === "file" && lineKinds !== "" ? { ...source, lineKinds } : source;

/** The choice of kinds that are lines of a local script; "" for the defaults. */
export const lineKindsOf = (source: Source) =>
  source.kind === "file" ? (source.lineKinds ?? "") : "";

/** A script of another language is read as the script of the batch is. */
const toTarget =
  ({ sourceSpeakerSeparator, lineKinds }: BatchForm) =>
  ({ languageId, scriptFile }: TargetForm): BatchLanguage => ({
    languageId,
    script: withLineKinds({ kind: "file", path: scriptFile }, lineKinds),
    speakerSeparator: isSubtitles(scriptTypeOf(scriptFile)?.format) ? sourceSpeakerSeparator : "",
  });

/** The batch as input of the outbox, with its local files. */
export function toBatchRequest(type: ProjectType, form: BatchForm): BatchRequest {
  const { name, languageCode, settings } = toDraft(type, form);
  return {
    name,
    languageCode,
    settings,
    script: withLineKinds(sourceOf(form.scriptFile, form.scriptPath.trim()), form.lineKinds),
    video:
      factsOfType(type).video === "none"
        ? { kind: "none" }
        : sourceOf(form.videoFile, form.videoPath.trim()),
    ...(form.targets.length === 0 ? {} : { targets: form.targets.map(toTarget(form)) }),
  };
}

/** The form values of an outbox entry. */
export function fromBatchRequest(request: BatchRequest, targetFolder: string): BatchForm {
  const {
    noOfSpeakers,
    soundTrack,
    bedPath = "",
    sourceSpeakerSeparator = "",
    ...settings
  } = request.settings;
  const location = (source: Source) => (source.kind === "location" ? source.location : "");
  const file = (source: Source) => (source.kind === "file" ? source.path : "");
  const known = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    name: request.name,
    scriptPath: location(request.script),
    scriptFile: file(request.script),
    videoPath: location(request.video),
    videoFile: file(request.video),
    targetFolder,
    languageCode: request.languageCode,
    settings: { ...settingDefaults, ...Object.fromEntries(known) },
    noOfSpeakers: noOfSpeakers === undefined ? "" : String(noOfSpeakers),
    soundTrack: soundTrack === undefined ? "" : String(soundTrack),
    bedPath,
    sourceSpeakerSeparator,
    lineKinds: lineKindsOf(request.script),
    targets: (request.targets ?? []).flatMap(({ languageId, script }) =>
      script.kind === "file" ? [{ languageId, scriptFile: script.path }] : [],
    ),
  };
}

/** Fields of a form that are empty because the origin of the batch is unknown in this respect. */
export type UnknownField = "scriptPath" | "videoPath" | "languageCode" | "settings";

/** A form prefilled from the origin of another batch, and the fields that are unknown. */
export function fromOrigin(
  type: ProjectType,
  name: string,
  origin: BatchOrigin,
): { form: BatchForm; unknown: UnknownField[] } {
  const toSource = (source: KnownSource): Source =>
    source.kind === "name" || source.kind === "unknown" ? { kind: "none" } : source;
  const { script, video, languageCode, settings } = origin;
  const request: BatchRequest = {
    name,
    script: toSource(script),
    video: factsOfType(type).video === "none" ? { kind: "none" } : toSource(video),
    languageCode: languageCode ?? "",
    settings: Object.fromEntries(
      Object.entries(settings ?? {}).filter(([key]) => applies(key as keyof BatchSettings, type)),
    ),
  };
  const isUnknown = ({ kind }: KnownSource) => kind === "name" || kind === "unknown";
  const unknown: UnknownField[] = [];
  if (isUnknown(script)) unknown.push("scriptPath");
  if (factsOfType(type).video !== "none" && isUnknown(video)) unknown.push("videoPath");
  if (languageCode === null) unknown.push("languageCode");
  if (settings === null) unknown.push("settings");
  return { form: fromBatchRequest(request, origin.targetFolder), unknown };
}

/** Parses a form saved on disk, possibly by another version; null if it is not a form. */
export function readForm(stored: unknown): BatchForm | null {
  const form = knownFields(emptyForm(), stored);
  const settings = form && knownFields<SetSettings>({ ...settingDefaults }, form.settings);
  if (!form || !settings) return null;
  const targets = form.targets.flatMap((one) => knownFields(emptyTarget, one) ?? []);
  return { ...form, settings, targets };
}

/** The names of the fields that the form shows. */
export const fieldNamesOf = (form: BatchForm, draft: BatchDraft): string[] => [
  "name",
  "scriptPath",
  "videoPath",
  "languageCode",
  "targetFolder",
  ...form.targets.flatMap((_target, index) => [
    targetField(index),
    targetField(index, "scriptPath"),
  ]),
  ...Object.keys(draft.settings).map((name) => `settings.${name}`),
];
