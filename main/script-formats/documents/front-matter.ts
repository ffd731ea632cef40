/**
 * What stands around the dialogue of a document and is not spoken: its title, the data of the
 * production, the list of the cast, and the headers of printed pages in a .txt.
 */
import { characterKey } from "../character-names";
import { countEach } from "../count-each";
import { kindOfText } from "../line-kinds";
import type { Paragraph } from "./blocks";
import { nameBeforeColon, splitColon } from "./speaker-notation";

/** The least share of paragraphs with speakers: below it, paragraphs without one are dialogue. */
const minNamed = 0.5;
const maxTitle = 80;

/** Names of data about a production, in the languages of the names of columns. */
const dataNames =
  /^(?:title|titel|titre|título|titolo|тайтл|название|show|series|serie|série|season|staffel|saison|temporada|episode|episode title|ep|folge|épisode|episodio|episódio|date|datum|fecha|data|дата|client|kunde|cliente|project|projekt|projet|proyecto|progetto|language|languages|sprache|langue|idioma|lingua|язык|version|fassung|draft|author|authors|autor|autorin|auteur|autore|writer|writers|written by|drehbuch|buch|director|directed by|regie|réalisation|translator|translated by|übersetzung|übersetzer|traducteur|traducción|traduzione|adaptation|duration|laufzeit|länge|durée|duración|durata|runtime|frame rate|framerate|fps|format|file|datei|fichier|studio|producer|produktion|production|network|genre|reel|job|job number|status|page|pages|seiten|revision|copyright|notes|note|credit|credits|source|draft date|contact)$/iu;
/** Names of data only beside other data: alone, they can be those of speakers. */
const titleNames = /^(?:credits?|source|contact)$/iu;
const castNames =
  /^(?:the )?(?:characters|cast|cast list|cast of characters|character list|dramatis personae|personen|figuren|rollen|besetzung|personnages|distribution|personajes|reparto|personaggi|interpreti|personagens|elenco|rollista|roller|personages|osoby|obsada|действующие лица|登場人物|人物|等场人物)\s*[:：]?$/iu;
const dataLine = /^([^:：]{1,30})\s?[:：]\s*\S/u;
const nameOfLine = /^([^:：]{1,30})\s?[:：]/u;
const pageWords = /(?<!\p{L})(?:page|seite|página|pagina|strona|sida|side|sivu|стр)\.?\s*\d+/iu;

const isEnd = (text: string) => /[.!?…。！？]["”’»)]*$/u.test(text);
const isTitle = (text: string) => text.length <= maxTitle && !isEnd(text);
type Test = (text: string) => boolean;

/** Whether a text is "Episode: 101" or other data of a production. */
export const isProductionData = (text: string) =>
  dataNames.test(dataLine.exec(text)?.[1]?.trim() ?? "");

/** Whether a text is the name of such data alone: "Contact:". */
const isDataName = (text: string) => dataNames.test(/^([^:：]{1,30})[:：]$/u.exec(text)?.[1] ?? "");

/**
 * Whether a text is data of the production: its name is that of such data, and no other paragraph
 * has this name, as those of a character do ("Client: Hello.", "Client: Thanks.").
 */
function dataOf(texts: readonly string[]): Test {
  const names = texts.flatMap((text) => nameOfLine.exec(text)?.[1] ?? []);
  const counts = countEach(names.map(characterKey));
  const nameOf = (text: string) => dataLine.exec(text)?.[1]?.trim() ?? "";
  const hasOthers = texts.some((text) => isProductionData(text) && !titleNames.test(nameOf(text)));
  return (text) => {
    const name = nameOf(text);
    const isUsual = hasOthers || !titleNames.test(name);
    return isProductionData(text) && isUsual && counts.get(characterKey(name)) === 1;
  };
}

/**
 * How many paragraphs at the beginning are a title page, as Fountain writes it: data of the
 * production, and indented paragraphs below a name without data ("Contact:") up to an empty one.
 */
export function titlePageLength(
  paragraphs: readonly Pick<Paragraph, "text" | "indent" | "role">[],
): number {
  const texts = paragraphs.map(({ text }) => text);
  const first = texts.findIndex((text) => text !== "");
  if (!isProductionData(texts[first] ?? "")) return 0;
  const isData = dataOf(texts);
  if (!isData(texts[first] ?? "")) return 0;
  const isRest = ({ text, indent, role }: (typeof paragraphs)[number]) =>
    text !== "" && indent > 0 && role === null;
  let end = first + 1;
  for (;;) {
    const text = texts[end] ?? "";
    const length = paragraphs.slice(end + 1).findIndex((one) => !isRest(one));
    const next = texts[end + 1 + length] ?? "";
    const isClosed = next === "" || isData(next) || isDataName(next);
    if (isData(text)) end += 1;
    else if (isDataName(text) && length > 0 && isClosed) end += 1 + length;
    else return end;
  }
}

/** The positions of paragraphs that are not dialogue. `isNamed`: whether one names its speaker. */
export function frontMatter(texts: readonly string[], isNamed: Test): ReadonlySet<number> {
  const found = new Set<number>();
  const isData = dataOf(texts);
  addCast(texts, isData, found);
  const rest = texts.filter((text, at) => text !== "" && !found.has(at) && !isData(text));
  const named = rest.filter(isNamed).length;
  if (named === 0 || named < minNamed * rest.length) return new Set();
  addTitles(texts, { isNamed, isData }, found);
  addPages(texts, isNamed, found);
  return found;
}

/** The list of the cast: from its name to the next empty paragraph, or to the first speech. */
function addCast(texts: readonly string[], isData: Test, found: Set<number>): void {
  const start = texts.findIndex((text) => castNames.test(text));
  if (start < 0 || texts.slice(0, start).some((text) => splitColon(text) && !isData(text))) return;
  const first = texts[start + 1] === "" ? start + 2 : start + 1;
  const empty = texts.indexOf("", first);
  const speech = firstSpeech(texts.slice(first, empty < 0 ? undefined : empty));
  const end = speech < 0 ? empty : first + speech;
  // Without an empty paragraph or a speech below, the end of the list is not known.
  if (end < 0) return;
  for (let at = start; at < end; at += 1) if (texts[at] !== "") found.add(at);
}

/**
 * Where the dialogue begins below a list of the cast: at a name before a colon that stands in the
 * list before, or at a name before a sentence; -1 for a list alone. In a list of sentences after
 * names ("Anna: A doctor.") only the former is a sign.
 */
function firstSpeech(texts: readonly string[]): number {
  const isSentence = (text: string) => isEnd(splitColon(text)?.text ?? "");
  const hasSentences = isSentence(texts[0] ?? "");
  const known = new Set<string>();
  return texts.findIndex((text) => {
    const name = splitColon(text)?.character ?? nameBeforeColon(text);
    if (name === null) return false;
    const isSpeech = known.has(characterKey(name)) || (isSentence(text) && !hasSentences);
    known.add(characterKey(name));
    return isSpeech;
  });
}

/** Titles and data above the first speech. */
function addTitles(
  texts: readonly string[],
  { isNamed, isData }: { isNamed: Test; isData: Test },
  found: Set<number>,
): void {
  for (const [at, text] of texts.entries()) {
    if (text === "" || found.has(at) || kindOfText(text) !== null) continue;
    const isOwn = isData(text) || (!isNamed(text) && isTitle(text));
    if (!isOwn) return;
    found.add(at);
  }
}

/** Headers and footers of pages: the same words with other numbers of pages, and no speaker. */
function addPages(texts: readonly string[], isNamed: Test, found: Set<number>): void {
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    if (!isTitle(text) || !pageWords.test(text) || isNamed(text)) continue;
    const key = text.replace(/\d+/g, "#");
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  for (const all of places.values()) if (all.length > 1) for (const at of all) found.add(at);
}
