/**
 * Descriptions in subtitles for the deaf: sounds, moods and music, which are shown and not spoken.
 */

/** Signs of music beside sung words, or alone. */
const music = /[♩-♯]/gu;
/** A text in square brackets, which is nowhere else used in dialogue. */
const inBrackets = /\[[^[\]]*\]|【[^【】]*】|［[^［］]*］/gu;
/**
 * A text in parentheses or asterisks at the beginning of a row, or after the end of a sentence.
 * Inside a sentence it is a remark of the speaker, or stressed.
 */
const aside =
  /(^|[.!?…。！？؟।]["'”’»)]*[ \n]?)((?:[-–—] ?)?)(?:\([^()]*\)|（[^（）]*）|\*[^*\s](?:[^*]*[^*\s])?\*)/gmu;
/** One that stands before the end of the text, without a word after it. */
const asideAtEnd =
  /(?:\s(?:\((?![^()]*[.,;:!?]\))[^()]*\)|\*[^*\s](?:[^*]*[^*\s])?\*)|（[^（）]*）)(?=\s*$)/u;
/** A time of day in parentheses, in a sentence: "(12:30) suits me", "We meet at noon (12:30)". */
const saidTime = /\((?:[01]?\d|2[0-3])[:.][0-5]\d(?: ?[ap]\.?m\.?| ?Uhr| ?h)?\)/iu;
/** A number is no description: "(555) 123-4567", "(50%) off", "($1,000)"; a time is one. */
const numberInside =
  /[(（]\p{Sc}? ?(?:\p{Nd}(?:[.,٫٬'’ ]?\p{Nd}){0,14} ?\p{No}?|\p{No}) ?[%٪％\p{Sc}]?[)）]$/u;
const numberOnly = (found: string) => numberInside.test(found) && !saidTime.test(found);
const continues = /^[\s,;]*\p{Ll}/u;
const endsOpen = /[\p{L}\p{N},]\s*$/u;
const rowStart = /^ +/gmu;
const maxAsides = 20;

export interface Undescribed {
  /** The text without its descriptions. */
  text: string;
  /** The descriptions, as they are written. */
  descriptions: string[];
}

/**
 * Removes descriptions from a text of a script. A text without any stays as it is; otherwise its
 * rows have single spaces.
 */
export function withoutDescriptions(source: string): Undescribed {
  const descriptions: string[] = [];
  const take = (found: string) => {
    descriptions.push(found.trim());
    return " ";
  };
  // Long white space would take time that grows with the square of its length.
  const rows = source.replace(/[^\S\n]+/gu, " ").replace(/\n[ \n]*/gu, "\n");
  let text = rows.replace(inBrackets, take).replace(rowStart, "");
  // Several descriptions in a row: the next one is at the beginning when the first one is removed.
  for (let count = 0; count < maxAsides; count += 1) {
    const next = text.replace(aside, (found, before: string, dash: string, at: number) => {
      if (numberOnly(found)) return found;
      if (saidTime.test(found) && continues.test(text.slice(at + found.length))) return found;
      take(found.slice(before.length + dash.length));
      return `${before}${dash} `;
    });
    if (next === text) break;
    text = next.replace(/ +/gu, " ").replace(rowStart, "");
  }
  text = text.replace(asideAtEnd, (found: string, at: number) =>
    numberOnly(found) || (saidTime.test(found) && endsOpen.test(text.slice(0, at)))
      ? found
      : take(found),
  );
  const signs = text.match(music);
  if (signs) take(signs.join(" "));
  return descriptions.length === 0
    ? { text: source, descriptions }
    : { text: text.replace(music, " "), descriptions };
}
