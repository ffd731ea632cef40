/** Texts as pieces of one font and one direction, in the order in which they are drawn. */
import createBidi from "bidi-js";
import type { FontChoice, LoadedFont } from "./fonts";

const bidi = createBidi();

/** A piece of a line that is drawn with one font. */
export interface Run {
  text: string;
  font: LoadedFont;
  /** Its letters are in the order of the text, which the font reverses. */
  isRightToLeft: boolean;
}

/** Marks that belong to the character before them, and joiners. */
const isJoined = (character: string) => /^[\p{M}\u200c\u200d]$/u.test(character);
const isJoiner = (character: string) => character === "\u200c" || character === "\u200d";
/** Characters that are not shown. */
const isHidden = (character: string) =>
  /^[\p{Cc}\p{Bidi_C}\u200b\u2060\ufeff\p{Variation_Selector}]$/u.test(character);

/** "[U+1F600]": a character that no font has. */
const nameOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/**
 * The text as it can be drawn: each character that no font has is named, and characters that are
 * not shown are left out.
 */
export function drawableText(text: string, fonts: FontChoice): string {
  return Array.from(text.replace(/[\t\u00a0\u202f\u2009]/g, " "))
    .map((one) => {
      if (isHidden(one)) return "";
      if (fonts.fontOf(one)) return one;
      return isJoiner(one) ? "" : nameOf(one);
    })
    .join("");
}

/** The font of each character, which a space, a mark or a common sign shares with its neighbour. */
function fontsOf(characters: readonly string[], fonts: FontChoice): LoadedFont[] {
  let last: LoadedFont | undefined;
  const found = characters.map((character) => {
    const isCommon = isJoined(character) || /^[\p{P}\p{Z}]$/u.test(character);
    if (!(isCommon && last?.has(character) === true)) last = fonts.fontOf(character) ?? last;
    return last;
  });
  const first = found.find((font) => font !== undefined);
  return found.flatMap((font) => font ?? first ?? []);
}

/** Whether the first letter of a text is one that is written from right to left. */
export const isRightToLeft = (text: string): boolean =>
  hasRightToLeft(text) && (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;

/** Characters of scripts that are written from right to left, and marks of direction. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);
const noLevels = new Uint8Array();

/** The runs of one line from left to right. */
export function runsOf(line: string, fonts: FontChoice): Run[] {
  const characters = Array.from(line);
  const found = fontsOf(characters, fonts);
  if (characters.length === 0 || found.length === 0) return [];
  const levels = hasRightToLeft(line) ? bidi.getEmbeddingLevels(line).levels : noLevels;
  /** Runs of one level and font, in the order of the text. */
  const runs: (Omit<Run, "isRightToLeft"> & { level: number })[] = [];
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const level = levels[at] ?? 0;
    const font = found[index];
    at += character.length;
    if (!font) continue;
    const before = runs.at(-1);
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    if (before && before.level === level && before.font === font) before.text += shown;
    else runs.push({ text: shown, font, level });
  }
  return inVisualOrder(runs).map(({ text, font, level }) => ({
    // A run of right-to-left letters is reversed by its font.
    text:
      level % 2 === 1 && !hasRightToLeftLetters(text) ? Array.from(text).reverse().join("") : text,
    font,
    isRightToLeft: level % 2 === 1,
  }));
}

const hasRightToLeftLetters = (text: string) =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    text,
  );

/** UAX 9, rule L2, for whole runs. */
function inVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to === from) continue;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}

/**
 * The pieces of a paragraph between which a line may end, for the words of its language: a sign
 * stays with the word before it, and an opening one with the word after it.
 */
export function breakablePieces(text: string, languageId: string): string[] {
  const segmenter = new Intl.Segmenter(languageId.split("-")[0], { granularity: "word" });
  const pieces: string[] = [];
  let piece = "";
  let isOpen = false;
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const opens = /^[\p{Ps}\p{Pi}¿¡]$/u.test(segment);
    const stays = isOpen || (!isWordLike && !opens);
    // Words without a space or another border between them, such as "a/b", stay together, except in
    // scripts without spaces.
    const isAttached = /[\p{L}\p{N}\p{P}\p{S}]$/u.test(piece) && !isUnspaced(segment);
    if (piece !== "" && !stays && !isAttached) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
    isOpen = opens;
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

const isUnspaced = (segment: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    segment,
  );
