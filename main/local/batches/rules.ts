/** What a new batch must be, by the type of its project (interface §4.2). */
import { requireLanguage, shortened } from "../catalogue/lookup";
import { invalid } from "../problem";
import type { NewBatch } from "../store/batch-port";
import type { ProjectRow } from "../store/project-port";
import { needsLanguageCode, requireLocation } from "./locations";
import { applicableSettings, type GivenSettings } from "./settings";

/** A request for a batch, as it came. */
export interface BatchRequest {
  name: string;
  scriptPath?: string | undefined;
  videoPath?: string | undefined;
  languageCode?: string | undefined;
  settings?: GivenSettings | undefined;
}

/** Where a batch is created: the project, and its target languages. */
export interface BatchPlace {
  project: ProjectRow;
  languages: readonly string[];
}

/**
 * The batch that a request asks for, under an id. It speaks every language of its project: the source language, if
 * there is one, and all the target languages of that moment.
 * @throws HttpProblem 400 naming the field that breaks a rule.
 */
export function planBatch(place: BatchPlace, request: BatchRequest, id: string): NewBatch {
  const { project, languages } = place;
  const { type, sourceLanguage } = project;
  const { scriptPath, videoPath, languageCode } = request;
  if (scriptPath === undefined && type !== "media-dubbing")
    throw invalid("scriptPath", `is required for ${type} projects`);
  if (videoPath === undefined && type === "media-dubbing")
    throw invalid("videoPath", "is required for media-dubbing projects");
  if (videoPath !== undefined && type === "line-dubbing")
    throw invalid("videoPath", "does not apply to line-dubbing projects");
  const script = scriptPath === undefined ? null : requireLocation("scriptPath", scriptPath);
  if (script !== null && languageCode === undefined && needsLanguageCode(script))
    throw invalid("languageCode", "is required for .docx, .txt, .pdf and .srt scripts");
  const language =
    languageCode === undefined ? null : requireLanguage("languageCode", languageCode);
  if (language !== null && language !== sourceLanguage && !languages.includes(language))
    throw invalid("languageCode", `"${shortened(language)}" is not a language of the project`);
  const targets = languages.filter((languageId) => languageId !== sourceLanguage);
  return {
    id,
    projectId: project.id,
    name: request.name,
    scriptPath: script,
    videoPath: videoPath === undefined ? null : requireLocation("videoPath", videoPath),
    languageCode: language,
    settings: applicableSettings(request.settings ?? {}, type),
    translations: [
      ...(sourceLanguage === null ? [] : [{ languageId: sourceLanguage, type: "source" as const }]),
      ...targets.map((languageId) => ({ languageId, type: "target" as const })),
    ],
  };
}
