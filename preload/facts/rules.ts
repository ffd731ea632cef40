/**
 * Rules of the interface, checked by the window during input, by the main process before sending, and by the local
 * service on each request: one implementation without schemas, so that each side can import it. A violation names
 * its rule; each side has its own text for it.
 */
import type { BatchDraft } from "../contract/projects";
import type { Batch, BatchSettings, ProjectType, Translation } from "../model/resources";
import { batchSettingFacts, factsOfSetting, settingApplies, settingNames } from "./batch-settings";
import { projectTypeFacts, projectTypes } from "./project-types";
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
  | "not-a-location" // neither a URL nor a path of the gallery
  | "not-a-url"
  | "not-http" // a URL of another scheme
  | "user-in-url"
  | "not-applicable" // to this type of project
  | "out-of-range"
  | "not-a-language"
  | "not-an-email"
  | "not-of-project" // a language that the project does not have
  | "doubled"
  | "no-text-in-language"; // a target script without a text column in its language

/** A violation of a rule by a field. Fields are named as in the interface: "settings.noOfSpeakers", "targetLanguages[2]". */
export interface Broken {
  field: string;
  rule: Rule;
}

/** Characters of a name. */
export const maxNameLength = 500;
export const maxAlternativeTakes = batchSettingFacts.noOfAlternativeTakes.max;
export const maxSeparatorLength = batchSettingFacts.sourceSpeakerSeparator.maxLength;
/** Characters; pre-signed URLs have some two thousand. */
const maxUrlLength = 8192;
/** Bytes of UTF-8. */
const maxPathBytes = 1024;

/** The known project type with this name; null for an unknown type of the service. */
export const knownType = (type: string | undefined): ProjectType | null =>
  projectTypes.find((one) => one === type) ?? null;

/** Why a name cannot be taken, or null. */
export function nameRule(name: string): Rule | null {
  const text = name.normalize("NFC").trim();
  if (text === "") return "required";
  if (text.length > maxNameLength) return "too-long";
  if (/\p{Cc}/u.test(text)) return "control-character";
  return /\p{Surrogate}/u.test(text) ? "not-well-formed" : null;
}

/**
 * What is an address and no gallery path: anything with "//" after its scheme, the schemes that do without, and the
 * drives of Windows. A file of the gallery may have a colon in its name ("Scene 1: intro.mp4"), and keeps it.
 */
const address =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|[a-z]:\/|(?:about|blob|cid|data|file|filesystem|ftps?|gs|https?|javascript|mailto|s3|sftp|smb|urn|wss?):)/i;

/** Whether a text is meant as a URL, and not as a path of the gallery. */
export const isAddress = (text: string): boolean => address.test(text.trim());

const maxEmailLength = 320;
/** Why an e-mail address cannot be taken, or null. */
export function emailRule(email: string): Rule | null {
  const text = email.trim();
  if (text === "") return "required";
  if (text.length > maxEmailLength) return "too-long";
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) ? null : "not-an-email";
}

/** Why a text is neither an http(s) URL nor a path of the gallery, or null. "" is "required". */
export function locationRule(text: string): Rule | null {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  return isAddress(trimmed) ? urlRule(trimmed) : pathRule(trimmed);
}

/** Why a text is no path of a file in the gallery (interface-notes § Answers to be tolerant of), or null. */
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

/** Why a text is no http(s) URL, or null. */
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

/** UTF-8, counted without an encoder: this file knows neither Node nor a DOM. */
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
 * A URL that stands for a local script while a draft is checked: `scriptPath` is a URL (interface §4.2), and the
 * script store assigns the real one later. The extension is kept, since `needsLanguageCode` depends on it.
 */
export function scriptStandIn(fileName: string): string {
  const extension = /\.[a-z0-9]{1,10}$/i.exec(fileName.trim())?.[0] ?? "";
  return `https://script.invalid/script${extension.toLowerCase()}`;
}

/** A gallery path that stands for a local video while a draft is checked; the upload assigns the real one later. */
export function videoStandIn(fileName: string): string {
  return `video${(/\.[^.\\/]+$/.exec(fileName)?.[0] ?? "").toLowerCase()}`;
}

/** Whether a script needs a language code, by its file name (interface §4.2): .docx, .txt, .pdf, .srt. */
export function needsLanguageCode(location: string): boolean {
  return scriptTypeOf(fileNameOf(location))?.namesLanguage === false;
}

/** The project of a new batch; undefined lists are not checked. */
export interface BatchPlace {
  type: ProjectType;
  /** Ids of every language of the catalogue. */
  catalogueLanguages?: readonly string[] | undefined;
  /** Ids of the project's source and target languages. */
  projectLanguages?: readonly string[] | undefined;
}

/** Every rule that a new batch breaks (interface §4.2, §2.3). */
export function checkBatch(place: BatchPlace, draft: BatchDraft): Broken[] {
  const broken: Broken[] = [];
  const add = (field: string, rule: Rule | null) => {
    if (rule) broken.push({ field, rule });
  };
  const takes = projectTypeFacts[place.type];
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
    if (!isIn(place.catalogueLanguages)) add("languageCode", "not-a-language");
    else if (!isIn(place.projectLanguages)) add("languageCode", "not-of-project");
  }
  return [...broken, ...checkSettings(place.type, draft.settings)];
}

/** Every rule that the settings of a batch break in a project of this type (interface §2.3). */
export function checkSettings(type: ProjectType, settings: BatchSettings): Broken[] {
  const broken: Broken[] = [];
  const given = settingNames.filter((name) => settings[name] !== undefined);
  for (const name of given) {
    if (!settingApplies(name, type))
      broken.push({ field: `settings.${name}`, rule: "not-applicable" });
  }
  for (const name of given) {
    if (!isInRange(factsOfSetting(name), settings[name]))
      broken.push({ field: `settings.${name}`, rule: "out-of-range" });
  }
  return broken;
}

function isInRange(facts: ReturnType<typeof factsOfSetting>, value: unknown): boolean {
  if (facts.type === "integer")
    return Number.isInteger(value) && Number(value) >= facts.min && Number(value) <= facts.max;
  if (facts.type === "text")
    return typeof value === "string" && value !== "" && value.length <= facts.maxLength;
  return true;
}

/** A project as it is to be created. */
export interface ProjectDraft {
  name: string;
  type: ProjectType;
  model: string;
  /** Null for none. */
  sourceLanguage: string | null;
  targetLanguages: readonly string[];
}

/** Every rule that a new project breaks (interface §4.3). */
export function checkProject(draft: ProjectDraft): Broken[] {
  const broken: Broken[] = [];
  const name = nameRule(draft.name);
  if (name) broken.push({ field: "name", rule: name });
  if (draft.model === "") broken.push({ field: "model", rule: "required" });
  if (draft.sourceLanguage === null && projectTypeFacts[draft.type].sourceLanguage === "required")
    broken.push({ field: "sourceLanguage", rule: "required" });
  if (draft.targetLanguages.length === 0)
    broken.push({ field: "targetLanguages", rule: "required" });
  draft.targetLanguages.forEach((id, index) => {
    if (draft.targetLanguages.indexOf(id) !== index)
      broken.push({ field: `targetLanguages[${index}]`, rule: "doubled" });
  });
  return broken;
}

/** Whether a project is in the archive, however the service writes that. */
export const isArchived = ({ status }: { status: string }): boolean =>
  status.trim().toLowerCase() === "archived";

const failures = ["failed", "failure", "error", "errored", "aborted", "cancelled", "canceled"];

/** Whether a status means failure. The service's statuses are not documented; these are likely ones. */
export const isFailure = (status: string) => failures.includes(status.trim().toLowerCase());

/** Whether a language of a batch has failed. */
export const isFailed = ({ isCompleted, status }: Translation) => !isCompleted && isFailure(status);

/**
 * How far a language of a batch is, from 0 to 100. The service says it of the whole batch: what its complete
 * languages leave of that is shared by the others.
 */
export function languagePercentage(batch: Batch, translation: Translation): number {
  if (translation.isCompleted || batch.group === "done") return 100;
  const all = batch.translations.length;
  const completed = batch.translations.filter(({ isCompleted }) => isCompleted).length;
  const left = (batch.completionPercentage * all - 100 * completed) / (all - completed);
  return Math.min(100, Math.max(0, left));
}

/** The message of a row of a bulk request whose answer was lost, where no batch of its name has appeared. */
export const notAppeared = "not-appeared";
