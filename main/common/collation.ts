/** Forms of names: to sort, to search and to compare by. */

/** A form of a name whose plain order is the one people expect: without case, numbers by value. */
export function sortKey(name: string): string {
  return name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(10, "0"));
}

/** A form of a text in which a search finds "Élodie" by "elodie": without case, accents and needless spaces. */
export function searchKey(text: string): string {
  // Most texts have nothing to be taken apart.
  const plain = /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .toUpperCase()
        .toLowerCase();
  // A single space stays as it is.
  return plain.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

/** Names with the same form are the same character; accents tell two apart. */
export function foldName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toUpperCase().toLowerCase();
}
