/** Italics and positions of subtitles survive from the script to the delivered files. */
import { describe, expect, it } from "vitest";
import { toStl } from "../../../../main/local-service/delivery/formats/ebu-stl";
import { toSrt, toVtt } from "../../../../main/local-service/delivery/formats/subtitles";
import { toTtml } from "../../../../main/local-service/delivery/formats/ttml";
import type { Timeline } from "../../../../main/local-service/delivery/timeline";
import { readScript } from "../../../../main/script-formats/read";
import {
  appearances,
  italicRanges,
  italicWordsOf,
  type Appearance,
} from "../../../../preload/facts/appearance";
import { elementsOf, readXml } from "../../../helpers/edit-list-readers";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const appearancesOf = async (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const options = { purpose: "audio-production", languageCode: "es-es" } as const;
  const { lines } = await readScript(bytes, name, options);
  return lines.map(({ appearance = "" }) => appearance);
};
const cue = (at: number, text: string, settings = "") =>
  `00:00:0${at}.000 --> 00:00:0${at}.900${settings}\n${text}\n\n`;

it.each<[string, string, string]>([
  ["<i>Uno.</i>", "", "italic"],
  ["- <I>Uno.</I> -", "", "italic"],
  ["<i>Uno.\nDos.", "", "italic"],
  ["{\\an8}Uno.", "", "top"],
  ["{\\i1}{\\an8}Uno.{\\i0}", "", "italic top"],
  ["{\\a6}<em>Uno.</em>", "", "italic top"],
  ["<i>He</i> or he, <i>he</i>: the <i>he</i>.", "", "\n0 He\n1 he\n2 he"],
  // Words in italics are not the whole line, and other places are the usual one.
  ["Uno <i>dos</i>.", "", "\n0 dos"],
  ["No, no, <i>no</i> y <em>ya</em>.", "", "\n1 no\n0 ya"],
  ["{\\an8}Uno {\\i1}dos{\\i0}.", "", "top\n0 dos"],
  ["Uno <i>dos\ntres</i> y.", "", "\n0 dos\n0 tres"],
  ["{\\an2}Uno.", "", ""],
  ["<b>Uno.</b> i", "", ""],
])("a cue is read as it looks: %j", async (text, _settings, expected) => {
  const srt = `1\n${cue(1, text).replaceAll(/(\d{2})\.(\d{3})/g, "$1,$2")}`;
  expect(await appearancesOf("a.srt", srt)).toEqual([expected]);
});

it.each([
  [" line:0", "top"],
  [" line:10% align:start", "top"],
  [" position:10% line:84%", ""],
  [" line:-1", ""],
])("WebVTT with the settings %j", async (settings, expected) => {
  expect(await appearancesOf("a.vtt", `WEBVTT\n\n${cue(1, "Uno.", settings)}`)).toEqual([expected]);
});

it.each<[string, string, string[]]>([
  ["Sie sah ihn gehen.", "0 he", []],
  ["Hehe, he, er.", "0 he", ["he"]],
  ["He-he: he.", "1 he", ["he"]],
  ["他说什么", "0 说", ["说"]],
])("words in italics are not those inside of other words: %j", (text, words, expected) => {
  const ranges = italicRanges(text, italicWordsOf(`\n${words}` as Appearance));
  expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(expected);
});

describe("delivered subtitles", () => {
  const timeline: Timeline = timelineOf(
    appearances.map((appearance, at) =>
      timelineLine(2 * at + 1, {
        text: "Una frase que necesita dos filas, porque es más larga que una.",
        ...(appearance === "" ? {} : { appearance }),
      }),
    ),
  );
  it.each<[string, (timeline: Timeline) => string | Uint8Array]>([
    ["a.srt", toSrt],
    ["a.vtt", toVtt],
    ["a.ttml", toTtml],
    ["a.stl", toStl],
  ])("have them, and they are read again: %s", async (name, write) => {
    expect(await appearancesOf(name, write(timeline))).toEqual(appearances);
  });

  it.each<[string, (timeline: Timeline) => string | Uint8Array]>([
    ["a.srt", toSrt],
    ["a.vtt", toVtt],
    ["a.ttml", toTtml],
    ["a.stl", toStl],
  ])("have words in italics across rows, and they are read again: %s", async (name, write) => {
    const text = "No, no, no: es una frase que necesita dos filas, porque es más larga.";
    const appearance = "top\n1 no\n0 que necesita dos filas, porque es" as const;
    const lines = [timelineLine(1, { text, appearance }), timelineLine(5, { text })];
    const [first = "", second] = await appearancesOf(name, write(timelineOf(lines)));
    expect(first.split("\n").slice(0, 2)).toEqual(["top", "1 no"]);
    expect(first.split("\n").slice(2).join("|")).toMatch(/^0 que.*\|0 .*es$/);
    expect(second).toBe("");
  });

  it.each([
    ["Uno  y\u00a0dos y tres.", "0 dos y", "Uno  y\u00a0<i>dos y</i> tres."],
    ["Uno\ty dos.", "0 y\n0 dos", "Uno\t<i>y</i> <i>dos</i>."],
  ])("have words in italics with any white space: %j", (text, words, expected) => {
    const line = timelineLine(1, { text, appearance: `\n${words}` });
    expect(toSrt(timelineOf([line]))).toContain(`\r\n${expected}\r\n`);
  });

  it("have no words in italics that a changed text does not have", () => {
    const changed = timelineLine(1, { text: "Uno y tres.", appearance: "\n0 dos\n0 tres" });
    expect(toSrt(timelineOf([changed]))).toContain("\r\nUno y <i>tres</i>.\r\n");
  });

  it("have their markup in each row, and the region of TTML is that of the paragraph", () => {
    const only = timelineOf(timeline.lines.slice(-1));
    expect(toSrt(only)).toContain(
      "\r\n{\\an8}<i>Una frase que necesita dos filas,</i>\r\n<i>porque es más larga que una.</i>\r\n",
    );
    expect(toVtt(only)).toContain(" line:0\n<v ANNA><i>Una frase que necesita dos filas,</i>\n<i>");
    const root = readXml(toTtml(timeline));
    const regions = elementsOf(root, "p").map(({ attributes }) => attributes["region"]);
    expect(regions).toEqual(["bottom", "bottom", "top", "top"]);
    expect(elementsOf(root, "div")[0]?.attributes["region"]).toBeUndefined();
  });
});
