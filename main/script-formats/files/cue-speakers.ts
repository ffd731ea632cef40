/** Names of speakers in the texts of cues: "ANNA: …", "[Anna] …", ">> ANNA: …". */
import type { Problems } from "../problems";
import { isName, isUpperCase, maxNameLength, withoutExtensions } from "../character-names";
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
const bracketed = /^(?:[[［【]([^\][］】]{1,60})[\]］】]|\(([^()]{1,60})\))\s*/u;
const dash = /^\s*[-–—‐]\s*(?=\S)/;

/** A text without the signs of music around it. */
const withoutNotes = (text: string) => text.trim().replace(/^♪|♪$/g, "").trim();

/** A name as in the file, without brackets, a dash and extensions such as "(V.O.)". */
function nameOf(text: string): string {
  const name = cleanName(text.replace(/^\s*(?:>>+|[-–—])\s*/, ""));
  return withoutExtensions(brackets.exec(name)?.[1]?.trim() ?? name);
}

interface Found {
  name: string;
  rest: string;
}

/** The name before the separator at the beginning of a row; null for none. */
function nameBefore(row: string, separator: string): Found | null {
  const at = separator === "" ? -1 : row.slice(0, 4 * maxNameLength).indexOf(separator);
  if (at < 0) return null;
  const name = nameOf(row.slice(0, at));
  const rest = row.slice(at + separator.length);
  // "Room 12:30" is a time.
  const isTime = /\d$/.test(name) && /^\d/.test(rest);
  return isName(name) && !isTime ? { name, rest: cleanText(rest) } : null;
}

const beginsLower = (text: string) => /^\p{Ll}/u.test(text);

/**
 * The names of a file: where most names repeat, are in capitals, or are followed by a sentence, a
 * single beginning of a sentence before the separator ("Remember: never") is none.
 */
function namesOf(found: readonly Found[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const hasCapitals = [...counts.keys()].filter(isUpperCase).length >= 2;
  const sentences = new Set(found.filter(({ rest }) => !beginsLower(rest)).map(({ name }) => name));
  return new Set(
    found
      .filter(({ name, rest }) => {
        if ((counts.get(name) ?? 0) > 1) return true;
        if (hasCapitals && !isUpperCase(name) && /\p{Lu}/u.test(name) && beginsLower(rest))
          return false;
        return !(sentences.size >= 2 && beginsLower(rest));
      })
      .map(({ name }) => name),
  );
}

/** `texts`: those of all cues. `separator`: of name and text; "" for none. */
export function createNameFinder(texts: readonly string[], separator: string): NameFinder {
  const rowsOf = (text: string) => text.split("\n").filter((row) => cleanText(row) !== "");
  const candidates = texts.flatMap((text) =>
    rowsOf(text).flatMap((row) => nameBefore(cleanText(row), separator) ?? []),
  );
  const names = namesOf(candidates);
  const fromBrackets = new Set<string>();

  /** The speaker at the beginning of a row; null for none. */
  function speakerOf(row: string, hasMore: boolean): Found | null {
    const found =
      nameBefore(row, separator) ?? (row.startsWith(">>") ? nameBefore(row, ":") : null);
    const isKnown = found && (names.has(found.name) || row.startsWith(">>"));
    if (isKnown && (found.rest !== "" || hasMore)) return found;
    const match = bracketed.exec(row.replace(dash, ""));
    const name = match && cleanName(match[1] ?? match[2] ?? "");
    if (!match || !name || !isName(name) || beginsLower(name) || /^\W*$/u.test(name)) return null;
    const rest = cleanText(row.replace(dash, "").slice(match[0].length));
    if (rest === "" || beginsLower(rest)) return null;
    fromBrackets.add(nameOf(name));
    return { name: nameOf(name), rest };
  }

  return {
    split(text, row, problems) {
      const rows = rowsOf(text).map((one) => cleanText(one));
      const dashes = rows.filter((one) => dash.test(one)).length;
      const spoken: Spoken[] = [];
      for (const [index, one] of rows.entries()) {
        const found = speakerOf(one, index < rows.length - 1);
        const rest = found?.rest ?? one.replace(/^>>+\s*/, "");
        const direction = found ? null : directionOf(rest);
        if (direction !== null) {
          const message = `“${direction.slice(0, 60)}” is a direction. It was left out.`;
          const remedy = "Remove the brackets to have it spoken.";
          problems.note(row, null, "direction-left-out", message, { remedy });
        }
        const said = direction === null ? rest : cleanText(rest.replace(direction, ""));
        const isNext = found !== null || one.startsWith(">>") || (dashes > 1 && dash.test(one));
        const last = spoken.at(-1);
        if (last && !isNext) last.text += `\n${said}`;
        else {
          const text = dashes > 1 ? said.replace(dash, "") : said;
          spoken.push({ character: found?.name ?? null, text });
        }
        const unnamed = found ? null : nameBefore(one, separator);
        if (unnamed) {
          const message = `“${unnamed.name}” was not taken for the name of a character.`;
          problems.note(row, null, "name-uncertain", message);
        }
      }
      return spoken.map((one) => ({ ...one, text: withoutNotes(one.text) }));
    },
    report(problems) {
      if (fromBrackets.size === 0) return;
      const assumed = [...fromBrackets].slice(0, 10).join(", ");
      const message = `Names in brackets were taken for characters: ${assumed}.`;
      problems.note(null, null, "names-in-brackets", message, { assumed });
    },
  };
}

/** "[door slams]", "(laughs) Stop": the direction at the beginning of a row; null for none. */
function directionOf(row: string): string | null {
  const match = bracketed.exec(row.replace(dash, ""));
  if (!match) return null;
  const whole = match[0].trim();
  const inside = match[1] ?? match[2] ?? "";
  const isWhole = cleanText(row.replace(dash, "")) === whole;
  const isWords = /\p{L}/u.test(inside);
  return isWords &&
    (isWhole
      ? whole.startsWith("[") || beginsLower(inside) || /\p{Lu}{2}/u.test(inside)
      : whole.startsWith("[") && beginsLower(inside))
    ? whole
    : null;
}
