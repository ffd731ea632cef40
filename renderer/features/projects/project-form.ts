import { projectTypes, type ProjectType } from "../../../preload/facts/project-types";
import { checkProject, type Violation } from "../../../preload/facts/rules";
import { knownFields } from "../../app/forms/form-drafts.svelte";

/** The form values of a new project: null and "" while nothing is chosen. */
export interface ProjectForm {
  name: string;
  type: ProjectType | null;
  model: string;
  sourceLanguage: string | null;
  targetLanguages: string[];
}

export const emptyForm = (): ProjectForm => ({
  name: "",
  type: null,
  model: "",
  sourceLanguage: null,
  targetLanguages: [],
});

/** The rule violations of the form. Without a type, a source language is not required yet. */
export function checkForm(draft: ProjectForm): Violation[] {
  const { type } = draft;
  if (type !== null) return checkProject({ ...draft, type });
  const others = checkProject({ ...draft, type: projectTypes[0] });
  return [
    { field: "type", rule: "required" },
    ...others.filter(({ field }) => field !== "sourceLanguage"),
  ];
}

/** Parses a form saved on disk, possibly by another version; null if it is not a form. */
export function readForm(stored: unknown): ProjectForm | null {
  const emptyFields = { name: "", type: "", model: "", sourceLanguage: "", targetLanguages: [""] };
  const found = knownFields(emptyFields, stored);
  if (!found) return null;
  const { targetLanguages } = found;
  return {
    name: found.name,
    model: found.model,
    type: projectTypes.find((type) => type === found.type) ?? null,
    sourceLanguage: found.sourceLanguage === "" ? null : found.sourceLanguage,
    targetLanguages: Array.isArray(targetLanguages)
      ? targetLanguages.filter((one: unknown) => typeof one === "string" && one !== "")
      : [],
  };
}
