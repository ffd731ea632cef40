/**
 * Breaks the text of a subtitle into rows, at phrases where it can. Source of the rules: Netflix
 * Timed Text Style Guide (characters of a row; break after punctuation, before conjunctions).
 */

/** A part that is not broken, with what separates it from the one before in the same row. */
interface Part {
  text: string;
  space: "" | " ";
}

const countOf = (text: string) => Array.from(text).length;

/** Creating one takes longer than breaking a row. By granularity and language. */
const segmenters = new Map<string, Intl.Segmenter>();
function segmenterOf(languageId: string, granularity: "word" | "grapheme"): Intl.Segmenter {
  const key = `${granularity} ${languageId}`;
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(languageId, { granularity });
  segmenters.set(key, segmenter);
  return segmenter;
}

/** White space at which a row may be broken; the others are no-break spaces. */
const breakingSpace = /[^\S\u00a0\u2007\u202f]+/;
/** Opening punctuation, or the dash of a speaker: it does not end a row. */
const opening = /^[\p{Ps}\p{Pi}¿¡„‚"']+$/u;
const dash = /^[-–—]$/;
/** Punctuation that does not begin a row, also after a space, as in French. */
const closing = /^[\p{Pe}\p{Pf}!?;:.,…%]+$/u;

/** The words of a text, with punctuation that stands alone at the word that it belongs to. */
function spacedWords(text: string): string[] {
  const words: string[] = [];
  let isOpen = false;
  for (const word of text.split(breakingSpace)) {
    const last = words.at(-1);
    if (last !== undefined && (isOpen || closing.test(word)))
      words.splice(-1, 1, `${last} ${word}`);
    else words.push(word);
    isOpen = opening.test(word) || (last === undefined && dash.test(word));
  }
  return words;
}

/** Words; those that are long, as in Japanese without spaces, in the parts of the segmenter. */
function wordsOf(text: string, languageId: string, limit: number): Part[] {
  return spacedWords(text).flatMap((word, index) => {
    const space = index === 0 ? "" : " ";
    if (countOf(word) <= limit / 2) return [{ text: word, space } as const];
    const cells: Part[] = [];
    let isOpen = false;
    for (const { segment, isWordLike } of segmenterOf(languageId, "word").segment(word)) {
      const last = cells.at(-1);
      const isSpeaker = index === 0 && !last && dash.test(segment);
      const isOpening = isSpeaker || opening.test(segment);
      // Other punctuation stays with the word before it.
      if (last && (isOpen || (isWordLike !== true && !isOpening))) last.text += segment;
      else cells.push({ text: segment, space: cells.length === 0 ? space : "" });
      isOpen = isOpening || (isOpen && isWordLike !== true);
    }
    return cells.flatMap((cell) => hardParts(cell, languageId, limit));
  });
}

/** A word that is longer than a row is broken anywhere but inside of a letter with its marks. */
function hardParts(part: Part, languageId: string, limit: number): Part[] {
  if (countOf(part.text) <= limit) return [part];
  const parts: Part[] = [];
  for (const { segment } of segmenterOf(languageId, "grapheme").segment(part.text)) {
    const last = parts.at(-1);
    if (last && countOf(last.text) + countOf(segment) <= limit) last.text += segment;
    else parts.push({ text: segment, space: last ? "" : part.space });
  }
  return parts;
}

/** What a break after this part costs: the end of a phrase is best. */
const breakCost = (text: string) =>
  /[.!?…:;]["'”’)\]]*$/u.test(text) ? 0 : /[,–—]$/u.test(text) ? 20 : 80;

/**
 * The rows of a text, each with at most `limit` characters, as few as possible and of similar
 * lengths. A row that fits is not changed.
 */
export function breakRow(text: string, languageId: string, limit: number): string[] {
  if (countOf(text) <= limit) return [text];
  const parts = wordsOf(text, languageId, limit);
  const lengths = parts.map((part) => countOf(part.text));
  /** By the number of parts: the least cost of their rows, and where the last row begins. */
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= parts.length; end += 1) {
    let found = { cost: Infinity, from: end - 1 };
    let length = 0;
    for (let from = end - 1; from >= 0; from -= 1) {
      const isFirst = from === end - 1;
      length += (lengths[from] ?? 0) + (isFirst ? 0 : (parts[from + 1]?.space.length ?? 0));
      if (length > limit && !isFirst) break;
      const broken = end === parts.length ? 0 : breakCost(parts[end - 1]?.text ?? "");
      // A row more costs more than any break.
      const cost = (best[from]?.cost ?? 0) + 10_000 + (limit - length) ** 2 / 4 + broken;
      if (cost < found.cost) found = { cost, from };
    }
    best.push(found);
  }
  const rows: string[] = [];
  for (let end = parts.length; end > 0; end = best[end]?.from ?? 0) {
    const row = parts.slice(best[end]?.from ?? 0, end);
    rows.unshift(row.map((part, at) => (at === 0 ? "" : part.space) + part.text).join(""));
  }
  return rows;
}
