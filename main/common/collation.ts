/** Normalized forms of names for sorting, searching and comparing. */

/** Sort key of a name. The string order of these keys ignores case and sorts numbers by value. */
export function sortKey(name: string): string {
  return name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, "0"));
}

/**
 * Search key of a string: ignores case and accents, and collapses whitespace. A search for "elodie"
 * finds "Élodie".
 */
export function searchKey(text: string): string {
  // Fast path: most strings are ASCII and need no Unicode decomposition.
  const plain = /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .toUpperCase()
        .toLowerCase();
  // The pattern does not match a single space, which needs no replacement.
  return plain.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

/**
 * Comparison key of a character name. Names with equal keys are the same character; accents are
 * significant.
 */
export function foldName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toUpperCase().toLowerCase();
}
