/**
 * How a document writes the speaker of a paragraph. `NAME: text` is always understood; the other
 * notations only if the document as a whole uses them.
 */
import {
  beginsLower,
  characterKey,
  isCapitalised,
  isListedSound,
  isManner,
  isMannerWord,
  isName,
  isSoundOrManner,
  isUpperCase,
  nameBeforeDirection,
  nameKey,
  namesInTurn,
  splitDirection,
  withoutExtensions,
  withoutListMark,
  withoutMarks,
} from "../character-names";
import { countEach } from "../count-each";
import { isDirection, kindOfText } from "../line-kinds";
import { isSoundName } from "../sounds";
import { cleanName, cleanText } from "../files/text";

interface Spoken {
  character: string;
  text: string;
}

/** Marks of direction after a colon are not visible. */
const marks = String.raw`[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
/** A dash after the colon is a part of the notation. */
const colon = new RegExp(
  String.raw`^([^:：]*)(?:::?[-–—]?(?=${marks}*\s)|：)(?:\s*[-–—]\s)?(.*)$`,
  "su",
);
const bracketed = /^[[【]([^[\]【】]*)[\]】][:：]?(.*)$/su;

/** How likely the same signs stand in sentences. */
type Risk = "none" | "some" | "high";

/** The other notations. */
const others = {
  "a colon without a space": { pattern: /^([^:：]*):([\p{L}"'“‘«„¡¿(].*)$/su, risk: "none" },
  "an arrow": { pattern: /^([^<>=→➔-]+?)\s?(?:[-=]+>|→|➔|»)\s(.*)$/su, risk: "none" },
  "a dash": { pattern: /^([^-–—]+)\s[-–—]\s(.*)$/su, risk: "none" },
  /** "ANA.- Hola." and "ANNA. – Bonjour.", as in plays. */
  "a dot and a dash": {
    pattern: /^([^.–—]{1,40})\.\s?[-–—]{1,2}\s?([^-–—\s].*)$/su,
    risk: "none",
  },
  "a name in brackets": { pattern: bracketed, risk: "none" },
  "a name in angle brackets": { pattern: /^<([^<>]+)>[:：]?(.*)$/su, risk: "none" },
  "a name in braces": { pattern: /^\{([^{}]+)\}[:：]?(.*)$/su, risk: "none" },
  "a name in parentheses": { pattern: /^[(（]([^()（）]+)[)）][:：]?(.*)$/su, risk: "some" },
  "a bar": { pattern: /^([^|]+)\|([^|]+)$/su, risk: "none" },
  "an equals sign": { pattern: /^([^=]+?)\s?=\s?([^=].*)$/su, risk: "some" },
  "an angle bracket": { pattern: /^([^<>]+)>\s(.*)$/su, risk: "none" },
  /** A quote, also with a direction after it: "太郎「おはよう」（笑）". */
  "corner brackets": {
    pattern: /^([^「」『』（）]{1,40})[「『](.*[」』](?:\s?（[^（）]*）)?)$/su,
    risk: "none",
  },
  "a semicolon": { pattern: /^([^;]+);\s?(.*)$/su, risk: "high" },
  "a slash": { pattern: /^([^/]+)\s\/\s(.*)$/su, risk: "some" },
  "a tilde": { pattern: /^([^~]+)\s?~\s?(.*)$/su, risk: "some" },
  "a dash without a space": { pattern: /^([^-–—]+)(?:[–—]|-\s)\s?(\S.*)$/su, risk: "high" },
  "a wide space": {
    pattern: /^([^\s\u3000]+(?: [^\s\u3000]+){0,3})(?:\s{2,}|\u3000\s*)(\S.*)$/su,
    risk: "some",
  },
  "a dot after capitals": { pattern: /^(\P{Ll}{2,40})\.\s(.*)$/su, risk: "high" },
  capitals: {
    pattern: /^((?:\p{Lu}[\p{Lu}\p{N}'’.-]+\s){1,4})(?!\p{Lu}{2,}\s)(.*)$/su,
    risk: "some",
  },
} as const satisfies Record<string, { pattern: RegExp; risk: Risk }>;
export type NotationName = keyof typeof others | "colon";

function spokenBy(match: RegExpExecArray | null): Spoken | null {
  const character = withoutMarks(withoutListMark(match?.[1] ?? ""));
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

/** The names of a paragraph that begins with several before a colon: "Anna, Ben: Goodbye." */
function severalBefore(paragraph: string): Spoken | null {
  const match = colon.exec(paragraph);
  const character = cleanName(match?.[1] ?? "");
  const text = cleanText(match?.[2] ?? "");
  return text === "" || namesOf(character).length === 0 ? null : { character, text };
}

/** A heading ("SCENE 3") is no speaker. */
export const isSpeaker = (name: string) =>
  (isName(nameBeforeDirection(name) ?? name) && kindOfText(name) === null) || isSeveral(name);

/** `NAME: text`; null if there is none. A colon inside of a time or a URL is none. */
export const splitColon = (paragraph: string) =>
  isDirection(paragraph) ? null : spokenBy(colon.exec(paragraph));

/** `NAME:` without a text; null for other paragraphs. */
export function nameBeforeColon(paragraph: string): string | null {
  const before = cleanName(/^(.*?)::?\s*$|^(.*)：\s*$/su.exec(paragraph)?.slice(1).join("") ?? "");
  const name = withoutMarks(withoutListMark(before));
  return name !== "" && !/[:：]/.test(name) && isSpeaker(name) ? name : null;
}

/** The speaker and the text in one of the other notations; null for none. */
function spokenIn(paragraph: string, notation: keyof typeof others): Spoken | null {
  const spoken = spokenBy(others[notation].pattern.exec(paragraph));
  if (notation === "corner brackets" && spoken !== null)
    return { ...spoken, text: spoken.text.replace(/[」』](\s?（[^（）]*）)?$/u, "$1") };
  // Where all is in capitals, they do not end the name.
  return notation === "capitals" && spoken !== null && isUpperCase(spoken.text) ? null : spoken;
}

/** Capitals also begin sentences: "NASA launched …", "OK. Let's go." */
const isCapitals = (notation: keyof typeof others) =>
  notation === "capitals" || notation === "a dot after capitals";

/** The notations of a document besides `NAME: text`. */
export interface Notation {
  /** The speaker and the text of a paragraph; null if it names no speaker. */
  split(paragraph: string): (Readonly<Spoken> & { notation: NotationName }) | null;
  /** As `split`, before a colon only. */
  splitColon(paragraph: string): Readonly<Spoken> | null;
  /** Whether a text before a colon is no name: a beginning of a sentence. */
  isSentence(character: string): boolean;
  /** Whether a paragraph begins with this name. */
  isKnown(name: string): boolean;
  /** The name of a paragraph that is only a name and a colon; null for others. */
  nameAlone(paragraph: string): string | null;
}

/** Words that are probably no names: "(Laughs)", "(Crying)", "(Softly)". */
const isMannerLike = (name: string) => /^\S+(?:s|ing|ly|ed)$/iu.test(name) || isSoundOrManner(name);
/** Whether a notation is also that of directions. */
const isInBrackets = (notation: keyof typeof others) =>
  / in (?:\w+ )?(?:brackets|braces|parentheses)$/.test(notation);
const minManners = 0.5;
const maxNameWords = 4;

const minWide = 0.2;
/**
 * Whether names stand before the wide spaces of a document. Japanese prose and lyrics divide their
 * clauses with them: there, words before them do not repeat in turn, and a row has several.
 */
function areBeforeWideSpaces(spoken: readonly Spoken[], texts: readonly string[]): boolean {
  const wide = texts.filter((text) => /\S\u3000+\S/u.test(text));
  if (wide.length * 2 < spoken.length) return true;
  // A space also follows the end of a sentence.
  const several = wide.filter((text) =>
    /\S\u3000+[^\u3000]*[^\u3000？！?!。]\u3000+\S/u.test(text),
  );
  if (several.length > minWide * wide.length) return false;
  const names = spoken.map(({ character }) => characterKey(character));
  if (namesInTurn(names).size > 1) return true;
  const isAlternate = names.every((name, at) => at === 0 || name !== names[at - 1]);
  return isAlternate && spoken.every(({ text }) => /[。．.！？!?…」』）)]$/u.test(text));
}

/**
 * Whether the words before a sign are names: they are short, and one repeats, or sentences follow
 * them. Where the sign also stands in sentences, they begin in upper case, and one repeats, all are
 * known, or all texts have one.
 */
function areNames(
  spoken: readonly Spoken[],
  notation: keyof typeof others,
  { isKnown, total }: { isKnown: (name: string) => boolean; total: number },
): boolean {
  const risk: Risk = others[notation].risk;
  const names = spoken.map(({ character }) => withoutExtensions(character));
  if (names.some((name) => name.split(" ").length > maxNameWords)) return false;
  const keys = new Set(names.map(nameKey));
  const isRepeated = keys.size < names.length;
  if (!isRepeated && spoken.every(({ text }) => beginsLower(text))) return false;
  const inTurn = namesInTurn(names);
  const isOf = (isLike: (name: string) => boolean, isSure: (name: string) => boolean) =>
    isInBrackets(notation)
      ? (name: string) => isSure(name) || (!inTurn.has(nameKey(name)) && isLike(name))
      : isMannerWord;
  const manners = names.filter(isOf(isSoundOrManner, isListedSound));
  if (manners.length >= minManners * names.length) return false;
  if (risk === "none" || names.every(isKnown)) return true;
  const areManners = names.every(isOf(isMannerLike, isListedSound));
  if (!names.every(isCapitalised) || areManners || keys.size === 1) return false;
  return isRepeated || (risk === "some" && names.length === total);
}

/**
 * Finds what has no name before the comma: "OK, listen: we go." It is a name if it also stands
 * without the direction, or where one name repeats with manners: "ANNA, whispering".
 */
function findClauses(
  names: readonly string[],
  isCounted: (name: string) => boolean,
): (character: string) => boolean {
  const mannered = names.flatMap((name) => {
    const found = splitDirection(name);
    return found !== null && isManner(found.direction) ? [nameKey(found.base)] : [];
  });
  const hasManners = new Set(mannered).size < mannered.length;
  return (character) => {
    const found = splitDirection(character);
    if (found === null || isCounted(found.base)) return false;
    return !(hasManners && isManner(found.direction));
  };
}

/** Pronouns that begin a sentence: "He said: no." */
const pronoun =
  /^(?:I|he|she|it|we|you|they|this|that|there|ich|er|sie|es|wir|ihr|je|il|elle|ils|elles|on|nous|vous|yo|él|ella|ellos|ellas|io|lui|lei|eu|ele|ela|hij|zij)$/iu;

/** Verbs of clauses before a colon, in lower case: "The sign read:". */
const verb =
  /^(?:is|are|was|were|has|had|says?|said|reads?|asks?|asked|cries|cried|whispers?|whispered|shouts?|shouted|replied|answered|thought|wrote|writes|ist|sind|war|waren|hat|hatte|sagte?|stand|steht|fragte?|rief|flüsterte|schrie|schrieb|dachte|est|sont|était|dit|disait|lisait|demanda|répondit|cria|pensa|es|son|era|dijo|decía|dice|preguntó|gritó|è|sono|disse|chiese|gridò|é|são|perguntou|jest|powiedział|powiedziała|krzyknął)$/u;
/** Whether words begin a sentence: those behind the first one are in lower case. */
function isClauseWithVerb(words: string): boolean {
  const [first = "", ...others] = words.split(" ");
  const isOfWords = others.length > 0 && others.every(beginsLower);
  return isOfWords && (pronoun.test(first) || others.some((word) => verb.test(word)));
}

const minShare = 0.6;
const minRepeatedShare = 0.2;

/** Finds the notations that the paragraphs of a document use. */
export function findNotation(paragraphs: readonly string[]): Notation {
  const texts = paragraphs.filter((text) => text !== "");
  const byColons = texts.map(splitColon);
  const ofText = new Map(texts.map((text, at) => [text, byColons[at] ?? null]));
  /** As `splitColon`, without dividing a text of the document again. */
  const splitOnce = (paragraph: string) => {
    const own = ofText.get(paragraph);
    return own === undefined ? splitColon(paragraph) : own;
  };
  // Sounds before a colon say nothing about the notation of names.
  const spokenWithColon = byColons.flatMap((one) =>
    one === null || isSoundName(one.character) ? [] : one,
  );
  const colonNames = spokenWithColon.map(({ character }) => character);
  const counts = countEach(colonNames.map(characterKey));
  const isKnown = (name: string) => counts.has(characterKey(name));
  const sentences = new Set(
    spokenWithColon
      .filter(({ text }) => !beginsLower(text))
      .map(({ character }) => characterKey(character)),
  );
  const isBeforeLower = new Set(
    spokenWithColon.filter(({ text }) => beginsLower(text)).map(({ character }) => character),
  );
  const upper = new Set(colonNames.filter(isUpperCase).map(characterKey));
  const alone = texts.flatMap((text) => nameBeforeColon(text) ?? []);
  const aloneKeys = new Set(alone.map(characterKey));
  const isClause = findClauses(
    [...colonNames, ...alone],
    (name) => isKnown(name) || aloneKeys.has(nameKey(name)),
  );
  const isSentence = (given: string) => {
    if (splitDirection(given) !== null) return isClause(given);
    // "ANNA (30s)" is in capitals.
    const character = given.replace(/ ?\([^()]*\)$/u, "");
    if (isUpperCase(character) || !/\p{Ll}/u.test(character)) return false;
    if ((counts.get(characterKey(character)) ?? 0) > 1) return false;
    // Names in capitals are the rule of the document.
    if (upper.size >= 2) return true;
    // "Please note: this" among "Anna: Hello." and "Ben: Yes."
    if (sentences.size >= 2 && isBeforeLower.has(character)) return true;
    const words = character.split(" ");
    const isMostly = colonNames.length >= minShare * texts.length;
    // "Ruhe bitte: wir drehen", but "Old man: Get out!" names a speaker.
    const isLong = words.length > 2 || isBeforeLower.has(character) || pronoun.test(words[0] ?? "");
    const isOfWords = words.length > 1 && words.slice(1).every(beginsLower);
    return !isMostly && isLong && isOfWords;
  };

  /** "Sugar is sweet:" and "She whispered:" alone in their row, where nothing else is a name. */
  const isLoneClause = (name: string) =>
    colonNames.length === 0 && alone.length === 1 && isClauseWithVerb(name);

  const without = texts.filter((text, at) => byColons[at] === null && kindOfText(text) === null);
  // Headings and directions name no speaker in any notation.
  const total = without.length + spokenWithColon.length;
  const isOften = without.length >= minRepeatedShare * total;
  const notations = isOften ? (Object.keys(others) as (keyof typeof others)[]) : [];
  const used = notations.filter((notation) => {
    const spoken = without.flatMap((text) => spokenIn(text, notation) ?? []);
    // A text in capitals after a dash is the rest of a heading.
    const likely = spoken.filter(({ text }) => !isUpperCase(text) || notation !== "a dash");
    const names = likely.map(({ character }) => characterKey(character));
    if (names.length === 0) return false;
    if (!areNames(likely, notation, { isKnown, total })) return false;
    if (notation === "a wide space" && !areBeforeWideSpaces(likely, without)) return false;
    const lower = likely.filter(({ text }) => beginsLower(text)).length;
    if (isCapitals(notation) && lower * 2 >= names.length) return false;
    if (names.length >= minShare * total) return true;
    if (isCapitals(notation)) return names.every((name) => counts.has(name));
    const isUpper = likely.every(({ character }) => isUpperCase(character) || isKnown(character));
    const isRepeated =
      new Set(names).size < names.length || names.every((name) => counts.has(name));
    return (
      isUpper && (isRepeated || notation !== "a dash") && names.length >= minRepeatedShare * total
    );
  });
  /** Names in capitals before a text that begins as a sentence does. */
  const beforeSentence = new Set(
    used
      .filter(isCapitals)
      .flatMap((notation) => without.flatMap((text) => spokenIn(text, notation) ?? []))
      .filter(({ text }) => !beginsLower(text))
      .map(({ character }) => characterKey(character)),
  );
  const isWord = (notation: keyof typeof others, { character, text }: Spoken) =>
    isCapitals(notation) &&
    beginsLower(text) &&
    !isKnown(character) &&
    !beforeSentence.has(characterKey(character));
  const inTurn = namesInTurn(
    used
      .filter(isInBrackets)
      .flatMap((notation) => without.flatMap((text) => spokenIn(text, notation)?.character ?? [])),
  );
  /** "[Laughs] Well." between "[Anna]" and "[Ben]"; "Hook" and "Solo" can be names. */
  const isSound = (notation: keyof typeof others, { character }: Spoken) =>
    isInBrackets(notation) && isListedSound(character) && !inTurn.has(characterKey(character));
  function byColon(paragraph: string): Spoken | null {
    const spoken = splitOnce(paragraph);
    return spoken === null || isSentence(spoken.character) ? null : spoken;
  }
  function split(paragraph: string): ReturnType<Notation["split"]> {
    const withColon = splitOnce(paragraph);
    if (withColon !== null)
      return isSentence(withColon.character) ? null : { ...withColon, notation: "colon" };
    // "Anna, Ben: Goodbye." among lines of Anna and Ben; "Well, he said: no" has no such names.
    const several = severalBefore(paragraph);
    if (several !== null && namesOf(several.character).every(isKnown))
      return { ...several, notation: "colon" };
    for (const notation of used) {
      const spoken = spokenIn(paragraph, notation);
      if (spoken === null || kindOfText(paragraph) !== null) continue;
      if (isWord(notation, spoken) || isSound(notation, spoken)) continue;
      return { ...spoken, notation };
    }
    return null;
  }
  const known = new Map<string, ReturnType<Notation["split"]>>();
  const splitKnown = (paragraph: string) => {
    const own = known.get(paragraph);
    if (own !== undefined) return own;
    const found = split(paragraph);
    known.set(paragraph, found);
    return found;
  };
  let begun: ReadonlySet<string> | null = null;
  /** The names with which paragraphs begin, in any notation. */
  const begunNames = () =>
    (begun ??= new Set([
      ...counts.keys(),
      ...aloneKeys,
      ...texts.flatMap((text) => characterKey(splitKnown(text)?.character ?? "")),
    ]));
  return {
    isSentence,
    isKnown: (name) => begunNames().has(characterKey(name)),
    nameAlone(paragraph) {
      const name = nameBeforeColon(paragraph);
      return name === null || isClause(name) || isLoneClause(name) ? null : name;
    },
    splitColon: byColon,
    split: splitKnown,
  };
}
