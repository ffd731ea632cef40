/** Times of day in words. */
import { anyCase, startOfNumber } from "./written-numbers";

export type SpeakTime = (text: string) => string;

/** "{h}" and "{m}" are the hour and the minutes, which stay digits. */
interface TimeForms {
  /** With minutes. Default: "{h} {m}". */
  minutes?: string;
  /** Without minutes. Default: "{h}". */
  full?: string;
  /** Minutes below ten. Default: as `minutes`. */
  few?: string;
  /** The source of a pattern of words after a time that are in the forms too. */
  dropped?: string;
  /** The source of a pattern of words before "14.30" that make it a time. */
  before?: string;
  /** "14.30" is a time before the words of `dropped` too. */
  isDotted?: true;
  /** Letters between hour and minutes: "14h30". */
  letter?: string;
}

/** By the language without its region. */
const timeForms: Readonly<Record<string, TimeForms>> = {
  af: { minutes: "{h} uur {m}", full: "{h} uur" },
  cs: { before: "v|ve|od|do" },
  da: { before: "kl\\.?|klokken(?: er)?" },
  de: {
    minutes: "{h} Uhr {m}",
    full: "{h} Uhr",
    dropped: "Uhr",
    isDotted: true,
    before: "um|gegen",
  },
  el: { minutes: "{h} και {m}" },
  en: { few: "{h} oh {m}" },
  es: {
    full: "{h} horas",
    dropped: "h(?:oras)?(?:\\.(?=[,;:!?)]|[ \\u00A0]\\p{Ll}))?",
    letter: "h",
    before: "las?",
  },
  et: { before: "kell(?: on)?" },
  fi: { before: "klo\\.?|kello(?: on)?" },
  fr: { minutes: "{h} heures {m}", full: "{h} heures", dropped: "heures?", letter: "h" },
  hi: { minutes: "{h} बजकर {m} मिनट", full: "{h} बजे", dropped: "बजे" },
  hr: { before: "u|od|do" },
  hu: { minutes: "{h} óra {m}", full: "{h} óra" },
  id: { before: "pukul|jam" },
  is: { before: "kl\\.?|klukkan(?: er)?" },
  it: { minutes: "{h} e {m}", before: "ore|alle|dalle" },
  ja: { minutes: "{h}時{m}分", full: "{h}時" },
  ko: { minutes: "{h}시 {m}분", full: "{h}시" },
  nb: { before: "kl\\.?|klokka(?: er)?|klokken(?: er)?" },
  nl: { minutes: "{h} uur {m}", full: "{h} uur", dropped: "uur", isDotted: true, before: "om" },
  pl: { before: "o|godzina|godzinie|godziny|godzinę" },
  pt: { minutes: "{h} e {m}", full: "{h} horas", dropped: "h(?:oras)?", letter: "h" },
  sk: { before: "o|od|do" },
  sl: { before: "ob|od|do" },
  sv: { before: "kl\\.?|klockan(?: är)?" },
  th: { minutes: "{h} นาฬิกา {m} นาที", full: "{h} นาฬิกา", dropped: "น\\.", isDotted: true },
  tr: { before: "saat" },
  vi: { minutes: "{h} giờ {m}", full: "{h} giờ", dropped: "giờ", letter: "h" },
  yue: { minutes: "{h}點{m}分", full: "{h}點" },
  zh: { minutes: "{h}点{m}分", full: "{h}点" },
};
/** Languages in which an hour has its name in CLDR after the number. */
const withHours = new Set(["be", "bg", "bs", "cs", "hr", "mk", "ru", "sr", "uk"]);

/** What follows an amount, unlike a time. */
const amountAfter =
  "[ \\u00A0]?[\\p{Sc}%°]|[ \\u00A0](?:[Ee]ur|EUR|USD|CHF|[Dd]ol|[Pp]roc|Prozent|[Pp]ercent|[Pp]unkt|[Mm]il[ijl]|Mio|mln|mld|zł|Kč|km|kg|[Mm]et)";
const hours = "(?<hour>[01]?\\d|2[0-4])";
const minutes = "(?<minute>[0-5]\\d)";

/** `base`: the language without its region. */
export function createTimes(base: string, locale: string): SpeakTime {
  const forms = timeForms[base] ?? {};
  const { dropped = "(?!)", before, isDotted, letter } = forms;
  const after = `(?:[ \\u00A0](?:${dropped})(?!\\p{L}))?`;
  const start = startOfNumber(base);
  const patterns = [
    new RegExp(`${start}${hours}:${minutes}(?::(?<second>[0-5]\\d))?(?![\\d:])${after}`, "gu"),
  ];
  if (letter !== undefined)
    patterns.push(
      new RegExp(
        `(?<![\\p{L}\\d.,:/-])${hours}[ \\u00A0]?${letter}[ \\u00A0]?${minutes}(?![\\p{L}\\d])`,
        "gu",
      ),
      new RegExp(
        `(?<![\\p{L}\\d.,:/-])${hours}(?<minute>)[ \\u00A0]?${letter}(?![\\p{L}\\d/])`,
        "gu",
      ),
    );
  // Elsewhere "17 h" is a duration.
  if (base === "de")
    patterns.push(
      new RegExp(
        `(?<=(?<!\\p{L})(?:[Uu]m|[Gg]egen)[ \\u00A0])${hours}(?<minute>)[ \\u00A0]?h(?![\\p{L}\\d/])`,
        "gu",
      ),
    );
  if (isDotted)
    patterns.push(
      new RegExp(
        `(?<![\\p{L}\\d.,:/-])${hours}\\.${minutes}(?=[ \\u00A0](?:${dropped})(?!\\p{L}))${after}`,
        "gu",
      ),
    );
  if (before !== undefined)
    patterns.push(
      new RegExp(
        `(?<=(?<!\\p{L})(?:${anyCase(before)})[ \\u00A0])${hours}[.:]${minutes}(?![\\d:]|\\.\\d|${amountAfter})${after}`,
        "gu",
      ),
    );
  const named = new Intl.NumberFormat(locale, { style: "unit", unit: "hour", unitDisplay: "long" });

  function spoken(hour: number, minute: number): string {
    if (minute === 0) {
      if (withHours.has(base)) return named.format(hour);
      if (base === "fr" && hour === 1) return "1 heure";
      if ((base === "es" || base === "pt") && hour === 1) return "1 hora";
      if (base === "en" && hour > 12) return `${hour} hundred`;
      if (base === "en") return hour === 0 ? "zero hundred" : `${hour} o'clock`;
      return (forms.full ?? "{h}").replace("{h}", String(hour));
    }
    const form = (minute < 10 ? forms.few : undefined) ?? forms.minutes ?? "{h} {m}";
    const text = form.replace("{h}", String(hour)).replace("{m}", String(minute));
    return base === "fr" && hour === 1 ? text.replace("heures", "heure") : text;
  }
  const isHalfDay = /^ ?[ap]\.?m\b/iu;
  return (text) =>
    patterns.reduce(
      (result, pattern) =>
        result.replace(pattern, (all: string, ...rest: unknown[]) => {
          const {
            hour = "",
            minute = "",
            second,
          } = rest.at(-1) as Record<string, string | undefined>;
          const at = (rest.at(-3) as number) + all.length;
          const isShort = base === "en" && isHalfDay.test(result.slice(at, at + 5));
          const time =
            isShort && Number(minute) === 0
              ? String(Number(hour))
              : spoken(Number(hour), Number(minute));
          return second === undefined ? time : `${time} ${Number(second)}`;
        }),
      text,
    );
}
