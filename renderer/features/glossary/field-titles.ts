import type { GlossaryFields } from "../../../preload/model/resources";
import { t } from "../../app/strings";

/** The labels of the fields of a line, by their names in the interface. */
const titles: Record<keyof GlossaryFields, string> = {
  word: t.glossary.word,
  languageId: t.glossary.language,
  phonemization: t.glossary.phonemization,
  phonemizationLanguageId: t.glossary.phonemizationLanguage,
  pronounceAs: t.glossary.pronounceAs,
  pronunciationLanguageId: t.glossary.pronunciationLanguage,
  caseSensitive: t.glossary.caseSensitive,
};

/**
 * A message of the service about a line ("languageId: …; word: …") with the labels instead of the
 * names of the fields.
 */
export function lineProblemText(message: string): string {
  return message.replace(/(^|; )(\w+): /g, (named, start: string, field: string) =>
    Object.hasOwn(titles, field) ? `${start}${titles[field as keyof GlossaryFields]}: ` : named,
  );
}
