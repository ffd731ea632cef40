/** The languages that there is a catalogue of. */
export type InterfaceLanguage = "en" | "de";

const asked = new URLSearchParams(location.search).get("language");

/** The interface's language: main says it in the window's address, so that the first frame already speaks it. */
export const interfaceLanguage: InterfaceLanguage = asked === "de" ? "de" : "en";
// Before anything is drawn or formatted: screen readers and Intl go by it.
document.documentElement.lang = interfaceLanguage;
