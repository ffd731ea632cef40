/** Recognises IDs and names that a spreadsheet program or an editor has changed. */
import { foldName } from "../../common/collation";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import { commonLanguages } from "../vocabulary";

/** How a program orders the numbers of a date. */
type DateOrder = "day first" | "month first";

/**
 * The known name of each given name that is a changed form of it. A given name is left out if
 * several known names are possible, or several given names would be the same one. Names must not
 * occur twice in a list.
 */
export async function recogniseChanged(
  known: readonly string[],
  given: readonly string[],
): Promise<Map<string, string>> {
  const yieldIfDue = createYieldIfDue();
  const steps = recognise(known, given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldIfDue();
  }
}

/** As `recogniseChanged`, without a pause: for lists of at most some thousand names. */
export function recogniseChangedNow(
  known: readonly string[],
  given: readonly string[],
): Map<string, string> {
  const steps = recognise(known, given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

type Steps = Generator<undefined, Map<string, string>>;

/** Yields after each name. */
function* recognise(known: readonly string[], given: readonly string[]): Steps {
  if (given.length === 0) return new Map();
  const dayFirst = yield* recogniseWith("day first", known, given);
  if (!given.some((name) => dateForms(name, "day first").length > 0)) return dayFirst;
  const monthFirst = yield* recogniseWith("month first", known, given);
  if (dayFirst.size !== monthFirst.size)
    return dayFirst.size > monthFirst.size ? dayFirst : monthFirst;
  return new Map([...dayFirst].filter(([name, original]) => monthFirst.get(name) === original));
}

function* recogniseWith(
  order: DateOrder,
  known: readonly string[],
  given: readonly string[],
): Steps {
  const givenByForm = new Map<string, Set<string>>();
  for (const name of given) {
    yield undefined;
    for (const form of [...formsOf(name), ...dateForms(name, order)])
      givenByForm.set(form, (givenByForm.get(form) ?? new Set()).add(name));
  }
  /** Null for several. */
  const originals = new Map<string, string | null>();
  const used = new Map<string, number>();
  for (const name of known) {
    yield undefined;
    const date = dateForms(name, order).slice(0, 1);
    const changed = new Set<string>();
    for (const form of [...formsOf(name), ...date])
      for (const one of givenByForm.get(form) ?? []) changed.add(one);
    for (const one of changed) originals.set(one, originals.has(one) ? null : name);
    if (changed.size > 0) used.set(name, changed.size);
  }
  return new Map(
    [...originals].flatMap(([name, original]) =>
      original === null || used.get(original) !== 1 ? [] : [[name, original] as const],
    ),
  );
}

/** The forms of a name that is no date. Equal forms may be the same name. */
const formsOf = (name: string) => [plainForm(name), ...numberForms(name)];

/** Letter case, spaces and kinds of dashes do not count. */
const plainForm = (name: string) =>
  /^[!-~]*$/.test(name)
    ? `text ${name.toLowerCase()}`
    : `text ${foldName(name)
        .replace(/[\u2010-\u2015\u2212]/g, "-")
        .replace(/\s/g, "")}`;

/** Digits of numbers that spreadsheet programs keep. */
const keptDigits = 15;

function numberForms(name: string): string[] {
  if (!/^\d/.test(name)) return [];
  const clock = /^(\d{1,4}):(\d\d)(?::(\d\d))?$/.exec(name);
  if (clock) return [`time ${Number(clock[1])}:${clock[2]}:${clock[3] ?? "00"}`];
  const plain = /^(\d+)(?:[.,](\d+))?$/.exec(name);
  if (plain) {
    const [, digits = "", fraction = ""] = plain;
    const whole = digits.replace(/^0+(?=\d)/, "");
    const rest = fraction.replace(/(?<!0)0+$/, "");
    if (rest !== "") return [`number ${whole}.${rest}`];
    if (whole.length <= 11) return [`number ${whole}`];
    const exact = whole.length > keptDigits ? Number(whole).toPrecision(keptDigits) : whole;
    return [
      `number ${exact}`,
      `six ${Number(whole).toPrecision(6)}`,
      `three ${Number(whole).toPrecision(3)}`,
    ];
  }
  const power = /^(\d(?:[.,]\d+)?|\d+)e([+-]?\d{1,3})$/i.exec(name);
  if (!power) return [];
  const value = Number(`${power[1]?.replace(",", ".")}e${power[2]}`);
  if (!Number.isFinite(value)) return [];
  const shown = /^\d[.,]\d\de/i.test(name)
    ? `three ${value.toPrecision(3)}`
    : `six ${value.toPrecision(6)}`;
  return value >= 1e21 ? [shown] : [`number ${value}`, shown];
}

/** A year is compared by its last two digits. */
const yearForm = (year: number) => String(year % 100).padStart(2, "0");

/** A date has two or three parts, one of them possibly the name of a month. */
const datePattern =
  /^(\d{1,4}|[\p{L}\p{M}]{3,15})[./\- ,]*(\d{1,4}|[\p{L}\p{M}]{3,15})(?:[./\- ,]+(\d{1,4}))?\.?$/u;

/**
 * The dates that a name may be, the most probable first. A whole date is also the day and the month
 * without the year that a program has added.
 */
function dateForms(name: string, order: DateOrder): string[] {
  if (name.length > 30 || !/\d/.test(name)) return [];
  const match = datePattern.exec(name.replace(/[T ]00:00(?::00)?(?:\.0+)?Z?$/, ""));
  if (!match) return [];
  const [, first = "", second = "", third] = match;
  const [a, b, c] = [Number(first), Number(second), third === undefined ? null : Number(third)];
  if (!Number.isNaN(a) && !Number.isNaN(b))
    return numericDates([a, b, c], first.length === 4, order);
  if (Number.isNaN(a) && Number.isNaN(b)) return [];
  const isWordFirst = Number.isNaN(a);
  const named = monthsByName().get(foldMonth(isWordFirst ? first : second)) ?? [];
  return named.flatMap((month) => {
    if (c !== null) return fullDate(isWordFirst ? b : a, month, c);
    // Programs show a day before its month ("3-Jan"), and a month before its year ("Jan-03").
    return isWordFirst && /^\P{N}+[./\- ,]/u.test(name)
      ? [`month ${month}.${yearForm(b)}`]
      : dayOrYear(isWordFirst ? b : a, month);
  });
}

function numericDates(
  [a, b, c]: readonly [number, number, number | null],
  isYearFirst: boolean,
  order: DateOrder,
): string[] {
  if (c !== null && isYearFirst) return fullDate(c, b, a);
  const [day, month] = order === "day first" ? [a, b] : [b, a];
  if (c !== null) return fullDate(day, month, c);
  if (isMonth(month) && isDay(day)) return [`day ${day}.${month}`];
  return isMonth(a) ? [`month ${a}.${yearForm(b)}`] : [];
}

const isMonth = (month: number) => month >= 1 && month <= 12;
const isDay = (day: number) => day >= 1 && day <= 31;

const fullDate = (day: number, month: number, year: number) =>
  isMonth(month) && isDay(day)
    ? [
        `date ${day}.${month}.${yearForm(year)}`,
        `day ${day}.${month}`,
        `month ${month}.${yearForm(year)}`,
      ]
    : [];

const dayOrYear = (number: number, month: number) =>
  isDay(number) ? [`day ${number}.${month}`] : [`month ${month}.${yearForm(number)}`];

const foldMonth = (word: string) =>
  word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();

let months: Map<string, number[]> | undefined;

/** The numbers of months by their names in the languages of scripts, long and short. */
function monthsByName(): ReadonlyMap<string, number[]> {
  if (months) return months;
  const found = new Map<string, number[]>();
  /** As Excel shows March in German. */
  found.set("mrz", [3]);
  const locales = commonLanguages.map((code) =>
    code === "ES-LA" ? "es-419" : (code.split("-")[0] ?? "en"),
  );
  for (const locale of new Set(locales))
    for (const length of ["short", "long"] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        month: length,
        day: "numeric",
        timeZone: "UTC",
      });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2001, month - 1, 1)));
        const name = foldMonth(parts.find(({ type }) => type === "month")?.value ?? "").replace(
          /\.$/,
          "",
        );
        for (const form of [name, name.slice(0, 3)]) {
          const known = found.get(form) ?? [];
          if (!/^\d|^.?$/.test(form) && !known.includes(month)) found.set(form, [...known, month]);
        }
      }
    }
  return (months = found);
}
