/** What a new batch must be, by the type of its project (interface §4.2). */
import { checkBatch, type Broken } from "../../../preload/facts/rules";
import { requireLanguage, shortened } from "../catalogue/lookup";
import { invalid } from "../problem";
import type { NewBatch } from "../rows/batch-port";
import type { ProjectRow } from "../rows/project-port";
import { requireLocation, requireUrl, ruleWords, urlWords } from "./locations";
import { givenSettings, type GivenSettings } from "./settings";

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
  for (const [field, text] of Object.entries({ scriptPath, videoPath, languageCode }))
    if (text?.trim() === "") throw invalid(field, ruleWords.required);
  const language =
    languageCode === undefined ? null : requireLanguage("languageCode", languageCode);
  const settings = givenSettings(request.settings ?? {});
  const [broken] = checkBatch(
    {
      type,
      projectLanguages: sourceLanguage === null ? languages : [sourceLanguage, ...languages],
    },
    {
      name: request.name,
      scriptPath: scriptPath ?? "",
      videoPath: videoPath ?? "",
      languageCode: language ?? "",
      settings,
    },
  );
  if (broken) throw refusal(broken, type, language);
  const targets = languages.filter((languageId) => languageId !== sourceLanguage);
  return {
    id,
    projectId: project.id,
    name: request.name,
    scriptPath: scriptPath === undefined ? null : requireUrl("scriptPath", scriptPath),
    videoPath: videoPath === undefined ? null : requireLocation("videoPath", videoPath),
    languageCode: language,
    settings,
    translations: [
      ...(sourceLanguage === null ? [] : [{ languageId: sourceLanguage, type: "source" as const }]),
      ...targets.map((languageId) => ({ languageId, type: "target" as const })),
    ],
  };
}

function refusal({ field, rule }: Broken, type: string, language: string | null): Error {
  if (rule === "required" && field === "languageCode")
    return invalid(field, "is required for .docx, .txt, .pdf and .srt scripts");
  if (rule === "required") return invalid(field, `is required for ${type} projects`);
  if (rule === "not-applicable") return invalid(field, `does not apply to ${type} projects`);
  if (rule === "not-of-project" && language !== null)
    return invalid(field, `"${shortened(language)}" is not a language of the project`);
  return invalid(field, field === "scriptPath" ? urlWords(rule) : ruleWords[rule]);
}
