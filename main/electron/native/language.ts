/**
 * The language of the interface, and how the page receives it before its first frame. Pure
 * functions.
 */
import { languageChoice, type LanguageChoice } from "../../../preload/model";

/** A language with a catalogue. */
export type Language = Exclude<LanguageChoice, "system">;

const languages: readonly string[] = languageChoice.options.filter((one) => one !== "system");
const isLanguage = (tag: string): tag is Language => languages.includes(tag);

/** Parses the stored choice; an invalid value is "system". */
export function readLanguageChoice(value: unknown): LanguageChoice {
  return languageChoice.catch("system").parse(value);
}

/**
 * The effective language. "system" selects the first language of the desktop ("de-AT",
 * "en_US.UTF-8") that has a catalogue, else English.
 */
export function effectiveLanguage(choice: LanguageChoice, ofSystem: readonly string[]): Language {
  if (choice !== "system") return choice;
  const tags = ofSystem.map((tag) => tag.split(/[-_.@]/)[0]?.toLowerCase() ?? "");
  return tags.find(isLanguage) ?? "en";
}

/**
 * The locale of dates and times: the language of the interface with the region of the desktop, so
 * that English has 24 hours where the desktop has them. `systemLocale`: that of the desktop's
 * formats ("en-GB"); without a region, that of the language applies.
 */
export function dateLocale(language: Language, systemLocale: string): string {
  try {
    const { region } = new Intl.Locale(systemLocale.replace("_", "-"));
    const usual = new Intl.Locale(language).maximize().region;
    return region === undefined || region === usual ? language : `${language}-${region}`;
  } catch {
    return language;
  }
}

/**
 * The URL of the page in a language, with the hash of `at`, the current URL of the page. `dates` is
 * the locale of dates.
 */
export function addressIn(
  language: Language,
  address: string,
  at = "",
  dates: string = language,
): string {
  const url = new URL(address);
  url.searchParams.set("language", language);
  if (dates !== language) url.searchParams.set("dates", dates);
  if (URL.canParse(at)) url.hash = new URL(at).hash;
  return url.href;
}
