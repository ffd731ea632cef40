/** Find and replace in the texts of lines. */

export interface Search {
  find: string;
  replacement: string;
  isCaseSensitive: boolean;
  /** Only where the match is no part of a longer word. */
  isWholeWord: boolean;
}

/** A part of a text: unchanged, or a match with its replacement. */
export type TextPart = { text: string } | { found: string; replacement: string };

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

const characterBefore = (text: string, at: number) =>
  at === 0 ? "" : (Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? "");
const characterAfter = (text: string, at: number) => Array.from(text.slice(at, at + 2))[0] ?? "";

function isWhole(text: string, start: number, end: number): boolean {
  const inside = text.slice(start, end);
  const first = Array.from(inside)[0] ?? "";
  const last = Array.from(inside).at(-1) ?? "";
  const continues = (a: string, b: string) => wordCharacter.test(a) && wordCharacter.test(b);
  return (
    !continues(characterBefore(text, start), first) && !continues(last, characterAfter(text, end))
  );
}

/** The parts of a text, matches among them; null without a match. Matches do not overlap. */
export function splitText(text: string, search: Search): TextPart[] | null {
  const { find, replacement, isCaseSensitive, isWholeWord } = search;
  if (find === "") return null;
  const escaped = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const pattern = new RegExp(escaped, isCaseSensitive ? "gu" : "giu");
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (isWholeWord && !isWhole(text, match.index, end)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ found: match[0], replacement });
    from = end;
  }
  if (parts.length === 0) return null;
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

export const replacedText = (parts: readonly TextPart[]): string =>
  parts.map((part) => ("text" in part ? part.text : part.replacement)).join("");

const isLowSurrogate = (text: string, at: number) =>
  /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));

/**
 * The parts of a text that was replaced as a whole: what is the same at its start and end, and the
 * words between.
 */
export function changedParts(before: string, after: string): TextPart[] {
  const most = Math.min(before.length, after.length);
  const isBreak = (text: string, at: number) =>
    !isLowSurrogate(text, at) &&
    (at === 0 ||
      at >= text.length ||
      !wordCharacter.test(text.charAt(at - 1)) ||
      !wordCharacter.test(text.charAt(at)));
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  while (start > 0 && !(isBreak(before, start) && isBreak(after, start))) start -= 1;
  let end = 0;
  const last = (text: string) => text.length - end;
  while (end < most - start && before[last(before) - 1] === after[last(after) - 1]) end += 1;
  while (end > 0 && !(isBreak(before, last(before)) && isBreak(after, last(after)))) end -= 1;
  const parts: TextPart[] = [
    { text: before.slice(0, start) },
    { found: before.slice(start, last(before)), replacement: after.slice(start, last(after)) },
    { text: before.slice(last(before)) },
  ];
  return parts.filter((part) => !("text" in part) || part.text !== "");
}
