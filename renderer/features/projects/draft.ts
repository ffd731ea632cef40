import type { ProjectType } from "../../../preload/resources";
import { checkProject, type Broken } from "../../../preload/rules";

/** A project as it is filled in: null and "" while nothing was chosen. */
export interface Draft {
  name: string;
  type: ProjectType | null;
  model: string;
  sourceLanguage: string | null;
  targetLanguages: string[];
}

export const projectTypes: readonly ProjectType[] = [
  "media-dubbing",
  "line-dubbing",
  "audio-production",
];

export const emptyDraft = (): Draft => ({
  name: "",
  type: null,
  model: "",
  sourceLanguage: null,
  targetLanguages: [],
});

/** Every rule that a project as filled in breaks. Without a type nobody knows whether it needs a source language. */
export function checkDraft(draft: Draft): Broken[] {
  const { type } = draft;
  const missing: Broken[] = type === null ? [{ field: "type", rule: "required" }] : [];
  return [...missing, ...checkProject({ ...draft, type: type ?? "audio-production" })];
}

/** What was filled in and not yet created, by workspace: a dialog that was closed begins where it was. */
export const keptDrafts = new Map<string, Draft>();
