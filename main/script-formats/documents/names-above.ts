/**
 * Names that stand above or before their text without a colon, and that signs, formats or empty
 * lines show: "[Anna]", "### Anna", "@Anna", a name in bold.
 */
import {
  beginsLower,
  characterKey,
  isCapitalised,
  isListedSound,
  isName,
  isSoundOrManner,
  isUpperCase,
  nameKey,
  namesInTurn,
  withoutMarks,
  withoutSpeakerNumber,
} from "../character-names";
import { addressedIn } from "../addressed";
import { countEach } from "../count-each";
import { addRow, isSlugLine, kindOfText, warnRows, type KindChoices } from "../line-kinds";
import { isSoundName } from "../sounds";
import type { Problems } from "../problems";
import { warnOfUncertainNames } from "../uncertain-names";
import { cleanName, cleanText } from "../files/text";
import type { Paragraph } from "./blocks";
import { nameBeforeColon, splitColon } from "./speaker-notation";

const maxWords = 4;
const minCount = 2;
/** Names above their text are up to half of the paragraphs. */
const minShare = 0.25;
/** Longer texts in a script without case are lines of a poem rather than names. */
const maxLengthWithoutCase = 12;
const signs = /^(?:\[[^[\]]+\]|\([^()]+\)|<[^<>]+>|【[^【】]+】|#{1,6}\s.+|@\S.*|\*\*[^*]+\*\*)$/su;

/** A text that can be a name without a sign: no sentence, no heading, and not in lower case. */
function nameIn(text: string): string | null {
  const name = withoutMarks(cleanName(text));
  const isShort = name.split(" ").length <= maxWords && isCapitalised(name);
  const isPlain = isName(name) && !/[:：]/.test(name) && kindOfText(name) === null;
  return isShort && isPlain ? name : null;
}

/** Words in brackets that tell how something is said: "(Laughs)", "[Door opens]". */
const isAction = (name: string) =>
  /^\S+(?:s|ing|ly|ed)$/u.test(name) || /^\S+(?: \p{Ll}\S*)+$/u.test(name);

type Found = ReadonlyMap<number, { name: string; rest: string }>;

/** Whether the names of paragraphs are those of a script: they repeat, or are most of it. */
function isUsed(found: Found, paragraphs: readonly Paragraph[]): boolean {
  const names = [...found.values()].map(({ name }) => characterKey(name));
  const filled = paragraphs.filter(({ text }) => text !== "").length;
  if (names.length < minCount || names.length < minShare * filled) return false;
  const byColon = paragraphs.flatMap(({ text }) => splitColon(text) ?? []);
  const named = byColon.filter(({ character }) => !isSoundName(character)).length;
  if (named > names.length) return false;
  const repeated = new Set(names.map(withoutSpeakerNumber)).size < names.length;
  // "Good morning" with a bold "Good".
  const rests = [...found.values()].map(({ rest }) => rest);
  if (!repeated && rests.some(beginsLower)) return false;
  // Headings above their texts look the same; signs such as "@" stand before names only.
  const isBare = rests.every((rest) => rest === "");
  const isMarked = [...found.keys()].every((at) => /^[@<]/.test(paragraphs[at]?.text ?? ""));
  if (!repeated && isBare && !isMarked) return false;
  const isUpper = [...found.values()].every(({ name }) => isUpperCase(name));
  return repeated || isUpper || names.length * 2 >= filled;
}

/** Paragraphs that are a name and a sign alone, above another text. */
function withSigns(paragraphs: readonly Paragraph[]): Found {
  const found = new Map<number, { name: string; rest: string }>();
  for (const [at, { text }] of paragraphs.entries()) {
    const next = paragraphs[at + 1]?.text ?? "";
    if (!signs.test(text) || next === "" || signs.test(next)) continue;
    const name = nameIn(text);
    if (name === null || (!text.startsWith("@") && isListedSound(name))) continue;
    found.set(at, { name, rest: "" });
  }
  const inTurn = namesInTurn([...found.values()].map(({ name }) => name));
  const isInTurn = (name: string) => inTurn.has(characterKey(name));
  for (const [at, { name }] of found) {
    const isMarked = paragraphs[at]?.text.startsWith("@") === true;
    if (!isMarked && !isInTurn(name) && isSoundOrManner(name)) found.delete(at);
  }
  const isAllAction = [...found.values()].every(({ name }) => isAction(name) && !isInTurn(name));
  if (isAllAction) return new Map();
  const hasBrackets = [...found.keys()].some((at) => /^[([]/.test(paragraphs[at]?.text ?? ""));
  return hasBrackets && !areSpeakers(found, paragraphs) ? new Map() : found;
}

/**
 * Whether names in brackets are those of speakers, and not directions: at least two differ, and
 * two repeat, or one repeats and each text has one.
 */
function areSpeakers(found: Found, paragraphs: readonly Paragraph[]): boolean {
  const counts = countEach([...found.values()].map(({ name }) => characterKey(name)));
  const repeated = [...counts.values()].filter((count) => count > 1).length;
  const filled = paragraphs.filter(({ text }) => text !== "").length;
  return counts.size > 1 && (repeated > 1 || (repeated === 1 && found.size * 2 >= filled));
}

/** Names whose format differs from that of the text after them, or of the paragraph below. */
function withFormats(paragraphs: readonly Paragraph[]): Found {
  const found = new Map<number, { name: string; rest: string }>();
  for (const [at, { text, lead, role }] of paragraphs.entries()) {
    const name = lead === undefined || role !== null ? null : nameIn(lead);
    if (name === null || lead === undefined || nameBeforeColon(lead) !== null) continue;
    if (!text.startsWith(lead)) continue;
    const rest = cleanText(text.slice(lead.length)).replace(/^[:：]\s*/u, "");
    const next = paragraphs.slice(at + 1).find((one) => one.text !== "");
    const isAbove = rest === "" && next !== undefined && next.lead !== next.text;
    if (rest !== "" || isAbove) found.set(at, { name, rest });
  }
  return found;
}

/** The first lines of texts that empty lines divide, where all of them are names. */
function withEmptyLines(paragraphs: readonly Paragraph[]): Found {
  const found = new Map<number, { name: string; rest: string }>();
  let parts = 0;
  for (const [at, { text }] of paragraphs.entries()) {
    const isFirst = text !== "" && (paragraphs[at - 1]?.text ?? "") === "";
    if (!isFirst || kindOfText(text) !== null) continue;
    parts += 1;
    const name = nameIn(text);
    if (name !== null && (paragraphs[at + 1]?.text ?? "") !== "") found.set(at, { name, rest: "" });
  }
  const keys = [...found.values()].map(({ name }) => nameKey(name));
  const distinct = new Set(keys).size;
  // "Speaker 1" and "Speaker 2" repeat a name too.
  const isRepeated = new Set(keys.map(withoutSpeakerNumber)).size < keys.length;
  const withoutCase = keys.filter((key) => !/[\p{Lu}\p{Ll}]/u.test(key));
  // Each text can be a name there; a poem may repeat a line.
  const isPoem =
    withoutCase.length > 0 &&
    (distinct < 2 ||
      distinct * 2 > parts ||
      withoutCase.some((key) => key.length > maxLengthWithoutCase));
  if (isPoem) return new Map();
  // A title may stand above.
  return isRepeated && found.size >= minCount && found.size >= parts - 1 ? found : new Map();
}

/** Short texts that are said, although they can be names. */
const answer =
  /^(?:yes|yeah|no|nope|ok|okay|please|thanks|thank you|hey|hello|wait|ja|nein|doch|bitte|danke|oui|non|merci|s'il (?:te|vous) pla[iî]t|sí|si|vale|por favor|gracias|sì|per favore|prego|grazie|sim|não|obrigad[oa]|nee|alsjeblieft|bedankt|tak|nie|proszę|dziękuję|nej|tack|nei|takk|kyllä|ei|kiitos|ano|ne|prosím|děkuji|да|нет|пожалуйста|спасибо)(?=\P{L}|$)/iu;
export const isAnswer = (text: string) => answer.test(text);

/**
 * Names in capitals between empty lines, each above one text, in a script with headings of scenes:
 * elsewhere, words that repeat ("STOP", "GO") look the same.
 */
function withGaps(paragraphs: readonly Paragraph[]): Found {
  const filled = paragraphs.flatMap(({ text }, at) => (text === "" ? [] : [at]));
  const areApart = filled.every((at) => at === 0 || (paragraphs[at - 1]?.text ?? "") === "");
  const found = new Map<number, { name: string; rest: string }>();
  if (!areApart || !paragraphs.some(({ text }) => isSlugLine(text))) return found;
  for (const [order, at] of filled.entries()) {
    const text = paragraphs[at]?.text ?? "";
    const next = paragraphs[filled[order + 1] ?? -1]?.text ?? "";
    const name = /\p{Lu}/u.test(text) && !isSentenceEnd(text) ? nameIn(text) : null;
    if (name !== null && isSentenceEnd(next)) found.set(at, { name, rest: "" });
  }
  const names = [...found.values()].map(({ name }) => name);
  const distinct = new Set(names.map(nameKey)).size;
  const isOther = (name: string) => !isUpperCase(name) || isListedSound(name) || isAnswer(name);
  const isTalk = !names.some(isOther) && distinct > 1 && distinct < names.length;
  return isTalk ? found : new Map();
}
/** Words that are called or written alone, and headings of parts of a day: they are no names. */
const loneWord =
  /^(?:go|stop|run|help|fire|halt|now|again|more|never|always|why|what|who|where|when|ready|action|cut|listen|look|silence|quiet|night|day|morning|noon|afternoon|evening|midnight|dawn|dusk|today|tomorrow|yesterday|before|after|later|left|right|up|down|on|off|in|out|los|hilfe|feuer|ruhe|tag|nacht|morgen|mittag|abend|heute|gestern|jour|nuit|matin|soir|hier|demain|día|noche|mañana|tarde|giorno|notte|mattina|sera)$/iu;
const readMonthsAndDays = (): ReadonlySet<string> =>
  new Set(
    ["en", "de", "fr", "es", "it", "pt"].flatMap((language) => {
      const nameOf = (options: Intl.DateTimeFormatOptions, date: Date) =>
        date.toLocaleDateString(language, { ...options, timeZone: "UTC" }).toLowerCase();
      return Array.from({ length: 12 }, (_, at) => [
        nameOf({ month: "long" }, new Date(Date.UTC(2024, at, 1))),
        nameOf({ weekday: "long" }, new Date(Date.UTC(2024, 0, 1 + (at % 7)))),
      ]).flat();
    }),
  );
/** Read when they are first needed, because that is a tenth of the start of the reader. */
let monthsAndDays: ReadonlySet<string> | null = null;
const isLoneWord = (name: string) =>
  loneWord.test(name) ||
  (monthsAndDays ??= readMonthsAndDays()).has(name.toLowerCase()) ||
  isListedSound(name);

/** Paragraphs above the first name: a title, the name of the author. */
const maxTitles = 2;
/** The fewest names of a script, and how often each of them occurs at least. */
const enoughNames = [
  { minNames: 3, minTimes: 3 },
  { minNames: 2, minTimes: 4 },
];
/** The smallest share of these names among all of them: a waiter may speak once. */
const minOften = 0.8;
/** The largest share of names below a question: in a quiz it is 1, in an interview one half. */
const maxAnswers = 0.75;

/** Whether most texts below names have several words, and most differ: "Hola" above "Hello.". */
function areSpeeches(texts: readonly string[]): boolean {
  const long = texts.filter((text) => text.includes(" ")).length;
  return long * 2 > texts.length && new Set(texts.map(nameKey)).size * 2 > texts.length;
}

/**
 * Whether words alone in their rows are certainly names: they are in capitals, or the text of one
 * addresses another one, or several repeat often above speeches and are no answers. "Wrong",
 * "Correct" and "Mommy", "Daddy" repeat in turn too, and are said.
 */
function areCertain(found: Found, paragraphs: readonly Paragraph[]): boolean {
  const names = [...found.values()].map(({ name }) => name);
  if (names.every(isUpperCase)) return true;
  let character: string | null = null;
  const texts: { character: string | null; text: string }[] = [];
  let answers = 0;
  for (const [at, { text }] of paragraphs.entries()) {
    const own = found.get(at);
    if (own !== undefined && /[?？]["”’»)\]]*$/u.test(texts.at(-1)?.text ?? "")) answers += 1;
    if (own !== undefined) character = own.name;
    else if (text !== "") texts.push({ character, text });
  }
  const isAddressed = addressedIn(texts);
  if (names.some(isAddressed)) return true;
  const counts = countEach(names.map(nameKey));
  if (answers >= maxAnswers * names.length) return false;
  const below = texts.flatMap((one) => (one.character === null ? [] : [one.text]));
  const haveSpeeches = areSpeeches(below);
  return enoughNames.some(({ minNames, minTimes }) => {
    const often = [...counts.values()].filter((count) => count >= minTimes);
    const share = often.reduce((sum, count) => sum + count, 0) / names.length;
    if (often.length < minNames || share < minOften) return false;
    return haveSpeeches || (minNames > 2 && often.length === counts.size);
  });
}

/**
 * Names alone in their rows, in a script without scenes: every paragraph is a name or ends as a
 * sentence, a text follows each name, and at least two names repeat in turn. Empty lines are
 * between all paragraphs or between none. They may also be words that are said: `areCertain`.
 */
function aloneInTurn(paragraphs: readonly Paragraph[]): Found {
  const filled = paragraphs.flatMap(({ text }, at) => (text === "" ? [] : [at]));
  const apart = filled.filter((at) => at > 0 && (paragraphs[at - 1]?.text ?? "") === "").length;
  const found = new Map<number, { name: string; rest: string }>();
  if (apart > 0 && apart < filled.length - 1) return found;
  let titles = 0;
  for (const [order, at] of filled.entries()) {
    const text = paragraphs[at]?.text ?? "";
    if (isSentenceEnd(text)) {
      if (found.size === 0) titles += 1;
      continue;
    }
    const next = paragraphs[filled[order + 1] ?? -1]?.text ?? "";
    // Names with a colon are found without this rule.
    if (nameBeforeColon(text) !== null) return new Map();
    const name = /\p{Lu}/u.test(text) ? nameIn(text) : null;
    if (name !== null && isSentenceEnd(next)) found.set(at, { name, rest: "" });
    else if (found.size === 0) titles += 1;
    else return new Map();
  }
  const names = [...found.values()].map(({ name }) => name);
  const distinct = new Set(names.map(nameKey)).size;
  const inTurn = namesInTurn(names);
  const areWords = names.some((name) => isLoneWord(name) || isAnswer(name));
  const isTalk = inTurn.size > 1 && titles <= maxTitles && !areWords;
  return isTalk && inTurn.size * 2 >= distinct ? found : new Map();
}

/** Words of a name that stands alone without other evidence. */
const maxAlone = 2;

/** A text that may be a name where nothing else shows it: "Anna", "Old Man". */
function isAlone(text: string): boolean {
  const words = text.split(/\s+/);
  const isShort = words.length <= maxAlone && words.every((word) => /^\p{Lu}/u.test(word));
  if (!isShort || isSentenceEnd(text) || isLoneWord(text) || isAnswer(text)) return false;
  return nameIn(text) !== null;
}

/**
 * Words alone above texts with less evidence than `aloneInTurn`: several, of which some repeat, or
 * all of which stand in turn with texts. They are names only if the user says so.
 */
function perhapsNames(paragraphs: readonly Paragraph[]): Found {
  const found = new Map<number, { name: string; rest: string }>();
  const filled = paragraphs.flatMap(({ text }, at) => (text === "" ? [] : [at]));
  const textAt = (order: number) => paragraphs[filled[order] ?? -1]?.text ?? "";
  for (const [order, at] of filled.entries()) {
    const [text, next] = [textAt(order), textAt(order + 1)];
    if (splitColon(text) !== null || nameBeforeColon(text) !== null) return new Map();
    const isAbove = next !== "" && !isAlone(next) && !beginsLower(next);
    if (isAbove && isAlone(text)) found.set(at, { name: cleanName(text), rest: "" });
  }
  const distinct = new Set([...found.values()].map(({ name }) => nameKey(name))).size;
  const isInTurn = filled.every((at, order) => found.has(at) === (order % 2 === 0));
  const isRepeated = distinct < found.size && found.size >= minShare * filled.length;
  return distinct > 1 && (isRepeated || isInTurn) ? found : new Map();
}

const isSentenceEnd = (text: string) => /[.!?…]["”’»)\]]*$/u.test(text);

/** Names above texts that are whole in the quotes of Chinese and Japanese. */
function withQuotes(paragraphs: readonly Paragraph[]): Found {
  const found = new Map<number, { name: string; rest: string }>();
  for (const [at, { text }] of paragraphs.entries()) {
    const name = quoted.test(paragraphs[at + 1]?.text ?? "") ? nameIn(text) : null;
    if (name !== null && !quoted.test(text)) found.set(at, { name, rest: "" });
  }
  return found;
}
const quoted = /^[「『].*[」』]$/su;

/** Warns of names alone in their rows that no text mentions. */
function warnOfAlone(found: Found, paragraphs: readonly Paragraph[], problems: Problems): void {
  const rows = new Map<string, number[]>();
  for (const [at, { name }] of found) addRow(rows, name, paragraphs[at]?.row ?? 0);
  const texts = paragraphs.flatMap(({ text }, at) => (found.has(at) ? [] : [text]));
  warnOfUncertainNames(rows, texts, problems, "names-alone");
}

const listed = 10;
/** Warns of words alone in their rows that are lines, and may be names. */
function warnOfWords(found: Found, paragraphs: readonly Paragraph[], problems: Problems): void {
  const rows = [...found.keys()].map((at) => paragraphs[at]?.row ?? 0);
  const names = new Set([...found.values()].map(({ name }) => `“${name}”`));
  const message = `Words alone in their rows were read as lines: ${[...names].slice(0, listed).join(", ")}. Are they names?`;
  const remedy = "Write names before a colon.";
  warnRows(problems, rows, "words-alone", message, { remedy });
}

/** The paragraphs with a colon after these names. */
export function withColons(
  paragraphs: readonly Paragraph[],
  { problems, choices }: { problems: Problems; choices: KindChoices },
): readonly Paragraph[] {
  const finders = [withFormats, withSigns, withQuotes, withEmptyLines, withGaps];
  for (const find of finders) {
    const found = find(paragraphs);
    if (isUsed(found, paragraphs)) return named(paragraphs, found);
  }
  const inTurn = aloneInTurn(paragraphs);
  const isInTurn = isUsed(inTurn, paragraphs);
  const found = isInTurn ? inTurn : perhapsNames(paragraphs);
  if (found.size === 0) return paragraphs;
  const areLines = choices.chosen("name");
  if (areLines !== undefined) {
    for (const [at, { name }] of found)
      choices.decide("name", { row: paragraphs[at]?.row ?? 0, text: name }, areLines);
    return areLines ? paragraphs : named(paragraphs, found);
  }
  if (!isInTurn || !areCertain(found, paragraphs)) {
    warnOfWords(found, paragraphs, problems);
    return paragraphs;
  }
  warnOfAlone(found, paragraphs, problems);
  return named(paragraphs, found);
}

const named = (paragraphs: readonly Paragraph[], found: Found): Paragraph[] =>
  paragraphs.map((paragraph, at) => {
    const own = found.get(at);
    return own === undefined ? paragraph : { ...paragraph, text: `${own.name}: ${own.rest}` };
  });
