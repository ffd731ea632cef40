/** Ordinals, days of months, Roman numerals and years in words. */
import { currencyOfSign, unitOfSymbol } from "./spoken-words";
import { createSpelling } from "./number-rules";
import { beginsSentence, endsSentence, isTextEnd, opensSentence } from "./sentence-ends";
import {
  numberRules,
  ordinals,
  queens,
  rulers,
  type OrdinalForm,
  type RomanForm,
} from "./ordinal-words";
import { anyCase } from "./written-numbers";

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
/** Titles of rulers in all languages, after which "I" beside a name is a numeral. */
const titles = [
  "king|queen|pope|emperor|empress|tsar|czar|kaiser|kong|konge|kung|kungen|konung|dronning|drottning|pave|påve|kejser|kejsar|kejsare|keiser",
  "könig|königin|papst|kaiserin|zar|zarin|koning|koningin|paus|keizer|roi|reine|pape|empereur|impératrice|tsarine|rey|reina|papa|emperador|emperatriz|zarina",
  "re|regina|imperatore|imperatrice|rei|rainha|imperador|imperatriz|regele|împăratul|țarul",
  "król|króla|królowi|królem|królowa|królowej|papież|papieża|cesarz|cesarza|car|cara|carem",
  "král|krále|králi|králem|královna|královny|papež|papeže|císař|císaře|kráľ|kráľa|kráľom|kráľovná|pápež|pápeža|cisár|cisára|cár|cára",
  "kralj|kralja|kraljem|kraljica|kraljice|papež|papeža|imperator|imperatora|краљ|краља|краљем|краљица|император|императора",
  "король|короля|королева|королеви|цар|царя|царь|царица|імператор|імператора|папа|папи|кароль|караля|імператар|імператара",
].join("|");
/**
 * "I" is a word in these languages, such as "and": a numeral only after a title and a name, and in
 * a language with a list only before no verb of it.
 */
const firstIsWord = new Set("be bs ca cs cy da en hr it nb pl sk sl sv uk".split(" "));
const verbsOfFirst =
  "am|ask|asked|believe|bring|brought|did|do|don|hate|hated|have|hear|heard|killed|knew|know|like|liked|love|loved|married|mean|meant|meet|mentioned|met|miss|need|read|remember|remembered|saw|see|serve|served|tell|think|thought|told|want|wanted|work|worked";
/** Names of many others than rulers, before whose "I", "V" and "X" a title has to be. */
const commonNames =
  "Juan|Jean|August|Juana|Joanna|Giovanna|Anna|Ana|Anne|Maria|María|Marie|Christina|Kristina|Katharina|Caterina|Catalina|Catarina|Katarzyna|Kateřina|Katarína|Margarete|Margarita|Viktoria";
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
/** Languages in which numerals of rulers may have a dot, besides those in which they need one. */
const dottedRulers = new Set(["da", "nb", "sr"]);
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
/** The same after a title and a name: "І" is "and" elsewhere. */
const cyrillicFirst = new RegExp(
  `(?=І)(?<=(?<!\\p{L})(?:${anyCase(titles)}) \\p{Lu}\\p{Ll}{1,30} )І(?![\\p{L}.’']|[ \\u00A0]\\p{Lu})`,
  "gu",
);
const wholeNumeral = new RegExp(`^${roman}$`, "u");
/** Another word stays in its letters. */
function toLatin(numeral: string): string {
  const latin = numeral.replaceAll("Х", "X").replaceAll("І", "I");
  return wholeNumeral.test(latin) ? latin : numeral;
}

/** What is counted in a language, as the source of a pattern: "chapter". */
const countedIn = (base: string) =>
  `${ordinals[base]?.roman?.counted ?? "(?!)"}|${countedWords}|${ownCountedWords[base] ?? "(?!)"}`;
/** Whether a numeral after this word is a number; `base`: the language without its region. */
export const isCountedWord = (base: string, word: string): boolean => isWord(countedIn(base), word);

function romanNumerals(base: string, words: Words): Speak {
  const form: RomanForm | undefined = ordinals[base]?.roman;
  const isLatin = new Intl.Locale(base).maximize().script === "Latn";
  const counted = countedIn(base);
  const afterTitle = new RegExp(
    `(?<!\\p{L})(?:${anyCase(titles)}) (?:\\p{Lu}[\\p{L}\\p{M}]+ ){1,2}$`,
    "u",
  );
  const isTitled = (text: string, at: number) =>
    afterTitle.test(text.slice(Math.max(0, at - 80), at));
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
    // In Serbian, "I" is "and" in Latin letters only.
    const isCyrillic = /\p{sc=Cyrl}/u.test(before ?? "");
    const isOtherWord = firstIsWord.has(base) || (base === "sr" && !isCyrillic);
    if (!isLatin && !isOtherWord) return form !== undefined && isName(before);
    if (!isName(before) || (isLatin && !isWord(`${rulers}|${queens}`, before))) return false;
    const needsTitle = (isOtherWord && dot === undefined) || isWord(commonNames, before);
    if (!needsTitle) return true;
    const isBeforeOther =
      base === "en" ? isWord(verbsOfFirst, after) : isOtherWord && /^\p{Lu}/u.test(after ?? "");
    return !isBeforeOther && isTitled(text, at);
  }
  /** Whether a name or a word makes "X" and "V" numerals. */
  function isSingleNumeral(groups: Groups, text: string, at: number): boolean {
    const { numeral, before, after = "", dot } = groups;
    const isBeforeDot = dot !== undefined && form?.when === "dot";
    const isCommon = isWord(commonNames, before) && !isTitled(text, at);
    if (numeral === "X" && isBeforeDot && /^\p{Ll}/u.test(after) && !isCommon) return true;
    // The initial of a name, as in "John V. Lindsay" and "Carlos V. dice", or the end of a
    // sentence.
    const isInitial =
      dot !== undefined &&
      ((numeral === "V" && /^\p{Lu}/u.test(after)) || (!isBeforeDot && /^\p{Ll}/u.test(after)));
    return (
      (isWord(`${rulers}|${queens}`, before) && !isCommon && !isInitial) ||
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
    if (numeral === "X" || numeral === "V") return isSingleNumeral(groups, text, at);
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
      dot !== undefined &&
      (of.when === "dot" || dottedRulers.has(base) ? !isInSentence : !/^\p{Ll}/u.test(after ?? ""));
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
      // After a name, the dot before a word that begins a sentence is that of the sentence too.
      const isAfterName =
        isName(before) &&
        !beforeNames.has(base) &&
        (isTextEnd(following) || beginsSentence(base, following));
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
