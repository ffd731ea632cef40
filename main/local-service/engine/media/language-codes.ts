/** ISO 639-2 codes, which containers use, by the first part of a language id (ISO 639-1). */
const codes: Readonly<Record<string, string>> = {
  ar: "ara",
  bg: "bul",
  da: "dan",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  fi: "fin",
  fr: "fra",
  hi: "hin",
  id: "ind",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nb: "nob",
  nl: "nld",
  pl: "pol",
  pt: "por",
  sv: "swe",
  tr: "tur",
  zh: "zho",
};

/** The code of a language of catalogue/languages.ts; "und" for an unknown one. */
export const languageCode = (languageId: string) => codes[languageId.split("-")[0] ?? ""] ?? "und";
