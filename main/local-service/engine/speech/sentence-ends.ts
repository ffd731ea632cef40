/** Whether the dot of an abbreviation is the full stop of a sentence too. */

/** Words with a capital that begin a sentence for certain, in languages with other capitals. */
const starts: Readonly<Record<string, string>> = {
  de: "Aber|Als|Am|An|Auch|Auf|Bis|Da|Danach|Dann|Das|Dem|Den|Der|Die|Dies|Diese|Dieser|Doch|Dort|Du|Ein|Eine|Er|Es|Heute|Ich|Ihr|Im|In|Ist|Jetzt|Man|Mit|Nach|Nun|Ob|Sie|So|Und|Wann|Warum|Was|Weil|Wenn|Wer|Wie|Wir|Wo",
  en: "A|After|All|An|And|Are|As|At|But|Did|Do|Does|For|From|He|Her|His|How|However|I|If|In|Is|It|Its|It's|My|No|Now|On|One|Or|Our|She|So|That|The|Their|Then|There|These|They|This|Those|To|Was|We|Were|What|When|Where|Who|Why|With|Yes|You|Your",
};
/** Closing quotes and brackets before, and opening ones after the space between sentences. */
const gap = "[\"'»”“’)\\]]*\\s+[\"'«“„‚¿¡(\\[–—-]*[ \\u00A0]?";

const startPatterns = new Map<string, RegExp>();
/** The language without its region: any capital in languages without such a list. */
function startPattern(base: string): RegExp {
  const known = startPatterns.get(base);
  if (known) return known;
  const words = starts[base];
  const created = new RegExp(`^${gap}${words ? `(?:${words})(?![\\p{L}’'])` : "\\p{Lu}"}`, "u");
  startPatterns.set(base, created);
  return created;
}
const anyStart = new RegExp(`^${gap}\\p{Lu}`, "u");

/** The source of a pattern that a word at the start of a sentence does not follow. */
export const notBeforeStart = (base: string): string =>
  `(?![ \\u00A0](?:${starts[base] ?? "(?!)"})(?![\\p{L}’']))`;

/** Whether the text ends before this rest of it. */
export const isTextEnd = (after: string): boolean => /^["'»”“’)\]]*\s*$/u.test(after);

/** Whether a sentence begins after a dot, by words that begin one; `base` has no region. */
export const beginsSentence = (base: string, after: string): boolean =>
  startPattern(base).test(after);

/** Whether a sentence begins after a dot that stands before no name: with any capital. */
export const beginsAnySentence = (after: string): boolean => anyStart.test(after);

/** Whether the dot of a unit is that of a sentence too; `after` follows the dot. */
export const endsSentence = (base: string, after: string): boolean =>
  isTextEnd(after) || (base === "de" ? beginsSentence(base, after) : /^\s+\p{Lu}/u.test(after));
