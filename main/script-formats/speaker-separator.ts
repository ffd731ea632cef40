/** Detects the likely speaker separator of an .srt script. The user has to confirm the proposal. */
import type { ScriptLine } from "./model";
import { maxNameLength, sentencePunctuation } from "./character-names";
import { cleanName } from "./files/text";
import { warnRows } from "./line-kinds";
import type { Problems } from "./problems";

export interface ProposedSeparator {
  /** The value of "sourceSpeakerSeparator" in the interface. */
  text: string;
  /** The first distinct names before the separator. */
  speakers: string[];
}

/** If two candidates match equally many lines, the earlier one is proposed. */
const candidates = [":", "：", " - ", " – ", " — ", "|", ">>"] as const;
const maxLinesRead = 2_000;
const maxWords = 4;
const maxSpeakersNamed = 3;
/** A separator has to occur in at least two lines and in this share of all lines. */
const minLines = 2;
const minShare = 0.3;
/** From this share of the lines on, names do not need to repeat. */
const highShare = 0.6;

/** The name before the separator; null if the line does not begin with a name. */
function nameBefore(text: string, separator: string): string | null {
  // Room for the longest name and white space around it.
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

/**
 * The separator after a name at the start of most lines; null if none is likely. `lines` were read
 * without a separator.
 */
export function proposeSeparator(lines: readonly ScriptLine[]): ProposedSeparator | null {
  const texts = lines.slice(0, maxLinesRead).flatMap(({ text }) => Object.values(text)[0] ?? []);
  let best: (ProposedSeparator & { count: number }) | null = null;
  for (const separator of candidates) {
    const names = texts.flatMap((text) => nameBefore(text, separator) ?? []);
    const speakers = [...new Set(names)];
    // Names repeat; the beginnings of sentences do not, and a separator follows them in only a few
    // lines.
    const isRepeated = speakers.length < names.length || names.length >= highShare * texts.length;
    const isLikely =
      names.length >= minLines && names.length >= minShare * texts.length && isRepeated;
    if (isLikely && names.length > (best?.count ?? 0))
      best = {
        text: separator,
        speakers: speakers.slice(0, maxSpeakersNamed),
        count: names.length,
      };
  }
  return best && { text: best.text, speakers: best.speakers };
}

/** Warns of subtitles that were read without a separator, and whose texts begin with names. */
export function warnOfNames(lines: readonly ScriptLine[], problems: Problems): void {
  const found = proposeSeparator(lines);
  if (found === null) return;
  const { text, speakers } = found;
  const named = lines.filter(
    (line) => nameBefore(Object.values(line.text)[0] ?? "", text) !== null,
  );
  const rows = named.map(({ row }) => row);
  const names = speakers.map((name) => `“${name}”`).join(", ");
  const message = `The texts begin with names (${names}), which are read as a part of the texts.`;
  const remedy = `Set the speaker separator to “${text.trim()}”.`;
  warnRows(problems, rows, "separator-missing", message, { assumed: text.trim(), remedy });
}
