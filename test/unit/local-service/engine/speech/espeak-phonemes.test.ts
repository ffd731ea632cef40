/** What eSpeak NG says of the languages of the catalogue, by its phonemes. */
import { beforeAll, expect, test } from "vitest";
import { long } from "../../../../long";
import { languageIds } from "../../../../../main/local-service/catalogue/language-names";
import { sampleSentences } from "../../../../../main/local-service/catalogue/sample-sentences";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";
import { loadPhonemes } from "./espeak-engine";

/** Languages that no voice of the application speaks. */
const unspoken = new Set(["ja-jp", "th-th", "he-il"]);
const spoken = languageIds.filter((id) => !unspoken.has(id));

let phonemes: (languageId: string, text: string) => string;
beforeAll(async () => {
  phonemes = await loadPhonemes();
});

const said = (languageId: string, text: string) => {
  const { prepare } = createSpeechPreparation(languageId, [], { speaksDescriptions: false });
  return phonemes(languageId, spokenText(prepare(text, null)));
};

test.each(spoken)("%s speaks its sample in its own words", (languageId) => {
  const text = sampleSentences[languageId] ?? "";
  const { prepare } = createSpeechPreparation(languageId, [], { speaksDescriptions: false });
  expect(prepare(text, null).unreadable).toEqual([]);
  const sounds = phonemes(languageId, text);
  expect(sounds).not.toMatch(/\((?:en|hi|ru)/);
  // A voice that describes letters is many times as long.
  expect(sounds.length).toBeGreaterThan(10);
  expect(sounds.length).toBeLessThan(6 * text.length);
});

const written = (languageId: string, value: number) =>
  new Intl.NumberFormat(languageId === "es-la" ? "es-419" : languageId, {
    numberingSystem: "latn",
  }).format(value);

/**
 * 1,234,567 in words, for languages in which eSpeak NG reads the digits wrongly: in English, or
 * without the words for thousand and million.
 */
const largeInWords: Readonly<Record<string, string>> = {
  "ne-np": "बाह्र लाख चौँतिस हजार पाँच सय सतसट्ठी",
  "uz-uz": "bir million ikki yuz oʻttiz toʻrt ming besh yuz oltmish yetti",
};

test.each(spoken)("%s speaks decimals, large numbers, amounts and units", long, (languageId) => {
  const decimal = said(languageId, written(languageId, 3.5));
  expect(decimal).not.toBe(phonemes(languageId, "3 5"));
  expect(decimal).not.toBe(phonemes(languageId, "35"));
  const large = said(languageId, written(languageId, 1_234_567));
  expect(large).toBe(phonemes(languageId, largeInWords[languageId] ?? "1234567"));
  for (const amount of ["5 €", "$5", "£5", "5 ₺", "5 °C", "5 km", "5%"])
    expect(said(languageId, amount), amount).not.toBe(phonemes(languageId, "5"));
});
