/**
 * Numbers, dates and units, formatted by Intl in the interface language; dates and times as in the
 * region of the desktop. Units are decimal (1 GB =
 * 1,000,000,000 bytes), as service plans and file managers count; only part sizes are binary (MiB).
 */
import { dateLocale, interfaceLanguage } from "./locale";

const locale = interfaceLanguage;

const integers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

const unitFormats = new Map<string, Intl.NumberFormat>();
function inUnit(value: number, unit: string, digits: number, display: "short" | "long" = "short") {
  const key = `${unit}/${digits}/${display}`;
  let format = unitFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      unitDisplay: display,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    unitFormats.set(key, format);
  }
  return format.format(value);
}

/** "12 ms" */
export const formatMilliseconds = (milliseconds: number): string =>
  inUnit(milliseconds, "millisecond", 0);

/** "1.8 sec"; "40 ms" below one second. */
export const formatSeconds = (milliseconds: number): string =>
  milliseconds < 950 ? formatMilliseconds(milliseconds) : inUnit(milliseconds / 1000, "second", 1);

/** The step of the scale for a number of bytes: 12.3 of "gigabyte". */
function scaled(bytes: number): { value: number; unit: string; digits: number } {
  let value = Math.max(0, bytes);
  let step = 0;
  // 999.5 would be rounded to "1000 MB"
  while (value >= 999.5 && step < byteUnits.length - 1) {
    value /= 1000;
    step++;
  }
  return { value, unit: byteUnits[step] ?? "byte", digits: step > 0 && value < 99.95 ? 1 : 0 };
}

/** "1,234" */
export function formatNumber(value: number): string {
  return integers.format(value);
}

/** "42%"; 100% only if the part is the whole. */
export function formatPercent(part: number, whole: number): string {
  if (whole <= 0) return percents.format(0);
  const share = part / whole;
  return percents.format(share < 1 ? Math.min(share, 0.99) : 1);
}

/** "125%": a scale, which may go beyond 1. */
export function formatScale(scale: number): string {
  return percents.format(scale);
}

/** "12.3 GB" */
export function formatBytes(bytes: number): string {
  const { value, unit, digits } = scaled(bytes);
  return inUnit(value, unit, digits, unit === "byte" ? "long" : "short");
}

/**
 * "21.4 of 50.9 GB" needs both sides; this is "21.4 GB" and "50.9 GB" without the doubled unit
 * where they agree.
 */
export function formatBytePair(part: number, whole: number): { part: string; whole: string } {
  const a = scaled(part);
  const b = scaled(whole);
  if (a.unit !== b.unit) return { part: formatBytes(part), whole: formatBytes(whole) };
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: a.digits,
    maximumFractionDigits: a.digits,
  });
  return { part: digits.format(a.value), whole: formatBytes(whole) };
}

/** "118 MB/s" */
export function formatSpeed(bytesPerSecond: number): string {
  const { value, unit, digits } = scaled(bytesPerSecond);
  return inUnit(value, `${unit}-per-second`, value >= 10 ? 0 : digits);
}

/** "16 MiB": part sizes are powers of two. */
export function formatPartSize(bytes: number): string {
  return `${integers.format(bytes / 1024 ** 2)} MiB`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** "4 min", "1 min 20 sec", "2 hr 10 min": two units at most, coarser the longer it is. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < minute) return inUnit(whole < 10 ? whole : Math.round(whole / 5) * 5, "second", 0);
  if (whole < 2 * minute) {
    const rest = Math.round((whole - minute) / 10) * 10;
    const one = inUnit(1, "minute", 0);
    return rest === 0
      ? one
      : rest === 60
        ? inUnit(2, "minute", 0)
        : `${one} ${inUnit(rest, "second", 0)}`;
  }
  if (whole < hour - 30) return inUnit(Math.round(whole / minute), "minute", 0);
  if (whole < day) {
    const minutes = Math.round(whole / (5 * minute)) * 5;
    const rest = minutes % 60;
    const hours = inUnit(Math.floor(minutes / 60), "hour", 0);
    return rest === 0 ? hours : `${hours} ${inUnit(rest, "minute", 0)}`;
  }
  return inUnit(Math.round(whole / day), "day", 0, "long");
}

/** A countdown, to the second: "12 sec", "3 min 5 sec". */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < minute) return inUnit(whole, "second", 0);
  if (whole < hour) {
    const rest = whole % minute;
    const minutes = inUnit(Math.floor(whole / minute), "minute", 0);
    return rest === 0 ? minutes : `${minutes} ${inUnit(rest, "second", 0)}`;
  }
  return formatDuration(whole);
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** "3 minutes ago"; "now" under ten seconds. */
export function formatAge(time: number, now: number): string {
  const seconds = Math.max(0, (now - time) / 1000);
  if (seconds < 10) return relative.format(0, "second");
  if (seconds < 55) return relative.format(-Math.round(seconds / 10) * 10, "second");
  if (seconds < hour - 30)
    return relative.format(-Math.max(1, Math.round(seconds / minute)), "minute");
  if (seconds < day - 30 * minute) return relative.format(-Math.round(seconds / hour), "hour");
  return relative.format(-Math.max(1, Math.round(seconds / day)), "day");
}

const dateTimes = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium", timeStyle: "short" });

/** "Nov 21, 2026, 2:02 PM" */
export function formatDateTime(time: number): string {
  return dateTimes.format(time);
}

const days = new Intl.DateTimeFormat(dateLocale, { dateStyle: "medium" });

/** "Nov 21, 2026" */
export function formatDay(time: number): string {
  return days.format(time);
}

const times = new Intl.DateTimeFormat(dateLocale, { timeStyle: "short" });

/** "2:02 PM" */
export function formatTime(time: number): string {
  return times.format(time);
}

const weekdayTimes = new Intl.DateTimeFormat(dateLocale, {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** "2:02 PM" on the day of `now`, "Mon 2:02 PM" in the six days after it, else the date. */
export function formatSoon(time: number, now: number): string {
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  if (time < midnight) return formatTime(time);
  return time < new Date(now).setHours(6 * 24, 0, 0, 0)
    ? weekdayTimes.format(time)
    : formatDateTime(time);
}

/** The name of a weekday; 1 is Monday, 7 is Sunday. */
export function formatWeekday(day: number, display: "short" | "long"): string {
  // A Monday.
  const date = new Date(2024, 0, day);
  return date.toLocaleDateString(locale, { weekday: display });
}

/** "0.512": the text of a field for `parseDecimal`. */
export function formatDecimal(value: number): string {
  return value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 6 });
}

/** "+1.5 dB", "0 dB" or "-3 dB": the level of something beside another. */
export function formatDecibels(value: number): string {
  const sign = { signDisplay: "exceptZero", maximumFractionDigits: 6 } as const;
  return `${value.toLocaleString(locale, sign)} dB`;
}

/** A number that the user typed, with a comma or a point; null if it is none. */
export function parseDecimal(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** "a, b and c" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}

const languageNames = new Intl.DisplayNames(locale, {
  type: "language",
  languageDisplay: "standard",
  fallback: "none",
});
/**
 * Language ids of the service whose second part has another meaning in BCP 47: "la" in "es-la" is
 * Latin America, not Laos; "ar-ar" is Standard Arabic, not the Arabic of Argentina.
 */
export const ownLanguageIds: Readonly<Record<string, string>> = {
  "es-la": "es-419",
  "ar-ar": "ar",
};

/**
 * "French (France)" for "fr-fr": the name by Intl; without one the name in the catalogue, else the
 * id.
 */
export function formatLanguage(id: string, catalogueName = ""): string {
  const tag = ownLanguageIds[id.toLowerCase()] ?? id;
  let name: string | undefined;
  try {
    name = languageNames.of(tag);
  } catch {
    // Not a language tag.
  }
  return name ?? (catalogueName || id);
}
