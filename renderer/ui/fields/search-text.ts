/** The comparison key of a text: without case, accents and surrounding space. */
export const searchKey = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .trim()
    .toLowerCase();

/** Returns a test for texts that contain every word of `search`, in any order. */
export function matchesWords(search: string): (...texts: string[]) => boolean {
  const words = searchKey(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const all = searchKey(texts.join(" "));
    return words.every((word) => all.includes(word));
  };
}

/**
 * The options whose texts contain every word of `search`: first those of which a text begins with
 * the whole search, then those that contain the whole search, then the others, each in their own
 * order.
 */
export function searchOptions<T>(
  options: readonly T[],
  search: string,
  textsOf: (option: T) => readonly string[],
): T[] {
  const isMatch = matchesWords(search);
  const whole = searchKey(search);
  const ranks = new Map<T, number>();
  for (const option of options) {
    const texts = textsOf(option);
    if (!isMatch(...texts)) continue;
    const keys = texts.map(searchKey);
    const isPrefix = keys.some((key) => key.startsWith(whole));
    ranks.set(option, isPrefix ? 0 : keys.some((key) => key.includes(whole)) ? 1 : 2);
  }
  return [...ranks.keys()].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}
