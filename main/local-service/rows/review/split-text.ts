/** Where a text is divided when its line is split. */

/**
 * The two parts of a text at the end of the word that is nearest to a share of its length. The
 * second part is empty for a text of one word.
 */
export function splitText(text: string, share: number, languageId: string): [string, string] {
  const wanted = text.length * share;
  let best = text.length;
  for (const { index, segment, isWordLike } of wordsOf(languageId).segment(text)) {
    if (!isWordLike || index === 0) continue;
    const end = text.slice(0, index).trimEnd().length;
    if (segment !== "" && end > 0 && Math.abs(end - wanted) < Math.abs(best - wanted)) best = index;
  }
  return [text.slice(0, best).trim(), text.slice(best).trim()];
}

function wordsOf(languageId: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(languageId, { granularity: "word" });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: "word" });
  }
}

/** Languages that write no spaces between words. */
const withoutSpaces = new Set(["ja", "zh", "yue", "th", "lo", "km", "my"]);

/** The text of two lines that become one. */
export function joinTexts(first: string, second: string, languageId: string): string {
  const [language = ""] = languageId.toLowerCase().split("-");
  const parts = [first.trim(), second.trim()].filter((part) => part !== "");
  return parts.join(withoutSpaces.has(language) ? "" : " ");
}
