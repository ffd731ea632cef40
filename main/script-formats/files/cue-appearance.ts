/** Italics and positions that the markup of a cue sets, for its whole text. */
import { appearanceOf, type Appearance } from "../../../preload/facts/appearance";

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

/** `own`: what the format says outside of the text. */
export const cueAppearance = (
  text: string,
  own: { isItalic?: boolean | undefined; isAtTop?: boolean | undefined } = {},
): Appearance =>
  appearanceOf({
    isItalic: own.isItalic ?? isAllItalic(text),
    isAtTop: own.isAtTop ?? top.test(text),
  });

/** Whether the settings of a WebVTT cue place it in the upper half; undefined without a line. */
export function isVttTop(settings: string): boolean | undefined {
  const [, value, percent] = /(?:^|\s)line:(-?\d+(?:\.\d+)?)(%)?/.exec(settings) ?? [];
  if (value === undefined) return undefined;
  const line = Number(value);
  // Lines are counted from the top; negative ones from the bottom.
  return percent === undefined ? line >= 0 && line < 8 : line < 50;
}
