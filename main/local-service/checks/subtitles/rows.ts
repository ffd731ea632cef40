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

/** Words; those that are long, as in Japanese without spaces, in the parts of the segmenter. */
function wordsOf(text: string, languageId: string, limit: number): Part[] {
  const segmenter = new Intl.Segmenter(languageId, { granularity: "word" });
  return text.split(/\s+/).flatMap((word, index) => {
    const space = index === 0 ? "" : " ";
    if (countOf(word) <= limit / 2) return [{ text: word, space } as const];
    const cells: Part[] = [];
    for (const { segment, isWordLike } of segmenter.segment(word)) {
      const last = cells.at(-1);
      // Punctuation stays with the word before it.
      if (last && isWordLike !== true) last.text += segment;
      else cells.push({ text: segment, space: cells.length === 0 ? space : "" });
    }
    return cells.flatMap((cell) => hardParts(cell, limit));
  });
}

/** A word that is longer than a row is broken anywhere. */
function hardParts({ text, space }: Part, limit: number): Part[] {
  const characters = Array.from(text);
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at += limit)
    parts.push({ text: characters.slice(at, at + limit).join(""), space: at === 0 ? space : "" });
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
