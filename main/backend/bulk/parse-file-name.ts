/** What file names tell of what belongs together: the name without its separators, a language, the number of an episode. */
import path from "node:path";
import { scriptLanguages } from "../../script-formats/vocabulary";

/** An episode: of a season where one is told. */
export interface EpisodeNumber {
  season: number | null;
  episode: number;
}

export interface NameParts {
  /** Without extension, case, accents' form and separators: "Ep.01 Final" and "ep01_FINAL" are one. */
  key: string;
  /** The same without the language at its end; null where there is none. */
  keyWithoutLanguage: string | null;
  /** A language id that the end of the name tells; "" for none, and for one that could be several. */
  language: string;
  number: EpisodeNumber | null;
}

/** Everything between words: space, punctuation, dashes, brackets. */
const separators = /[\s\p{P}\p{S}]+/u;

/** The ids of languages by what names may call them: "fr-fr" and, where there is one of it alone, "fr". */
export interface LanguageCodes {
  /** By id without its hyphen. */
  whole: ReadonlyMap<string, string>;
  /** By the first part; "" where several begin so. */
  short: ReadonlyMap<string, string>;
}

/** `preferred` (of a project) decide what "en" means where they can; else it is what all known languages say. */
export function languageCodes(preferred: readonly string[]): LanguageCodes {
  const known = scriptLanguages.map((code) => code.toLowerCase());
  const whole = new Map<string, string>();
  const short = new Map<string, string>();
  for (const ids of [known, preferred.map((id) => id.toLowerCase())]) {
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

/** Reads a file's name; a season may be told by the folder that it is in. */
export function partsOf(file: string, codes: LanguageCodes): NameParts {
  const name = path.basename(file).normalize("NFC");
  const stem = name.slice(0, name.length - path.extname(name).length).toLowerCase();
  const words = stem.split(separators).filter((word) => word !== "");
  const language = languageAtEnd(words, codes);
  const number = numberIn(stem);
  return {
    // A name of signs alone is itself.
    key: joined(words) || stem,
    keyWithoutLanguage:
      language && language.words < words.length
        ? joined(words.slice(0, words.length - language.words))
        : null,
    language: language && language.words < words.length ? language.id : "",
    number: number?.season === null ? { ...number, season: seasonOfFolders(file) } : number,
  };
}

/** "ep 1" and "ep1" are one, "s1 1" and "s11" are not. */
function joined(words: readonly string[]): string {
  let text = "";
  for (const word of words) text += /\d$/.test(text) && /^\d/.test(word) ? ` ${word}` : word;
  return text;
}

function languageAtEnd(
  words: readonly string[],
  { whole, short }: LanguageCodes,
): { words: number; id: string } | null {
  const last = words.at(-1) ?? "";
  const both = whole.get(`${words.at(-2) ?? ""} ${last}`);
  if (both !== undefined) return { words: 2, id: both };
  const alone = short.get(last);
  return alone === undefined ? null : { words: 1, id: alone };
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
/** What follows a number where a file is of several episodes: "E01-E02", "E01E02", "E01-02". */
const another = new RegExp(
  String.raw`^(?:${between}|\s*[&+]\s*)e(?:p|pisode)?${between}\d|^-\d{1,3}(?![\dpi])`,
);

/** The number of an episode in a name, or null: for none, and for several at once. */
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

/** The season that a folder above a file is called by; the nearest one counts. */
function seasonOfFolders(file: string): number | null {
  const folders = path.dirname(file).split(/[/\\]/).slice(-4).reverse();
  for (const folder of folders) {
    const match = seasonFolder.exec(folder);
    if (match) return Number(match[1]);
  }
  return null;
}
