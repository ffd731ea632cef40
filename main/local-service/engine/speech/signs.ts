/**
 * Signs between and before numbers in words: ranges, exponents, numbers of an order, comparisons
 * and scores. Most voices do not read them. What has no words in a language is reported.
 */
import type { Speak } from "./spoken-words";
import {
  aboutWords,
  comparisonWords,
  exponentNames,
  exponentWords,
  numberSigns,
  rangeWords,
  readsHyphens,
  scoreWords,
  timesWords,
} from "./local-signs";
import { dateArticles } from "./yearless-dates";

/** Stands for the sign of a range until numbers and years are in words. */
export const rangeMark = "\uE000";
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const subscripts = "₀₁₂₃₄₅₆₇₈₉";
const hashtag: Readonly<Record<string, string>> = { bg: "хаштаг", ru: "хештег", uk: "хештег" };

/** Languages in which "9h-17h" is a span of time. */
const hourLetters = new Set(["es", "fr", "pt"]);

/** The words between equal numbers, as in "50/50". Default: a space. */
const evenWords: Readonly<Record<string, string>> = {
  be: " на ",
  cs: " na ",
  pl: " na ",
  ru: " на ",
  sk: " na ",
  uk: " на ",
};

/** Texts without these have nothing to change. */
const hasFirst =
  /I(?:er|re)|[\^#№–‒~×₀-₉\u338F-\u33CA]|\d[/-]\d|m\.? ?[-–—] ?\d|[hj] ?[-–/] ?\d|\d[〜～]\d/u;
const hasLast = new RegExp(`[${rangeMark}${superscripts}<>:]`, "u");
const subscript = new RegExp(`[${subscripts}]`, "gu");
/** After a number, a single letter or parentheses; after a word it is that of a footnote. */
const exponent = new RegExp(`(?<=(?<![\\p{L}\\p{M}])\\p{L}|\\p{Nd}|\\))[${superscripts}⁻⁺]+`, "gu");

/** What stands beside the sign of a comparison: "5 < 6", "x > y". */
const operand = "(?:(?<![\\p{L}\\p{M}])\\p{L}|\\d)";
const after = "(?:-?\\d|\\p{L}(?![\\p{L}\\p{M}]))";
const comparison = new RegExp(
  `(?<=${operand})[<>](?=${after})|(?<=${operand}[ \\u00A0])[<>](?=[ \\u00A0]${after})`,
  "gu",
);
const aboutSign = /(?<![\p{L}\d%\p{Sc}°)]|\d[ \u00A0](?=~ ))~ ?(?=\p{Sc}?[ \u00A0]?\d)/gu;
const timesSign = /(?<=[\p{L}\p{M}\d])[ \u00A0]?×[ \u00A0]?(?=[\p{L}\d])/gu;
/** "10^6" is 10⁶. */
const caret = /(?<=(?<![\p{L}\p{M}])\p{L}|\p{Nd}|\))\^([-+]?\d{1,3})(?![\p{L}\d])/gu;
const raised = (digits: string) =>
  Array.from(digits, (one) => superscripts[Number(one)] ?? (one === "-" ? "⁻" : "")).join("");

/** A year with a footnote, unlike "10²". */
const yearBefore = /(?<!\d)(?:1[5-9]|20)\d{2}$/u;
/** The names "7-11" and "9-11", unless a measure of time follows. */
const elevens =
  /(?<![\p{L}\d.,:/–-])([79])-11(?=[ \u00A0](?!(?:a\.?m|p\.?m|minutes?|hours?|days?|nights?|weeks?|months?|years?)(?!\p{L}))\p{L})/gu;
/** Scores after a verb of winning: "won 6–4, 3–6", "lost 98-102"; no range, and no "dash". */
const scores =
  /(?<=(?:(?<!\p{L})(?:won|lost|beat|beats|led|score:?|drew|tied|trailed|trailing)|(?<!(?<!\p{L})(?:the|my|his|her|our|your|their|its|an?)[ \u00A0])(?<!\p{L})(?:wins?|loses?|leads?|trails?))(?!\p{L})[^.!?\n]{0,50})(?<![\p{L}\d.,:/–-])(?<!(?<!\p{L})(?:an?|flight|boeing|airbus|route|highway|area|room|unit|number)[ \u00A0])(?!7-11|9-11|24-7)(\d{1,3})[-–](\d{1,3})(?![\p{L}\d–-]|[.,:]\d)(?!-\p{L})/giu;
/** A score in words. Those with three digits are of basketball, and "50-50" is no score. */
function spokenScore(all: string, home: string, guest: string): string {
  const isHigh = home.length === 3 || guest.length === 3;
  const isPlausible = [home, guest].every((one) => Number(one) >= 80 && Number(one) < 200);
  return all === "50-50" || (isHigh && !isPlausible) ? all : `${home} to ${guest}`;
}
/** "10am–5pm" */
const halfDays =
  /(?<=\d ?[ap]\.?m\.?) ?[-–—] ?(?=\d{1,2}(?::\d\d)? ?(?:[ap]\.?m|noon)(?!\p{L}))/giu;
/** What makes a number a name: "Route 5-10", and a capital inside of a sentence. */
const nameBefore =
  "(?<!(?:Route|Highway|Interstate|Flight|Unit|Area|Room|[\\p{L},;][ \\u00A0]\\p{Lu}\\p{L}{0,30}\\p{L}(?<!s))[ \\u00A0])";
/**
 * Names and scores have hyphens too. German nouns all have capitals: only those of amounts make a
 * range.
 */
const germanAmounts =
  "Sekunden?|Minuten?|Stunden?|Tagen?|Tage|Nächten?|Wochen?|Monaten?|Jahren?|Mal|Leuten?|Personen|Menschen|Stück|Grad|Prozent|Euro|Metern?|Kilometern?|Kilo|Litern?|Seiten|Uhr";
const hyphenRanges = (base: string) =>
  new RegExp(
    `${nameBefore}(?<![\\p{L}\\d.,:/–-])(\\d{1,3})-(\\d{1,3})(?=[ \\u00A0]${base === "de" ? `(?:${germanAmounts})(?!\\p{L})` : "\\p{L}"})`,
    "gu",
  );

/** A range has the smaller number first; that of years may have two digits at the end. */
const isRange = (first: string, last: string) =>
  Number(last) > Number(first) || (first.length === 4 && last.length === 2);

/** The steps before and after numbers are changed, for a language without its region. */
export function createSigns(base: string): { first: Speak; last: Speak } {
  const numberWord = numberSigns[base];
  const rangeWord = rangeWords[base];
  const about = aboutWords[base];
  const times = timesWords[base];
  const ranges = hyphenRanges(base);
  // After a word before dates, "11/11" is a date.
  const article = dateArticles[base];
  const isNoDate =
    article === undefined ? "" : `(?:(?<!(?<!\\p{L})(?:${article})[ \\u00A0])|(?!0[1-9]|1[0-2]))`;
  const even = new RegExp(`(?<![\\p{L}\\d.,:/-])${isNoDate}(\\d{2})/\\1(?![\\d/]|[.,]\\d)`, "giu");
  const marked = (all: string, before: string, after: string) =>
    rangeWord !== undefined && isRange(before, after) ? `${before}${rangeMark}${after}` : all;

  function first(text: string, unread: Set<string>): string {
    if (!hasFirst.test(text)) return text;
    let result = (base === "en" ? text.replace(scores, spokenScore) : text)
      .replace(caret, (_all, digits: string) => raised(digits))
      .replace(/[\u338F-\u33CA]/gu, (sign) => areas[sign] ?? sign.normalize("NFKC"))
      .replace(subscript, (sign) => String(subscripts.indexOf(sign)))
      .replace(/(?<![\p{L}\p{N}&#])#(?=[\p{L}_])/gu, `${hashtag[base] ?? "hashtag"} `)
      .replace(/(?<![\p{L}\p{N}&#])(?:#|№)[ \u00A0]?(?=\d)/gu, (sign) => {
        if (numberWord !== undefined) return `${numberWord} `;
        if (sign.startsWith("#")) unread.add("#");
        return sign;
      })
      .replace(/(?<![\p{L}\d])24\/7(?![\d/])/gu, "24 7")
      .replace(even, `$1${evenWords[base] ?? " "}$1`)
      .replace(
        /(?<=\d[:.h]\d{2})[–‒](?=\d{1,2}[:.h]\d{2}(?!\d))/gu,
        rangeWord === undefined ? "–" : rangeMark,
      )
      .replace(
        /(?<=(?<!\d)\d{1,2}:[0-5]\d)[-~〜～](?=\d{1,2}:[0-5]\d(?!\d))/gu,
        rangeWord === undefined ? "–" : rangeMark,
      )
      .replace(
        /(?<=\d ?h(?:[0-5]\d)?) ?[-–] ?(?=\d{1,2} ?h(?!\p{L}))/gu,
        hourLetters.has(base) ? rangeMark : "$&",
      )
      .replace(
        /(?<![\p{L}\d.,:/–-])(\d{1,4})[ \u00A0]~[ \u00A0](\d{1,4})(?![\d:/–~]|[.,]\d)/gu,
        marked,
      )
      .replace(/(?<![\p{L}\d.,:/–-])(\d{1,4})[–‒~〜～](\d{1,4})(?![\d:/–~]|[.,]\d)/gu, marked);
    if (base === "fr")
      result = result
        .replace(/(?<![\p{L}\d])24 ?h ?\/ ?24(?!\d)/gu, "24 heures sur 24")
        .replace(/(?<![\p{L}\d])I(er|re)(?!\p{L})/gu, (_all, end) =>
          end === "er" ? "premier" : "première",
        )
        .replace(/(?<![\p{L}\d])7 ?j ?\/ ?7(?!\d)/gu, "7 jours sur 7");
    if (base === "en")
      result = result
        .replace(elevens, "$1 11")
        .replace(halfDays, rangeMark)
        .replace(/(?<![\d/.,])9\/11(?![\d/])/gu, "9 11");
    if (readsHyphens.has(base)) result = result.replace(ranges, marked);
    if (about !== undefined) result = result.replace(aboutSign, about);
    return times === undefined ? result : result.replace(timesSign, times);
  }

  function last(text: string, unread: Set<string>): string {
    if (!hasLast.test(text)) return text;
    return text
      .replaceAll(rangeMark, rangeWord ?? "–")
      .replace(exponent, (sign: string, at: number, all: string) => {
        if (sign === "¹" || yearBefore.test(all.slice(Math.max(0, at - 5), at))) return sign;
        const digits = Array.from(sign, (one) => superscripts.indexOf(one)).join("");
        const name = exponentNames[base]?.[Number(digits) - 2];
        if (name !== undefined) return name;
        const word = exponentWords[base];
        if (word !== undefined && !digits.includes("-1"))
          return `${word}${digits}${/^[\p{L}\p{N}]/u.test(all.slice(at + sign.length)) ? " " : ""}`;
        // That of an area is a part of its unit.
        if (![...unread].some((one) => one.endsWith(sign))) unread.add(sign);
        return sign;
      })
      .replace(comparison, (sign) => {
        const words = comparisonWords[base]?.[sign === "<" ? 0 : 1];
        if (words === undefined) unread.add(sign);
        return words ?? sign;
      })
      .replace(
        /(?<![\d:.,/])(\d{1,2}):(\d{1,2})(?![\d:]|[.,]\d)/gu,
        (all, home: string, guest: string) =>
          base in scoreWords ? `${home}${scoreWords[base] ?? ""}${guest}` : all,
      );
  }
  return { first, last };
}

/** The signs of areas and volumes of East Asian type, which have no exponent as text. */
const areas: Readonly<Record<string, string>> = {
  "㎟": "mm²",
  "㎠": "cm²",
  "㎡": "m²",
  "㎢": "km²",
  "㎣": "mm³",
  "㎤": "cm³",
  "㎥": "m³",
  "㎦": "km³",
};
