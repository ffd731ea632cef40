/** Ordinals, days of months and years in words. */
import { createSpelling } from "./number-rules";
import { ordinals, type Words } from "./ordinal-words";
import { romanNumerals } from "./roman-numerals";
import { formBetween, formsBeforeNouns } from "./ordinals-by-noun";
import { endsSentence, isTextEnd, opensSentence } from "./sentence-ends";
import { numberRules } from "./spelling-rules";
import { currencyOfSign, unitOfSymbol, type Speak } from "./spoken-words";
import { isWord } from "./written-numbers";
import { monthsOf } from "./yearless-dates";

const unchanged: Speak = (text) => text;

/** The letter that marks the stress, and letters, that the rules of CLDR do not have. */
const corrections: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  pl: [
    ["dziewiętdziesiąt", "dziewięćdziesiąt"],
    ["szesdziesiąt", "sześćdziesiąt"],
  ],
  ru: [["четверт", "четвёрт"]],
};

function createWords(base: string): Words {
  const spell = createSpelling(base, numberRules[base] ?? {});
  return ({ set, endings = [] }, value) => {
    const words = spell(set, value);
    if (words === null) return null;
    return (corrections[base] ?? [])
      .reduce((text, [from, to]) => text.replaceAll(from, to), words)
      .split(" ")
      .map((word) => {
        for (const [ending, other] of endings) {
          const changed = word.replace(new RegExp(`(?:${ending})$`, "u"), other);
          if (changed !== word) return changed;
        }
        return word;
      })
      .join(" ");
  };
}

/** A word before ordinals and before amounts: "bis dritten Mai", but "bis 3. Dann". */
const beforeAmounts = /^bis$/iu;

const groupsOf = (rest: unknown[]) => rest.at(-1) as Record<string, string | undefined>;

/** The longest word beside a number that can show the form of the number. */
const maxWord = 30;
const wordAtEnd = /(?<!\p{L})\p{L}+(?=[ \u00A0]$)/u;
const wordAtStart = /(?<=^[ \u00A0])\p{L}+/u;
/** The form of an ordinal by the words beside it, for languages in which they show it. */
function formInText(base: string, text: string, { from, to }: { from: number; to: number }) {
  if (!(base in formsBeforeNouns)) return undefined;
  const [before] = wordAtEnd.exec(text.slice(Math.max(0, from - maxWord), from)) ?? [];
  const [after] = wordAtStart.exec(text.slice(to, to + maxWord)) ?? [];
  return formBetween(base, before, after);
}

/** "3rd" and "3." as they are written in the language. */
function writtenOrdinals(base: string, words: Words): Speak {
  const { suffixes = [], prefix, dot, after = [] } = ordinals[base] ?? {};
  const boundary = "(?<![\\p{L}\\d.,:/-])";
  const steps: Speak[] = suffixes.map(([suffix, form]) => {
    const pattern = new RegExp(`${boundary}(\\d{1,6})(?:${suffix})(?![\\p{L}\\p{M}\\d])`, "gu");
    return (text, unread) =>
      text.replace(pattern, (all: string, digits: string) => {
        const spoken = words(form, Number(digits));
        if (spoken === null) unread.add(all);
        return spoken ?? all;
      });
  });
  if (prefix) {
    const pattern = new RegExp(`${boundary}${prefix[0]}(\\d{1,6})(?![\\p{L}\\d])`, "gu");
    steps.push((text, unread) =>
      text.replace(pattern, (all: string, digits: string) => {
        const spoken = words(prefix[1], Number(digits));
        if (spoken === null) unread.add(all);
        return spoken ?? all;
      }),
    );
  }
  if (dot) {
    // A capital letter may begin another sentence, unless an article is before the number.
    const nouns = after.map(([source]) => source).join("|") || "(?!)";
    const pattern = new RegExp(
      `(?=\\d)${boundary}(?:(?<=(?<![\\p{L}])(?<article>${nouns})[ \\u00A0])(\\d{1,3})\\.(?=[ \\u00A0]\\p{L})|(\\d{1,3})\\.(?=[ \\u00A0]\\p{Ll}))`,
      "giu",
    );
    steps.push((text) =>
      text.replace(pattern, (all: string, ...rest: unknown[]) => {
        const { article } = groupsOf(rest);
        const digits = (rest[1] ?? rest[2]) as string;
        const at = rest.at(-3) as number;
        const next = text.charAt(at + all.length + 1);
        // The pattern ignores case.
        const isArticle = article !== undefined && !beforeAmounts.test(article);
        if (!isArticle && next !== next.toLowerCase()) return all;
        const [, other] = after.find(([source]) => isWord(source, article)) ?? [];
        const form = other ?? formInText(base, text, { from: at, to: at + all.length }) ?? dot;
        return words(form, Number(digits)) ?? all;
      }),
    );
  }
  return (text, unread) => steps.reduce((result, step) => step(result, unread), text);
}

/** Days beside the name of a month. */
function days(base: string, locale: string, words: Words): Speak {
  const months = monthsOf(locale).join("|");
  if (base === "en") {
    const first = new RegExp(`(?<!\\p{L})(${months}) (\\d{1,2})(?!\\d|[:.,]\\d|st|nd|rd|th)`, "gu");
    const last = new RegExp(`(?<![\\p{L}\\d.,:/-])(the )?(\\d{1,2}) (${months})(?!\\p{L})`, "gu");
    const spoken = (digits: string) => words({ set: "%spellout-ordinal" }, Number(digits));
    const isDay = (digits: string) => Number(digits) >= 1 && Number(digits) <= 31;
    return (text) =>
      text
        .replace(first, (all: string, month: string, digits: string) =>
          isDay(digits) ? `${month} ${spoken(digits)}` : all,
        )
        .replace(last, (all: string, _the: string | undefined, digits: string, month: string) =>
          isDay(digits) ? `the ${spoken(digits)} of ${month}` : all,
        );
  }
  const { day, after = [] } = ordinals[base] ?? {};
  if (!day) return unchanged;
  const isMonthFirst = base === "hu" || base === "lt";
  const pattern = isMonthFirst
    ? new RegExp(`(?<=(?<!\\p{L})(?:${months}) )(\\d{1,2})(?: d\\.|\\.)(?![\\d-])`, "giu")
    : new RegExp(
        `(?=\\d)(?<![\\p{L}\\d.,:/-])(?:(?<=(?<!\\p{L})(?<before>\\p{L}{1,12}) )|)(\\d{1,2})[.°º]?(?= (?:${months})\\p{L}?(?![\\p{L}\\p{M}]))`,
        "giu",
      );
  return (text) =>
    text.replace(pattern, (all: string, ...rest: unknown[]) => {
      const value = Number(isMonthFirst ? rest[0] : rest[1]);
      if (value < 1 || value > 31 || (day.days && !day.days.includes(value))) return all;
      const before = isMonthFirst ? undefined : groupsOf(rest).before;
      const [, form = day] = after.find(([source]) => isWord(source, before)) ?? [];
      const spoken = words(form, value);
      if (spoken === null) return all;
      if (!all.endsWith(" d.")) return spoken;
      const next = text.slice((rest.at(-3) as number) + all.length);
      return `${spoken} diena${next.trim() !== "" && endsSentence(base, next) ? "." : ""}`;
    });
}

/** Years that are spoken in hundreds, from 1100 to 1999, but not amounts. */
function years(base: string, words: Words): Speak {
  if (base !== "de" && base !== "en") return unchanged;
  const codes = [...Object.keys(currencyOfSign), ...Object.keys(unitOfSymbol)];
  const names = codes.filter((code) => /^[a-z/]+$/i.test(code)).join("|");
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{Sc}\\d.,:/+'’-]|\\p{Sc} |[A-Z]{3} )(1[1-9]\\d\\d)(?![\\p{L}\\d°%]|[.,:/'’-]\\d| ?[\\p{Sc}%°]|[ \\u00A0](?:${names})(?!\\p{L})|[ \\u00A0]\\d)`,
    "gu",
  );
  return (text) =>
    text.replace(
      pattern,
      (digits) => words({ set: "%spellout-numbering-year" }, Number(digits)) ?? digits,
    );
}

/** Years as ordinals, before the word for a year. */
const yearForms: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  pl: [
    ["(?<=(?<!\\p{L})w )(\\d{3,4}) (?:r\\.|roku)", "%spellout-ordinal-masculine-locative"],
    ["(\\d{3,4}) (?:r\\.|roku)", "%spellout-ordinal-masculine-genitive"],
  ],
  ru: [
    ["(\\d{3,4}) (?:году)", "%spellout-ordinal-masculine-prepositional"],
    ["(\\d{3,4}) (?:года)", "%spellout-ordinal-masculine-genitive"],
    ["(\\d{3,4}) (?:год)", "%spellout-ordinal-masculine"],
  ],
};

function ordinalYears(base: string, words: Words): Speak {
  const forms = (yearForms[base] ?? []).map(([source, set]) => {
    const pattern = new RegExp(`(?<![\\p{L}\\d.,:/-])${source}(?!\\p{L})`, "gu");
    return [pattern, set] as const;
  });
  return (text) =>
    forms.reduce(
      (result, [pattern, set]) =>
        result.replace(pattern, (all: string, digits: string, at: number) => {
          const year = words({ set }, Number(digits));
          if (year === null) return all;
          if (base !== "pl") return `${year} ${all.slice(digits.length + 1)}`;
          const after = result.slice(at + all.length);
          const isEnd =
            all.endsWith(".") &&
            endsSentence(base, after) &&
            (isTextEnd(after) || !opensSentence(base, result.slice(0, at + digits.length)));
          return `${year} roku${isEnd ? "." : ""}`;
        }),
      text,
    );
}

/** Whole numbers in words, where the voices of a language say digits incorrectly. */
function wholeNumbers(base: string, words: Words): Speak {
  const set = { ne: "%spellout-cardinal", uz: "cardinal" }[base];
  if (set === undefined) return unchanged;
  return (text) =>
    text.replace(/\d{1,15}(?!\d)/g, (digits) =>
      digits.length > 1 && digits.startsWith("0")
        ? digits
        : (words({ set }, Number(digits)) ?? digits),
    );
}

/** Counted things and hours with native numbers in Korean. */
function nativeNumbers(base: string, words: Words): Speak {
  if (base !== "ko") return unchanged;
  const counters = "시간|시(?!속)|살|명|개(?!월)|마리|잔|병|권|그루|켤레|사람";
  const pattern = new RegExp(`(?<![\\p{L}\\d.,:/-])(\\d{1,2}) ?(${counters})`, "gu");
  return (text) =>
    text.replace(pattern, (all: string, digits: string, counter: string) => {
      const value = Number(digits);
      // Hours above 12 have the other numbers.
      if (value === 0 || (counter === "시" && value > 12)) return all;
      const spoken = words({ set: "%spellout-cardinal-native-attributive" }, value);
      return spoken === null ? all : `${spoken} ${counter}`;
    });
}

export interface OrdinalSpeech {
  /** Before numbers are changed. */
  ordinals: Speak;
  /** After numbers are changed. */
  numbers: Speak;
}

/** `base`: the language without its region. */
export function createOrdinals(base: string, locale: string): OrdinalSpeech {
  const words = createWords(base);
  const first = [
    days(base, locale, words),
    writtenOrdinals(base, words),
    romanNumerals(base, words),
    nativeNumbers(base, words),
    ordinalYears(base, words),
    years(base, words),
  ];
  const last = [wholeNumbers(base, words)];
  const all =
    (steps: Speak[]): Speak =>
    (text, unread) =>
      steps.reduce((result, step) => step(result, unread), text);
  return { ordinals: all(first), numbers: all(last) };
}
