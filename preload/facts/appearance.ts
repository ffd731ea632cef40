/**
 * How the script shows the subtitle of a line: all of it in italics, or at the top of the picture,
 * and which of its words are in italics. It is a property of the line: words that another language
 * does not have are not in italics there.
 */
export const appearances = ["", "italic", "top", "italic top"] as const;
type Whole = (typeof appearances)[number];

/** `nth`: how often the text has these words before, from 0. */
export interface ItalicWords {
  text: string;
  nth: number;
}

/** After the first row, each row has `nth` and the text of words in italics. */
export type Appearance = Whole | `${Whole}\n${string}`;

/** More words in italics are not kept. */
const maxWords = 20;
const form = /^(?:|italic|top|italic top)(?:\n\d{1,4} [^\n]{1,10000}){0,20}$/;
const isKept = ({ text, nth }: ItalicWords) =>
  text !== "" && text.length <= 10_000 && !text.includes("\n") && nth < 10_000;

/** Whether a stored text is an appearance. */
export const isAppearance = (text: string): text is Appearance => form.test(text);

export function appearanceOf(
  shown: { isItalic: boolean; isAtTop: boolean },
  words: readonly ItalicWords[] = [],
): Appearance {
  const whole = shown.isItalic
    ? shown.isAtTop
      ? "italic top"
      : "italic"
    : shown.isAtTop
      ? "top"
      : "";
  if (shown.isItalic || words.length === 0) return whole;
  const kept = words.filter(isKept);
  if (kept.length === 0) return whole;
  const rows = kept.slice(0, maxWords).map(({ text, nth }) => `${nth} ${text}`);
  return `${whole}\n${rows.join("\n")}`;
}

const wholeOf = (appearance: Appearance) => appearance.split("\n")[0] ?? "";

export const isItalic = (appearance: Appearance = ""): boolean =>
  wholeOf(appearance).startsWith("italic");
export const isAtTop = (appearance: Appearance = ""): boolean =>
  wholeOf(appearance).endsWith("top");

/** The words in italics of a line that is not all in italics. */
export const italicWordsOf = (appearance: Appearance = ""): ItalicWords[] =>
  appearance
    .split("\n")
    .slice(1)
    .map((row) => {
      const space = row.indexOf(" ");
      return { nth: Number(row.slice(0, space)), text: row.slice(space + 1) };
    });

/** Letters of scripts without spaces between words: each may begin a word. */
const withoutSpaces =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const isInWord = (letter: string) =>
  /[\p{L}\p{M}\p{N}]/u.test(letter) && !withoutSpaces.test(letter);
/** Whether a word ends between these letters or begins there. */
const isBoundary = (before = "", after = "") => !isInWord(before) || !isInWord(after);

/** The places of words in a text, in order, but not those inside of other words. */
export function placesOf(text: string, words: string): number[] {
  const places: number[] = [];
  if (words === "") return places;
  for (let at = text.indexOf(words); at >= 0;) {
    const end = at + words.length;
    const isWhole = isBoundary(text[at - 1], words[0]) && isBoundary(words.at(-1), text[end]);
    if (isWhole) places.push(at);
    at = text.indexOf(words, isWhole ? end : at + 1);
  }
  return places;
}

/** The ranges of a text that are in italics, in order and without overlaps. */
export function italicRanges(text: string, words: readonly ItalicWords[]): [number, number][] {
  const ranges = words.flatMap(({ text: found, nth }): [number, number][] => {
    const at = placesOf(text, found)[nth];
    return at === undefined ? [] : [[at, at + found.length]];
  });
  ranges.sort((a, b) => a[0] - b[0]);
  return ranges.filter(([from], index) => from >= (ranges[index - 1]?.[1] ?? 0));
}
