/** Screenplay layout: the name of the speaker stands alone above the dialogue. */
import {
  characterKey,
  isCapitalised,
  isManner,
  isName,
  isUpperCase,
  nameKey,
  withoutExtensions,
} from "../character-names";
import { countEach } from "../count-each";
import { isSlugLine, kindOfText } from "../line-kinds";
import { isSoundName, soundsOf } from "../sounds";
import { cleanName } from "../files/text";
import type { LineKind } from "../../../preload/facts/line-kinds";
import type { Paragraph, Speech } from "./blocks";
import { isProductionData, titlePageLength } from "./front-matter";
import type { LineJoiner } from "./join-printed";
import { findNotation, splitColon, type Notation } from "./speaker-notation";

/** A text of a screenplay; those of a kind are not dialogue. */
export type ScreenplayText = Speech & {
  kind: LineKind | null;
  /**
   * Only a colon shows the name of the speaker, and no other paragraph has it: the screen may show
   * the text as well ("Headline: Mayor resigns."). By default, it is left out.
   */
  isUncertain?: true;
};

/** The least difference of indents that is visible. */
const minIndent = 2;
/** A longer text before a colon is the beginning of a sentence. */
const maxWords = 3;

/** What the screen shows, before a colon: "TITLE: Berlin". */
const shown =
  /^(?:(?:main |opening |end |on[- ]?screen )?titles?(?: card)?|super(?:impose|title)?|captions?|chyron|legend|(?:on[- ]?screen )?text|on[- ]?screen|subtitles?|inserts?|graphics?|sign|note|close(?:[- ]?up)?(?: on)?|angle(?: on)?|(?:\p{L}+ )?pov|montage|flashback|location|setting|place|time|titel|einblendung|untertitel|texttafel|schrift|titre|carton|surimpression|sous-titre|título|rótulo|sobreimpresión|titolo|sovrimpressione|didascalia|титр|надпись)(?: \d+)?$/iu;
/** Signs of Fountain before a paragraph (https://fountain.io/syntax). */
const signs: readonly [sign: RegExp, kind: LineKind][] = [
  [/^(?:=(?!=)|#{1,6}\s)\s*\S/u, "heading"],
  [/^>[^<]*<$/u, "action"],
  [/^>\s*\S/u, "heading"],
  [/^\.(?=\p{L})/u, "heading"],
  [/^!\S/u, "action"],
];
/** Whether a paragraph is below an empty one, or the first one: there, signs have their meaning. */
const isFirst = (paragraphs: readonly Paragraph[], at: number) =>
  (paragraphs[at - 1]?.text ?? "") === "";
const kindOfSign = (paragraphs: readonly Paragraph[], at: number) => {
  const text = paragraphs[at]?.text ?? "";
  return isFirst(paragraphs, at) ? (signs.find(([sign]) => sign.test(text))?.[1] ?? null) : null;
};
/** A name that is not in capitals, and what is sung. */
const nameSign = /^@(?=\p{L})/u;
const songSign = /^~(?=\S)/u;

/** "HERO (shouting)": a direction in lower case beside a name in capitals. */
const directionBeside = /(?<=^\P{Ll}{2,40}) \((\p{Ll}[^()]{0,40})\)$/u;
/** The beginnings of directions: "to himself", "aus dem Off". */
const directionStart =
  /^(?:to|in|on|at|from|with|into|off|aside|zu|mit|aus|am|im|beiseite|à|dans|avec|en|a|con|per|al|alla)(?:\s|$)/u;
/** A name without the direction beside it, if that is in a list, or the name also stands alone. */
function withoutDirectionBeside(name: string, isAlone: (name: string) => boolean): string {
  const words = directionBeside.exec(name)?.[1] ?? "";
  const plain = name.replace(directionBeside, "");
  const isListed = words === "" || isManner(words) || directionStart.test(words);
  return isListed || isAlone(plain) ? plain : name;
}

const hasCase = (name: string) => /[\p{Lu}\p{Ll}]/u.test(name);

/**
 * The speaker, if this paragraph is a name above dialogue; else null. `isMarked`: the layout shows
 * it, not the capitals alone.
 */
function cueAt(
  paragraphs: readonly Paragraph[],
  at: number,
  {
    notation,
    hasPrintedLines,
    isAlone,
  }: { notation: Notation; hasPrintedLines: boolean; isAlone: (name: string) => boolean },
): { name: string; isMarked: boolean } | null {
  const paragraph = paragraphs[at];
  if (paragraph === undefined) return null;
  const { text, role, isCentred, indent } = paragraph;
  const isSigned = isFirst(paragraphs, at) && nameSign.test(text);
  const full = cleanName(text).replace(nameSign, "");
  const name = withoutDirectionBeside(withoutExtensions(full), isAlone);
  if (!isName(name) || /[:：]/.test(name) || kindOfText(text) !== null) return null;
  if (kindOfSign(paragraphs, at) !== null) return null;
  if (role !== null) return role === "character" ? { name: full, isMarked: true } : null;
  // Between a name and its dialogue are only directions, and empty paragraphs if the name is set
  // apart.
  const isSetApart = isCentred || indent > 0;
  const mayBeEmpty = isSetApart && (!hasPrintedLines || isUpperCase(name));
  const dialogue = paragraphs
    .slice(at + 1, at + 6)
    .find((next) => (next.text === "" ? !mayBeEmpty : kindOfText(next.text) !== "direction"));
  if (dialogue === undefined || dialogue.text === "") return null;
  if (notation.splitColon(dialogue.text) !== null || kindOfText(dialogue.text) === "heading")
    return null;
  const isMarked =
    (isCentred && !dialogue.isCentred) || (!isCentred && indent >= dialogue.indent + minIndent);
  const isCapitals = isUpperCase(name) && (isMarked || !isUpperCase(dialogue.text));
  const isApart =
    (isMarked || isSigned) && name.split(" ").length <= 4 && !isUpperCase(dialogue.text);
  return isCapitals || isApart ? { name: full, isMarked } : null;
}

/**
 * Reads paragraphs as a screenplay; null if the document is none. A document is a screenplay if
 * names stand above dialogue at least twice, or once if their layout shows it, and more often than
 * before a colon.
 */
export function readScreenplay(
  given: readonly Paragraph[],
  { joiner, hasPrintedLines }: { joiner: LineJoiner; hasPrintedLines: boolean },
): ScreenplayText[] | null {
  const titles = titlePageLength(given);
  const paragraphs = given.slice(titles);
  const all = paragraphs.map(({ text }) => text);
  const notation = findNotation(all);
  const alone = new Set(all.map(characterKey));
  const isAlone = (name: string) => alone.has(characterKey(name));
  const cues = paragraphs.map((_, at) =>
    cueAt(paragraphs, at, { notation, hasPrintedLines, isAlone }),
  );
  const found = cues.filter((cue) => cue !== null);
  const byColons = all.map((text) => notation.splitColon(text));
  const spokenWithColon = byColons.filter((one) => one !== null);
  const withColon = spokenWithColon.filter(({ character }) => !isSoundName(character)).length;
  const isMarked = found.some((cue) => cue.isMarked);
  const isRepeated = new Set(found.map(({ name }) => nameKey(name))).size < found.length;
  const filled = paragraphs.filter(({ text }) => text !== "").length;
  const hasScenes = paragraphs.some(({ text }) => isSlugLine(text));
  const isOften = isRepeated || hasScenes || found.length * 6 >= filled;
  const isUsual = isMarked || (found.length >= 2 && isOften);
  if (!isUsual || withColon > found.length) return null;

  // Words before a colon that are written as the names: not "Remember:", nor what the screen shows.
  const names = [
    ...found.map(({ name }) => name),
    ...spokenWithColon.map(({ character }) => character),
  ];
  const counts = countEach(names.map(characterKey));
  const areMixed = found.some(({ name }) => hasCase(name) && !isUpperCase(name));
  const isSpeaker = (name: string) =>
    (counts.get(characterKey(name)) ?? 0) > 1 ||
    (!shown.test(name) && (areMixed || !hasCase(name) || isUpperCase(name)));
  // "Waiter: Your bill." among names in capitals, and not "Location: a cafe".
  const mayBeSpeaker = ({ character, text }: { character: string; text: string }) =>
    !shown.test(character) &&
    !isProductionData(`${character}: ${text}`) &&
    isCapitalised(character) &&
    character.split(" ").length <= maxWords &&
    /^\P{Ll}/u.test(text);
  const isSound = soundsOf(all.map((text, at) => byColons[at] ?? { character: null, text }));
  const texts = given
    .slice(0, titles)
    .flatMap(({ row, text }): ScreenplayText[] =>
      text === "" ? [] : [{ row, character: null, text, kind: "heading" }],
    );
  let speaker: string | null = null;
  /** The first paragraph of the speech, after the directions. */
  let dialogue: Paragraph | null = null;
  /** The paragraph with the name alone before a colon: unlike a name above, next to its text. */
  let named: Paragraph | null = null;
  const end = () => {
    speaker = null;
    named = null;
    dialogue = null;
  };
  for (const [at, paragraph] of paragraphs.entries()) {
    const { row, text, role } = paragraph;
    const add = (kind: LineKind | null, spoken: Partial<ScreenplayText> = {}) =>
      texts.push({ row, character: null, text, kind, ...spoken });
    if (text === "") {
      if (dialogue === null && named !== null && hasPrintedLines) {
        texts.push({ row: named.row, character: null, text: named.text, kind: "action" });
        end();
      } else if (dialogue !== null) end();
      continue;
    }
    const cue = cues[at] ?? null;
    const sign = kindOfSign(paragraphs, at);
    const isOfDirection = role === "direction" || isSound(byColons[at]?.character ?? "");
    const kind = isOfDirection ? "direction" : (sign ?? kindOfText(text));
    if (cue !== null) {
      end();
      speaker = cue.name;
    } else if (role === "heading" || role === "transition" || kind === "heading") {
      end();
      add("heading");
    } else if (kind === "direction") add("direction");
    else if (role === "action" || sign === "action") {
      end();
      add("action");
    } else if (
      speaker !== null &&
      isDialogue(dialogue, paragraph, hasPrintedLines, texts.at(-1)?.kind)
    ) {
      const last = texts.at(-1);
      const spoken = text.replace(songSign, "");
      if (hasPrintedLines && dialogue !== null && last?.kind === null)
        last.text = joiner.join(last.text, spoken);
      else add(null, { character: speaker, text: spoken });
      dialogue ??= paragraph;
    } else {
      end();
      const found = byColons[at] ?? null;
      const once = splitColon(text);
      const alone = notation.nameAlone(text);
      if (found !== null && isSpeaker(found.character)) add(null, found);
      else if (once !== null && mayBeSpeaker(once)) add("action", { ...once, isUncertain: true });
      else if (alone === null) add(kind ?? "action");
      else [speaker, named] = [alone, paragraph];
    }
  }
  return texts;
}

/** Whether a paragraph below a name belongs to the speech. */
function isDialogue(
  first: Paragraph | null,
  paragraph: Paragraph,
  hasPrintedLines: boolean,
  before: LineKind | null | undefined,
): boolean {
  if (first === null || paragraph.role === "dialogue" || before === "direction") return true;
  const isSameIndent = Math.abs(paragraph.indent - first.indent) < minIndent;
  if (hasPrintedLines) return isSameIndent || paragraph.indent > first.indent;
  // Without an indent of its own, a second paragraph may as well be the action.
  return isSameIndent && first.indent > 0 && paragraph.isCentred === first.isCentred;
}
