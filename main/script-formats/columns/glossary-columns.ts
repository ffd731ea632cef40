/** The columns of a glossary, also of one that people wrote in other words. */
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import { headingKey, listOfWords } from "./header-words";

type Field = (typeof glossaryFieldNames)[number];

/** Other words than the names of the fields; those of languages that name two are in one field. */
const words: Readonly<Partial<Record<Field, string>>> = {
  word: "term|terms|source term|word or phrase|phrase|wort|begriff|terminus|mot|terme|palabra|término|termino|parola|termine|palavra|termo|woord|słowo|pojęcie|ord|sana|termi|kelime|terim|слово|термин|単語|用語|词|术语|詞|單字|단어|용어|كلمة|مصطلح|מילה|מונח|शब्द|λέξη|όρος|slovo|pojem|termín|дума|термін|cuvânt|szó|kata|istilah|từ|thuật ngữ|คำ|คำศัพท์",
  languageId:
    "language|language code|lang|locale|sprache|sprachcode|langue|idioma|lengua|lingua|língua|taal|język|språk|sprog|kieli|dil|язык|言語|语言|語言|언어|اللغة|لغة|שפה|भाषा|γλώσσα|jazyk|език|мова|limbă|limba|nyelv|bahasa|ngôn ngữ|ภาษา",
  phonemization: "ipa|phonemes|phonetic|phonetics|phonetic transcription|lautschrift|phonétique",
  pronounceAs:
    "phonetic spelling|read as|pronunciation|pronounce|pronounced|pronounced as|say as|spoken as|spoken form|respelling|sounds like|aussprache|gesprochen als|prononciation|pronunciación|pronunciacion|pronuncia|pronúncia|uitspraak|wymowa|uttal|udtale|uttale|ääntäminen|telaffuz|произношение|発音|読み|读音|发音|讀音|발음|النطق|הגייה|उच्चारण|προφορά|výslovnost|произношение|вимова|pronunție|kiejtés|pengucapan|phát âm|การออกเสียง",
  caseSensitive:
    "case|match case|groß kleinschreibung|groß und kleinschreibung|sensible à la casse|casse|distinguir mayúsculas|maiuscole|maiúsculas|hoofdlettergevoelig",
};
const fieldOfWord: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...(Object.entries(words) as [Field, string][]).flatMap(([field, list]) =>
    list.split("|").map((word): [string, Field] => [headingKey(word), field]),
  ),
  // "languageId", "language_id", "Language ID".
  ...glossaryFieldNames.flatMap((field): [string, Field][] => [
    [headingKey(field), field],
    [headingKey(field.replace(/(?=[A-Z])/g, " ")), field],
  ]),
]);

/** Names of columns in which people also write words as they sound: "NAY-toh". */
const unclear = listOfWords("phonetic|phonetics|phonetic transcription|lautschrift|phonétique");
/** Letters and marks of the phonetic alphabet, texts in its brackets, and vowels of ARPAbet. */
const phonemes =
  /[\u0250-\u02ff\u1d00-\u1dbfβθχæðŋ]|[\u0303\u0329\u0361]|^\s*(?:\/.+\/|\[.+\])\s*$|\b(?:A[AEHOWY]|E[HRY]|I[HY]|O[WY]|U[HW])[012]\b/u;

/** The rows of a table, as far as they say what a column contains. */
type Rows = readonly { cells: readonly string[] }[];

/** Whether the cells of a column are words as they sound rather than phonemes. */
function isRespelt(index: number, rows: Rows): boolean {
  const cells = rows.map(({ cells: { [index]: cell = "" } }) => cell.trim());
  return cells.some((cell) => cell !== "") && !cells.some((cell) => phonemes.test(cell));
}

/** The column in which words are written as they sound although it is named otherwise; or null. */
export function respeltColumn(cells: readonly string[], rows: Rows): number | null {
  const index = cells.findIndex((cell) => unclear.has(headingKey(cell)));
  return index >= 0 && isRespelt(index, rows) ? index : null;
}

/** Whether the name of a column says that it has the languages of the rows. */
export const isLanguageColumn = (name: string): boolean =>
  fieldOfWord.get(headingKey(name)) === "languageId";

/**
 * The columns of the fields; one with the name of a field comes before one in other words. `rows`:
 * those below the header.
 */
export function glossaryColumns(
  cells: readonly string[],
  rows: Rows = [],
): ReadonlyMap<Field, number> {
  const columns = new Map<Field, number>();
  const respelt = respeltColumn(cells, rows);
  for (const [index, cell] of cells.entries()) {
    const field = index === respelt ? "pronounceAs" : (fieldOfWord.get(headingKey(cell)) ?? null);
    if (field === null) continue;
    const isOwn = cell.trim().toLowerCase() === field.toLowerCase();
    const before = columns.get(field);
    const isBeforeOwn =
      before !== undefined && cells[before]?.trim().toLowerCase() === field.toLowerCase();
    if (before === undefined || (isOwn && !isBeforeOwn)) columns.set(field, index);
  }
  return columns;
}

/** Rates a row as the header of a glossary; 0 if it cannot be one. */
export function rateGlossaryHeader(cells: readonly string[]): number {
  const columns = glossaryColumns(cells);
  return columns.has("word") || columns.has("languageId") ? columns.size : 0;
}

/** What is reported of a row whose word an earlier row has with another pronunciation. */
export const wordRepeated = (word: string) =>
  `an earlier row has “${word.slice(0, 60)}”, and is used`;
