/** Detection of the speaker separator of an .srt. */
import { describe, expect, test } from "vitest";
import { readSrt } from "../../../main/script-formats/files/srt";
import { createProblems } from "../../../main/script-formats/problems";
import { proposeSeparator } from "../../../main/script-formats/speaker-separator";

const linesOf = (...texts: string[]) =>
  readSrt(
    texts
      .map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}`)
      .join("\n\n"),
    "und",
    "",
    createProblems(),
  );

describe("proposeSeparator", () => {
  test.each<[name: string, texts: string[], separator: string | null, speakers: string[]]>([
    ["a colon", ["Anna: Hello", "Ben: Hi", "ANNA: Go!", "(Music)"], ":", ["Anna", "Ben", "ANNA"]],
    ["a dash with spaces", ["Anna - Hello", "Ben - Hi", "Anna - No"], " - ", ["Anna", "Ben"]],
    ["a full-width colon", ["安娜：你好", "本：嗨", "安娜：走"], "：", ["安娜", "本"]],
    ["a bar", ["ANNA|Hello", "ANNA|Again"], "|", ["ANNA"]],
    ["no separator", ["Hello there.", "How are you?", "Fine."], null, []],
    ["times", ["Room 12:30", "Meet at 12:30", "Train 7:15"], null, []],
    ["sentences with one colon", ["He said: go", "We met.", "Why?", "Now", "Yes"], null, []],
    ["a single line", ["Anna: Hello"], null, []],
    [
      "too long for a name",
      ["And then she told me this: no", "And then he said it all: yes"],
      null,
      [],
    ],
  ])("%s", (_name, texts, separator, speakers) => {
    expect(proposeSeparator(linesOf(...texts))).toEqual(
      separator === null ? null : { text: separator, speakers },
    );
  });

  test("reads a long line without a name in linear time", () => {
    const [line] = linesOf("x".repeat(20_000));
    if (!line) throw new Error("no lines");
    expect(proposeSeparator([line, { ...line, text: { und: " ".repeat(1_000_000) } }])).toBeNull();
  });
});
