import type { ProjectType } from "../../../preload/model/resources";
import { checkProject, type Broken } from "../../../preload/facts/rules";
import { likeEmpty } from "../../app/form-drafts.svelte";

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

/** A draft as it was kept on disk, perhaps by another version; null where it is none. */
export function readDraft(kept: unknown): Draft | null {
  const usual = { name: "", type: "", model: "", sourceLanguage: "", targetLanguages: [""] };
  const found = likeEmpty(usual, kept);
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
