/**
 * How a document writes the speaker of a paragraph. `NAME: text` is always understood; the other
 * notations only if the document as a whole uses them.
 */
import { isName, isUpperCase, nameKey, withoutExtensions } from "../character-names";
import { kindOfText } from "../line-kinds";
import { cleanName, cleanText } from "../files/text";

interface Spoken {
  character: string;
  text: string;
}

const listNumber = /^(?:\d{1,5}[.)]|#\d{1,5})\s+(?=\S)/;
/** Marks of direction after a colon are not visible. */
const marks = String.raw`[\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const colon = new RegExp(String.raw`^([^:：]*)(?::(?=${marks}*\s)|：)(.*)$`, "su");
const closeColon = /^([^:：]*):([\p{L}"'“‘«„¡¿(].*)$/su;
const dash = /^([^-–—]+)\s[-–—]\s(.*)$/su;
const bar = /^([^|]+)\|([^|]+)$/su;
const angle = /^([^<>]+)>\s(.*)$/su;
/** "ANA.- Hola." and "ANNA. – Bonjour.", as in plays. */
const dotDash = /^([^.–—]{1,40})\.\s?[-–—]{1,2}\s?([^-–—\s].*)$/su;
const corner = /^([^「」『』]{1,40})[「『](.*)[」』]$/su;
const bracketed = /^[[【]([^\]】]*)[\]】][:：]?(.*)$/su;

function spokenBy(match: RegExpExecArray | null): Spoken | null {
  const character = cleanName(match?.[1] ?? "").replace(listNumber, "");
  const text = cleanText(match?.[2] ?? "");
  return text === "" || !isSpeaker(character) ? null : { character, text };
}

/** Several names before a colon: "ANNA, BEN", "ANNA & BEN". */
export function namesOf(character: string): string[] {
  const parts = character.split(/[,،、&+/]|\s(?:and|und|et|y|e|i|och|og|en)\s/u).map(cleanName);
  return parts.length > 1 && parts.every(isName) ? parts : [];
}

const isSeveral = (character: string) => {
  const names = namesOf(character);
  return names.length > 1 && names.every(isUpperCase);
};

/** A heading ("SCENE 3") is no speaker. */
const isSpeaker = (name: string) => (isName(name) && kindOfText(name) === null) || isSeveral(name);

/** `NAME: text`; null if there is none. A colon inside of a time or a URL is none. */
export const splitColon = (paragraph: string) => spokenBy(colon.exec(paragraph));

/** `NAME:` without a text; null for other paragraphs. */
export function nameBeforeColon(paragraph: string): string | null {
  const name = cleanName(/^(.*)[:：]\s*$/su.exec(paragraph)?.[1] ?? "").replace(listNumber, "");
  return name !== "" && !/[:：]/.test(name) && isSpeaker(name) ? name : null;
}

const numberBefore = /^(\d{1,5})\s+(?=\p{L})/u;
/** Lines from which on ascending numbers before them are those of the lines. */
const minNumbered = 3;

/**
 * Removes the numbers before the names ("12 ANNA: Hello.") where they ascend by one through the
 * document. Other numbers are a part of the name.
 */
export function withoutLineNumbers(paragraphs: readonly string[]): string[] {
  const numbers = paragraphs
    .filter((text) => splitColon(text) !== null)
    .map((text) => Number(numberBefore.exec(text)?.[1] ?? NaN));
  const isNumbered =
    numbers.length >= minNumbered &&
    numbers.every((number, at) => !isNaN(number) && number === (numbers[0] ?? 0) + at);
  return isNumbered ? paragraphs.map((text) => text.replace(numberBefore, "")) : [...paragraphs];
}

/** The notations of a document besides `NAME: text`. */
export interface Notation {
  /** The speaker and the text of a paragraph; null if it names no speaker. */
  split(paragraph: string): (Spoken & { notation: NotationName }) | null;
  /** Whether a text before a colon is no name: a beginning of a sentence. */
  isSentence(character: string): boolean;
}

const others = {
  "a colon without a space": closeColon,
  "a dash": dash,
  "a dot and a dash": dotDash,
  "a name in brackets": bracketed,
  "a bar": bar,
  "an angle bracket": angle,
  "corner brackets": corner,
} as const;
export type NotationName = keyof typeof others | "colon";

const minShare = 0.6;
const minRepeatedShare = 0.2;

/** Finds the notations that the paragraphs of a document use. */
export function findNotation(paragraphs: readonly string[]): Notation {
  const texts = paragraphs.filter((text) => text !== "");
  const colonNames = texts.flatMap((text) => splitColon(text)?.character ?? []);
  const counts = new Map<string, number>();
  for (const name of colonNames) {
    const key = nameKey(withoutExtensions(name));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isKnown = (name: string) => counts.has(nameKey(withoutExtensions(name)));
  const beginsLower = (text: string) => /^\p{Ll}/u.test(text);
  const spokenWithColon = texts.flatMap((text) => splitColon(text) ?? []);
  const sentences = new Set(
    spokenWithColon
      .filter(({ text }) => !beginsLower(text))
      .map(({ character }) => nameKey(withoutExtensions(character))),
  );
  const isBeforeLower = new Set(
    spokenWithColon.filter(({ text }) => beginsLower(text)).map(({ character }) => character),
  );
  const upper = new Set(
    colonNames.filter(isUpperCase).map((name) => nameKey(withoutExtensions(name))),
  );
  const isSentence = (character: string) => {
    if (isUpperCase(character) || !/\p{Ll}/u.test(character)) return false;
    if ((counts.get(nameKey(withoutExtensions(character))) ?? 0) > 1) return false;
    // Names in capitals are the rule of the document.
    if (upper.size >= 2) return true;
    // "Please note: this" among "Anna: Hello." and "Ben: Yes."
    if (sentences.size >= 2 && isBeforeLower.has(character)) return true;
    const words = character.split(" ");
    const isMostly = colonNames.length >= minShare * texts.length;
    return !isMostly && words.length > 2 && words.slice(1).every((word) => /^\p{Ll}/u.test(word));
  };

  const used = (Object.keys(others) as (keyof typeof others)[]).filter((notation) => {
    const spoken = texts.flatMap((text) =>
      splitColon(text) === null && kindOfText(text) === null
        ? (spokenBy(others[notation].exec(text)) ?? [])
        : [],
    );
    // A text in capitals after a dash is the rest of a heading.
    const likely = spoken.filter(({ text }) => !isUpperCase(text) || notation !== "a dash");
    const names = likely.map(({ character }) => nameKey(withoutExtensions(character)));
    if (names.length === 0) return false;
    if (names.length >= minShare * texts.length) return true;
    const isUpper = likely.every(({ character }) => isUpperCase(character) || isKnown(character));
    const isRepeated =
      new Set(names).size < names.length || names.every((name) => counts.has(name));
    return (
      isUpper &&
      (isRepeated || notation !== "a dash") &&
      names.length >= minRepeatedShare * texts.length
    );
  });
  return {
    isSentence,
    split(paragraph) {
      const byColon = splitColon(paragraph);
      if (byColon !== null)
        return isSentence(byColon.character) ? null : { ...byColon, notation: "colon" };
      for (const notation of used) {
        const spoken = spokenBy(others[notation].exec(paragraph));
        if (spoken !== null && kindOfText(paragraph) === null) return { ...spoken, notation };
      }
      return null;
    },
  };
}
