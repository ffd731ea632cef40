/**
 * Decodes text files. Legacy code pages are decoded by iconv-lite, because the decoders of Node.js
 * differ between its versions.
 */
import { analyse } from "chardet";
import { decode } from "iconv-lite";
import { textEncodings, type TextEncoding } from "../../../preload/facts/text-encodings";
import { scriptLanguages } from "../vocabulary";

/** Bytes of a file by which its encoding is recognised. */
const sampleLength = 32 * 1024;

/** The letters outside of ASCII of the languages that have Latin letters. */
const latinLetters: Readonly<Record<string, string>> = {
  af: "êëéèôûï",
  bs: "čćđšž",
  ca: "àçèéíïòóúü·",
  cs: "áčďéěíňóřšťúůýž",
  da: "æøåéèê",
  de: "äöüßé",
  en: "éèêïñçôâäöü",
  es: "áéíóúüñ",
  eu: "ñ",
  fi: "äöåšž",
  fr: "àâæçéèêëîïôœùûüÿ",
  ga: "áéíóú",
  hr: "čćđšž",
  hu: "áéíóöőúüű",
  id: "éè",
  is: "áðéíóúýþæö",
  it: "àèéìíîòóùú",
  nb: "æøåéèêòóô",
  nl: "éëïóöüáèê",
  pl: "ąćęłńóśźż",
  pt: "áâãàçéêíóôõú",
  ro: "ăâîșşțţ",
  sk: "áäčďéíĺľňóôŕšťúýž",
  sl: "čšž",
  sv: "åäöéü",
  tr: "çğıİöşüâîû",
  az: "çəğıİöşü",
  cy: "âêîôûŵŷáéíóúẃýàèìòùẁỳäëïöüẅÿ",
  et: "äõöüšž",
  lt: "ąčęėįšųūž",
  lv: "āčēģīķļņšūž",
  ms: "éè",
  sq: "çë",
  sr: "čćđšž",
  sw: "’",
  uz: "‘’ʻʼ",
  vi: "àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ",
};
const russian = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя";
const ukrainian = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя";
const belarusian = "абвгдеёжзійклмнопрстуўфхцчшыьэюя";
const macedonian = "абвгдѓежзѕијклљмнњопрстќуфхцчџш";
const serbian = "абвгдђежзијклљмнњопрстћуфхцчџш";
const bulgarian = "абвгдежзийклмнопрстуфхцчшщъьюя";
/** Frequent characters of Chinese, simplified and traditional. */
const chinese =
  "的一是不了在人有我他这这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着著下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日早安吗嗎谢謝很什";
/** The letters of the other languages. */
const otherLetters: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  ur: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hy: /[\p{Script=Armenian}և]/u,
  // The two encodings have the same letters in another order: the frequent ones decide.
  ka: /[აეიოურსდმნლბვ]/u,
  th: /\p{Script=Thai}/u,
  kk: new RegExp(`[${russian}әғқңөұүһі]`, "iu"),
  ky: new RegExp(`[${russian}ңөү]`, "iu"),
  tt: new RegExp(`[${russian}әөүҗңһ]`, "iu"),
  be: new RegExp(`[${belarusian}]`, "iu"),
  bg: new RegExp(`[${bulgarian}]`, "iu"),
  el: /\p{Script=Greek}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
  ko: /[가-힣]/u,
  mk: new RegExp(`[${macedonian}]`, "iu"),
  ru: new RegExp(`[${russian}]`, "iu"),
  sr: new RegExp(`[${serbian}]`, "iu"),
  uk: new RegExp(`[${ukrainian}]`, "iu"),
  zh: new RegExp(`[${chinese}]`, "u"),
  yue: new RegExp(`[${chinese}我哋係唔佢嘅喺冇咁睇嚟啲]`, "u"),
};

const isBad = /[\ufffd\p{Cc}\p{Co}\p{Cn}]/u;
const isHalfWidth = /[\uff61-\uff9f]/;
const isIdeographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const isWide = /[\u3000-\u303f\uff01-\uff5e]/;
const isPunctuation = /[‘’‚“”„«»‹›–—…€£°§©®™•¿¡ªº№·×♪♫\u00a0،؛؟]/u;
const isLetter = /\p{L}/u;
const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const scriptOf = (character: string) => scripts.findIndex((script) => script.test(character));

const isLower = (character: string) => character !== character.toUpperCase();

/** The plausibility of a character outside of ASCII between its neighbours. */
function plausibility(
  character: string,
  [before, after]: [string, string],
  isOfLanguage: (character: string) => boolean,
): number {
  if (isBad.test(character)) return -5;
  if (isHalfWidth.test(character)) return -1;
  // These characters have two bytes.
  if (isIdeographic.test(character)) {
    if (/[a-z]/.test(before) || /[a-z]/.test(after)) return -4;
    return isOfLanguage(character) ? 4 : 1;
  }
  if (isWide.test(character)) return 2;
  const isInside = isLetter.test(before) && isLetter.test(after);
  if (isPunctuation.test(character)) {
    if (isInside) return isOfLanguage(character) || /[’·–—]/.test(character) ? 1 : -3;
    // Quoted sentences begin with a capital.
    const isBeforeLower = after !== "" && scriptOf(after) > 0 && isLower(after);
    return isBeforeLower && /[„“«‹‘‚]/.test(character) ? -1 : 1;
  }
  if (!isLetter.test(character)) return /\p{M}/u.test(character) ? 1 : -2;
  const script = scriptOf(character);
  const isMixed = [before, after].some(
    (other) => isLetter.test(other) && scriptOf(other) !== script,
  );
  const isUpper = character !== character.toLowerCase();
  const isAfterUpper = before !== before.toLowerCase();
  const isRising = isUpper
    ? isLower(before) || (isAfterUpper && isLower(after))
    : isLower(character) && after !== after.toLowerCase();
  // The final sigma of Greek.
  const isFinal = character === "ς" && isLetter.test(after);
  if (isMixed || isRising || isFinal) return -3;
  if (!isOfLanguage(character)) return script === 0 ? 0.2 : -1;
  return isUpper ? 1.8 : 2;
}

/** The plausibility of a whole text. */
function plausibilityOf(text: string, isOfLanguage: (character: string) => boolean): number {
  let sum = 0;
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7f]/gu)) {
    const neighbours: [string, string] = [
      text.charAt(index - 1),
      text.charAt(index + character.length),
    ];
    sum += plausibility(character, neighbours, isOfLanguage);
  }
  return sum;
}

/** "en" of "EN-US". */
const baseOf = (code: string) => (code.trim().split("-")[0] ?? "").toLowerCase();

/** Languages, without regions, whose codes occur in the ASCII text of a file ("Text_PL-PL"). */
function languagesIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("latin1");
  const codes = new Set<string>(scriptLanguages);
  const found = [...text.matchAll(/(?<![a-z])[a-z]{2,3}-[a-z]{2}(?![a-z])/gi)];
  return found
    .map(([code]) => code.toUpperCase())
    .filter((code) => codes.has(code))
    .map(baseOf);
}

/** The part of a file by which its encoding is recognised: whole lines. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleLength) return bytes;
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = bytes.lastIndexOf(0x0a, first) + 1;
  const sample = bytes.subarray(from, from + sampleLength);
  const end = sample.lastIndexOf(0x0a);
  return end > 0 ? sample.subarray(0, end) : sample;
}

/** The confidence of chardet from 0 to 1, by the names of the table. */
function confidences(sample: Uint8Array): ReadonlyMap<string, number> {
  const sameAs: Readonly<Record<string, readonly string[]>> = {
    "iso-8859-1": ["windows-1252"],
    "iso-8859-7": ["windows-1253", "iso-8859-7"],
    "windows-1253": ["windows-1253", "iso-8859-7"],
    "iso-8859-9": ["windows-1254"],
  };
  return new Map(
    analyse(sample)
      .toReversed()
      .flatMap(({ name, confidence }) => {
        const known = name.toLowerCase();
        return (sameAs[known] ?? [known]).map((one) => [one, confidence / 100] as const);
      }),
  );
}

/** Whether a character outside of ASCII is a letter of one of these languages; null: of any. */
function letterTest(languages: ReadonlySet<string> | null): (character: string) => boolean {
  const letters = Object.entries(latinLetters)
    .filter(([language]) => languages?.has(language) ?? true)
    .map(([, some]) => some + some.toUpperCase())
    .join("");
  const others = Object.entries(otherLetters)
    .filter(([language]) => languages?.has(language) ?? true)
    .map(([, pattern]) => pattern);
  const tested = new Map<string, boolean>();
  return (character) => {
    let is = tested.get(character);
    if (is === undefined) {
      is = letters.includes(character) || others.some((pattern) => pattern.test(character));
      tested.set(character, is);
    }
    return is;
  };
}

/**
 * The most plausible legacy encoding of a file that is not UTF-8. `languageCode`: the language of
 * the whole file, and of a table one of its languages; without it those that the file names, else
 * all.
 */
export function legacyEncoding(
  bytes: Uint8Array,
  {
    languageCode = "",
    isTable = false,
  }: { languageCode?: string | undefined; isTable?: boolean | undefined } = {},
): TextEncoding {
  const sample = sampleOf(bytes);
  const given = languageCode.trim() === "" ? [] : [baseOf(languageCode)];
  const named = given.length > 0 && !isTable ? given : [...given, ...languagesIn(sample)];
  const known = named.filter((one) =>
    textEncodings.some(({ languages }) => includes(languages, one)),
  );
  const languages = known.length > 0 ? new Set(known) : null;
  const isOfLanguage = letterTest(languages);
  const likely = confidences(sample);
  // Statistics count more where no language is known.
  const weight = languages === null ? 2 : 0.5;
  let best = { name: "windows-1252" as TextEncoding, score: -Infinity, text: "" };
  for (const { name, languages: users } of textEncodings) {
    if (users.length === 0) continue;
    const isUsed = languages === null || users.some((one) => languages.has(one));
    if (!isUsed && name !== "windows-1252") continue;
    const text = decode(Buffer.from(sample), name);
    const count = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    const score = plausibilityOf(text, isOfLanguage) + count * (likely.get(name) ?? 0) * weight;
    // Of two encodings with the same text, the first one is named.
    if (score > best.score && text !== best.text) best = { name, score, text };
  }
  return best.name;
}

/** The smallest mean plausibility of a text that is in its language. */
const minPlausible = 1;

/**
 * Whether `text`, as which bytes were read, has the letters of its language; if not, the encoding
 * in which the bytes have them, or null.
 */
export function checkEncoding(
  bytes: Uint8Array,
  text: string,
  languageCode: string,
): { isPlausible: boolean; better: TextEncoding | null } {
  const isOfLanguage = letterTest(new Set([baseOf(languageCode)]));
  const meanOf = (one: string) =>
    plausibilityOf(one, isOfLanguage) / Math.max(1, one.match(/[^\0-\x7f]/gu)?.length ?? 0);
  const mean = /[^\0-\x7f]/.test(text) ? meanOf(text) : minPlausible;
  if (mean >= minPlausible) return { isPlausible: true, better: null };
  const encoding = legacyEncoding(bytes, { languageCode });
  const isBetter = meanOf(decodeBytes(bytes, encoding)) >= minPlausible;
  return { isPlausible: mean >= 0, better: isBetter ? encoding : null };
}

const includes = (list: readonly string[], one: string) => list.includes(one);

/** Decodes bytes. Those that are invalid in the encoding become U+FFFD. */
export function decodeBytes(bytes: Uint8Array, encoding: TextEncoding): string {
  const text = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  // Since Mac OS 8.5, Mac Roman has the euro sign there (WHATWG Encoding Standard).
  return encoding === "macintosh" ? text.replaceAll("¤", "€") : text;
}

/**
 * Whether a file that is not valid UTF-8 is nevertheless UTF-8 with single invalid bytes: most
 * characters outside of ASCII are valid. Pairs of Chinese and Korean code pages are often valid by
 * chance.
 */
export function isMostlyUtf8(text: string, languageCode = ""): boolean {
  let [valid, invalid] = [0, 0];
  for (const [character] of text.matchAll(/[^\0-\x7f]/gu))
    if (character === "\ufffd") invalid += 1;
    else valid += 1;
  return valid >= invalid * (/^(?:zh|ko|ja|yue)/i.test(languageCode.trim()) ? 4 : 1);
}
