/**
 * What stands around the dialogue of a document and is not spoken: its title, the data of the
 * production, the list of the cast, and the headers of printed pages in a .txt.
 */
import { kindOfText } from "../line-kinds";
import { splitColon } from "./speaker-notation";

/** The least share of paragraphs with speakers: below it, paragraphs without one are dialogue. */
const minNamed = 0.5;
const maxTitle = 80;

/** Names of data about a production, in the languages of the names of columns. */
const dataNames =
  /^(?:title|titel|titre|título|titolo|тайтл|название|show|series|serie|série|season|staffel|saison|temporada|episode|episode title|ep|folge|épisode|episodio|episódio|date|datum|fecha|data|дата|client|kunde|cliente|project|projekt|projet|proyecto|progetto|language|languages|sprache|langue|idioma|lingua|язык|version|fassung|draft|author|authors|autor|autorin|auteur|autore|writer|writers|written by|drehbuch|buch|director|directed by|regie|réalisation|translator|translated by|übersetzung|übersetzer|traducteur|traducción|traduzione|adaptation|duration|laufzeit|länge|durée|duración|durata|runtime|frame rate|framerate|fps|format|file|datei|fichier|studio|producer|produktion|production|network|genre|reel|job|job number|status|page|pages|seiten|revision|copyright|notes|note)$/iu;
const castNames =
  /^(?:the )?(?:characters|cast|cast list|cast of characters|character list|dramatis personae|personen|figuren|rollen|besetzung|personnages|distribution|personajes|reparto|personaggi|interpreti|personagens|elenco|rollista|roller|personages|osoby|obsada|действующие лица|登場人物|人物|等场人物)\s*[:：]?$/iu;
const dataLine = /^([^:：]{1,30})\s?[:：]\s*\S/u;
const pageWords = /(?:page|seite|página|pagina|strona|sida|side|sivu|стр)\.?\s*\d+/iu;

const isEnd = (text: string) => /[.!?…。！？]["”’»)]*$/u.test(text);
const isTitle = (text: string) => text.length <= maxTitle && !isEnd(text);
const isData = (text: string) => dataNames.test(dataLine.exec(text)?.[1]?.trim() ?? "");

/** The positions of paragraphs that are not dialogue. `isNamed`: whether one names its speaker. */
export function frontMatter(
  texts: readonly string[],
  isNamed: (text: string) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  addCast(texts, found);
  const rest = texts.filter((text, at) => text !== "" && !found.has(at) && !isData(text));
  const named = rest.filter(isNamed).length;
  if (named === 0 || named < minNamed * rest.length) return new Set();
  addTitles(texts, isNamed, found);
  addPages(texts, found);
  return found;
}

/** The list of the cast: from its name to the next empty paragraph. */
function addCast(texts: readonly string[], found: Set<number>): void {
  const start = texts.findIndex((text) => castNames.test(text));
  if (start < 0 || texts.slice(0, start).some((text) => splitColon(text) && !isData(text))) return;
  const first = texts[start + 1] === "" ? start + 2 : start + 1;
  const end = texts.indexOf("", first);
  // Without an empty paragraph below, the list and the dialogue are not told apart.
  if (end < 0) return;
  for (let at = start; at < end; at += 1) if (texts[at] !== "") found.add(at);
}

/** Titles and data above the first speech. */
function addTitles(
  texts: readonly string[],
  isNamed: (text: string) => boolean,
  found: Set<number>,
): void {
  for (const [at, text] of texts.entries()) {
    if (text === "" || found.has(at) || kindOfText(text) !== null) continue;
    const isOwn = isData(text) || (!isNamed(text) && isTitle(text));
    if (!isOwn) return;
    found.add(at);
  }
}

/** Headers and footers of pages: the same words with other numbers of pages. */
function addPages(texts: readonly string[], found: Set<number>): void {
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    if (!isTitle(text) || !pageWords.test(text)) continue;
    const key = text.replace(/\d+/g, "#");
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  for (const all of places.values()) if (all.length > 1) for (const at of all) found.add(at);
}
