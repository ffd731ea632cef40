/** The languages with a catalogue. */
export type InterfaceLanguage = "en" | "de";

const parameters = new URLSearchParams(location.search);

/**
 * The interface language. It is part of the window's URL, so that the first frame is already in
 * this language.
 */
export const interfaceLanguage: InterfaceLanguage =
  parameters.get("language") === "de" ? "de" : "en";

/**
 * The locale of dates and times: the interface language, with the region of the desktop if the
 * window's URL has one.
 */
export const dateLocale: string = localeOfDates(parameters.get("dates"));

function localeOfDates(given: string | null): string {
  if (given === null || !given.startsWith(`${interfaceLanguage}-`)) return interfaceLanguage;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(given)[0] ?? interfaceLanguage;
  } catch {
    return interfaceLanguage;
  }
}

// Set before anything is rendered or formatted: screen readers and Intl use it.
document.documentElement.lang = interfaceLanguage;
