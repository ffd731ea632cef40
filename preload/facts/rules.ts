/**
 * Rules of the interface, checked by the window during input, by the main process before sending,
 * and by the local service on each request: one implementation without schemas, so that each side
 * can import it. A violation names its rule; each side has its own text for it.
 */
import {
  batchSettingFacts,
  factsOfSetting,
  settingApplies,
  settingNames,
  type BatchSettings,
} from "./batch-settings";
import { projectTypeFacts, projectTypes, type ProjectType } from "./project-types";
import { scriptTypeOf } from "./script-formats";

/** A global of Node.js and of the DOM; neither library is available here. */
declare const URL: new (text: string) => {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
};

export type Rule =
  | "required"
  | "too-long"
  | "control-character"
  | "not-well-formed"
  | "not-a-location" // neither a URL nor a gallery path
  | "not-a-url"
  | "not-http" // a URL with another scheme
  | "user-in-url"
  | "colon" // a user name with a colon
  | "not-applicable" // not applicable to this project type
  | "out-of-range"
  | "not-a-language"
  | "not-an-email"
  | "not-of-project" // a language that the project does not have
  | "duplicate"
  | "same-as-video" // the music and effects are the video, whose sound has the original voices
  | "no-text-in-language"; // a target script has no text column in its language

/**
 * A field that violates a rule. Field names as in the interface: "settings.noOfSpeakers",
 * "targetLanguages[2]".
 */
export interface Violation {
  field: string;
  rule: Rule;
}

/** The maximum length of a name in characters. */
export const maxNameLength = 500;
export const maxAlternativeTakes = batchSettingFacts.noOfAlternativeTakes.max;
export const maxSeparatorLength = batchSettingFacts.sourceSpeakerSeparator.maxLength;
/** In characters. Pre-signed URLs have about 2,000. */
const maxUrlLength = 8192;
/** Maximum length of a path, in bytes of UTF-8. */
const maxPathBytes = 1024;

/** The known project type with this name; null for an unknown type of the service. */
export const knownType = (type: string | undefined): ProjectType | null =>
  projectTypes.find((one) => one === type) ?? null;

/** The rule that a name violates, or null. */
export function nameRule(name: string): Rule | null {
  const text = name.normalize("NFC").trim();
  if (text === "") return "required";
  if (text.length > maxNameLength) return "too-long";
  if (/\p{Cc}/u.test(text)) return "control-character";
  return /\p{Surrogate}/u.test(text) ? "not-well-formed" : null;
}

/**
 * Whether a text is treated as a URL and not as a gallery path: a scheme followed by "//", which no
 * gallery path contains. The name of a gallery file or folder may begin like any other URL ("About:
 * x.mp4", "C:/x.mp4").
 */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim());

const addressLike =
  /^(?:[a-z]:\/|(?:about|blob|cid|data|file|filesystem|ftps?|gs|https?|javascript|mailto|s3|sftp|smb|urn|wss?):)/i;
/**
 * Whether a text is a URL, or begins like one or like a path of Windows: unless the gallery has it,
 * it is no gallery path.
 */
export const resemblesAddress = (text: string): boolean =>
  isAddress(text) || addressLike.test(text.trim());

const maxEmailLength = 320;
/** The rule that an e-mail address violates, or null. */
export function emailRule(email: string): Rule | null {
  const text = email.trim();
  if (text === "") return "required";
  if (text.length > maxEmailLength) return "too-long";
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) ? null : "not-an-email";
}

/**
 * The rule that a text violates as an HTTP(S) URL or gallery path, or null. "" violates "required".
 */
export function locationRule(text: string): Rule | null {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  return isAddress(trimmed) ? urlRule(trimmed) : pathRule(trimmed);
}

/**
 * The rule that a text violates as a gallery path of a file (interface-notes § Answers to be
 * tolerant of), or null.
 */
export function pathRule(text: string): Rule | null {
  const path = text.normalize("NFC");
  if (/\p{Surrogate}/u.test(path)) return "not-well-formed";
  if (bytesOf(path) > maxPathBytes) return "too-long";
  if (/\p{Cc}/u.test(path)) return "control-character";
  const segments = path.split("/");
  const isPath =
    !path.includes("\\") && segments.every((segment) => !["", ".", ".."].includes(segment));
  return isPath ? null : "not-a-location";
}

/** The rule that a text violates as an HTTP(S) URL, or null. */
export function urlRule(text: string): Rule | null {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  if (trimmed.length > maxUrlLength) return "too-long";
  let url: InstanceType<typeof URL>;
  try {
    url = new URL(trimmed);
  } catch {
    return "not-a-url";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return "not-http";
  return url.username === "" && url.password === "" ? null : "user-in-url";
}

/**
 * The length in UTF-8. No encoder is used, because neither Node.js nor DOM types are available
 * here.
 */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The file name at the end of a URL's path or of a gallery path. */
export function fileNameOf(location: string): string {
  const trimmed = location.trim();
  const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  if (!isAddress(trimmed)) return lastOf(trimmed);
  let last: string;
  try {
    last = lastOf(new URL(trimmed).pathname);
  } catch {
    return "";
  }
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/**
 * A placeholder URL for a local script while a draft is validated: `scriptPath` is a URL (interface
 * §4.2), and the script store assigns the real one later. It has the same extension, because
 * `needsLanguageCode` depends on it.
 */
export function scriptStandIn(fileName: string): string {
  const extension = /\.[a-z0-9]{1,10}$/i.exec(fileName.trim())?.[0] ?? "";
  return `https://script.invalid/script${extension.toLowerCase()}`;
}

/**
 * A placeholder gallery path for a local video while a draft is validated. The upload assigns the
 * real one later.
 */
export function videoStandIn(fileName: string): string {
  return `video${(/\.[^.\\/]+$/.exec(fileName)?.[0] ?? "").toLowerCase()}`;
}

/**
 * Whether a script with this file name requires a language code (interface §4.2): .docx, .txt,
 * .pdf, .srt.
 */
export function needsLanguageCode(location: string): boolean {
  return scriptTypeOf(fileNameOf(location))?.namesLanguage === false;
}

/** A batch to create (interface §4.2). A location or language that is "" is not specified. */
export interface BatchDraft {
  name: string;
  scriptPath: string;
  videoPath: string;
  languageCode: string;
  settings: BatchSettings;
}

/** The project of a new batch. Lists that are undefined are not checked. */
export interface BatchProject {
  type: ProjectType;
  /** Ids of all languages of the catalogue. */
  catalogueLanguages?: readonly string[] | undefined;
  /** Ids of the project's source and target languages. */
  projectLanguages?: readonly string[] | undefined;
}

/** All rules that a new batch violates (interface §4.2, §2.3). */
export function checkBatch(project: BatchProject, draft: BatchDraft): Violation[] {
  const violations: Violation[] = [];
  const add = (field: string, rule: Rule | null) => {
    if (rule) violations.push({ field, rule });
  };
  const takes = projectTypeFacts[project.type];
  add("name", nameRule(draft.name));
  if (draft.scriptPath !== "") add("scriptPath", urlRule(draft.scriptPath));
  else if (takes.script === "required") add("scriptPath", "required");
  if (takes.video === "none") {
    if (draft.videoPath !== "") add("videoPath", "not-applicable");
  } else if (draft.videoPath !== "") add("videoPath", locationRule(draft.videoPath));
  else if (takes.video === "required") add("videoPath", "required");
  if (draft.languageCode === "") {
    if (draft.scriptPath !== "" && needsLanguageCode(draft.scriptPath))
      add("languageCode", "required");
  } else {
    const id = draft.languageCode.trim().toLowerCase();
    const isIn = (ids: readonly string[] | undefined) =>
      ids === undefined || ids.some((other) => other.toLowerCase() === id);
    if (!isIn(project.catalogueLanguages)) add("languageCode", "not-a-language");
    else if (!isIn(project.projectLanguages)) add("languageCode", "not-of-project");
  }
  violations.push(...checkSettings(project.type, draft.settings));
  const { bedPath } = draft.settings;
  if (bedPath !== undefined && isSamePath(bedPath, draft.videoPath))
    add("settings.bedPath", "same-as-video");
  return violations;
}

const isSamePath = (one: string, other: string): boolean =>
  one.trim().normalize("NFC") === other.trim().normalize("NFC");

/** All rules that the settings of a batch violate in a project of this type (interface §2.3). */
export function checkSettings(type: ProjectType, settings: BatchSettings): Violation[] {
  const violations: Violation[] = [];
  const given = settingNames.filter((name) => settings[name] !== undefined);
  for (const name of given) {
    if (!settingApplies(name, type))
      violations.push({ field: `settings.${name}`, rule: "not-applicable" });
  }
  for (const name of given) {
    const facts = factsOfSetting(name);
    const value = settings[name];
    if (!isInRange(facts, value))
      violations.push({ field: `settings.${name}`, rule: "out-of-range" });
    else if (facts.type === "text" && facts.isGalleryPath && !isGalleryPath(String(value)))
      violations.push({ field: `settings.${name}`, rule: "not-a-location" });
  }
  return violations;
}

const isGalleryPath = (text: string): boolean =>
  !isAddress(text.trim()) && locationRule(text) === null;

function isInRange(facts: ReturnType<typeof factsOfSetting>, value: unknown): boolean {
  if (facts.type === "integer")
    return Number.isInteger(value) && Number(value) >= facts.min && Number(value) <= facts.max;
  if (facts.type === "text")
    return typeof value === "string" && value !== "" && value.length <= facts.maxLength;
  return true;
}

/** A project to create. */
export interface ProjectDraft {
  name: string;
  type: ProjectType;
  model: string;
  /** Null for none. */
  sourceLanguage: string | null;
  targetLanguages: readonly string[];
}

/** All rules that a new project violates (interface §4.3). */
export function checkProject(draft: ProjectDraft): Violation[] {
  const violations: Violation[] = [];
  const name = nameRule(draft.name);
  if (name) violations.push({ field: "name", rule: name });
  if (draft.model === "") violations.push({ field: "model", rule: "required" });
  if (draft.sourceLanguage === null && projectTypeFacts[draft.type].sourceLanguage === "required")
    violations.push({ field: "sourceLanguage", rule: "required" });
  if (draft.targetLanguages.length === 0)
    violations.push({ field: "targetLanguages", rule: "required" });
  draft.targetLanguages.forEach((id, index) => {
    if (draft.targetLanguages.indexOf(id) !== index)
      violations.push({ field: `targetLanguages[${index}]`, rule: "duplicate" });
  });
  return violations;
}

/** Whether a project is archived. Case and surrounding white space of the status are ignored. */
export const isArchived = ({ status }: { status: string }): boolean =>
  status.trim().toLowerCase() === "archived";

const failures = ["failed", "failure", "error", "errored", "aborted", "cancelled", "canceled"];

/**
 * Whether a status means failure. The statuses of the service are not documented; these are likely
 * values.
 */
export const isFailure = (status: string) => failures.includes(status.trim().toLowerCase());

/** How far a language of a batch is. */
interface LanguageState {
  isCompleted: boolean;
  status: string;
}
interface BatchState {
  /** Progress of the whole batch, from 0 to 100. */
  completionPercentage: number;
  translations: readonly LanguageState[];
}

/** Whether a language of a batch has failed. */
export const isFailed = ({ isCompleted, status }: LanguageState) =>
  !isCompleted && isFailure(status);

/**
 * The progress of a language of a batch, from 0 to 100. The service returns only the progress of
 * the whole batch. The part that the completed languages do not account for is distributed equally
 * among the others.
 */
export function languagePercentage(batch: BatchState, translation: LanguageState): number {
  if (translation.isCompleted) return 100;
  const all = batch.translations.length;
  const completed = batch.translations.filter(({ isCompleted }) => isCompleted).length;
  const left = (batch.completionPercentage * all - 100 * completed) / (all - completed);
  return Math.min(100, Math.max(0, left));
}

/**
 * The message of a bulk request's row if the response was lost and no batch of its name has
 * appeared.
 */
export const notAppeared = "not-appeared";
