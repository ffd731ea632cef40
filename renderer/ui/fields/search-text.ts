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
