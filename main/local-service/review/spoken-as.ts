/** How the text of a line is spoken. */
import { maxReviewText } from "../../../preload/facts/review";
import { cleanText } from "../engine/speech/text";
import type { GlossaryRows } from "../rows/projects/project-port";
import type { FindingRows } from "../rows/review/finding-port";
import type { ReviewedLanguage } from "../rows/review/review-port";

/**
 * The words of a text as a voice is given them, with the glossary applied; "" for a line that stays
 * silent, and null for a text that is spoken as it is written.
 */
export async function findSpokenText(
  store: Pick<FindingRows, "findLanguage"> & Pick<GlossaryRows, "listGlossary">,
  language: ReviewedLanguage,
  target: string,
): Promise<string | null> {
  const found = target.trim() === "" ? null : await store.findLanguage(language);
  if (!found) return null;
  const glossary = await store.listGlossary(found.projectId);
  const { createSpeechPreparation, spokenText } = await import("../engine/speech/prepare-speech");
  const { prepare } = createSpeechPreparation(language.languageId, glossary, found);
  const spoken = spokenText(prepare(target, null));
  return spoken !== "" && spoken === cleanText(target).trim()
    ? null
    : spoken.slice(0, maxReviewText);
}
