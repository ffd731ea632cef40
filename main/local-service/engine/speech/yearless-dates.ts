/**
 * Dates without a year, such as "am 3.10.": voices read them as decimals. Only beside words that
 * make them dates, or with a dot that ends no sentence: "3.10." may also be a number.
 */

import { rangeWords } from "./local-signs";

/** Languages in which "3.10." is the third of October. */
const dotted = new Set("bs cs da de et fi hr is lv nb pl sk sl sr".split(" "));
/** Languages in which "03.10" is. */
const withoutDot = new Set("be bg kk ru uk".split(" "));
/** Languages in which "3/10" is, and the article or the preposition before it. */
const withSlash: Readonly<Record<string, string>> = {
  en: "on|by|until|before|after|since",
  es: "el|del|al|día",
  fr: "le|du|au|dès le",
  it: "il|dal|al|del|entro il",
  pt: "dia|em|até",
  sv: "den|till|från",
};
/** Words before a date, in small letters. */
const before: Readonly<Record<string, string>> = {
  cs: "dne|do|od|ode|ke dni",
  de: "am|vom|zum|bis|ab|der|den|dem|des|seit|und",
  pl: "dnia|do|od",
  sk: "dňa|do|od",
};
/** What "3.10" is in German after these words: no date. */
const otherNumbers =
  "Version|Kapitel|Abschnitt|Punkt|Nummer|Ziffer|Absatz|Teil|Folge|Stand|Kurs|Note|verze|kapitola|verzia";

interface Naming {
  long: Intl.DateTimeFormat;
  named: (all: string, first: string, second: string) => string;
}

function createDotted(base: string, { long, named }: Naming): (text: string) => string {
  const words = before[base]
    ?.split("|")
    .map((word) => `[${word[0]?.toUpperCase() ?? ""}${word[0] ?? ""}]${word.slice(1)}`)
    .join("|");
  const date = "(\\d{1,2})\\.[ \\u00A0]?(\\d{1,2})\\.";
  const start = `(?<![\\p{L}\\d.,:/-]|(?:${otherNumbers})[ \\u00A0])`;
  const year = "\\d|[ \\u00A0]?\\d{2,4}(?!\\p{L}|\\d)";
  const patterns = [
    `${start}(?<=(?<!\\p{L})(?:${words ?? "(?!)"})[ \\u00A0])${date}(?!${year})`,
    `${start}${date}(?=[ \\u00A0](?!(?:mil|tis|tys)\\.?)\\p{Ll}|[,;)–]|-\\d)`,
  ].map((source) => new RegExp(source, "gu"));
  const months = Array.from({ length: 12 }, (_none, month) =>
    long
      .formatToParts(Date.UTC(2024, month, 1))
      .filter(({ type }) => type === "month")
      .map(({ value }) => value)
      .join(""),
  );
  // The month of both days.
  const ranges = [
    `${start}(\\d{1,2})\\.[ \\u00A0]?[-–—][ \\u00A0]?${date}(?!${year})`,
    `${start}(\\d{1,2})\\.[ \\u00A0]?[-–—][ \\u00A0]?(\\d{1,2})\\. (${months.join("|")})(?!\\p{L})`,
  ].map((source) => new RegExp(source, "gu"));
  const range = (all: string, from: string, to: string, month: string) => {
    const index = months.indexOf(month);
    const number = index < 0 ? month : String(index + 1);
    const [first, last] = [named("", from, number), named("", to, number)];
    return first === "" || last === "" ? all : `${first}${rangeWords[base] ?? "–"}${last}`;
  };
  return (text) => {
    if (!/\d\.[ \u00A0]?[-–—]?[ \u00A0]?\d{1,2}\./.test(text)) return text;
    const ranged = ranges.reduce((result, pattern) => result.replace(pattern, range), text);
    return patterns.reduce(
      (result, pattern) =>
        result.replace(pattern, (all: string, ...rest: [string, string, number, string]) => {
          const [first, second, at, source] = rest;
          const name = named(all, first, second);
          // The last dot of a text is that of the sentence too.
          return name !== all && source.slice(at + all.length).trim() === "" ? `${name}.` : name;
        }),
      ranged,
    );
  };
}

/** A function that names the months of such dates; `base`: the language without its region. */
export function createYearlessDates(base: string, locale: string): (text: string) => string {
  const long = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
  const isMonthFirst = /^1/.test(
    new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric", timeZone: "UTC" }).format(
      Date.UTC(2024, 0, 2),
    ),
  );
  const named = (all: string, first: string, second: string) => {
    const [day, month] = isMonthFirst ? [second, first] : [first, second];
    // A leap year: 29.2. is a date.
    const date = new Date(Date.UTC(2024, Number(month) - 1, Number(day)));
    const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
    return isReal ? long.format(date) : all;
  };
  if (dotted.has(base)) return createDotted(base, { long, named });
  const article = withSlash[base];
  if (article !== undefined) {
    const pattern = new RegExp(
      `(?<=(?<!\\p{L})(?:${article})[ \\u00A0])(\\d{1,2})/(\\d{1,2})(?![\\d/]|[.,]\\d| ?%|[ \\u00A0](?:of|de|du|di|do|da)(?!\\p{L}))`,
      "giu",
    );
    return (text) => (text.includes("/") ? text.replace(pattern, named) : text);
  }
  if (withoutDot.has(base)) {
    const unit =
      "(?![\\d.:/%]|[,-]\\d|[ \\u00A0]?(?:[%\\p{Sc}°]|руб|грн|лв|кг|г|км|м|л|см|мм|млн|тыс)(?!\\p{L}))";
    const pattern = new RegExp(
      `(?<![\\p{L}\\d.,:/-])(?=0|\\d{2}\\.0)(\\d{2})\\.(\\d{2})${unit}`,
      "gu",
    );
    return (text) => (/\d\.\d/.test(text) ? text.replace(pattern, named) : text);
  }
  return (text) => text;
}
