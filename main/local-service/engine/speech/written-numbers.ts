/** How numbers are written in a language, and their names of CLDR. */

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
/** The source of a pattern of words whose first letters may be capitals. */
export const anyCase = (words: string): string =>
  words
    .split("|")
    .map((word) => `[${word[0]?.toUpperCase() ?? ""}${word[0] ?? ""}]${word.slice(1)}`)
    .join("|");

const wordPatterns = new Map<string, RegExp>();
/** Whether a word is one of those that the source of a pattern describes, in any case. */
export function isWord(source: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  const pattern = wordPatterns.get(source) ?? new RegExp(`^(?:${source})$`, "iu");
  wordPatterns.set(source, pattern);
  return pattern.test(word);
}
/** Languages in which a number may stand directly beside letters. */
export const withoutSpaces: ReadonlySet<string> = new Set(["ja", "ko", "yue", "zh"]);
/** The source of a pattern of where a number begins; `base`: the language without its region. */
export const startOfNumber = (base: string): string =>
  withoutSpaces.has(base) ? "(?<![A-Za-z\\d.,:/-])" : "(?<![\\p{L}\\d.,:/-])";
/** Spaces inside of numbers and before units. */
export const space = "[ \\u00A0\\u202F]";
/** A function that changes a text. */
export type Replace = (text: string) => string;
/** A longer number has no exact value. */
const maxDigits = 15;
/**
 * Groups of digits after the first one: a number with so many has no exact value. A longer sequence
 * is no number: a pattern that reads it to its end, at each of its groups, needs quadratic time.
 */
const maxGroups = 5;
/** What is a part of a longer sequence, such as an address or a version, is no number. */
export const beforeNumber = "(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}]|\\d[.,:/'-]?)";

export interface Written {
  /** How the number is formatted with a name. */
  locale: string;
  /** "." or ",". */
  decimal: string;
  /** The sources of patterns of a number without a sign. */
  number: string;
  /** The digits of a number with "." for its decimals; null if it has too many. */
  parse: (text: string) => { whole: string; decimals: string } | null;
  /** The format of numbers with a name, created once: that takes much longer than its use. */
  format: (options: Intl.NumberFormatOptions, decimals: number) => Intl.NumberFormat;
}

const cldrLocale = (languageId: string) =>
  ({ "ar-ar": "ar", "es-la": "es-419" })[languageId] ?? languageId;

export function writtenIn(languageId: string): Written {
  const locale = `${cldrLocale(languageId)}-u-ca-gregory-nu-latn`;
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const group = parts.find(({ type }) => type === "group")?.value ?? "";
  const spaces = /\s/u.test(group) ? " \\u00A0\\u202F" : "\\u00A0\\u202F";
  const separators = `[${decimal === "," ? "." : ","}${spaces}'’]`;
  const digits = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  const inner = digits.length > 3 || digits[1] === 2 ? "\\d{2,3}" : "\\d{3}";
  // A space is read as a separator before zeros in all languages: two numbers are rarely so.
  const grouped = [
    // The end of a longer sequence is read as a whole too, so that no part of it becomes a number.
    `\\d{3}(?:${separators}${inner}){${maxGroups - 1}}${separators}\\d{3}`,
    `[1-9]\\d{0,2}(?:${separators}${inner}){0,${maxGroups - 1}}${separators}\\d{3}`,
    `[1-9]\\d{0,2}(?: \\d{3}){0,${maxGroups - 1}} 000(?!\\d)`,
  ].join("|");
  const isShort = `(?!\\d{1,3}(?:${separators}${inner}){${maxGroups + 1}}(?!\\d))`;
  const number = `${isShort}(?:${grouped}|\\d+)(?:[${decimal}]\\d+)?(?!\\d|[.,]\\d)`;
  const formats = new Map<string, Intl.NumberFormat>();
  return {
    locale,
    decimal,
    number,
    parse(text) {
      const [whole = "", decimals = ""] = text.split(decimal);
      const plain = whole.replace(/\D/g, "");
      return plain.length + decimals.length > maxDigits ? null : { whole: plain, decimals };
    },
    format(options, decimals) {
      const key = JSON.stringify([options, decimals]);
      const known = formats.get(key);
      if (known) return known;
      const created = new Intl.NumberFormat(locale, {
        ...options,
        useGrouping: false,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      });
      formats.set(key, created);
      return created;
    },
  };
}

/** A number with a name of CLDR, such as "5 euros"; null if CLDR has none. */
export function named(
  { parse, format }: Written,
  number: string,
  options: Intl.NumberFormatOptions,
): string | null {
  const parsed = parse(number);
  if (!parsed) return null;
  const { whole, decimals } = parsed;
  return format(options, decimals.length).format(Number(`${whole}.${decimals || "0"}`));
}

/** The plural form of a number in the language; null if it has too many digits. */
export function categoryOf({ locale, parse }: Written, number: string): Intl.LDMLPluralRule | null {
  const parsed = parse(number);
  if (!parsed) return null;
  const { whole, decimals } = parsed;
  const rules = new Intl.PluralRules(locale, { minimumFractionDigits: decimals.length });
  return rules.select(Number(`${whole}.${decimals || "0"}`));
}
