/** Validation of new batches, by the type of the project (interface §4.2). */
import { checkBatch, type Violation } from "../../../preload/facts/rules";
import { requireLanguage } from "../catalogue/lookup";
import { truncate } from "../../common/printable";
import { invalid } from "../common/http-error";
import type { NewBatch } from "../rows/batches/batch-port";
import type { ProjectRow } from "../rows/projects/project-port";
import { requireLocation, requireUrl, ruleMessages, urlRuleMessage } from "../sources/locations";
import type { SettingsInput } from "../rows/batches/settings-schema";
import { definedSettings } from "./settings";

/** The body of a request to create a batch, with checked types only. */
export interface BatchRequest {
  name: string;
  scriptPath?: string | undefined;
  videoPath?: string | undefined;
  languageCode?: string | undefined;
  settings?: SettingsInput | undefined;
}

/** The project of a new batch, and the project's target languages. */
export interface BatchTarget {
  project: ProjectRow;
  languages: readonly string[];
}

/**
 * Converts a request into a batch with this id. The batch gets all languages of the project at this
 * time: the source language, if there is one, and the target languages.
 * @throws HttpError 400 naming the first invalid field.
 */
export function planBatch(target: BatchTarget, request: BatchRequest, id: string): NewBatch {
  const { project, languages } = target;
  const { type, sourceLanguage } = project;
  const { scriptPath, videoPath, languageCode } = request;
  for (const [field, text] of Object.entries({ scriptPath, videoPath, languageCode }))
    if (text?.trim() === "") throw invalid(field, ruleMessages.required);
  const language =
    languageCode === undefined ? null : requireLanguage("languageCode", languageCode);
  const settings = definedSettings(request.settings ?? {});
  const [violation] = checkBatch(
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
  if (violation) throw violationError(violation, type, language);
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

function violationError({ field, rule }: Violation, type: string, language: string | null): Error {
  if (rule === "required" && field === "languageCode")
    return invalid(field, "is required for .docx, .txt, .pdf and .srt scripts");
  if (rule === "required") return invalid(field, `is required for ${type} projects`);
  if (rule === "not-applicable") return invalid(field, `does not apply to ${type} projects`);
  if (rule === "not-of-project" && language !== null)
    return invalid(field, `"${truncate(language)}" is not a language of the project`);
  return invalid(field, field === "scriptPath" ? urlRuleMessage(rule) : ruleMessages[rule]);
}
