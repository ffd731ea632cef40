/**
 * How 40 expressions are spoken in each language of the catalogue. The fast test compares texts
 * with a table (read whole for six languages); the long one compares the phonemes of the digits
 * that are left with those of their words by the rules of CLDR.
 */
import { createRequire } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { languageIds } from "../../../../../main/local-service/catalogue/language-names";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";
import {
  createSpelling,
  type RuleSets,
} from "../../../../../main/local-service/engine/speech/number-rules";
import { long } from "../../../../long";
import { loadPhonemes } from "./espeak-engine";

const base = (languageId: string) => languageId.split("-")[0] ?? languageId;
const localeOf = (languageId: string) =>
  ({ "ar-ar": "ar", "es-la": "es-419" })[languageId] ?? languageId;

/** Ordinals as they are written, by the language without its region: for 1, 3 and 21. */
const ordinals: Readonly<Record<string, string>> = {
  af: "1ste 3de 21ste",
  az: "1-ci 3-cü 21-ci",
  be: "1-ы 3-і 21-ы",
  bg: "1-ви 3-ти 21-ви",
  bn: "1ম 3য় 10ম",
  ca: "1r 3r 21è",
  cy: "1af 3ydd 20fed",
  en: "1st 3rd 21st",
  es: "1.º 3.º 21.ª",
  fa: "1م 3م 21م",
  fr: "1er 3e 21e",
  ga: "1ú 3ú 10ú",
  hi: "1ला 3रा 21वाँ",
  hy: "1-ին 3-րդ 20-րդ",
  it: "1º 3º 21ª",
  ka: "მე-2 მე-3 მე-20",
  kk: "1-ші 3-ші 21-ші",
  ko: "1번째 3번째 21번째",
  ky: "1-чи 3-чү 21-чи",
  lt: "1-as 3-ias 21-as",
  mk: "1-ви 3-ти 21-ви",
  mr: "1ला 3रा 4था",
  nl: "1e 3e 21e",
  pt: "1.º 3.º 21.ª",
  ru: "1-й 3-го 21-я",
  sv: "1:a 3:e 21:a",
  tr: "1'inci 3'üncü 21'inci",
  tt: "1-че 3-че 21-че",
  uk: "1-й 3-го 21-а",
  uz: "1-chi 3-chi 21-chi",
};
/** Before words in small letters: "3. den". */
const withDot = new Set("bs cs da de et eu fi hr hu is lv nb pl sk sl sr".split(" "));
/** A word of the language in small letters, with an article in German. */
const noun: Readonly<Record<string, string>> = { de: "der 1. Tag|der 3. Tag|am 21. Tag" };

const abbreviations: Readonly<Record<string, string>> = {
  cs: "např. to|atd. a|č. 5",
  da: "f.eks. det|bl.a. det|nr. 5",
  de: "z. B. das|Dr. Braun|Nr. 5",
  en: "Dr. Brown|e.g. that|No. 5",
  es: "Sr. López|p. ej. eso|n.º 5",
  fi: "esim. se|jne. ja|klo 5",
  fr: "M. Blanc|p. ex. cela|n° 5",
  hu: "pl. az|stb. és|kb. 5",
  it: "Sig. Rossi|ecc. e|n. 5",
  nb: "f.eks. det|bl.a. det|nr. 5",
  nl: "bijv. dat|enz. en|nr. 5",
  pl: "np. to|itd. i|nr 5",
  pt: "Sr. Silva|p. ex. isso|n.º 5",
  ro: "de ex. asta|dl. Pop|nr. 5",
  ru: "т. е. это|и т. д. и|напр. это",
  sv: "t.ex. det|bl.a. det|nr 5",
  tr: "örn. bu|vb. ve|Dr. Kaya",
  uk: "напр. це|і т. д. і|вул. Нова",
};

/** 40 expressions, in the form of the language. */
function expressionsOf(languageId: string): string[] {
  const locale = `${localeOf(languageId)}-u-ca-gregory-nu-latn`;
  const code = base(languageId);
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits }).format(value);
  const date = (options: Intl.DateTimeFormatOptions, day = 24) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(
      Date.UTC(2026, 11, day),
    );
  const plain = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const dotted = noun[code]?.split("|") ?? ["1. a", "3. a", "21. a"];
  const places = withDot.has(code) ? dotted : (ordinals[code]?.split(" ") ?? ["1", "3", "21"]);
  const words = abbreviations[code]?.split("|") ?? ["5 + 5", "5 = 5", "5 & 5"];
  return [
    number(3.5, 1),
    number(0.75, 2),
    number(1234),
    number(1_234_567),
    number(12_345.5, 1),
    "−5",
    "5%",
    `${number(12.5, 1)}%`,
    "5 €",
    "$5",
    `£${number(5.5, 2)}`,
    "¥100",
    "5 ₺",
    "CHF 20",
    "5 km",
    `${number(3.5, 1)} kg`,
    "20 °C",
    "90 km/h",
    "5 GB",
    date(plain),
    "2026-12-24",
    date({ dateStyle: "long" }),
    date({ day: "numeric", month: "long" }, 1),
    date({ day: "numeric", month: "long" }, 3),
    "14:30",
    "9:05",
    "14:00",
    "1999",
    "1066",
    "2024",
    ...places,
    "+49 30 123456",
    "555-0123",
    "Karl XIV",
    "Maria III. a",
    ...words,
  ];
}

const spoken = (languageId: string, text: string) => {
  const { prepare } = createSpeechPreparation(languageId, [], { speaksDescriptions: false });
  return prepare(text, null);
};

test("40 expressions are spoken as in the table, in each language", async () => {
  const rows = languageIds.flatMap((languageId) => {
    const { prepare } = createSpeechPreparation(languageId, [], { speaksDescriptions: false });
    const expressions = expressionsOf(languageId);
    expect(expressions).toHaveLength(40);
    return expressions.map((text) => {
      const prepared = prepare(text, null);
      const unread =
        prepared.unreadable.length > 0 ? [`named: ${prepared.unreadable.join(" ")}`] : [];
      return [languageId, text, spokenText(prepared), ...unread].join("\t");
    });
  });
  await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot("spoken-expressions.tsv");
});

test("an area, a small mass and an exponent are in words or named, in each language", () => {
  const silent = languageIds.flatMap((languageId) =>
    ["5 m²", "5 km³", "20 µg", "10⁶", "5 > 3", "#1"].filter((text) => {
      const prepared = spoken(languageId, text);
      const left = spokenText(prepared).match(/[²³µ⁶#]|>/gu) ?? [];
      return left.some((sign) => !prepared.unreadable.join(" ").includes(sign));
    }),
  );
  expect(silent).toEqual([]);
  expect(spoken("sw-ke", "5 m²").unreadable).toEqual(["m²"]);
});

const require = createRequire(import.meta.url);
/** Languages without rules of CLDR, and those whose rules are incomplete or for other numbers. */
const withoutRules = new Set("ur bn te ml kn mr pa si uz tt eu am ta ga cy".split(" "));

/**
 * Languages whose voice has other words or sounds for a number than the rules of CLDR, such as "one
 * hundred" for "hundred", and vowels that are not written.
 */
const withOtherWords = new Set("ar da tr sk sl mk et is be fa".split(" "));

interface File {
  rbnf: { rbnf: { SpelloutRules: RuleSets } };
}

/** Whole numbers in words by CLDR. */
function createNumberWords(languageId: string): (value: number) => string | undefined {
  const code = base(languageId);
  const name = code === "nb" ? "no" : code;
  const { SpelloutRules: sets } = (require(`cldr-rbnf/rbnf/${name}.json`) as File).rbnf.rbnf;
  const spell = createSpelling(code, sets);
  const names = ["%spellout-numbering", "%spellout-cardinal", "%spellout-cardinal-masculine"];
  return (value) => names.map((set) => spell(set, value) ?? undefined).find(Boolean);
}

let phonemes: (languageId: string, text: string) => string;
beforeAll(async () => {
  phonemes = await loadPhonemes();
});

/** The number of changes between two texts, for each character of the longer one. */
function difference(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries())
      next.push(
        Math.min(
          (row[j] ?? 0) + (letter === other ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(a.length, b.length, 1);
}

const sounds = (text: string) => text.replace(/[ˈˌː'?1-9ɜ.]|\p{M}/gu, "");
const checked = languageIds.filter(
  (id) =>
    !["ja-jp", "th-th", "he-il"].includes(id) &&
    !withoutRules.has(base(id)) &&
    !withOtherWords.has(base(id)),
);

test.each(checked)("%s says the numbers of its 40 expressions as words", long, (languageId) => {
  const inWords = createNumberWords(languageId);
  const wholeNumber = /(?<![\d.,-])[1-9]\d{0,6}(?![\d.,]\d|\p{L})/gu;
  const numbers = new Set(
    expressionsOf(languageId).flatMap(
      (text) => spokenText(spoken(languageId, text)).match(wholeNumber) ?? [],
    ),
  );
  const different = [...numbers].flatMap((number) => {
    const said = sounds(phonemes(languageId, number));
    const written = sounds(phonemes(languageId, inWords(Number(number)) ?? number));
    return difference(said, written) > 0.5 ? [`${number}: ${said} | ${written}`] : [];
  });
  expect(different).toEqual([]);
});
