/** Speeches in which another speaker begins: "Hi. BEN: Hello." */
import {
  beginsLower,
  endsInTitle,
  isListedSound,
  isUpperCase,
  maxNameLength,
  titlesBefore,
  withoutMarks,
} from "../character-names";
import { isSpeaker, type Notation, type NotationName } from "./speaker-notation";

const speakerInside = new RegExp(
  String.raw`([.!?…]["”’»)]*\s+)(${titlesBefore}\p{L}[^.!?…:：\n]{0,${maxNameLength - 1}}):\s`,
  "giu",
);

/** Names in the notations with brackets, after the end of a sentence. */
const bracketsInside = {
  "a name in brackets": /([.!?…]["”’»)]*\s+)[[【]([^[\]【】]{1,60})[\]】]/gu,
  "a name in angle brackets": /([.!?…]["”’»)]*\s+)<([^<>]{1,60})>/gu,
  "a name in braces": /([.!?…]["”’»)]*\s+)\{([^{}]{1,60})\}/gu,
  "a name in parentheses": /([.!?…]["”’»)]*\s+)[(（]([^()（）]{1,60})[)）]/gu,
} as const satisfies Partial<Record<NotationName, RegExp>>;
const hasBrackets = (name: NotationName): name is keyof typeof bracketsInside =>
  Object.hasOwn(bracketsInside, name);

/** The text of a speech, in parts: each other speaker ("Hi. BEN: Hello.") begins one. */
export interface Speeches {
  parts: string[];
  /** Whether capitals before a colon are no name, because no paragraph begins with them. */
  hasUnknown: boolean;
}

/**
 * Divides a speech at the names that also begin paragraphs, in the notation `name` with brackets,
 * or before a colon. "PS: I miss you." has no such name.
 */
export function speechesIn(
  text: string,
  { isKnown, isSentence }: Notation,
  name: NotationName,
): Speeches {
  let hasUnknown = false;
  const starts: number[] = [];
  if (hasBrackets(name))
    for (const match of text.matchAll(bracketsInside[name])) {
      const { 0: whole, index, 1: before = "", 2: inner = "" } = match;
      // "Look! [Ben] over there."
      const isInside = beginsLower(text.slice(index + whole.length).trimStart());
      if (!isInside && isKnown(withoutMarks(inner)) && !isListedSound(inner))
        starts.push(index + before.length);
    }
  for (const { index, 1: before = "", 2: name = "" } of text.matchAll(speakerInside)) {
    const start = index + before.length;
    // "DR. SMITH" is one name.
    if (!isSpeaker(name) || endsInTitle(text.slice(0, start))) continue;
    if (isKnown(name) && !isSentence(name)) starts.push(start);
    else if (isUpperCase(name) && /\p{Lu}{2}/u.test(name)) hasUnknown = true;
  }
  starts.sort((one, other) => one - other);
  const parts = [0, ...starts].map((from, at, all) => text.slice(from, all[at + 1]).trim());
  return { parts, hasUnknown };
}
