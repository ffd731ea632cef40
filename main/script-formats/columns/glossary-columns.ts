/** The columns of a glossary, also of one that people wrote in other words. */
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import { headingKey } from "./header-words";

type Field = (typeof glossaryFieldNames)[number];

/** Other words than the names of the fields; those of languages that name two are in one field. */
const words: Readonly<Partial<Record<Field, string>>> = {
  word: "term|terms|source term|word or phrase|phrase|wort|begriff|terminus|mot|terme|palabra|término|termino|parola|termine|palavra|termo|woord|słowo|pojęcie|ord|sana|termi|kelime|terim|слово|термин|単語|用語|词|术语|詞|單字|단어|용어|كلمة|مصطلح|מילה|מונח|शब्द|λέξη|όρος|slovo|pojem|termín|дума|термін|cuvânt|szó|kata|istilah|từ|thuật ngữ|คำ|คำศัพท์",
  languageId:
    "language|language code|lang|locale|sprache|sprachcode|langue|idioma|lengua|lingua|língua|taal|język|språk|sprog|kieli|dil|язык|言語|语言|語言|언어|اللغة|لغة|שפה|भाषा|γλώσσα|jazyk|език|мова|limbă|limba|nyelv|bahasa|ngôn ngữ|ภาษา",
  phonemization: "ipa|phonemes|phonetic|phonetics|phonetic transcription|lautschrift|phonétique",
  pronounceAs:
    "pronunciation|pronounce|pronounced|pronounced as|say as|spoken as|spoken form|respelling|sounds like|aussprache|gesprochen als|prononciation|pronunciación|pronunciacion|pronuncia|pronúncia|uitspraak|wymowa|uttal|udtale|uttale|ääntäminen|telaffuz|произношение|発音|読み|读音|发音|讀音|발음|النطق|הגייה|उच्चारण|προφορά|výslovnost|произношение|вимова|pronunție|kiejtés|pengucapan|phát âm|การออกเสียง",
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

/** The field that a column has by its name; null for none. */
const glossaryField = (name: string): Field | null => fieldOfWord.get(headingKey(name)) ?? null;

/** The columns of the fields; one with the name of a field comes before one in other words. */
export function glossaryColumns(cells: readonly string[]): ReadonlyMap<Field, number> {
  const columns = new Map<Field, number>();
  for (const [index, cell] of cells.entries()) {
    const field = glossaryField(cell);
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
