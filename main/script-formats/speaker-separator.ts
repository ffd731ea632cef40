/** Which speaker separator an .srt script seems to use: proposed to the user, never applied without them. */
import type { ScriptLine } from "./model";
import { maxNameLength, sentencePunctuation } from "./paragraphs";
import { cleanName } from "./text";

export interface ProposedSeparator {
  /** As the interface takes it ("sourceSpeakerSeparator"). */
  text: string;
  /** The first names before it, each once. */
  speakers: string[];
}

/** Of two that fit as many lines, the earlier one is proposed. */
const candidates = [":", "：", " - ", " – ", " — ", "|", ">>"] as const;
const maxLinesRead = 2_000;
const maxWords = 4;
const maxSpeakersNamed = 3;
/** A separator stands in at least two lines, and in this share of all of them. */
const leastLines = 2;
const leastShare = 0.3;
/** From this share of the lines on, names need not come again. */
const usualShare = 0.6;

/** The name before the separator; null where the line does not begin with one. */
function nameBefore(text: string, separator: string): string | null {
  // The longest name, and blanks around it.
  const at = text.slice(0, 2 * maxNameLength).indexOf(separator);
  if (at <= 0) return null;
  const name = cleanName(text.slice(0, at));
  const rest = text.slice(at + separator.length).trimStart();
  const isName =
    name.length <= maxNameLength &&
    /\p{L}/u.test(name) &&
    !sentencePunctuation.test(name) &&
    name.split(" ").length <= maxWords;
  // "Room 12:30" is a time.
  const isTime = /\d$/.test(name) && /^\d/.test(rest);
  return isName && rest !== "" && !isTime ? name : null;
}

/** The separator that most lines of a script read without one begin with, after a name; null where none is likely. */
export function proposeSeparator(lines: readonly ScriptLine[]): ProposedSeparator | null {
  const texts = lines.slice(0, maxLinesRead).flatMap(({ text }) => Object.values(text)[0] ?? []);
  let best: (ProposedSeparator & { count: number }) | null = null;
  for (const separator of candidates) {
    const names = texts.flatMap((text) => nameBefore(text, separator) ?? []);
    const speakers = [...new Set(names)];
    // Names come again; the beginnings of sentences do not, and are in few lines.
    const isRepeated = speakers.length < names.length || names.length >= usualShare * texts.length;
    const isLikely =
      names.length >= leastLines && names.length >= leastShare * texts.length && isRepeated;
    if (isLikely && names.length > (best?.count ?? 0))
      best = {
        text: separator,
        speakers: speakers.slice(0, maxSpeakersNamed),
        count: names.length,
      };
  }
  return best && { text: best.text, speakers: best.speakers };
}
