/** Which language the interface is in, and how the window is told before its first frame. Pure. */
import { languageChoice, type LanguageChoice } from "../../preload/model";

/** A language there is a catalogue of. */
export type Language = Exclude<LanguageChoice, "system">;

const languages: readonly string[] = languageChoice.options.filter((one) => one !== "system");
const isLanguage = (tag: string): tag is Language => languages.includes(tag);

/** What was chosen, as it is kept; anything else is "system". */
export function readLanguageChoice(value: unknown): LanguageChoice {
  return languageChoice.catch("system").parse(value);
}

/**
 * The language in effect. "system" takes the first of the desktop's languages ("de-AT", "en_US.UTF-8") that there is
 * a catalogue of, else English.
 */
export function effectiveLanguage(choice: LanguageChoice, ofSystem: readonly string[]): Language {
  if (choice !== "system") return choice;
  const tags = ofSystem.map((tag) => tag.split(/[-_.@]/)[0]?.toLowerCase() ?? "");
  return tags.find(isLanguage) ?? "en";
}

/** The page's address in a language, at the place (the hash) where another address of the page is. */
export function addressIn(language: Language, address: string, at = ""): string {
  const url = new URL(address);
  url.searchParams.set("language", language);
  if (URL.canParse(at)) url.hash = new URL(at).hash;
  return url.href;
}
