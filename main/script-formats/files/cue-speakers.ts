/** Names of speakers in the texts of cues: "ANNA: …", "[Anna] …", ">> ANNA: …". */
import type { Problems } from "../problems";
import {
  beginsLower,
  endsInTitle,
  isCapitalised,
  isListedSound,
  isName,
  isSoundOrManner,
  isUpperCase,
  maxNameLength,
  nameKey,
  namesInTurn,
  titlesBefore,
  withoutExtensions,
  withoutListMark,
  withoutMarks,
  withoutSpeakerNumber,
} from "../character-names";
import { countEach } from "../count-each";
import { addRow, isSectionHeading, kindOfText, noteRows, problemRows } from "../line-kinds";
import { mentionsIn, warnOfUncertainNames } from "../uncertain-names";
import { cleanName, cleanText } from "./text";

interface Spoken {
  character: string | null;
  text: string;
}

export interface NameFinder {
  /** Splits the text of a cue into what its speakers say. */
  split(text: string, row: number, problems: Problems): Spoken[];
  /** Adds notes about the names that were assumed. */
  report(problems: Problems): void;
}

const brackets = /^[[(（【](.*)[\])）】]$/su;
const bracketed =
  /^(?:[[［【]([^\][］【]{1,60})[\]］】]|[(<（]([^()<>（）]{1,60})[)>）]|\{([^{}\\]{1,60})\})\s*/u;
const nameInBrackets = (match: RegExpExecArray) => match[1] ?? match[2] ?? match[3] ?? "";
/**
 * Words in brackets after the end of a sentence: "Hello. [Ben] Hi." Parentheses are used inside of
 * speech: "I know two. (Ben) And (Carl)."
 */
const bracketsInside = /([.!?…—–-]["”’»)]?\s+)[[<（【]([^\][（）<>【】]{1,60})[\]>）】]\s*(?=\S)/gu;
/** Descriptions before a name and its separator: "[GASPS] BEN: Hi." */
const descriptionsBefore = /^(?:\[[^[\]]{1,60}\]\s+)+(?=\p{L})/u;
const dash = /^\s*[-–—‐]\s*(?=\S)/;
/** A dash that is no sign of a number: "-5 degrees". */
const dashBefore = /^\s*[-–—‐]\s+(?=\S)/;

/**
 * A text without the signs of music around it; one of only such signs stays. "# La la #" is sung in
 * teletext; "# 5 #" and "# 1 in the charts #" are numbers.
 */
const withoutNotes = (text: string) =>
  text
    .trim()
    .replace(/^♪|♪$/g, "")
    .replace(/^#\s(?!\d)([^#]*\S)\s#$/su, "$1")
    .trim() || text.trim();

/** A name as in the file, without brackets, a dash and extensions such as "(V.O.)". */
function nameOf(text: string): string {
  const name = withoutListMark(text.replace(/^[\s♩-♯]*(?:>>+|[-–—])?\s*/u, ""));
  return withoutExtensions(brackets.exec(name)?.[1]?.trim() ?? withoutMarks(name));
}

interface Found {
  name: string;
  rest: string;
}

/** The name before the separator at the beginning of a row; null for none. */
function nameBefore(given: string, separator: string): Found | null {
  const before = descriptionsBefore.exec(given)?.[0] ?? "";
  const isDescribed = before !== "" && before.split(/[[\]]/).every(isSoundLike);
  const described = isDescribed ? before : "";
  const row = given.slice(described.length);
  const start = row.slice(0, 4 * maxNameLength);
  // Japanese and Chinese have a wide colon.
  const wide = separator === ":" && start.includes("：") && !start.includes(":") ? "：" : separator;
  const at = separator === "" ? -1 : start.indexOf(wide);
  if (at < 0) return null;
  const name = nameOf(row.slice(0, at));
  const rest = row.slice(at + wide.length);
  // "Room 12:30" is a time, "https://" an address.
  const isTime = /\d$/.test(name) && /^\d/.test(rest);
  const isOther = isTime || rest.startsWith("//");
  return isName(name) && !isOther ? { name, rest: cleanText(described + rest.trimStart()) } : null;
}

/** An ending of words that describe sounds and voices, and of many names: "Sighs", "James". */
const isShortEnding = (name: string) =>
  /(?:s|ing|ly|ed)$/iu.test(name) && !/ous$|less$/iu.test(name);
const isSoundLike = (words: string) =>
  words.trim() === "" || beginsLower(words) || isSoundOrManner(words) || isShortEnding(words);
const minBracketed = 3;

/** The first rows of cues that begin with words in brackets. */
interface Bracketed extends Found {
  /** Whether a colon follows the brackets. */
  hasColon: boolean;
}

/**
 * Names in brackets with a colon behind, or with a number where each cue begins with one:
 * "[Anna]: …", "[SPEAKER_00] …".
 */
const markedNames = (found: readonly Bracketed[], isEach: boolean): readonly string[] =>
  found.flatMap(({ name, hasColon }) => {
    const isNumbered = isEach && withoutSpeakerNumber(name) !== name;
    return isName(name) && (hasColon || isNumbered) ? name : [];
  });

/**
 * Names in brackets where each cue begins with one: they repeat, and are no sounds. Those alone in
 * their row repeat in turn, and a text mentions each: "[Thunder]" can stand above each text too.
 */
function namesOfEach(
  found: readonly Bracketed[],
  isMentioned: (name: string) => boolean,
): readonly string[] {
  const names = found.map(({ name }) => name);
  const distinct = new Set(names).size;
  const inTurn = namesInTurn(names);
  const areNames = found.every(({ name, rest }) => {
    const isAlone = rest === "" || beginsLower(rest);
    const isProven = !isAlone || (inTurn.has(nameKey(name)) && isMentioned(name));
    return isName(name) && !isSoundLike(name) && isProven;
  });
  return areNames && distinct > 1 && distinct < names.length ? names : [];
}

/**
 * The names of a file: where most names repeat, are in capitals, or are followed by a sentence, a
 * single beginning of a sentence before the separator ("Remember: never") is none.
 */
function namesOf(found: readonly Found[]): ReadonlySet<string> {
  const counts = countEach(found.map(({ name }) => name));
  const capitals = new Set([...counts.keys()].filter(isUpperCase).map(nameKey));
  const sentences = new Set(found.filter(({ rest }) => !beginsLower(rest)).map(({ name }) => name));
  return new Set(
    found
      .filter(({ name, rest }) => {
        if ((counts.get(name) ?? 0) > 1) return true;
        // "Chapter 1: The end"
        if (isSectionHeading(name)) return false;
        if (capitals.size >= 2 && /\p{Ll}/u.test(name) && !capitals.has(nameKey(name)))
          return false;
        return !(sentences.size >= 2 && beginsLower(rest));
      })
      .map(({ name }) => name),
  );
}

const minAbove = 2;
const minAboveShare = 0.3;
const maxWords = 3;

/** In most cues: "Speaker 1" as well as names that repeat. */
const minMostly = 0.6;
const minRepeated = 2;

/**
 * Names that are the first row of cues, above their text: in capitals, or in most cues. In a script
 * without case, and in two languages one above the other, each first row looks like a name: only
 * "Speaker 1" is one there.
 */
function namesAbove(texts: readonly string[]): ReadonlySet<string> {
  const found = texts.flatMap((text) => {
    const [first = "", second = ""] = text.split("\n").map(cleanText);
    const isAlone = isCapitalised(first) && isName(first) && first.split(" ").length <= maxWords;
    // "- Yes" above "- No" is what two speakers say.
    const isSpeech = dash.test(first) || dash.test(second);
    const isNamed = isAlone && !isSpeech && second !== "" && kindOfText(first) === null;
    return isNamed ? [{ first, second }] : [];
  });
  const inCapitals = found.filter(
    ({ first, second }) => isUpperCase(first) && !isUpperCase(second),
  );
  const capitals = inCapitals.map(({ first }) => first);
  const isRepeated = new Set(capitals.map(withoutSpeakerNumber)).size < capitals.length;
  if (isRepeated && capitals.length >= minAbove && capitals.length >= minAboveShare * texts.length)
    return new Set(capitals);
  const names = found
    .map(({ first }) => first)
    .filter((name) => /\p{Lu}/u.test(name) || withoutSpeakerNumber(name) !== name);
  const counts = countEach(names.map(withoutSpeakerNumber));
  const repeated = new Set(
    names.filter((name) => (counts.get(withoutSpeakerNumber(name)) ?? 0) > 1),
  );
  const isUsed =
    repeated.size >= minRepeated &&
    counts.size * 2 <= names.length &&
    names.length >= minMostly * texts.length;
  return isUsed ? repeated : new Set();
}

/** The beginnings of speakers after the end of a sentence: "Got it? BEN: Yeah." */
const speakersInside = (separator: string) => {
  const mark = separator.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const name = String.raw`(?:[-–—]\s?)?${titlesBefore}\p{L}[^.!?…:：\n]{0,${maxNameLength}}?`;
  return new RegExp(String.raw`([.!?…—–-]["”’»)\]]?\s+)(${name})\s?${mark}\s`, "giu");
};

/** The parts of a row: each name in brackets that also begins a row begins one. */
function partsAtBrackets(row: string, isKnown: (name: string) => boolean): string[] {
  const starts = [...row.matchAll(bracketsInside)].flatMap(
    ({ 0: whole, index, 1: before = "", 2: inner = "" }) => {
      // "Look! [Ben] over there."
      const isInside = beginsLower(inner) || beginsLower(row.slice(index + whole.length));
      // "- [Ben] Hi." begins with its speaker.
      const isFirst = !/[\p{L}\p{N}]/u.test(row.slice(0, index + before.length));
      return !isFirst && !isInside && isKnown(nameOf(inner)) ? index + before.length : [];
    },
  );
  return [0, ...starts].map((from, at, all) => row.slice(from, all[at + 1]).trim());
}

/** Adds notes about the names that a file does not show with a separator. */
function reportNames(
  {
    fromAbove,
    insideRows,
    fromBrackets,
    isCertain,
    texts,
  }: {
    fromAbove: readonly number[];
    insideRows: readonly number[];
    fromBrackets: ReadonlyMap<string, readonly number[]>;
    isCertain: (name: string) => boolean;
    texts: readonly string[];
  },
  problems: Problems,
): void {
  if (fromAbove.length > 0)
    noteRows(problems, fromAbove, "speaker-above", "The speaker was read from the name above.");
  if (insideRows.length > 0)
    noteRows(problems, insideRows, "speaker-inside", "Another speaker begins inside the row.");
  if (fromBrackets.size === 0) return;
  const assumed = [...fromBrackets.keys()].slice(0, 10).join(", ");
  const message = `Names in brackets were taken for characters: ${assumed}.`;
  const cues = [...new Set([...fromBrackets.values()].flat())].sort((one, two) => one - two);
  const first = cues[0] ?? null;
  problems.note(first, null, "names-in-brackets", message, { assumed, ...problemRows(cues) });
  const uncertain = [...fromBrackets].filter(([name]) => !isCertain(name));
  warnOfUncertainNames(new Map(uncertain), texts, problems);
}

/** `texts`: those of all cues. `separator`: of name and text; "" for none. */
export function createNameFinder(texts: readonly string[], separator: string): NameFinder {
  const rowsOf = (text: string) => text.split("\n").filter((row) => cleanText(row) !== "");
  const candidatesOf = (split: (text: string) => string[]) =>
    texts.flatMap((text) =>
      split(text).flatMap((row) => nameBefore(cleanText(row), separator) ?? []),
    );
  let names = namesOf(candidatesOf(rowsOf));
  const fromBrackets = new Map<string, number[]>();
  const bracketedRows = texts.flatMap((text) =>
    rowsOf(text).flatMap((row) => {
      const plain = cleanText(row).replace(dash, "");
      const match = bracketed.exec(plain);
      if (match === null) return [];
      const rest = plain.slice(match[0].length);
      const hasColon = /^[:：]\s*\S/.test(rest);
      return [{ name: nameOf(nameInBrackets(match)), rest, hasColon }];
    }),
  );
  const isEach =
    texts.length >= minBracketed &&
    texts.every((text) => bracketed.test(rowsOf(text)[0]?.trim() ?? ""));
  const marked = new Set(markedNames(bracketedRows, isEach));
  const inBrackets = bracketedRows.map(({ name }) => name);
  const bracketCounts = countEach(inBrackets);
  const inTurn = namesInTurn(inBrackets);
  const isMentioned = inBrackets.length === 0 ? () => false : mentionsIn(texts);
  const certain = new Set([...marked, ...(isEach ? namesOfEach(bracketedRows, isMentioned) : [])]);
  const above = namesAbove(texts);
  const fromAbove: number[] = [];
  /** Cues in which another name in brackets stands inside of a row. */
  const insideRows: number[] = [];
  const inside = separator === "" ? null : speakersInside(separator);

  /** The rows of a text; a row in which a second speaker begins is two. */
  function spokenRows(text: string): string[] {
    const rows = rowsOf(text).map((one) => cleanText(one));
    if (inside === null) return rows;
    return rows.flatMap((row) => {
      const starts = [...row.matchAll(inside)].flatMap(
        ({ index, 1: before = "", 2: name = "" }) => {
          const own = nameOf(name);
          const isKnown = names.has(own) || (isUpperCase(own) && /\p{Lu}{2}/u.test(own));
          const start = index + before.length;
          // "DR. SMITH:" is one name.
          const first = row.slice(0, start);
          const isSentence =
            /\p{L}/u.test(first) && !isName(cleanName(first)) && !endsInTitle(first);
          return isName(own) && isKnown && isSentence ? start : [];
        },
      );
      if (starts.length === 0) return [row];
      return [0, ...starts].map((from, at, all) => cleanText(row.slice(from, all[at + 1])));
    });
  }

  names = namesOf(candidatesOf(spokenRows));

  /** Whether words in brackets before a text are certainly a name. */
  const isNamed = bracketedRows.some(({ name, rest }) => {
    const isPlain = isName(name) && isCapitalised(name) && /\p{Lu}/u.test(name);
    const isBefore = rest !== "" && !beginsLower(rest);
    return isPlain && isBefore && !isSoundOrManner(name) && !isShortEnding(name);
  });

  /** Whether words in brackets are a direction and not a name: "[Door creaks]", "(Sighs)". */
  function isDescription(own: string): boolean {
    if (names.has(own) || certain.has(own)) return false;
    if (isListedSound(own)) return true;
    const isOften = (bracketCounts.get(own) ?? 0) > 1;
    const isEnding = isShortEnding(own);
    if (isSoundOrManner(own) && (isOften || !isEnding))
      return !inTurn.has(nameKey(own)) && !isMentioned(own);
    if (isOften) return false;
    const words = own.split(" ");
    const isPhrase = words.length > 1 && words.slice(1).every(beginsLower);
    if (isPhrase || !/\p{Lu}/u.test(own)) return true;
    if (!isEnding || isMentioned(own)) return false;
    // "[DOOR OPENS]" beside "[ANNA]"
    return (words.length > 1 && isUpperCase(own)) || !isNamed;
  }

  /** The speaker at the beginning of a row; null for none. */
  function speakerOf(
    row: string,
    { next, cue }: { next: string | undefined; cue: number },
  ): Found | null {
    const hasMore = next !== undefined;
    const found =
      nameBefore(row, separator) ?? (row.startsWith(">>") ? nameBefore(row, ":") : null);
    const isKnown = found && (names.has(found.name) || row.startsWith(">>"));
    if (isKnown && (found.rest !== "" || hasMore)) return found;
    if (hasMore && above.has(row) && !dash.test(next)) {
      if (fromAbove.at(-1) !== cue) fromAbove.push(cue);
      return { name: nameOf(row), rest: "" };
    }
    const match = bracketed.exec(row.replace(dash, ""));
    const name = match && cleanName(nameInBrackets(match));
    if (!match || !name || !isName(name) || beginsLower(name)) return null;
    const own = nameOf(name);
    const rest = cleanText(
      row
        .replace(dash, "")
        .slice(match[0].length)
        .replace(/^[:：]/, "")
        .replace(dashBefore, ""),
    );
    if (rest === "" && !hasMore) return null;
    // "[Door opens]" above a text, and "[Sighs] oh", are no names.
    if ((rest === "" || beginsLower(rest)) && !certain.has(own)) return null;
    if (isDescription(own)) return null;
    addRow(fromBrackets, own, cue);
    return { name: own, rest };
  }

  return {
    split(text, row, problems) {
      const whole = spokenRows(text);
      const rows = whole.flatMap((one) =>
        partsAtBrackets(one, (own) => bracketCounts.has(own) && !isDescription(own)),
      );
      if (rows.length > whole.length) insideRows.push(row);
      const dashes = rows.filter((one) => dash.test(one)).length;
      const spoken: (Spoken & { row: string })[] = [];
      for (const [index, one] of rows.entries()) {
        const found = speakerOf(one, { next: rows[index + 1], cue: row });
        const rest = found?.rest ?? one.replace(/^>>+\s*/, "");
        const isNext = found !== null || one.startsWith(">>") || (dashes > 1 && dash.test(one));
        const last = spoken.at(-1);
        if (last && !isNext) last.text += `\n${rest}`;
        else {
          const text = dashes > 1 ? rest.replace(dash, "") : rest;
          spoken.push({ character: found?.name ?? null, text, row: one });
        }
        const unnamed = found ? null : nameBefore(one, separator);
        // A heading has a note of its own.
        if (unnamed && !isSectionHeading(unnamed.name)) {
          const message = `“${unnamed.name}” was not taken for the name of a character.`;
          problems.note(row, null, "name-uncertain", message);
        }
      }
      return spoken.map(({ character, text: spokenText, row: own }) => {
        const text = withoutNotes(spokenText);
        if (text !== "" || character === null) return { character, text };
        // No text follows the name of this speaker.
        const message = `“${character}” was not taken for the name of a character.`;
        problems.note(row, null, "name-uncertain", message);
        return { character: null, text: own };
      });
    },
    report(problems) {
      const isCertain = (name: string) =>
        names.has(name) || marked.has(name) || (isUpperCase(name) && !isShortEnding(name));
      reportNames({ fromAbove, insideRows, fromBrackets, isCertain, texts }, problems);
    },
  };
}
