/** Dates with a year in words. */
import { endsSentence, isTextEnd, opensSentence } from "./sentence-ends";
import { escaped, space, type Replace, type Written } from "./written-numbers";
import { beforeDecimal } from "./yearless-dates";

/** What follows a year in a date, in words, by the language without its region. */
const yearWords: Readonly<Record<string, readonly [RegExp, string]>> = {
  be: [/(?<=\d{4})[ \u00A0]г\./gu, " года"],
  bg: [/(?<=\d{4})[ \u00A0]г\./gu, " година"],
  eu: [/(?<=\d{1,4})\((e?ko|e?a)\)|(?<=\d{4})\(e\)(?=ko)/gu, "$1"],
  hu: [/(?<=\d{4})\.(?=[ \u00A0]\p{L})/gu, ""],
  hy: [/(?<=\d{4})[ \u00A0]թ\./gu, " թվական"],
  kk: [/(?<=\d{4})[ \u00A0]ж\./gu, " жылы"],
  ky: [/(?<=\d{4})-ж\.,?/gu, " жылы"],
  lt: [/(?<=\d{4})[ \u00A0]m\./gu, " metų"],
  mk: [/(?<=\d{4})[ \u00A0]г\./gu, " година"],
  ru: [/(?<=\d{4})[ \u00A0]г\./gu, " года"],
  uk: [/(?<=\d{4})[ \u00A0]р\./gu, " року"],
};

/** The words for a year after "in", by the language without its region. */
const inYearWords: Readonly<Record<string, readonly [RegExp, string]>> = {
  ru: [/(?<=(?<!\p{L})[Вв][ \u00A0]\d{4})[ \u00A0]г\./gu, " году"],
  uk: [/(?<=(?<!\p{L})[УуВв][ \u00A0]\d{4})[ \u00A0]р\./gu, " році"],
};

/** Words before "10/11/12" that make it a date, by the language without its region. */
const beforeShortDates: Readonly<Record<string, string>> = {
  ...beforeDecimal,
  be: "з|да|ад|на|па|пасля",
  ca: "el|del|al|dia",
  cs: "dne|do|od|ode|ke dni",
  da: "den|fra|til",
  de: "am|vom|zum|ab|bis|seit|den|dem",
  en: "on|since|until|till|before|after|dated|born|died",
  es: "el|al|del|día",
  fr: "le|du|au",
  hr: "dana|od|do",
  it: "il|al|dal|del",
  nb: "den|fra|til",
  pl: "dnia|do|od",
  pt: "dia|em|até|desde",
  ro: "pe|din|data de",
  sk: "dňa|do|od",
  sl: "dne|od|do",
};
/** Words before numbers between dots or slashes that are no date. */
const noDateWords =
  "version|versión|versione|versão|versie|verze|verzia|wersja|версия|версія|release|build|firmware|kapitel|abschnitt|chapter|section|chapitre|capítulo|capitolo|kapitola|rozdział|глава|absatz|ziffer|punkt|nummer|number|numéro|número|numero|číslo|numer|номер|telefon|telefono|teléfono|téléphone|telefoon|tel|phone|телефон|ip|ratio|ergebnis|score|ubuntu";

/** Whether a date with two digits for the year is one for certain, by what is beside it. */
function createShortDates(base: string) {
  const words = beforeShortDates[base] ?? "(?!)";
  const before = new RegExp(`(?<!\\p{L})(?:${words})[ \\u00A0]$`, "iu");
  const other = new RegExp(`(?<!\\p{L})(?:${noDateWords})[.:]?[ \\u00A0]$`, "iu");
  const content = /[\p{L}\d]/u;
  const unit = /^[ \u00A0]?(?:[kcm]?m|[km]?g|m?l|[%°"″])(?!\p{L})/u;
  return (start: string, rest: string, { day, month }: { day: number; month: number }): boolean => {
    const near = start.slice(-40);
    if (other.test(near) || unit.test(rest)) return false;
    const isAlone = !content.test(start) && !content.test(rest);
    return isAlone || day > 12 || month > 12 || before.test(near);
  };
}

/** A function that names the dates of a text, with the words for a year after them. */
export function createDates({ locale }: Written): Replace {
  const long = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const numeric = new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  const fieldsOf = numeric.formatToParts(0).filter(({ type }) => type !== "literal");
  const mark =
    numeric
      .formatToParts(0)
      .find(({ type }) => type === "literal")
      ?.value.replace(/[\s\u200F]/gu, "") ?? "";
  const digits = (type: string) => (type === "year" ? "(?<year>\\d{4})" : `(?<${type}>\\d{1,2})`);
  const own =
    /^[./-]$/.test(mark) && fieldsOf.length === 3
      ? fieldsOf.map(({ type }) => digits(type)).join(`\\u200F?${escaped(mark)}${space}?`)
      : null;
  const iso = "(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})";
  // "24.12.99" and "12/25/99", but not "1.2.30", and no years of other eras.
  const hasOtherEra = /^(?:fa|th)(?:-|$)/.test(locale);
  const short =
    (mark === "-" || hasOtherEra ? null : own)
      ?.replace("\\d{4}", "\\d{2}")
      .replaceAll("\\d{1,2}", mark === "/" ? "\\d{1,2}" : "\\d{2}") ?? null;
  const patterns = [iso, own, short]
    .flatMap((source) => (source === null ? [] : [source]))
    .map((source) => new RegExp(`(?<![\\d./-])${source}(?![\\d/-]|\\.\\d)`, "gu"));
  const base = new Intl.Locale(locale).language;
  const isShortDate = createShortDates(base);
  const spoken = (all: string, ...rest: unknown[]): string => {
    const [at, source, groups] = rest.slice(-3) as [number, string, Record<string, string>];
    const { year = "", month = "", day = "" } = groups;
    // Two digits would be read as a day or as an ordinal.
    const isShort = year.length === 2;
    const fullYear = isShort ? `${Number(year) < 30 ? "20" : "19"}${year}` : year;
    const date = new Date(Date.UTC(Number(fullYear), Number(month) - 1, Number(day)));
    const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1;
    if (!isReal) return all;
    const [start, end] = [source.slice(0, at), source.slice(at + all.length)];
    if (isShort && !isShortDate(start, end, { day: Number(day), month: Number(month) })) return all;
    const text = long.format(date);
    // Years of the Buddhist era, which are 543 larger.
    return locale.startsWith("th") && Number(year) > 2_400 ? text.replace("ค.ศ.", "พ.ศ.") : text;
  };
  const [year, yearWord = ""] = yearWords[base] ?? [];
  // The dot at the end of a text may be that of a name of CLDR.
  const isBeforeSentence = (code: string, after: string) =>
    !isTextEnd(after) && endsSentence(code, after);
  /** Replaces abbreviations by a word, and keeps the full stop of a sentence. */
  const replaceShort = (text: string, pattern: RegExp, word: string) =>
    text.replace(pattern, (short: string, at: number) =>
      short.endsWith(".") &&
      isBeforeSentence(base, text.slice(at + short.length)) &&
      !opensSentence(base, text.slice(0, at))
        ? `${word}.`
        : word,
    );
  return (text) => {
    const named = patterns
      .reduce((result, pattern) => result.replace(pattern, spoken), text)
      // Names of dates can end with a dot that is written after the date too.
      .replace(/(?<=\d{4}\.)\./gu, "");
    if (!year) return named;
    if (!yearWord.startsWith(" ")) return named.replace(year, yearWord);
    const word = new RegExp(`(?<=${yearWord.trim()})[ \\u00A0](?:г|р)\\.`, "gu");
    const inYear = inYearWords[base];
    const started = inYear === undefined ? named : replaceShort(named, inYear[0], inYear[1]);
    return replaceShort(replaceShort(started, year, yearWord), word, "");
  };
}
