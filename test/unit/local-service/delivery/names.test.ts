/** Names of delivered files. */
import { describe, expect, it } from "vitest";
import {
  createNames,
  deliveredName,
  languageTag,
  sourceAudioName,
  takeName,
  templateName,
} from "../../../../main/local-service/delivery/names";
import { nameTemplates, parseNameTemplate } from "../../../../preload/facts/name-template";

it.each([
  ["Episode 1", "Episode_1"],
  ["Ünïcödé ß Łódź", "Unicode_ss_Lodz"],
  ["../../etc/passwd", "etc_passwd"],
  ["  .hidden. ", "hidden"],
  ["CON", "_CON"],
  ["lpt1.wav", "_lpt1.wav"],
  ["", "_"],
  ["Анна 1", "Anna_1"],
  ["Борис 1", "Boris_1"],
  ["Виктор", "Viktor"],
  ["日本", "RiBen"],
  ["\u{e000}", "ue000"],
  ["a".repeat(300), "a".repeat(100)],
  ["a\u0000b\n<c>:d|e?*", "a_b_c_d_e"],
])("%j is %j", (text, name) => {
  expect(deliveredName(text)).toBe(name);
});

it("names differ, also without regard to case, and have at most 100 characters", () => {
  const names = createNames();
  const long = "x".repeat(100);
  const made = ["takes/A", "takes/a", "stems/a", long, long].map((name) =>
    names.unique(name, ".wav"),
  );
  expect(made.slice(0, 3)).toEqual(["takes/A.wav", "takes/a_2.wav", "stems/a.wav"]);
  expect(made.map((name) => name.split("/").at(-1)!.length)).toEqual([5, 7, 5, 100, 100]);
  expect(new Set(made).size).toBe(5);
});

it("no file has the name of a folder, in either order, and many equal names are numbered", () => {
  const names = createNames();
  const paths = ["takes/x", "takes/x.wav/y", "takes/z.wav/y", "takes/z"];
  expect(paths.map((name) => names.unique(name, ".wav"))).toEqual([
    "takes/x.wav",
    "takes/x.wav_/y.wav",
    "takes/z.wav/y.wav",
    "takes/z_2.wav",
  ]);
  let last = "";
  for (let count = 0; count < 50_000; count += 1) last = names.unique("takes/Line", ".wav");
  expect(last).toBe("takes/Line_50000.wav");
});

it("a take has its line, character and number", () => {
  const line = { number: 12, lineId: "L 12", character: "ANNA/B" };
  expect(takeName(line, 1)).toBe("0012_L_12_ANNA_B_T2");
});

it.each([
  ["scene 1/Line 3.wav", "scene_1/Line_3"],
  ["https://example.com/a%20b/../c/line.mp3?signature=secret", "c/line"],
  ["..\\..\\x.wav", "x"],
  ["/", null],
  ["", null],
])("the source audio %j is %j", (sourceAudio, name) => {
  expect(sourceAudioName(sourceAudio)).toBe(name);
});

it("languages are tags", () => {
  expect(["es-es", "zh-hans", "not a tag"].map(languageTag)).toEqual([
    "es-ES",
    "zh-Hans",
    "not_a_tag",
  ]);
});

describe("templates of names", () => {
  const values = {
    project: "Série A",
    batch: "Folge 1",
    lang: "es-ES",
    character: "Анна",
    number: 7,
    id: "L-7/a",
    take: 2,
    version: 2,
  };
  it.each([
    ["{id}", "L-7_a"],
    ["{character}/{id}", "Anna/L-7_a"],
    ["{number:4}", "0007"],
    ["{number:9}_{take}", "000000007_2"],
    [
      "{project}_{batch}_{lang}_{character}_{number}_v{version:2}",
      "Serie_A_Folge_1_es-ES_Anna_7_v02",
    ],
    [
      "{project}_{batch}_{lang}_{number:3}_{character:upper}_T{take}",
      "Serie_A_Folge_1_es-ES_007_ANNA_T2",
    ],
    ["{character:lower}-{number}", "anna-7"],
    ["../../{id}", "L-7_a"],
    ["con/{number}", "_con/7"],
    ["a b?{number}", "a_b_7"],
  ])("%s", (template, expected) => {
    const { parts } = parseNameTemplate(template);
    expect(templateName(parts ?? [], values)).toBe(expected);
  });
  it("values that are empty leave no separators", () => {
    const { parts } = parseNameTemplate("{character}/{number}_{character}_{id}");
    expect(templateName(parts!, { ...values, character: " ", id: "" })).toBe("7");
  });
  it.each([
    ["{number", "{"],
    ["{nummer}_{id}", "{nummer}"],
    ["{number:upper}", "{number:upper}"],
    ["{character:4}_{id}", "{character:4}"],
    ["{character}", ""],
    ["", ""],
  ])("%j is not valid", (template, invalid) => {
    expect(parseNameTemplate(template)).toEqual({ parts: null, invalid });
  });
  it.each(nameTemplates)("%s is offered, and valid", (template) => {
    expect(parseNameTemplate(template).invalid).toBe(null);
  });
});
