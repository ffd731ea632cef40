/**
 * Parses file names for matching: the name without separators, its language, its episode number.
 */
import path from "node:path";
import { languageAtEnd, wordsOf, type LanguageCodes } from "../../../preload/facts/file-languages";

/** An episode, with its season where the name or a folder has one. */
interface EpisodeNumber {
  season: number | null;
  episode: number;
}

export interface ParsedFileName {
  /**
   * Without extension and separators, in lower case and NFC: the same for "Ep.01 Final" and
   * "ep01_FINAL".
   */
  key: string;
  /** The key without the language at its end; null where there is none. */
  keyWithoutLanguage: string | null;
  /** The language id at the end of the name; "" for none or an ambiguous one. */
  language: string;
  number: EpisodeNumber | null;
}

/**
 * Parses a file's name; without a season in the name, the nearest folder named as a season counts.
 */
export function parseFileName(file: string, codes: LanguageCodes): ParsedFileName {
  const name = path.basename(file).normalize("NFC");
  const stem = name.slice(0, name.length - path.extname(name).length).toLowerCase();
  const words = wordsOf(stem);
  const language = languageAtEnd(words, codes);
  const number = numberIn(stem);
  return {
    // A name without letters and digits is its own key.
    key: joined(words) || stem,
    keyWithoutLanguage: language ? joined(words.slice(0, words.length - language.words)) : null,
    language: language?.id ?? "",
    number: number?.season === null ? { ...number, season: seasonOfFolders(file) } : number,
  };
}

/**
 * Joins words; numbers stay separate, so that "ep 1" equals "ep1" but "s1 1" differs from "s11".
 */
function joined(words: readonly string[]): string {
  let text = "";
  for (const word of words) text += /\d$/.test(text) && /^\d/.test(word) ? ` ${word}` : word;
  return text;
}

const between = String.raw`[\s._-]{0,3}`;
const seasonAndEpisode = [
  new RegExp(String.raw`(?<![a-z\d])s(\d{1,2})${between}e(?:p)?${between}(\d{1,4})(?!\d)`),
  new RegExp(
    String.raw`(?<![a-z\d])season${between}(\d{1,2})${between}ep(?:isode)?${between}(\d{1,4})(?!\d)`,
  ),
  new RegExp(String.raw`(?<![a-z\d])(\d{1,2})x(\d{2,3})(?![a-z\d])`),
];
const episodeAlone = new RegExp(
  String.raw`(?<![a-z\d])(?:episode|epis|eps|ep|e|folge|episodio|épisode)${between}(\d{1,4})(?!\d)`,
);
/**
 * The text after an episode number where a file has several episodes: "E01-E02", "E01E02",
 * "E01-02".
 */
const another = new RegExp(
  String.raw`^(?:${between}|\s*[&+]\s*)e(?:p|pisode)?${between}\d|^-\d{1,3}(?![\dpi])`,
);

/** The episode number of a name; null for none or several. */
function numberIn(stem: string): EpisodeNumber | null {
  for (const pattern of seasonAndEpisode) {
    const match = pattern.exec(stem);
    if (!match) continue;
    if (another.test(stem.slice(match.index + match[0].length))) return null;
    return { season: Number(match[1]), episode: Number(match[2]) };
  }
  const match = episodeAlone.exec(stem);
  if (!match || another.test(stem.slice(match.index + match[0].length))) return null;
  return { season: null, episode: Number(match[1]) };
}

const seasonFolder = /^(?:season|staffel|saison|temporada|series|s)[\s._-]*0*(\d{1,2})$/i;

/**
 * The season of the nearest of the four folders above a file that is named as one; null for none.
 */
function seasonOfFolders(file: string): number | null {
  const folders = path.dirname(file).split(/[/\\]/).slice(-4).reverse();
  for (const folder of folders) {
    const match = seasonFolder.exec(folder);
    if (match) return Number(match[1]);
  }
  return null;
}
