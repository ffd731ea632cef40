/** What a voice is given of the texts of lines. */
import { describe, expect, test } from "vitest";
import { languageIds } from "../../../../../main/local-service/catalogue/language-names";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";

const silent = { speaksDescriptions: false };
const glossaryLine = {
  languageId: "es-es",
  phonemization: "",
  phonemizationLanguageId: "",
  pronunciationLanguageId: "",
  caseSensitive: false,
};
const prepare = (languageId: string, text: string, options = silent) =>
  createSpeechPreparation(languageId, [], options).prepare(text, null);

describe("descriptions", () => {
  test.each([
    ["[MUSIC PLAYING]", "", ["[MUSIC PLAYING]"]],
    ["(laughs) Hello.", "Hello.", ["(laughs)"]],
    ["[MUSIC] (laughs) Hello.", "Hello.", ["[MUSIC]", "(laughs)"]],
    ["(laughs) (sighs)", "", ["(laughs)", "(sighs)"]],
    ["♪ ♪", "", ["♪ ♪"]],
    ["♪ Happy birthday ♪", "Happy birthday", ["♪ ♪"]],
    ["*sighs* Well.", "Well.", ["*sighs*"]],
    ["Well. (sighs)", "Well.", ["(sighs)"]],
    ["He left (laughs)", "He left", ["(laughs)"]],
    ["- (laughs) Hi.\n- [door] Hello.", "- Hi. - Hello.", ["[door]", "(laughs)"]],
    ["【音楽】", "", ["【音楽】"]],
    ["...", "", ["..."]],
    ["🎉 →", "", ["🎉 →"]],
    ["I met him (my brother) there.", "I met him (my brother) there.", []],
    ["I *really* mean it.", "I really mean it.", []],
    ["Come (please).", "Come (please).", []],
    ["(12.30) Hello (laughs)", "Hello", ["(12.30)", "(laughs)"]],
    ["- Hi.\n- Hello.", "- Hi. - Hello.", []],
  ])("%j", (text, spoken, unspoken) => {
    const prepared = prepare("en-us", text);
    expect(spokenText(prepared)).toBe(spoken);
    expect(prepared.unspoken).toEqual(unspoken);
    const { isSilent } = createSpeechPreparation("en-us", [], silent);
    expect(isSilent(text)).toBe(spoken === "");
  });

  test("are spoken on request", () => {
    const prepared = prepare("en-us", "[MUSIC] Hello.", { speaksDescriptions: true });
    expect(spokenText(prepared)).toBe("[MUSIC] Hello.");
    expect(prepared.unspoken).toEqual([]);
  });

  test("a text of many brackets is read in linear time", () => {
    const text = "(a) ".repeat(10_000) + "(".repeat(10_000) + "*".repeat(10_000);
    expect(prepare("en-us", text).unspoken.length).toBeGreaterThan(0);
  });
});

describe("characters that no voice of a language reads", () => {
  test.each([
    ["es-es", "Привет", "П р и в е т"],
    ["es-es", "Hola, me llamo 李明.", "李 明"],
    ["de-de", "مرحبا", "م ر ح ب ا"],
    ["de-de", "שלום", "ש ל ו ם"],
    ["fr-fr", "สวัสดี", "ส ว ั ด ี".replace(/ [ัี]/gu, "")],
    ["es-es", "こんにちは", "こ ん に ち は"],
    ["es-es", "안녕", "안 녕"],
    ["hy-am", "5 × 3", "×"],
    ["ru-ru", "5 ‰", "‰"],
    ["en-us", "x ∑ y", "∑"],
    ["zh-cn", "пять", "п я т ь"],
  ])("%s %s", (languageId, text, characters) => {
    expect(prepare(languageId, text).unreadable.join(" ")).toBe(characters);
  });

  test.each([
    ["es-es", "¿Adónde vas, Łukasz Nguyễn? 3,5 €, 20 %"],
    ["ko-kr", "안녕하세요, iPhone"],
    ["zh-cn", "我有一个iPhone"],
    ["ja-jp", "私はカタカナ"],
    ["ar-ar", "٣ كتب"],
    ["en-us", "5 × 3, a@b.com & more — “quoted” • →"],
    ["sr-rs", "Добар dan"],
  ])("none: %s %s", (languageId, text) => {
    expect(prepare(languageId, text).unreadable).toEqual([]);
  });

  test("the glossary makes them readable", () => {
    const line = { ...glossaryLine, word: "李明", pronounceAs: "Li Ming" };
    const { prepare: withGlossary } = createSpeechPreparation("es-es", [line], silent);
    const prepared = withGlossary("Me llamo 李明.", null);
    expect([spokenText(prepared), prepared.unreadable]).toEqual(["Me llamo Li Ming.", []]);
  });
});

describe("numbers, currencies, units and dates", () => {
  test.each([
    ["zh-cn", "价格是3.5元", "价格是3点5元"],
    ["zh-cn", "增长20%，¥5，$5", "增长百分之20，5元，5美元"],
    ["zh-cn", "¥5.50", "5点50元"],
    ["tr-tr", "Fiyatı 5 ₺", "Fiyatı 5 lira"],
    ["en-gb", "It costs £3.", "It costs 3 pounds."],
    [
      "en-gb",
      "It costs £1, £3.50 or £3 million",
      "It costs 1 pound, 3 pounds 50 or 3 million pounds",
    ],
    ["en-us", "1,234 people, 3,5 and 1,2,3", "1234 people, 3.5 and 1,2,3"],
    [
      "en-us",
      "On 12/25/2026, v1.2.3, 5G, 5m, 192.168.1.1",
      "On December twenty-fifth, 2026, v1 point 2 point 3, 5G, 5m, 192 point 168 point 1 point 1",
    ],
    ["pt-br", "Custa R$ 25,90.", "Custa 25 Reais e 90."],
    ["de-de", "1.234,50 €, 3,5 kg, 5 °C", "1234 Euro 50, 3,5 Kilogramm, 5 Grad Celsius"],
    ["de-de", "am 24.12.2026 und 2026-02-30", "am vierundzwanzigsten Dezember 2026 und 2026-02-30"],
    ["fr-fr", "10 000 € et 3,5 km", "10000 euros et 3,5 kilomètres"],
    ["es-es", "Cuesta $5 y 3,5 €.", "Cuesta 5 dólares y 3,5 euros."],
    ["ko-kr", "3.5, 20%", "3점5, 20퍼센트"],
    ["hi-in", "१२,३४,५६७", "1234567"],
    ["ar-ar", "٣٫٥", "3.5"],
    ["en-us", "Only digits 123 and 20%", "Only digits 123 and 20%"],
    ["en-us", `${"9".repeat(40)} €`, `${"9".repeat(40)} euros`],
  ])("%s %s", (languageId, text, spoken) => {
    expect(spokenText(prepare(languageId, text))).toBe(spoken);
  });

  test("an amount has a name in each language of the catalogue", () => {
    for (const languageId of languageIds)
      expect(spokenText(prepare(languageId, "5 €")), languageId).not.toMatch(/€/);
  });
});
