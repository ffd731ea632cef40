/** The columns of a casting sheet, also of one that people wrote in other words. */
import { castingColumns } from "../../../preload/facts/casting";
import { cleanName } from "../files/text";
import { isLanguageColumn } from "./glossary-columns";
import { headingKey, headingOf, languagesNamed, listOfWords } from "./header-words";

/** Words for voices, and for persons who lend their voice. */
const voiceWords = listOfWords(
  "voice|voices|voice name|assigned voice|tts voice|stimme|stimmen|stimmname|voix|voz|voces|voce|voci|vozes|stem|stemmen|głos|röst|stemme|ääni|ses|голос|声|声音|ボイス|聲音|음성|목소리|صوت|קול|आवाज़|φωνή|hlas|глас|voci|hang|suara|giọng|เสียง",
);
const personWords = listOfWords(
  "voice actor|voice artist|voice talent|voice over|voiced by|talent|artist|actor|cast|sprecher|sprecherin|sprechername|synchronsprecher|synchronstimme|comédien|comédienne|comédien de doublage|interprète|actor de voz|actor de doblaje|locutor|doppiatore|voce italiana|dublador|stemacteur|lektor|seslendiren|актёр|актер|声優|配音|配音演员|성우|dabér",
);

export interface CastingHeader {
  /** Indexes of columns. */
  character: number;
  /** Null if each voice is for a language. */
  voice: number | null;
  /** The columns of voices in a language, with the languages that their names may mean. */
  ofLanguages: LanguageColumn[];
  /** The column with the language of each row; null for none. */
  language: number | null;
  /** The other columns that have a name, besides those with ids and numbers of lines. */
  others: { index: number; name: string }[];
}

interface LanguageColumn {
  index: number;
  name: string;
  languages: readonly string[];
}

/** "Voice fr-fr", "Stimme (Französisch)": the part that may name a language; null for others. */
function languagePart(key: string): string | null {
  const parts = key.split(" ");
  for (let at = 1; at < parts.length; at += 1) {
    const [first, second] = [parts.slice(0, at).join(" "), parts.slice(at).join(" ")];
    if (voiceWords.has(first) && !personWords.has(key)) return second;
    if (voiceWords.has(second) && languagesNamed(first).length > 0) return first;
  }
  return null;
}

/** Whether a column is named "FR-FR" or "French"; "ID" and "No" are codes of languages too. */
const isLanguage = (key: string) => key.length > 3 && languagesNamed(key).length > 0;

/** Whether all cells of a column are numbers, such as those of lines in a language. */
function areNumbers(index: number, rows: readonly (readonly string[])[]): boolean {
  const filled = rows.map((cells) => (cells[index] ?? "").trim()).filter((cell) => cell !== "");
  return filled.length > 0 && filled.every((cell) => /^\d+(?:[.,]\d+)?$/.test(cell));
}

/**
 * The columns that a row names; null if it is no header of a casting sheet. `rows`: the cells of
 * those below it.
 */
export function castingHeader(
  cells: readonly string[],
  rows: readonly (readonly string[])[] = [],
): CastingHeader | null {
  const columns = cells.map((cell, index) => ({
    index,
    name: cleanName(cell),
    key: headingKey(cell),
  }));
  const named = (name: string) => columns.find(({ key }) => key === headingKey(name));
  const inWords = (words: ReadonlySet<string>) => columns.find(({ key }) => words.has(key));
  const speakers = columns.filter(({ name }) => headingOf(name)?.role === "character");
  const character =
    named(castingColumns.character) ??
    speakers.find(({ key }) => !personWords.has(key)) ??
    speakers[0];
  if (character === undefined) return null;
  const persons = columns.find((one) => one !== character && personWords.has(one.key));
  const voice = named(castingColumns.voice) ?? inWords(voiceWords) ?? persons;
  const ofLanguages = columns.flatMap(({ index, name, key }) => {
    if (index === character.index || index === voice?.index) return [];
    const isCount = isLanguage(key) && areNumbers(index, rows);
    const part = languagePart(key) ?? (isLanguage(key) && !isCount ? key : null);
    return part === null ? [] : { index, name, languages: languagesNamed(part) };
  });
  if (voice === undefined && !ofLanguages.some(({ languages }) => languages.length > 0))
    return null;
  const language =
    voice === undefined ? undefined : columns.find(({ name }) => isLanguageColumn(name));
  const used = [character, voice, language, ...ofLanguages].map((column) => column?.index);
  const isNumberColumn = ({ name }: { name: string }) =>
    ["id", "line"].includes(headingOf(name)?.role ?? "");
  const others = columns.filter(
    (column) => column.name !== "" && !used.includes(column.index) && !isNumberColumn(column),
  );
  return {
    character: character.index,
    voice: voice?.index ?? null,
    ofLanguages,
    language: language?.index ?? null,
    others,
  };
}

/** Rates a row as the header of a casting sheet; 0 if it cannot be one. */
export function rateCastingHeader(cells: readonly string[]): number {
  const header = castingHeader(cells);
  if (header === null) return 0;
  return header.voice === null ? 1 : 2;
}
