/** Where the words of the glossary are in a line. */
import { createWordFinder } from "../engine/speech/glossary";
import type { FindingRows } from "../rows/review/finding-port";
import type { GlossaryRows } from "../rows/projects/project-port";
import type { ReviewedLine, ReviewedLanguage } from "../rows/review/review-port";

export interface GlossaryHit {
  /** In the text in the form NFC. */
  start: number;
  end: number;
  /** Phonemes or letters. */
  pronunciation: string;
}

/**
 * The words in the source and in the text of a line, in order: those whose pronunciation is applied
 * to a take.
 */
export async function findGlossaryHits(
  store: Pick<FindingRows, "findLanguage"> & Pick<GlossaryRows, "listGlossary">,
  language: ReviewedLanguage,
  { source, target }: Pick<ReviewedLine, "source" | "target">,
): Promise<{ source: GlossaryHit[]; target: GlossaryHit[] }> {
  const found = await store.findLanguage(language);
  if (!found) return { source: [], target: [] };
  const glossary = await store.listGlossary(found.projectId);
  const hitsIn = (text: string, languageId: string | null) =>
    languageId === null
      ? []
      : Array.from(
          createWordFinder(glossary, languageId)(text.normalize("NFC")),
          ({ start, end, line: { phonemization, pronounceAs } }): GlossaryHit => ({
            start,
            end,
            pronunciation: phonemization.trim() === "" ? pronounceAs : phonemization,
          }),
        );
  return {
    source: hitsIn(source, found.sourceLanguageId),
    target: hitsIn(target, language.languageId),
  };
}
