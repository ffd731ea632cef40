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
  /** The source of a pattern of words before a time whose minutes are no month, as "od 1.10". */
  range?: string;
  /** "14.30" is a time before the words of `dropped` too. */
  isDotted?: true;
  /** Letters between hour and minutes: "14h30". */
  letter?: string;
}

/** By the language without its region. */
const timeForms: Readonly<Record<string, TimeForms>> = {
  af: { minutes: "{h} uur {m}", full: "{h} uur" },
  cs: { before: "v|ve", range: "od|do" },
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
    before:
      "a las|de las|desde las|entre las|hacia las|hasta las|para las|sobre las|son las|y las|a la|de la|es la|sobre la",
  },
  et: { before: "kell(?: on)?" },
  fi: { before: "klo\\.?|kello(?: on)?" },
  fr: { minutes: "{h} heures {m}", full: "{h} heures", dropped: "heures?", letter: "h" },
  hi: { minutes: "{h} बजकर {m} मिनट", full: "{h} बजे", dropped: "बजे" },
  hr: { before: "u", range: "od|do" },
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
  sk: { before: "o", range: "od|do" },
  sl: { before: "ob", range: "od|do" },
  sv: { before: "kl\\.?|klockan(?: är)?" },
  th: { minutes: "{h} นาฬิกา {m} นาที", full: "{h} นาฬิกา", dropped: "น\\.", isDotted: true },
  tr: { before: "saat" },
  vi: { minutes: "{h} giờ {m}", full: "{h} giờ", dropped: "giờ", letter: "h" },
  yue: { minutes: "{h}點{m}分", full: "{h}點" },
  zh: { minutes: "{h}点{m}分", full: "{h}点" },
};
/** Languages in which an hour has its name in CLDR after the number. */
const withHours = new Set(["be", "bg", "bs", "cs", "hr", "mk", "ru", "sr", "uk"]);

/** The source of a pattern of what follows an amount, unlike a time. */
const amountAfter = `[ \\u00A0]?[\\p{Sc}%°]|[ \\u00A0](?:${[
  "[Ee](?:ur|vr)(?!op)|EUR|USD|CHF|[Dd]ol(?:l?ar|ár)|Franken|zł|Kč|korun[ay]?(?!\\p{L})|[Pp]eset|[Ll]ir[aey]|[Pp]roc(?:ent|\\.)|Prozent|[Pp]ercent",
  "[Pp]un[ck]?t(?!ual)|bod(?:[yuů]|ov)?(?!\\p{L})|případ|[Mm]il(?:i[aojó]|j|l)|Mio|mln|mld|tis(?:íc|\\.)|tys(?:iąc|ięc|\\.)|[Mm]et(?:er|r)|[Tt]on(?:n|el|s?(?!\\p{L}))|[Ll]it(?:er|r)",
  "[Kk]ilo|Grad|(?:[kcm]?m|[km]?g|m?l|kW|auf[ \\u00A0]\\d)(?!\\p{L})",
  "(?:gestiegen|gesunken|gefallen|gewachsen|gewonnen|verloren|verschoben|erhöht|gesenkt|höher|niedriger|teurer|billiger|mehr|weniger)(?!\\p{L})",
  "(?:więcej|mniej|drożej|taniej|více|méně|viac|menej|drahšie|lacnejšie)(?!\\p{L})",
].join("|")})`;
/** A verb before the word of a time makes it an amount: "stieg um 2.30". */
const noChangeBefore =
  "(?<!(?:stieg|stiegen|steigt|fiel|fielen|fällt|sank|sanken|sinkt|wuchs|wächst|gewann|gewannen|verlor|verloren|wzrósł|wzrosł[aoy]|spadł|spadł[aoy]|podrożał|podrożał[aoy]|potaniał|potaniał[aoy]|vzrostl[aoy]?|kles(?:l[aoy]?|ol)|stúpol|stúpl[aoi])[ \\u00A0])";
const hours = "(?<hour>[01]?\\d|2[0-4])";
const minutes = "(?<minute>[0-5]\\d)";

/** A dot before a small letter or a digit is that of a date: "u 12.10. ulici". */
const noDate = `(?![\\d:]|\\.[ \\u00A0]?[\\p{Ll}\\d]|${amountAfter})`;

/** `base`: the language without its region. */
export function createTimes(base: string, locale: string): SpeakTime {
  const forms = timeForms[base] ?? {};
  const { dropped = "(?!)", before, range, isDotted, letter } = forms;
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
        `(?<=(?<!\\p{L})${noChangeBefore}(?:${anyCase(before)})[ \\u00A0])${hours}[.:]${minutes}${noDate}${after}`,
        "gu",
      ),
    );
  if (range !== undefined)
    patterns.push(
      new RegExp(
        `(?<=(?<!\\p{L})${noChangeBefore}(?:${anyCase(range)})[ \\u00A0])${hours}[.:](?!0[1-9]|1[0-2])${minutes}${noDate}${after}`,
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
