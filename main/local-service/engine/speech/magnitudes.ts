/**
 * Abbreviated large numbers, such as "$1.5M", "3,5 Mio. €" and "5 млн", in the words of CLDR:
 * voices read the letters.
 */
import { baseLanguage } from "./readable-characters";
import { endsSentence } from "./sentence-ends";

/** Powers of ten of letters beside a sign of a currency, in every language. */
const letters: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6 };
/** Further ones, by the language without its region. */
const lettersOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  cs: { "mil.": 6 },
  en: { m: 6, mn: 6, b: 9, B: 9, bn: 9, t: 12, T: 12, tn: 12 },
  fr: { Md: 9, Mds: 9, Mrd: 9 },
  it: { Mld: 9, Mln: 6 },
  pt: { bi: 9, mi: 6 },
  sk: { "mil.": 6 },
};

/**
 * Abbreviations that mean a large number beside any number. A dot after them is part of them. "mil"
 * is none: in Czech it also means miles.
 */
const abbreviationsOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  be: { тыс: 3, млн: 6, млрд: 9 },
  bg: { хил: 3, млн: 6, млрд: 9 },
  bs: { mlrd: 9 },
  cs: { tis: 3, mld: 9 },
  da: { mio: 6, mia: 9 },
  de: { Tsd: 3, Mio: 6, Mrd: 9 },
  es: { mill: 6 },
  fi: { milj: 6, mrd: 9 },
  hr: { mlrd: 9 },
  it: { mln: 6, mld: 9 },
  nb: { mill: 6, mrd: 9 },
  nl: { mln: 6, mld: 9, mrd: 9 },
  pl: { tys: 3, mln: 6, mld: 9 },
  ro: { mld: 9 },
  ru: { тыс: 3, млн: 6, млрд: 9, трлн: 12 },
  sk: { tis: 3, mld: 9 },
  sl: { mio: 6, mrd: 9 },
  sv: { milj: 6, mn: 6, mdr: 9 },
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

const alternatives = (names: readonly string[]) =>
  [...names].sort((a, b) => b.length - a.length).join("|") || "(?!)";
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
  // Not all languages count in thousands.
  const powers = Array.from({ length: 11 }, (_none, index) => index + 3);
  const values = powers.flatMap((power) => [1, 1.5, 2, 5].map((value) => value * 10 ** power));
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
  const anywhere = abbreviationsOf[base] ?? {};
  const names = Object.keys(besideSign);
  // "$5M", and "$5 mn"; a letter after a space begins the next word: "a $20 T-shirt".
  const afterSign = [
    `(?:${alternatives(names.filter((name) => name.length === 1))})`,
    `${space}(?:${alternatives(names.filter((name) => name.length > 1))})`,
  ].join("|");
  const end = "(?![\\p{L}\\p{N}]|[-‑&'’]\\p{L})";
  const start = `(?<![\\p{L}\\d.,])${isShort}(${number})`;
  const powers = { ...anywhere, ...besideSign };
  const patterns = [
    // The digits are tested first: signs before each digit of a long sequence take much longer.
    `(?<![\\d.,])(?=\\d)(?<=${sign}${space})${isShort}(${number})(${afterSign})${end}`,
    `${start}(${space}(?:${alternatives(names)}))(?=${space}${sign})`,
    ...(base in abbreviationsOf
      ? [`${start}(${space}(?:${alternatives(Object.keys(anywhere))}))${end}(\\.?)`]
      : []),
  ].map((source) => new RegExp(source, "gu"));

  function spoken(
    all: string,
    [digits, name, dot]: readonly (string | undefined)[],
    after: string,
  ): string {
    const parsed = parse(digits ?? "");
    const power = powers[(name ?? "").trim()];
    if (!parsed || power === undefined) return all;
    const words = inWords(locale, parsed.whole, parsed.decimals, power);
    if (words === null) return all;
    return dot === "." && endsSentence(base, after) ? `${words}.` : words;
  }
  return (text) =>
    patterns.reduce(
      (result, pattern) =>
        result.replace(pattern, (all: string, ...rest: unknown[]) => {
          const source = rest.at(-1) as string;
          const at = rest.at(-2) as number;
          return spoken(all, rest.slice(0, -2) as string[], source.slice(at + all.length));
        }),
      text,
    );
}
