/** Checks of the texts of lines. */
import { expect, test } from "vitest";
import { checkText, type CheckedText } from "../../../../main/local-service/checks/text";

const good: CheckedText = {
  number: 7,
  languageId: "es-es",
  sourceLanguageId: "en-us",
  source: "Where are you going?",
  text: "¿Adónde vas?",
  hasTake: true,
  isFailed: false,
  unspoken: [],
  unreadable: [],
  glossary: { found: [], applied: [], inSource: [] },
};
const namesOf = (change: Partial<CheckedText>) =>
  checkText({ ...good, ...change }).map(({ name, severity }) => `${name} ${severity}`);

test.each<[string, Partial<CheckedText>, string[]]>([
  ["a good line", {}, []],
  ["no text", { text: " \n" }, ["missing error"]],
  ["no take", { hasTake: false }, ["missing error"]],
  ["a failed take", { isFailed: true }, ["missing error"]],
  [
    "the source, in other case and punctuation",
    { text: "WHERE, are you going" },
    ["untranslated warning"],
  ],
  ["the source in full-width letters", { text: "Ｗhere are you going?" }, ["untranslated warning"]],
  ["two equal words", { source: "Hello, Anna!", text: "hello Anna" }, []],
  ["three equal words", { source: "No, no, no!", text: "No no no" }, ["untranslated warning"]],
  ["only punctuation", { source: "…", text: "…" }, []],
  ["letters that no voice reads", { unreadable: ["李"] }, ["not-speakable error"]],
  ["a description", { unspoken: ["(risas)"] }, ["not-spoken note"]],
  ["the same language", { text: good.source, sourceLanguageId: "es-la" }, []],
  ["Arabic", { languageId: "ar-ar", text: "إلى أين أنت ذاهب؟" }, []],
  [
    "Latin letters in Arabic",
    { languageId: "ar-ar", text: "Adónde vas" },
    ["untranslated warning"],
  ],
  ["half of the letters are Latin", { languageId: "ja-jp", text: "ab日本" }, []],
  ["more than half of them", { languageId: "ja-jp", text: "abc日本" }, ["untranslated warning"]],
  [
    "an equal text in Japanese",
    { languageId: "ja-jp", source: "私は学校に行く", text: "私は学校に行く。" },
    ["untranslated warning"],
  ],
  ["Korean with a Latin name", { languageId: "ko-kr", text: "안녕하세요, Anna" }, []],
  ["digits", { languageId: "ko-kr", text: "1 2 3" }, []],
  [
    "a pronunciation that is not applied",
    { glossary: { found: ["Dubyard"], applied: [], inSource: [] } },
    ["glossary warning"],
  ],
  ["an applied one", { glossary: { found: ["Dubyard"], applied: ["Dubyard"], inSource: [] } }, []],
  [
    "a missing word of the source",
    { glossary: { found: [], applied: [], inSource: ["Anna"] } },
    ["glossary note"],
  ],
  ["one that the text has", { glossary: { found: [], applied: [], inSource: ["adÓnde"] } }, []],
])("%s", (_title, change, expected) => {
  expect(namesOf(change)).toEqual(expected);
});

test("a text of 200,000 characters is checked", () => {
  const text = "palabra ".repeat(25_000);
  expect(namesOf({ source: text, text })).toEqual(["untranslated warning"]);
});
