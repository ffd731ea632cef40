/**
 * The fields of a glossary line (interface §2.8), in the order of the columns of a glossary CSV
 * file.
 */
import type { GlossaryFields } from "./resources";

export const glossaryFieldNames = [
  "word",
  "languageId",
  "phonemization",
  "phonemizationLanguageId",
  "pronunciationLanguageId",
  "pronounceAs",
  "caseSensitive",
] as const satisfies readonly (keyof GlossaryFields)[];
