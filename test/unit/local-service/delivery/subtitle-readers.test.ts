/** Subtitles as npm packages read them that are not ours. They cost a few milliseconds. */
import { expect, it } from "vitest";
import { parse } from "subsrt-ts";
import { WebVTTParser } from "webvtt-parser";
import { toSrt, toVtt } from "../../../../main/local-service/delivery/formats/subtitles";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const texts = ["¿Dónde está el niño?", "日本 – «ça va»", "AT&T <b> --> «x»", "مرحبا بالعالم"];
const timeline = timelineOf([
  timelineLine(1, { text: texts[0] ?? "" }),
  timelineLine(2, { text: texts[1] ?? "", appearance: "italic" }),
  timelineLine(3, { text: texts[2] ?? "", character: "B & C", appearance: "top" }),
  timelineLine(4, { text: texts[3] ?? "" }),
]);
const times = [1, 2, 3, 4].map((number) => [number * 2_000, number * 2_000 + 1_000]);

it.each([
  ["srt", toSrt],
  ["vtt", toVtt],
] as const)("subsrt-ts reads each cue of .%s with its times", (format, toText) => {
  const cues = parse(toText(timeline), { format }).filter(({ type }) => type === "caption");
  expect(cues.map(({ start }) => start)).toEqual(times.map(([start]) => start));
  expect(cues.map(({ content }) => content)).toEqual([
    expect.stringContaining("¿Dónde está el niño?"),
    expect.stringContaining("日本 – «ça va»"),
    expect.stringContaining("AT&"),
    expect.stringContaining("مرحبا بالعالم"),
  ]);
});

it("webvtt-parser, which checks the syntax of WebVTT, finds no error, and the texts and voices", () => {
  const { cues, errors } = new WebVTTParser().parse(toVtt(timeline), "subtitles");
  expect(errors).toEqual([]);
  expect(cues.map(({ startTime }) => startTime * 1_000)).toEqual(times.map(([start]) => start));
  type Node = (typeof cues)[number]["tree"];
  const textOf = ({ value = "", children = [] }: Node): string =>
    value + children.map(textOf).join("");
  const named = ({ name, children = [] }: Node): string[] => [
    ...(name === undefined ? [] : [name]),
    ...children.flatMap(named),
  ];
  // Its trees have the name of the voice before the text. It reads "&amp;" as "&;".
  const read = cues.map(({ tree }) => textOf(tree).trim().replaceAll("\n", " "));
  expect(read.filter((text) => !text.includes("&"))).toEqual(
    texts.filter((text) => !text.includes("&")).map((text) => `ANNA${text}`),
  );
  expect(cues.map(({ tree }) => named(tree))).toEqual([["v"], ["v", "i"], ["v"], ["v"]]);
});
