/** Notes below the texts of a script: footnotes, comments. They are no speech. */

interface Text {
  character: string | null;
  text: string;
}

const noteMark = /^(?:\[(?:[a-z]{1,2}|\d{1,3})\]|[*†‡§]{1,3}|[¹²³⁴-⁹⁰]{1,3})(?=\s*\S)/u;
/** A heading above notes: "Notes:". */
const noteHeading =
  /^(?:(?:foot|end)?notes?|comments?|remarks?|(?:fuß|end)?noten?|anmerkung(?:en)?|hinweis(?:e)?|bemerkung(?:en)?|kommentare?|remarques?|notas?|comentarios?|comentários|commenti|uwagi|poznámky|примечания|注|备注|注释|각주)\s*[:：]?$/iu;
export const isNoteHeading = (text: string) => noteHeading.test(text);

/** Whether a mark stands behind a word of a text: "Good morning.*" explains "* A pun." */
function isUsed(mark: string, texts: readonly Text[]): boolean {
  const isOwn = mark.startsWith("[");
  return texts.some(({ text }) => {
    for (let at = text.indexOf(mark, 1); at > 0; at = text.indexOf(mark, at + 1)) {
      const [before = "", after = ""] = [text[at - 1], text[at + mark.length]];
      // "*never*" is stressed.
      const isPaired = mark.startsWith("*") && text.slice(0, at).split("*").length % 2 === 0;
      if (isOwn || (/\S/.test(before) && !isPaired && /^[\s.,;:!?)”"»]?$/.test(after))) return true;
    }
    return false;
  });
}

/**
 * The last texts of a script that explain marks in others ("[a]", as Google Docs writes, "*", "¹"),
 * or that are below a heading for notes, and name no speaker.
 */
export function notesAtEnd<T extends Text>(texts: readonly T[]): ReadonlySet<T> {
  const last = texts.findLastIndex(({ character }) => character !== null);
  const heading = texts.findIndex(({ text }, at) => at > last && isNoteHeading(text));
  if (last >= 0 && heading > 0) return new Set(texts.slice(heading));
  const found = new Set<T>();
  for (const one of texts.slice(last + 1).toReversed()) {
    const mark = noteMark.exec(one.text)?.[0];
    if (mark !== undefined && isUsed(mark, texts)) found.add(one);
    else if (last < 0) break;
  }
  return found;
}
