/**
 * Numbers, currencies, units and dates in the words with which they are spoken. Names are those of
 * CLDR, which the runtime contains; digits stay, because engines speak them.
 */
import { createAbbreviations } from "./abbreviations";
import { createAddresses } from "./addresses";
import { createAmountRanges } from "./amount-ranges";
import { createTimes } from "./clock-times";
import { createDates } from "./dates";
import { withoutDecoration } from "./decoration";
import { createFractions } from "./fractions";
import { createMagnitudes, magnitudeNames } from "./magnitudes";
import { createOrdinals } from "./ordinals";
import { speakPhoneNumbers } from "./phone-numbers";
import { baseLanguage } from "./readable-characters";
import {
  adjectivesOfCurrencies,
  beforeCurrency,
  centsWords,
  currencyOfSign,
  decimalWords,
  localCurrencies,
  magnitudeWords,
  wholeCurrencyNames,
} from "./spoken-words";
import { exactSigns, ownCurrencies } from "./local-units";
import { createSigns } from "./signs";
import { createUnits } from "./units";
import { createYearlessDates } from "./yearless-dates";
import {
  beforeNumber,
  escaped,
  named,
  space,
  withoutSpaces,
  writtenIn,
  type Replace,
  type Written,
} from "./written-numbers";

/** "5,90" with a currency: "5 euros 90"; another number of decimals is spoken as such. */
function amountOf(languageId: string, written: Written) {
  const base = baseLanguage(languageId);
  const cents = centsWords[base] ?? " ";
  const adjectives = adjectivesOfCurrencies[base];
  return (number: string, sign: string): string | null => {
    const own = ownCurrencies[base]?.[sign.replace(/\.$/, "")];
    const currency =
      own ?? localCurrencies[languageId]?.[sign] ?? currencyOfSign[sign.toUpperCase()] ?? "";
    const ownName = wholeCurrencyNames[base]?.[currency];
    const parsed = written.parse(number);
    if (currency === "" || !parsed) return null;
    const hasCents = parsed.decimals.length === 2 && cents !== false;
    const shown = hasCents ? parsed.whole : number;
    const style = { style: "currency", currency, currencyDisplay: "name" } as const;
    let text = ownName === undefined ? named(written, shown, style) : `${shown}${ownName}`;
    if (text === null) return null;
    // CLDR has names with a sign beside them.
    text = text.replace(/\p{Sc}/gu, "").trim();
    if (adjectives && (own !== undefined || /\p{Sc}/u.test(sign)))
      text = text.replace(adjectives, "");
    const rest = Number(parsed.decimals);
    return hasCents && rest > 0 ? `${text}${cents}${rest}` : text;
  };
}

/** The source of a pattern of signs and codes of currencies. */
function currencySigns(languageId: string): string {
  const own = Object.keys(ownCurrencies[baseLanguage(languageId)] ?? {}).map(
    (name) => exactSigns[name] ?? `${name}(?:\\.(?=[ \\u00A0]\\p{Ll}|[,;:!?)]))?(?!\\p{L})`,
  );
  const names = Object.keys(currencyOfSign).sort((a, b) => b.length - a.length);
  const patterns = names.map((name) =>
    /^[A-Z]+$/.test(name) ? `${name}(?!\\p{L})` : escaped(name),
  );
  return `(?:${[...own, ...patterns].join("|")})`;
}

/** Letters that are no part of a word before a sign, in a class of a pattern. */
const lettersOfSigns = (languageId: string) =>
  [...withoutSpaces, "th"].includes(baseLanguage(languageId)) ? "A-Za-z" : "\\p{L}";

/** Whether an amount is written before the sign of its currency. */
const isSignLast = ({ locale }: Written) =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" })
    .formatToParts(5)
    .findIndex(({ type }) => type === "currency") > 0;

/**
 * Amounts whose hundredths are written in another way: after the sign, as in "5 €50", and with the
 * sign for decimals of other languages, as in "5.50 CHF".
 */
function hundredths(written: Written, sign: string): Replace {
  const { decimal } = written;
  const other = decimal === "," ? "\\." : ",";
  const number = `(\\d{1,12})${other}(\\d{2})(?!\\d|[.,]\\d)`;
  const before = new RegExp(`(?<=${sign}${space}?)${number}`, "gu");
  const after = new RegExp(`${beforeNumber}${number}(?=${space}?${sign})`, "gu");
  const inside = isSignLast(written)
    ? new RegExp(`${beforeNumber}(\\d{1,12})(${space}?)(\\p{Sc})(\\d{2})(?![\\d.,]\\d|\\d)`, "gu")
    : null;
  const joined = `$1${decimal}$2`;
  return (text) => {
    if (!/\d[.,\p{Sc}]\d\d/u.test(text)) return text;
    const plain = text.replace(before, joined).replace(after, joined);
    return inside === null ? plain : plain.replace(inside, `$1${decimal}$4$2$3`);
  };
}

/** The source of a pattern of words for large numbers after a number. */
function magnitudePattern(languageId: string, { locale }: Written): string {
  const base = baseLanguage(languageId);
  const ownWords = magnitudeWords[base];
  const words = [...magnitudeNames(locale).map(escaped), ...(ownWords ? [ownWords] : [])];
  if (words.length === 0) return "(?!)";
  return withoutSpaces.has(base)
    ? `(?:${space}?(?:${words.join("|")}))`
    : `(?:${space}(?:${words.join("|")})(?!\\p{L}))`;
}

function currencies(languageId: string, written: Written, magnitude: string): Replace {
  const amount = amountOf(languageId, written);
  const sign = currencySigns(languageId);
  const joinHundredths = hundredths(written, sign);
  // The sign in "5 € 50" belongs to the first number, that in "5 $20 bills" to the second one.
  const ofFirst = isSignLast(written) ? `\\d${space}?` : `\\d|\\d${space}(?=${sign}${space})`;
  // Letters before a sign are a part of it, as in "A$", unless they are of another script.
  const first = new RegExp(
    `(?<![${lettersOfSigns(languageId)}\\p{Sc}]|${ofFirst})(${sign})${space}?(${written.number})(${magnitude})?`,
    "gu",
  );
  const last = new RegExp(
    `${beforeNumber}(${written.number})(${magnitude})?${space}?(${sign})(?![\\p{L}\\d])`,
    "gu",
  );
  const alone = /\p{Sc}/gu;
  /** "3 million" and "pounds": the name follows, in the form of a large number. */
  function large(number: string, sizeWord: string, found: string): string | null {
    const many = amount("1000000", found);
    if (many === null) return null;
    const name = many.replace("1000000", "").trim();
    return `${number}${sizeWord}${beforeCurrency(languageId, sizeWord, name)}${name}`;
  }
  const spoken = (number: string, sizeWord: string | undefined, found: string) =>
    sizeWord === undefined ? amount(number, found) : large(number, sizeWord, found);
  const any = new RegExp(sign, "u");
  const replace: Replace = (text) =>
    joinHundredths(text)
      .replace(
        first,
        (all: string, found: string, number: string, sizeWord?: string) =>
          spoken(number, sizeWord, found) ?? all,
      )
      .replace(
        last,
        (all: string, number: string, sizeWord: string | undefined, found: string) =>
          spoken(number, sizeWord, found) ?? all,
      )
      .replace(alone, (found) => {
        const name = amount("5", found)?.replace("5", "").trim();
        return name === undefined ? found : ` ${name} `;
      });
  return (text) => (any.test(text) || /\p{Sc}/u.test(text) ? replace(text) : text);
}

/** Groups without their separators, and decimals with a word where voices drop the sign. */
function numbers(languageId: string, written: Written): Replace {
  const pattern = new RegExp(`${beforeNumber}${written.number}`, "gu");
  const word = decimalWords[baseLanguage(languageId)];
  const other = written.decimal === "," ? "." : ",";
  const isOtherSilent = word !== undefined || other === ",";
  const foreign = new RegExp(`${beforeNumber}(\\d+)[${other}](\\d{1,2})(?!\\d|[.,]\\d)`, "gu");
  return (text) =>
    (isOtherSilent ? text.replace(foreign, `$1${written.decimal}$2`) : text).replace(
      pattern,
      (number) => {
        const parsed = written.parse(number);
        if (!parsed) return number;
        const { whole, decimals } = parsed;
        if (decimals === "") return whole;
        return `${whole}${word ?? written.decimal}${decimals}`;
      },
    );
}

/** Digits of other scripts, as those of Arabic, are the digits of all voices. */
const plainDigits =
  (decimal: string): Replace =>
  (text) =>
    text
      .replaceAll("٪", "%")
      .replace(/(?<=\p{Nd})٬(?=\p{Nd})/gu, "")
      .replace(/(?<=\p{Nd})٫(?=\p{Nd})/gu, decimal)
      .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0) ?? 0;
        let zero = code;
        while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
        return String(code - zero);
      });

/** "99¢" and "99 ct", by the language without its region. */
const centNames: Readonly<Record<string, readonly [RegExp, string]>> = {
  de: [/(?<=\d)[ \u00A0]?(?:[Cc]t|¢)(?![\p{L}\d])/gu, " Cent"],
  en: [/(?<=\d)[ \u00A0]?¢/gu, " cents"],
};
const oneCent = /(?<![\d.,])1 cents(?!\p{L})/gu;
/** Belgian times: "5u30", "17u" and "om 5 u", unlike "Bel 5, u hoort" without its comma. */
const belgianTime =
  /(?<![\p{L}\d.,])(\d{1,2})(?:u ?|(?<=(?<!\p{L})(?:[Oo]m|[Tt]ot|[Vv]an|[Vv]anaf|[Rr]ond|[Tt]egen|[Tt]ussen|[Vv]oor|[Nn]a|[Ss]inds|en|[Oo]mstreeks)[ \u00A0]\d{1,2}) u ?| u(?= ?(?:\d|[,;:!?)]|$))[ ]?)(?:(\d{2})(?!\d)|(?![\p{L}\d.]))/gu;

/**
 * The slash between an amount and what it is for: "5 €/kg", "$5/month". It is found first: what is
 * before it would take much longer at each character of a long number.
 */
const pricePer =
  /(?=[ /])(?<=\d[ \u00A0]?\p{Sc}) ?\/ ?(?=\p{L})|\/(?<=\p{Sc}[ \u00A0]?\d[\d.,]{0,9}\/)(?=\p{L})/gu;
/** The word for that slash, by the language without its region. */
const perCurrency: Readonly<Record<string, string>> = {
  cs: "za",
  da: "per",
  de: "pro",
  en: "per",
  es: "por",
  fr: "par",
  nb: "per",
  nl: "per",
  pl: "za",
  pt: "por",
  ru: "за",
  sv: "per",
};

/** A row that does not belong to the number at the end of the row before it. */
const otherAfterNumber = /^(?:\d|\p{L}(?![\p{L}\p{M}])|\p{Sc}[ \u00A0]?\d)/u;
/**
 * The text without line breaks and repeated spaces, so that "5" and "km" belong together in two
 * rows too. Numbers in two rows are two numbers, a dash begins the row of another speaker, and a
 * single letter at the start of a row is a word there: no numeral after a name, and no unit.
 */
const joinRows = (text: string) =>
  text
    .replace(/[\u2000-\u200A\u205F]/gu, "\u202F")
    .replace(/\s{2,}|[\t\n\r\u0085\u2028\u2029]/gu, (gap: string, at: number) => {
      const next = text.slice(at + gap.length);
      const isNumber = /\d/.test(text.charAt(at - 1));
      const isOther = isNumber
        ? otherAfterNumber.test(next)
        : /^[IVXІХ](?![\p{L}\p{M}])/u.test(next);
      const isOtherSpeaker = /^[-–—‐]/u.test(next);
      return gap.trim() === "" && (isOther || isOtherSpeaker) && /[\n\r]/.test(gap) ? "\n" : " ";
    });

/** Letters with several marks have none of them outside of the languages that are written so. */
const severalMarks = /[\u1E00-\u1EFF]/gu;
const keepsMarks = new Set(["vi", "cy"]);

export interface SpokenForm {
  text: string;
  /** Expressions for which the language has no words, as they are written. */
  unread: string[];
}

/** What a text needs for any of the steps. */
const hasExpression =
  /[\p{Nd}\p{No}\p{Sc}.°<>]|[XVIХІ]{2}|(?<!\p{L})(?:[XV]|I(?:er|re))(?!\p{L})|\p{Lu}\p{Ll}{1,30}[ \u00A0][IІ](?!\p{L})|\p{L}-\p{L}|#[\p{L}_]/u;

/**
 * A function that returns a text as it is spoken in the language. It changes only what voices
 * would speak otherwise, so that the takes of other texts stay as they are.
 * @throws RangeError for an id that is no language tag.
 */
export function createNormalisation(languageId: string): (text: string) => SpokenForm {
  const known = normalisations.get(languageId);
  if (known) return known;
  const created = newNormalisation(languageId);
  normalisations.set(languageId, created);
  return created;
}

/** By language: their patterns take longer to build than a line to read. */
const normalisations = new Map<string, (text: string) => SpokenForm>();

function newNormalisation(languageId: string): (text: string) => SpokenForm {
  const base = baseLanguage(languageId);
  const written = writtenIn(languageId);
  const speakOrdinals = createOrdinals(base, written.locale);
  const abbreviations = createAbbreviations(languageId);
  const signs = createSigns(base);
  const cents = centNames[base];
  const per = perCurrency[base];
  const digits: Replace[] = [
    plainDigits(written.decimal),
    (text) => text.replace(/−(?=\d)/gu, "-"),
    // "20 ºC" and "98.6° F".
    (text) =>
      text.replace(/(?<=\d[ \u00A0\u202F]?)[°º][ \u00A0\u202F]?(?=[CF](?![\p{L}\p{M}.]))/gu, "°"),
    // "5,- €", unlike a dash between words.
    (text) =>
      text.replace(
        /(?<=\d),[-–—]{1,2}(?!\d|[ \u00A0](?!(?:[A-Z]{3}|Euro|Franken|Mark|DM|Kč|kr|zł|Ft)(?!\p{L}))\p{L})/gu,
        "",
      ),
    // "€ 5,- en"
    (text) => text.replace(/,(?<=\p{Sc}[ \u00A0]?\d[\d.]{0,11},)[-–—]{1,2}(?!\d)/gu, ""),
    // "5 €/kg"
    (text) => (per === undefined ? text : text.replace(pricePer, ` ${per} `)),
    // "n°1"
    (text) => (base === "fr" ? text.replace(/(?<!\p{L})[nN][°º](?=\d)/gu, "numéro ") : text),
    // "$.50"
    (text) => text.replace(/(?<=\p{Sc})[.,](?=\d{1,2}(?!\d))/gu, `0${written.decimal}`),
    (text) => (cents ? text.replace(cents[0], cents[1]).replace(oneCent, "1 cent") : text),
    (text) =>
      base === "nl"
        ? text.replace(belgianTime, (_, hour: string, minutes?: string) =>
            minutes === undefined ? `${hour} uur` : `${hour} uur ${minutes}`,
          )
        : text,
  ];
  const times: Replace[] = [
    abbreviations,
    createDates(written),
    (text) => speakPhoneNumbers(base, text),
    createYearlessDates(base, written.locale),
    createTimes(base, written.locale),
  ];
  const speakFractions = createFractions(languageId);
  const nameUnits = createUnits(languageId, written);
  const { addresses, versions } = createAddresses(base);
  const sign = currencySigns(languageId);
  const magnitude = magnitudePattern(languageId, written);
  const amounts: Replace[] = [
    createAmountRanges(base, written, { sign, magnitude }),
    createMagnitudes(languageId, { ...written, sign }),
    currencies(languageId, written, magnitude),
  ];
  const nameNumbers = numbers(languageId, written);
  const plainLetters = (text: string) =>
    keepsMarks.has(base)
      ? text
      : text.replace(severalMarks, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""));
  const apply = (steps: Replace[], text: string) =>
    steps.reduce((result, step) => step(result), text);
  return (source) => {
    const letters = plainLetters(joinRows(withoutDecoration(source)));
    // Most lines have nothing to change.
    if (!hasExpression.test(letters)) return { text: abbreviations(letters), unread: [] };
    const unread = new Set<string>();
    const named = addresses(apply(digits, letters), unread);
    const timed = apply(times, signs.first(named, unread));
    const ordinals = speakOrdinals.ordinals(speakFractions(timed, unread), unread);
    const counted = versions(nameNumbers(nameUnits(apply(amounts, ordinals), unread)));
    const text = speakOrdinals.numbers(signs.last(counted, unread), unread);
    return { text, unread: [...unread] };
  };
}
