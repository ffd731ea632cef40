/**
 * Abbreviated large numbers, such as "$1.5M", "3,5 Mio. €" and "5 млн", in the words of CLDR:
 * voices read the letters.
 */
import { baseLanguage } from "./readable-characters";

/** Powers of ten of letters beside a sign of a currency, in every language. */
const letters: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6 };
/** Further ones, by the language without its region. */
const lettersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { m: 6, mn: 6, b: 9, B: 9, bn: 9, t: 12, T: 12, tn: 12 },
  fr: { Md: 9, Mds: 9, Mrd: 9 },
  it: { Mld: 9, Mln: 6 },
  pt: { bi: 9, mi: 6 },
};

/** Abbreviations that mean a large number beside any number. A dot after them is part of them. */
const abbreviationsOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  be: { тыс: 3, млн: 6, млрд: 9 },
  bg: { хил: 3, млн: 6, млрд: 9 },
  bs: { mil: 6, mlrd: 9 },
  cs: { tis: 3, mil: 6, mld: 9 },
  da: { mio: 6, mia: 9 },
  de: { Tsd: 3, Mio: 6, Mrd: 9 },
  es: { mill: 6 },
  fi: { milj: 6, mrd: 9 },
  hr: { mil: 6, mlrd: 9 },
  it: { mln: 6, mld: 9 },
  nb: { mill: 6, mrd: 9 },
  nl: { mln: 6, mld: 9 },
  pl: { tys: 3, mln: 6, mld: 9 },
  ro: { mil: 6, mld: 9 },
  ru: { тыс: 3, млн: 6, млрд: 9, трлн: 12 },
  sk: { tis: 3, mil: 6, mld: 9 },
  sl: { mio: 6, mrd: 9 },
  sv: { milj: 6, mdr: 9 },
  uk: { тис: 3, млн: 6, млрд: 9, трлн: 12 },
};

export interface MagnitudeOptions {
  locale: string;
  /** The source of a pattern of a number. */
  number: string;
  /** The source of a pattern of signs of currencies. */
  sign: string;
  /** The digits of a number; null if it has too many. */
  parse: (text: string) => { whole: string; decimals: string } | null;
}

const alternatives = (table: Readonly<Record<string, number>>) =>
  Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join("|");
const space = "[ \\u00A0\\u202F]?";
/** A longer number has no words: the pattern of a number is not tried for it. */
const isShort = "(?=\\d{1,15}(?!\\d))";

/** "1.5 million" for 1.5 and 6; null if CLDR has another form for it, such as "1 billion". */
function inWords(locale: string, digits: string, decimals: string, power: number): string | null {
  const parts = new Intl.NumberFormat(locale, {
    notation: "compact",
    compactDisplay: "long",
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  }).formatToParts(Number(`${digits}.${decimals || "0"}`) * 10 ** power);
  const whole = parts.find(({ type }) => type === "integer")?.value;
  const word = parts.filter(({ type }) => type === "compact").map(({ value }) => value);
  if (whole !== digits || word.length === 0) return null;
  return parts.map(({ value }) => value).join("");
}

/** The words of CLDR for large numbers of the language, each once. */
export function magnitudeNames(locale: string): string[] {
  const format = new Intl.NumberFormat(locale, { notation: "compact", compactDisplay: "long" });
  const values = [3, 6, 9, 12].flatMap((power) => [1, 2, 5].map((value) => value * 10 ** power));
  return [
    ...new Set(
      values.flatMap((value) =>
        format
          .formatToParts(value)
          .filter(({ type }) => type === "compact")
          .map(({ value: name }) => name),
      ),
    ),
  ];
}

/** A function that replaces abbreviated large numbers by their words. */
export function createMagnitudes(
  languageId: string,
  { locale, number, sign, parse }: MagnitudeOptions,
): (text: string) => string {
  const base = baseLanguage(languageId);
  const besideSign = { ...letters, ...lettersOf[base] };
  const anywhere = abbreviationsOf[base];
  const patterns: [RegExp, Readonly<Record<string, number>>][] = [
    [
      new RegExp(
        `(?<=${sign}${space})${isShort}(${number})${space}(${alternatives(besideSign)})(?!\\p{L})`,
        "gu",
      ),
      besideSign,
    ],
    [
      new RegExp(
        `(?<![\\p{L}\\d.,])${isShort}(${number})${space}(${alternatives(besideSign)})(?=${space}${sign})`,
        "gu",
      ),
      besideSign,
    ],
    ...(anywhere
      ? ([
          [
            new RegExp(
              `(?<![\\p{L}\\d.,])${isShort}(${number})${space}(${alternatives(anywhere)})(?!\\p{L})\\.?`,
              "gu",
            ),
            anywhere,
          ],
        ] satisfies [RegExp, Readonly<Record<string, number>>][])
      : []),
  ];
  return (text) =>
    patterns.reduce(
      (result, [pattern, powers]) =>
        result.replace(pattern, (all: string, digits: string, name: string) => {
          const parsed = parse(digits);
          if (!parsed) return all;
          return inWords(locale, parsed.whole, parsed.decimals, powers[name] ?? 0) ?? all;
        }),
      text,
    );
}
