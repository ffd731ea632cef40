/** The languages with a catalogue. */
export type InterfaceLanguage = "en" | "de";

const requested = new URLSearchParams(location.search).get("language");

/**
 * The interface language. It is part of the window's URL, so that the first frame is already in
 * this language.
 */
export const interfaceLanguage: InterfaceLanguage = requested === "de" ? "de" : "en";
// Set before anything is rendered or formatted: screen readers and Intl use it.
document.documentElement.lang = interfaceLanguage;
