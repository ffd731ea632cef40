/**
 * Dates without a year, such as "am 3.10.": voices read them as decimals. Only beside words that
 * make them dates, or with a dot that ends no sentence: "3.10." may also be a number.
 */
import { rangeWords } from "./local-signs";
import { anyCase } from "./written-numbers";

/** Languages in which "3.10." is the third of October. */
const dotted = new Set("bs cs da de et fi hr is lv nb pl sk sl sr".split(" "));
/** Words before "03.10" in languages in which it is a date. After "в" it is a time. */
export const beforeDecimal: Readonly<Record<string, string>> = {
  be: "з|да|ад|на|па|к",
  bg: "на|от|до|след|преди",
  ru: "с|до|от|на|по|к|после",
  uk: "з|із|до|від|на|по|після",
};
/**
 * The words before the first and the last date of a range, by the language without its region. A
 * date of a range may have any day, another one only a day with a zero in front.
 */
const fromTo: Readonly<Record<string, readonly [string, string]>> = {
  be: ["з", "па"],
  bg: ["от", "до"],
  ru: ["с", "по"],
  uk: ["з", "по"],
};
/** The words before "3/10" in languages in which it is a date. */
export const dateArticles: Readonly<Record<string, string>> = {
  en: "on",
  es: "el|al|día",
  fr: "le|du|au|dès le",
  it: "il|al|entro il",
  pt: "dia",
  sv: "den|till|från",
};
/** The words before and between two of those dates. */
const slashRanges: Readonly<Record<string, readonly [string, string]>> = {
  es: ["del", "al"],
  fr: ["du", "au"],
  it: ["dal", "al"],
};
/** Fractions with names in all languages. */
const fraction = "(?:[12]/3|[13]/4|1/2)(?!\\d)";
/** Words before a date, in small letters. */
const before: Readonly<Record<string, string>> = {
  cs: "dne|do|od|ode|ke dni",
  de: "am|vom|zum|ab|der|den|dem|des|seit",
  pl: "dnia|do|od",
  sk: "dňa|do|od",
};
/**
 * The words between two dates, also without one of those words before the first one, but after no
 * other numbers: "3.1. und 3.2.".
 */
const between: Readonly<Record<string, string>> = { de: "bis|und" };
/** The word of these that is read between two dates only. */
const betweenOnly = "und";
/** Words before numbers with a dot that are no dates: "Version 3.10". */
const otherNumbers =
  "Version|Kapitel|Abschnitt|Punkt|Nummer|Ziffer|Absatz|Teil|Folge|Stand|Kurs|Note|verze|kapitola|verzia";

/** The name of the date with these two numbers; without such a date, `all`. */
type Named = (all: string, first: string, second: string) => string;

/** The names of the months, as they are beside a day. */
export function monthsOf(locale: string): string[] {
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

/** A source of a pattern of the names of weekdays, with other endings. */
function weekdays(locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const names = Array.from({ length: 7 }, (_none, day) =>
    format.format(Date.UTC(2024, 0, day + 1)),
  );
  return anyCase(names.map((name) => `${name.slice(0, -1)}\\p{L}{1,4}`).join("|"));
}

function createDotted(base: string, locale: string, named: Named): (text: string) => string {
  const words = before[base] === undefined ? "(?!)" : anyCase(before[base]);
  const date = "(\\d{1,2})\\.[ \\u00A0]?(\\d{1,2})\\.";
  const start = `(?<![\\p{L}\\d.,:/-]|(?:${otherNumbers})[ \\u00A0])`;
  const year = "\\d|[ \\u00A0]?\\d{2,4}(?!\\p{L}|\\d)";
  const other = "\\d{1,2}\\.[ \\u00A0]?\\d{1,2}\\.";
  const afterDate = `(?<=(?<!\\p{L})(?:${words})[ \\u00A0]${other}[ \\u00A0])`;
  const linking = between[base]
    ?.split("|")
    .map((word) =>
      word === betweenOnly
        ? `${afterDate}${word}`
        : `(?:${afterDate}|(?<!${other}[ \\u00A0]))${anyCase(word)}`,
    )
    .join("|");
  const next = "(?=[ \\u00A0](?!(?:mil|tis|tys)\\.?)\\p{Ll}|[,;)–]|-\\d)";
  const patterns = [
    `${start}(?<=(?<!\\p{L})(?:${words}${linking === undefined ? "" : `|${linking}`})[ \\u00A0])${date}(?!${year})`,
    // Without a space between the numbers it is also that of a chapter or of a model.
    `${start}(?<=^|(?<!\\p{L})(?:${weekdays(locale)}),?[ \\u00A0])${date}${next}`,
    `${start}(\\d{1,2})\\.[ \\u00A0](\\d{1,2})\\.${next}`,
  ].map((source) => new RegExp(source, "gu"));
  const months = monthsOf(locale);
  // Days of one month: "3.-5.10." and "3.–5. Oktober".
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
  if (dotted.has(base)) return createDotted(base, locale, named);
  const article = dateArticles[base];
  if (article !== undefined) return createSlashed(base, article, named);
  return createDecimal(base, named);
}

/** "3/10" */
function createSlashed(base: string, article: string, named: Named): (text: string) => string {
  const date = "(\\d{1,2})/(\\d{1,2})";
  const end = "(?![\\d/]|[.,]\\d| ?%|[ \\u00A0](?:of|de|du|di|do|da)(?!\\p{L}))";
  const range = slashRanges[base];
  const first = range && `(?<!\\p{L})(?:${range[0]})[ \\u00A0]`;
  const second = range && `[ \\u00A0](?:${range[1]})[ \\u00A0]`;
  const other = "\\d{1,2}/\\d{1,2}";
  const patterns = [
    ...(first !== undefined && second !== undefined
      ? [
          `(?<=${first})(?!${fraction}${second}${fraction})${date}(?=${second}${other}${end})`,
          `(?<=${first}(?!${fraction}${second}${fraction})${other}${second})${date}${end}`,
        ]
      : []),
    `(?<=(?<!\\p{L})(?:${article})[ \\u00A0])(?!${fraction})${date}${end}`,
  ];
  const pattern = new RegExp(patterns.map((source) => `(?:${source})`).join("|"), "giu");
  return (text) =>
    text.includes("/")
      ? text.replace(pattern, (all: string) => {
          const [one = "", two = ""] = all.split("/");
          return named(all, one, two);
        })
      : text;
}

/** "03.10": a number has no zero at its start. */
function createDecimal(base: string, named: Named): (text: string) => string {
  const words = beforeDecimal[base];
  const range = fromTo[base];
  if (words === undefined || range === undefined) return (text) => text;
  const [from, to] = range;
  const other = "\\d{2}\\.\\d{2}";
  const end =
    "(?![\\d.:/%]|[,-]\\d|[ \\u00A0]?(?:[%\\p{Sc}°]|руб|грн|лв|кг|г|км|м|л|см|мм|млн|тыс)(?!\\p{L}))";
  const pattern = new RegExp(
    [
      `(?<=(?<!\\p{L})(?:${words})[ \\u00A0])(?=0)${other}${end}`,
      `(?<=(?<!\\p{L})(?:${from})[ \\u00A0])${other}(?=[ \\u00A0](?:${to})[ \\u00A0]${other}${end}(?![ \\u00A0]\\p{Ll}))`,
      `(?<=(?<!\\p{L})(?:${from})[ \\u00A0]${other}[ \\u00A0](?:${to})[ \\u00A0])${other}${end}(?![ \\u00A0]\\p{Ll})`,
    ].join("|"),
    "giu",
  );
  return (text) =>
    /\d\.\d/.test(text)
      ? text.replace(pattern, (all: string) => {
          const [day = "", month = ""] = all.split(".");
          return named(all, day, month);
        })
      : text;
}
