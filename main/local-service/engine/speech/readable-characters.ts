/**
 * Which characters the voices of a language read. The tables are those of eSpeak NG 1.52, from its
 * phonemes: a letter that a voice cannot read is spoken as a description, such as "Chinese letter",
 * and such a sign is silent. They apply to all engines, so that a text has the same errors with
 * every voice.
 */

/** Scripts of a writing system, by its code; the others have the code of their only script. */
const scriptsOfSystem: Readonly<Record<string, readonly string[]>> = {
  Hans: ["Hani"],
  Hant: ["Hani"],
  Jpan: ["Hani", "Hira", "Kana"],
  Kore: ["Hang"],
};
/** Latin words are read in every language: in its own way, or as English words. */
const everywhere = "Latn";
/** Further scripts in which a language is written, by the language without its region. */
const otherScripts: Readonly<Record<string, string>> = {
  bs: "Cyrl",
  hr: "Cyrl",
  uz: "Cyrl",
};

/** Signs with a meaning, as in a pattern. Others, such as bullets and arrows, are decoration. */
const meaningful = "‰§°×÷±=№%&@+½¼¾²³µ\\p{Sc}\\u2200-\\u22FF";
const commonSigns = "±&+@%=½¼²³µ";
const manySigns = "§°×÷≤≥≠≈∞√№¾";
/** Signs that a language reads beside the common ones, and with a minus those that it does not. */
const signs: Readonly<Record<string, string>> = {
  af: "§°×÷¾",
  ar: "-%=",
  bg: "№",
  bs: "‰§°×÷",
  ca: "§",
  cs: "§°×÷",
  da: "§×÷¾",
  de: manySigns,
  en: manySigns,
  es: "§°",
  fa: "×÷",
  fr: "°×÷¾-=",
  hr: "‰§°×÷",
  hu: "§°×÷∞√¾",
  it: "‰§°≤≥≠≈∞√№¾",
  kn: "÷¾",
  ky: "×№",
  lt: "§°¾",
  lv: "‰§°×÷¾",
  mk: "‰§°×÷",
  nl: manySigns,
  pl: "§°×÷¾",
  pt: "§°×÷∞№¾",
  ro: "°",
  ru: "№",
  sk: "‰§°×÷¾",
  sr: "‰§°×÷",
  ta: "§×÷¾",
  tr: "§°-@",
};

/** The language without its region. */
export const baseLanguage = (languageId: string) => languageId.split("-")[0] ?? languageId;

function scriptsOf(languageId: string): string[] {
  const system = new Intl.Locale(languageId).maximize().script ?? everywhere;
  const other = otherScripts[baseLanguage(languageId)];
  return [everywhere, ...(scriptsOfSystem[system] ?? [system]), ...(other ? [other] : [])];
}

function readSigns(languageId: string): ReadonlySet<string> {
  const [more = "", fewer = ""] = (signs[baseLanguage(languageId)] ?? "").split("-");
  return new Set(Array.from(commonSigns + more).filter((sign) => !fewer.includes(sign)));
}

/** Letters of no script, such as an apostrophe that is a letter, are part of any word. */
const neutral = ["Zyyy", "Zinh"];

/**
 * A function that returns the characters of a text that no voice of the language reads, each once.
 * @throws RangeError for an id that is no language tag.
 */
export function createReadableCheck(languageId: string): (text: string) => string[] {
  const scripts = [...scriptsOf(languageId), ...neutral].map((name) => `\\p{sc=${name}}`).join("");
  const spoken = [...readSigns(languageId)].join("");
  const unread = new RegExp(`(?![${scripts}])[\\p{L}\\p{N}]|(?![${spoken}])[${meaningful}]`, "gu");
  return (text) => [...new Set(text.match(unread))];
}
