/** Ordinals, days of months, Roman numerals and years in words. */
import { currencyOfSign, unitOfSymbol } from "./spoken-words";
import { createSpelling } from "./number-rules";
import { endsSentence } from "./sentence-ends";
import {
  numberRules,
  ordinals,
  queens,
  rulers,
  type OrdinalForm,
  type RomanForm,
} from "./ordinal-words";

/** Changes a text, and reports the expressions for which the language has no words. */
export type Speak = (text: string, unread: Set<string>) => string;

const unchanged: Speak = (text) => text;
const wordBefore = "(?<=(?<before>[\\p{L}\\p{M}]{1,30})[.,]?[ \\u00A0])";
const wordAfter = "(?=[ \\u00A0](?<after>[\\p{L}\\p{M}]{1,30}))";

/** Words of a number in a form; null if the language has none. */
type Words = (form: OrdinalForm, value: number) => string | null;

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

const isWord = (source: string, word: string | undefined) =>
  word !== undefined && new RegExp(`^(?:${source})$`, "iu").test(word);

const groupsOf = (rest: unknown[]) => rest.at(-1) as Record<string, string | undefined>;

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
        const next = text.charAt((rest.at(-3) as number) + all.length + 1);
        // The pattern ignores case.
        const isArticle = article !== undefined && !beforeAmounts.test(article);
        if (!isArticle && next !== next.toLowerCase()) return all;
        const [, other = dot] = after.find(([source]) => isWord(source, article)) ?? [];
        return words(other, Number(digits)) ?? all;
      }),
    );
  }
  return (text, unread) => steps.reduce((result, step) => step(result, unread), text);
}

/** The names of the months, as they are beside a day. */
function monthsOf(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const names = Array.from(
    { length: 12 },
    (_, month) =>
      format.formatToParts(Date.UTC(2026, month, 5)).find(({ type }) => type === "month")?.value,
  );
  return names.filter((name) => name !== undefined && /^\p{L}+$/u.test(name)) as string[];
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

/** Roman numerals from 1 to 39. Larger ones are usually something else. */
const roman = "(?:X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|V?I{2,3}|VI|V|I)";
/** "I" is a pronoun in these languages: a numeral only after a title and a name. */
const pronouns: Readonly<Record<string, string>> = {
  da: "Kong|Dronning|Pave|Kejser",
  en: "King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser",
};
/**
 * Numerals that are also words or abbreviations in languages with Latin letters, such as "an IV":
 * they are numerals only beside these words, or after a name.
 */
const ambiguous = new Set(["IV", "VI", "XI", "XX", "XXX"]);
const centuries = "secolo|siècle|siglo|século|segle|secolul|kỷ|wiek|wieku|amžius|amžiaus|vek|veka";
/** What is counted, in languages that have no further rules. */
const countedWords =
  "chapter|part|book|act|volume|phase|type|scene|title|article|section|class|chapitre|acte|guerre|hoofdstuk|deel|kapitel|kapittel|kapitola|capitolul|poglavlje|poglavje|rozdział|bab|bagian|chương|phần|pjesa|sura";
/** Further ones that are other words elsewhere: "Ludwig XIV. war", "Felipe II del". */
const ownCountedWords: Readonly<Record<string, string>> = {
  da: "del",
  en: "war",
  nb: "del",
  sl: "del",
  sv: "del",
};
/** Languages in which the numeral of a ruler stands before the name: "I. Béla". */
const beforeNames = new Set(["az", "hu", "tr"]);
/** The ordinal of the first ruler of a name, and its feminine form, beside cardinal numbers. */
const firstRulers: Readonly<Record<string, readonly [string, string]>> = {
  fr: ["premier", "première"],
  ro: ["întâi", "întâia"],
};

function valueOf(numeral: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  return Array.from(numeral, (letter) => values[letter] ?? 0).reduce(
    (sum, value, index, all) => sum + (value < (all[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Roman numerals with the Cyrillic letters that look like "X" and "I". */
const cyrillicNumeral = /(?=[XVI]{0,5}[ХІ])(?<![\p{L}\d.-])[XVIХІ]{2,6}(?![\p{L}\d])/gu;
/** The same after a name: a capital "І" is no other word there. */
const cyrillicFirst = /(?=І)(?<=\p{Lu}\p{Ll}{1,30} )І(?![\p{L}.’'])/gu;
const toLatin = (numeral: string) => numeral.replaceAll("Х", "X").replaceAll("І", "I");

function romanNumerals(base: string, words: Words): Speak {
  const form: RomanForm | undefined = ordinals[base]?.roman;
  const isLatin = new Intl.Locale(base).maximize().script === "Latn";
  const counted = `${form?.counted ?? "(?!)"}|${countedWords}|${ownCountedWords[base] ?? "(?!)"}`;
  const suffix = base === "fr" ? "(?<suffix>e|ème)?" : "";
  const pattern = new RegExp(
    `(?=[XVI])(?<![\\p{L}\\d.-])(?:${wordBefore}|)(?<numeral>${roman})${suffix}(?<dot>\\.)?(?![\\p{L}\\d])(?:${wordAfter}|)`,
    "gu",
  );
  interface Groups {
    numeral: string;
    before?: string;
    after?: string;
    suffix?: string;
    dot?: string;
  }
  const isName = (word: string | undefined) => word !== undefined && /^\p{Lu}.*\p{Ll}/u.test(word);
  /** Whether "I" is that of a ruler, before this place in a text. */
  function isFirst({ before, after, dot }: Groups, text: string, at: number): boolean {
    if (beforeNames.has(base) && dot !== undefined && isWord(`${rulers}|${queens}`, after))
      return true;
    // The initial of a name, and the end of a sentence.
    if (!/\p{L}[ \u00A0]$/u.test(text.slice(0, at))) return false;
    if (dot !== undefined && (form?.when !== "dot" || /^\p{Lu}/u.test(after ?? ""))) return false;
    if (!isLatin) return form !== undefined && isName(before);
    const title = pronouns[base];
    const isAfterTitle =
      title === undefined ||
      new RegExp(`(?<!\\p{L})(?:${title}) \\p{Lu}\\p{L}+ $`, "u").test(
        text.slice(Math.max(0, at - 50), at),
      );
    return isAfterTitle && isWord(`${rulers}|${queens}`, before);
  }
  /** Whether a name or a word makes "X" and "V" numerals. */
  function isSingleNumeral({ numeral, before, after, dot }: Groups): boolean {
    const isBeforeDot = dot !== undefined && form?.when === "dot";
    if (numeral === "X" && isBeforeDot && /^\p{Ll}/u.test(after ?? "")) return true;
    // The initial of a name, as in "John V. Lindsay", or the end of a sentence.
    const isInitial = numeral === "V" && dot !== undefined && /^\p{Lu}/u.test(after ?? "");
    return (
      (isWord(`${rulers}|${queens}`, before) && !isInitial) ||
      isWord(counted, before) ||
      isWord(counted, after) ||
      isWord(centuries, before) ||
      isWord(centuries, after)
    );
  }
  function isNumeral(groups: Groups, text: string, at: number): boolean {
    const { numeral, before, after, dot, suffix: ending } = groups;
    if (numeral === "I" && ending === undefined) return isFirst(groups, text, at);
    if (!isLatin || ending !== undefined) return true;
    // "Malcolm X" and "Channel V" are no ordinals, but "Pius X" and "siglo V" are.
    if (numeral === "X" || numeral === "V") return isSingleNumeral(groups);
    if (!ambiguous.has(numeral)) return true;
    const isBeforeNoun = form?.when === "dot" && dot !== undefined && after !== undefined;
    return (
      isBeforeNoun ||
      isName(before) ||
      isWord(counted, before) ||
      isWord(centuries, before) ||
      isWord(centuries, after)
    );
  }
  /** The words of an ordinal, with its article; null if the language has none. */
  function ordinalOf(
    { before, after, dot }: Groups,
    of: RomanForm,
    { value, isInSentence }: { value: number; isInSentence: boolean },
  ): string | null {
    const [, other = of] =
      of.before?.find(
        ([source, , prepositions]) =>
          isWord(source, after) && (prepositions === undefined || isWord(prepositions, before)),
      ) ?? [];
    const queen = isWord(queens, before) && other === of ? of.queen : undefined;
    const spoken = words(queen ?? other, value);
    if (spoken === null) return null;
    const word = queen?.article ?? of.article;
    const article = word !== undefined && isName(before) ? `${word} ` : "";
    // A full stop at the end may be that of the sentence too.
    const isOfSentence =
      dot !== undefined && (of.when === "dot" ? !isInSentence : !/^\p{Ll}/u.test(after ?? ""));
    return `${article}${spoken}${isOfSentence ? "." : ""}`;
  }
  return (source, unread) => {
    const text = isLatin
      ? source
      : source.replace(cyrillicNumeral, toLatin).replace(cyrillicFirst, toLatin);
    return text.replace(pattern, (all: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Groups;
      const { numeral, before, after, dot } = groups;
      if (!isNumeral(groups, text, rest.at(-3) as number)) return all;
      const value = valueOf(numeral);
      if (groups.suffix !== undefined)
        return `${words({ set: "%spellout-ordinal-masculine" }, value) ?? value}${dot ?? ""}`;
      const isCounted = isWord(counted, before) || isWord(counted, after);
      const isOrdinal =
        form !== undefined &&
        !isCounted &&
        {
          always: true,
          dot: dot !== undefined,
          "to-ten": value <= 10,
          ruler: isWord(`${rulers}|${queens}`, before),
        }[form.when];
      const firstOf = value === 1 ? firstRulers[base]?.[isWord(queens, before) ? 1 : 0] : undefined;
      if (!isOrdinal) return `${firstOf ?? value}${dot ?? ""}`;
      const following = text.slice((rest.at(-3) as number) + all.length);
      const next = following.trimStart();
      // After a name, the dot before a capital letter is usually that of the sentence too.
      const isAfterName = isName(before) && !beforeNames.has(base) && endsSentence(base, following);
      const isInSentence =
        /^[^\p{Lu}]/u.test(next) || (after !== undefined && dot !== undefined && !isAfterName);
      const spoken = ordinalOf(groups, form, { value, isInSentence });
      if (spoken === null) unread.add(numeral);
      return spoken ?? all;
    });
  };
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
          const isEnd = all.endsWith(".") && endsSentence(base, result.slice(at + all.length));
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
