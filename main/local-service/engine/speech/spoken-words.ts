/** Words with which numbers and signs are spoken, where CLDR has none or other ones. */
import { baseLanguage } from "./readable-characters";

/** A function that changes a text, and reports expressions without words in the language. */
export type Speak = (text: string, unread: Set<string>) => string;

/** The codes of currencies by their signs and codes. */
export const currencyOfSign: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "￥": "JPY",
  "₺": "TRY",
  "₽": "RUB",
  "₹": "INR",
  "₩": "KRW",
  "₪": "ILS",
  "₫": "VND",
  "₴": "UAH",
  "₸": "KZT",
  "₾": "GEL",
  "₼": "AZN",
  "֏": "AMD",
  "฿": "THB",
  "₱": "PHP",
  "₦": "NGN",
  "₡": "CRC",
  "₲": "PYG",
  R$: "BRL",
  US$: "USD",
  A$: "AUD",
  C$: "CAD",
  HK$: "HKD",
  NZ$: "NZD",
  EUR: "EUR",
  USD: "USD",
  GBP: "GBP",
  CHF: "CHF",
  JPY: "JPY",
  CNY: "CNY",
  RUB: "RUB",
  TRY: "TRY",
  BRL: "BRL",
  INR: "INR",
  PLN: "PLN",
  SEK: "SEK",
  NOK: "NOK",
  DKK: "DKK",
  CZK: "CZK",
  HUF: "HUF",
  UAH: "UAH",
};

/** A sign that stands for another currency in these languages. */
export const localCurrencies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "zh-cn": { "¥": "CNY", "￥": "CNY" },
  "yue-hk": { $: "HKD" },
};

/** Names in place of those of CLDR, by the language without its region. */
export const wholeCurrencyNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // ICU 74 to 78 divide the number of this currency: "CHF 2 İsviçre frangı0".
  tr: { CHF: " İsviçre frangı", TRY: " lira" },
  zh: { CNY: "元" },
};

/**
 * A sign does not name a country, unlike the name of its currency in CLDR. By the language without
 * its region.
 */
export const adjectivesOfCurrencies: Readonly<Record<string, RegExp>> = {
  bg: /(?:[Бб]ългарск|[Рр]уск|[Яя]понск|[Тт]урск|[Аа]мерикански|[Щщ]атск)\p{L}+ /u,
  cs: / (?:česk|americk|britsk|japonsk|tureck|rusk)\p{L}+|(?<=\d )(?:amerických?|českých?) /u,
  da: /danske? |amerikanske? |britiske? |japanske? |tyrkiske? |brasilianske? |russiske? |indiske? /u,
  de: /US-|Britisch(?:es?|er) |Japanische[rn]? |Türkische |Brasilianische[rn]? |Russische[rn]? |Indische |Südkoreanische[rn]? /u,
  en: /US |British |Japanese |Turkish |Brazilian |Russian |Indian |South Korean |Israeli new |Vietnamese |Ukrainian /u,
  es: / estadounidenses?| británicas?| japonés(?:es)?| turcas?| brasileños?| rusos?| indias?| surcoreanos?| esterlinas?/u,
  fr: / des États-Unis| britanniques?| sterlings?| japonais| turques?| brésiliens?| russes?| indiennes?| sud-coréens?/u,
  hi: /भारतीय |अमेरिकी |ब्रिटिश |जापानी |तुर्की |रूसी /u,
  hu: /magyar |amerikai |angol |japán |török |orosz /u,
  is: /íslensk\p{L}* /u,
  it: / statunitens[ei]| britannic(?:a|he)| giappones[ei]| turc(?:a|he)| brasilian[oi]| russ[oi]| indian[ae]/u,
  ja: /米|英|日本/u,
  ko: /대한민국 |미국 |영국 |일본 |튀르키예 |러시아 /u,
  nb: /norske? |amerikanske? |britiske? |japanske? |tyrkiske? |brasilianske? |russiske? |indiske? /u,
  nl: /Amerikaanse |Britse? |Japanse |Turkse |Braziliaanse |Russische |Indiase /u,
  pl: / polsk(?:iego|ich|ie|i)| amerykańskich| amerykański| brytyjskich| japońskich| brazylijskich| rosyjskich| indyjskich/u,
  pt: / americanos?| dos Estados Unidos| britânicas?| esterlinas?| japones(?:es)?| turcas?| brasileir[oa]s?| brasileiro| russos?| indianas?/u,
  ru: /(?:российск|американск|японск|турецк)\p{L}+ /u,
  sv: /svenska? |svenskt |amerikansk[at] |amerikanska |brittiska? |japanska? |turkiska? |brasilianska? |ryska? |indiska? /u,
  th: /ไทย|สหรัฐ| ?\(สหราชอาณาจักร\)|ญี่ปุ่น/u,
  uk: /українськ\p{L}+ |японськ\p{L}+ |турецьк\p{L}+ |російськ\p{L}+ | США/u,
  vi: / Việt Nam| Mỹ| Anh| Nhật/u,
};

/** Between a currency and hundredths of it; false if they are spoken as decimals. Default: " ". */
export const centsWords: Readonly<Record<string, string | false>> = {
  es: " con ",
  it: " e ",
  ja: false,
  ko: false,
  pt: " e ",
  yue: false,
  zh: false,
};

/**
 * Sources of patterns of words for large numbers, between an amount and its currency, besides those
 * of CLDR (`magnitudeNames`).
 */
export const magnitudeWords: Readonly<Record<string, string>> = {
  de: "Mio\\.?|Mrd\\.?",
  pt: "bilhão|bilhões",
};

/** "of" between a million or more and a currency, by the language without its region. */
const ofWords: Readonly<Record<string, string>> = {
  ca: "de",
  es: "de",
  fr: "de",
  it: "di",
  pt: "de",
  ro: "de",
};
const thousand = /^[ \u00A0\u202F]?(?:mil|mille|mila|mii)$/u;

/** What stands between the word of a large number and the name of a currency. */
export function beforeCurrency(languageId: string, sizeWord: string, name: string): string {
  const base = baseLanguage(languageId);
  const word = ofWords[base];
  if (word === undefined || thousand.test(sizeWord)) return " ";
  const isElided = (base === "fr" || base === "ca") && /^[aeiouyhéèœ]/iu.test(name);
  return isElided ? " d'" : ` ${word} `;
}

/** Before decimals, in languages whose voices drop the sign. */
export const decimalWords: Readonly<Record<string, string>> = {
  af: " komma ",
  be: " коска ",
  ka: " მთელი ",
  kk: " үтір ",
  ko: "점",
  ky: " үтүр ",
  ne: " दशमलव ",
  uk: " кома ",
  uz: " vergul ",
  zh: "点",
};

/**
 * A percentage of 5 in languages whose voices do not read the sign, or read it in English; "cldr"
 * for that of CLDR.
 */
export const percentForms: Readonly<Record<string, string>> = {
  ar: "5 بالمئة",
  be: "cldr",
  cy: "cldr",
  eu: "cldr",
  he: "5 אחוז",
  is: "cldr",
  ja: "5パーセント",
  kk: "cldr",
  ko: "5퍼센트",
  ne: "cldr",
  tt: "5 процент",
  uz: "cldr",
  yue: "百分之5",
  zh: "百分之5",
};

/** `needsSpace`: a letter that is another abbreviation directly after a number. */
export const unitOfSymbol: Readonly<Record<string, { unit: string; needsSpace?: true }>> = {
  "%": { unit: "percent" },
  "°C": { unit: "celsius" },
  "℃": { unit: "celsius" },
  "°F": { unit: "fahrenheit" },
  "°": { unit: "degree" },
  km: { unit: "kilometer" },
  "km/h": { unit: "kilometer-per-hour" },
  mph: { unit: "mile-per-hour" },
  "m/s": { unit: "meter-per-second" },
  h: { unit: "hour", needsSpace: true },
  min: { unit: "minute", needsSpace: true },
  m: { unit: "meter", needsSpace: true },
  cm: { unit: "centimeter" },
  mm: { unit: "millimeter" },
  kg: { unit: "kilogram" },
  g: { unit: "gram", needsSpace: true },
  l: { unit: "liter", needsSpace: true },
  L: { unit: "liter", needsSpace: true },
  ml: { unit: "milliliter" },
  ha: { unit: "hectare", needsSpace: true },
  ms: { unit: "millisecond" },
  "km/s": { unit: "kilometer-per-second" },
  V: { unit: "volt" },
  W: { unit: "watt" },
  Hz: { unit: "hertz" },
  Ω: { unit: "ohm" },
  kWh: { unit: "kilowatt-hour" },
  kcal: { unit: "kilocalorie" },
  "kbit/s": { unit: "kilobit-per-second" },
  "Mbit/s": { unit: "megabit-per-second" },
  "Gbit/s": { unit: "gigabit-per-second" },
  Mbps: { unit: "megabit-per-second" },
  Gbps: { unit: "gigabit-per-second" },
  "MB/s": { unit: "megabyte-per-second" },
  "GB/s": { unit: "gigabyte-per-second" },
  kB: { unit: "kilobyte" },
  KB: { unit: "kilobyte" },
  MB: { unit: "megabyte" },
  GB: { unit: "gigabyte" },
  TB: { unit: "terabyte" },
};
