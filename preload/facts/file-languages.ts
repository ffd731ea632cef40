/** The languages at the end of file names, as in "film.fr.srt" and "film_pt-BR.csv". */
import { commonLanguages, scriptLanguages } from "./script-languages";

/** Everything between words: space, punctuation, dashes, brackets. */
const separators = /[\s\p{P}\p{S}]+/u;

/** Language ids by their forms in file names: "fr-fr" and, where it is unambiguous, "fr". */
export interface LanguageCodes {
  /** Languages by their id with spaces for hyphens. */
  whole: ReadonlyMap<string, string>;
  /** Languages by the first part of their id; "" where several ids begin with it. */
  short: ReadonlyMap<string, string>;
}

/**
 * `preferred` (the project's languages) decide the meaning of "en"; else all known languages do.
 */
export function languageCodes(preferred: readonly string[]): LanguageCodes {
  // Codes such as "is" and "be" are words of file names, unless the project has the language.
  const common = commonLanguages.map((code) => code.toLowerCase());
  const whole = new Map<string, string>();
  const short = new Map<string, string>();
  for (const code of scriptLanguages)
    whole.set(code.toLowerCase().replaceAll("-", " "), code.toLowerCase());
  for (const ids of [common, preferred.map((id) => id.toLowerCase())]) {
    const here = new Map<string, string>();
    for (const id of new Set(ids)) {
      const [first = ""] = id.split("-");
      whole.set(id.replaceAll("-", " "), id);
      here.set(first, here.has(first) ? "" : id);
    }
    for (const [first, id] of here) short.set(first, id);
  }
  return { whole, short };
}

/** The words of a name without its extension, in lower case. */
export const wordsOf = (stem: string): string[] =>
  stem
    .normalize("NFC")
    .toLowerCase()
    .split(separators)
    .filter((word) => word !== "");

/**
 * The language that ends the words of a name, and how many words name it; null for none, and for a
 * name that is nothing else. The id is "" where the words can mean several languages.
 */
export function languageAtEnd(
  words: readonly string[],
  { whole, short }: LanguageCodes,
): { words: number; id: string } | null {
  const last = words.at(-1) ?? "";
  const both = whole.get(`${words.at(-2) ?? ""} ${last}`);
  if (both !== undefined) return words.length > 2 ? { words: 2, id: both } : null;
  const alone = short.get(last);
  return alone === undefined || words.length < 2 ? null : { words: 1, id: alone };
}

/**
 * The language that ends a name without its extension, and the name without it; null for none, and
 * where several languages can be meant.
 */
export function languageOfName(
  stem: string,
  codes: LanguageCodes,
): { id: string; rest: string } | null {
  const found = languageAtEnd(wordsOf(stem), codes);
  if (!found || found.id === "") return null;
  const words = [...stem.matchAll(/[^\s\p{P}\p{S}]+/gu)];
  const last = words[words.length - found.words - 1];
  return { id: found.id, rest: last ? stem.slice(0, last.index + last[0].length) : "" };
}
