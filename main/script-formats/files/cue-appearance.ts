/** Italics and positions that the markup of a cue sets. */
import {
  appearanceOf,
  placesOf,
  type Appearance,
  type ItalicWords,
} from "../../../preload/facts/appearance";

/** Without the text of italics, in HTML, WebVTT and SubStation Alpha. */
const italics = /<(i|em)(?:[\s.][^<>]*)?>[\s\S]*?(?:<\/\1\s*>|$)|\{\\i1\}[\s\S]*?(?:\{\\i0?\}|$)/gi;
/** Places of the upper third: of the keypad, and those of SSA. */
const top = /\{[^{}]*\\an[789]|\{[^{}]*\\a[567](?!\d)|\{an[789]\}/i;
const otherMarks = /<[^<>]*>|\{[^{}]*\}|&#?\w{1,8};/g;

/** Whether all words are in italics: a dash or a note beside them may not be. */
function isAllItalic(text: string): boolean {
  const rest = text.replace(italics, "");
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest.replace(otherMarks, ""));
}

/** How often `part` is in a text. */
const countOf = (text: string, part: string) => placesOf(text, part).length;

/** `plain`: the text of a cue without its markup. */
function italicWords(text: string, plain: (text: string) => string): ItalicWords[] {
  return Array.from(text.matchAll(italics)).flatMap(({ 0: all, index }) => {
    const opening = /^(?:<[^<>]*>|\{[^{}]*\})/.exec(all)?.[0] ?? "";
    let before = text.slice(0, index);
    return all
      .slice(opening.length)
      .split(/(\n|<br\s*\/?>|\\N)/i)
      .flatMap((part) => {
        const words = plain(part).replace(/^[-–—‐]\s*/, "");
        const nth = countOf(plain(before), words);
        before += part;
        return /[\p{L}\p{N}]/u.test(words) ? [{ text: words, nth }] : [];
      });
  });
}

/** The words in italics that each of the texts of a cue has. */
function shareWords(words: readonly ItalicWords[], texts: readonly string[]): ItalicWords[][] {
  const shares = texts.map((): ItalicWords[] => []);
  for (const { text, nth } of words) {
    let before = 0;
    for (const [index, one] of texts.entries()) {
      const count = countOf(one, text);
      if (nth < before + count) {
        shares[index]?.push({ text, nth: nth - before });
        break;
      }
      before += count;
    }
  }
  return shares;
}

/**
 * The appearance of each line of a cue. `own`: what the format says outside of the text; `plain`:
 * the text of a cue without its markup; `lines`: the texts of the lines.
 */
export function cueAppearances(
  text: string,
  own: { isItalic?: boolean | undefined; isAtTop?: boolean | undefined },
  plain: (text: string) => string,
  lines: readonly string[],
): Appearance[] {
  const isItalic = (own.isItalic ?? false) || isAllItalic(text);
  const shown = { isItalic, isAtTop: own.isAtTop ?? top.test(text) };
  const shares = isItalic ? [] : shareWords(italicWords(text, plain), lines);
  return lines.map((_line, index) => appearanceOf(shown, shares[index]));
}

/** The appearance of a whole cue. */
export const cueAppearance = (text: string): Appearance =>
  appearanceOf({ isItalic: isAllItalic(text), isAtTop: top.test(text) });

/** Whether the settings of a WebVTT cue place it in the upper half; undefined without a line. */
export function isVttTop(settings: string): boolean | undefined {
  const [, value, percent] = /(?:^|\s)line:(-?\d+(?:\.\d+)?)(%)?/.exec(settings) ?? [];
  if (value === undefined) return undefined;
  const line = Number(value);
  // Lines are counted from the top; negative ones from the bottom.
  return percent === undefined ? line >= 0 && line < 8 : line < 50;
}
