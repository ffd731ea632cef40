/** Subtitles in TTML and in the format of the EBU, read by independent readers. */
import { expect, it } from "vitest";
import { stlProblem, toStl } from "../../../../main/local-service/delivery/formats/ebu-stl";
import { toTtml } from "../../../../main/local-service/delivery/formats/ttml";
import { planExport } from "../../../../main/local-service/delivery/plan";
import { elementsOf, readXml } from "../../../helpers/edit-list-readers";
import { readStl } from "../../../helpers/stl-reader";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const lines = [
  timelineLine(1, { text: "¿Dónde está el niño? <Aquí> & allí." }),
  timelineLine(2, {
    character: "Ben & Co",
    text: "No te esperaba tan temprano, y menos con este frío.",
  }),
  timelineLine(3, { text: " " }),
];

it("TTML has the times, rows and speakers, and the profile of IMSC 1.1", () => {
  const root = readXml(toTtml(timelineOf(lines)));
  expect(root.attributes).toMatchObject({
    xmlns: "http://www.w3.org/ns/ttml",
    "xml:lang": "es-ES",
    "ttp:contentProfiles": "http://www.w3.org/ns/ttml/profile/imsc1.1/text",
    "ttp:frameRate": "25",
    "ttp:frameRateMultiplier": "1 1",
  });
  const agents = new Map(
    elementsOf(root, "ttm:agent").map((agent) => [
      agent.attributes["xml:id"],
      elementsOf(agent, "ttm:name")[0]?.text,
    ]),
  );
  const paragraphs = elementsOf(root, "p").map((paragraph) => ({
    begin: paragraph.attributes["begin"],
    end: paragraph.attributes["end"],
    speaker: agents.get(paragraph.attributes["ttm:agent"]),
    rows: elementsOf(paragraph, "br").length + 1,
    text: paragraph.text,
  }));
  expect(paragraphs).toEqual([
    {
      begin: "00:00:02.000",
      end: "00:00:03.500",
      speaker: "ANNA",
      rows: 1,
      text: "¿Dónde está el niño? <Aquí> & allí.",
    },
    {
      begin: "00:00:04.000",
      end: "00:00:05.500",
      speaker: "Ben & Co",
      rows: 2,
      text: "No te esperaba tan temprano,y menos con este frío.",
    },
  ]);
});

it("TTML of a language from right to left says so, and fractions of rates are exact", () => {
  const frameRate = { numerator: 24_000, denominator: 1_001, isDropFrame: false };
  const line = timelineLine(1, { text: "تجربة" });
  const root = readXml(toTtml(timelineOf([line], { languageId: "ar-ar", frameRate })));
  expect(elementsOf(root, "style")[0]?.attributes["tts:direction"]).toBe("rtl");
  expect(root.attributes["ttp:frameRateMultiplier"]).toBe("1000 1001");
});

it.each([
  {
    rate: "25",
    numerator: 25,
    denominator: 1,
    isDropFrame: false,
    format: "STL25.01",
    start: "10:00:00:00",
    startFrame: 900_000,
  },
  {
    rate: "50",
    numerator: 50,
    denominator: 1,
    isDropFrame: false,
    format: "STL25.01",
    start: "10:00:00:00",
    startFrame: 1_800_000,
  },
  {
    rate: "29.97",
    numerator: 30_000,
    denominator: 1_001,
    isDropFrame: true,
    format: "STL30.01",
    start: "01:00:00:00",
    startFrame: 107_892,
  },
])(
  "the format of the EBU has the timecodes of the picture at $rate",
  ({ format, start, startFrame, rate, ...frameRate }) => {
    const timeline = timelineOf(lines, { frameRate, startFrame });
    const read = readStl(toStl(timeline));
    expect(read).toMatchObject({ format, start, table: "00", language: "0A", count: 2 });
    const hour = start.slice(0, 2);
    // Half a second is at the nearest frame.
    const half = rate === "29.97" ? "15" : "13";
    expect(read.subtitles.map(({ begin, end }) => [begin, end])).toEqual([
      [`${hour}:00:02:00`, `${hour}:00:03:${half}`],
      [`${hour}:00:04:00`, `${hour}:00:05:${half}`],
    ]);
    expect(read.subtitles.map(({ rows }) => rows)).toEqual([
      ["¿Dónde está el niño? <Aquí> & allí."],
      ["No te esperaba tan temprano,", "y menos con este frío."],
    ]);
  },
);

it.each([
  ["de-de", "„Größe“ – Äpfel … 5 $ #1", "“Größe” - Äpfel ... 5 $ #1"],
  ["pl-pl", "Żółć, źdźbło.", "Żółć, źdźbło."],
  ["tr-tr", "Ağaçlar ılık.", "Ağaçlar ılık."],
  ["ru-ru", "Добрый день — ёлка…", "Добрый день - ёлка..."],
  ["el-gr", "Καλημέρα σας.", "Καλημέρα σας."],
])("texts in %s have the letters of the format", (languageId, text, expected) => {
  const timeline = timelineOf([timelineLine(1, { text })], { languageId });
  const found = readStl(toStl(timeline)).subtitles[0]?.rows.join(" ");
  // The reader has one kind of double quotes.
  expect(found?.replaceAll("”", "“")).toBe(expected.replaceAll("”", "“"));
});

it("a long text has several blocks", () => {
  const text = "ñandú ".repeat(60).trim();
  const timeline = timelineOf([
    timelineLine(1, { text, slot: { start: 0, end: 96_000 }, start: 0 }),
  ]);
  const read = readStl(toStl(timeline));
  expect(read.blocks).toBeGreaterThan(read.count);
  expect(read.subtitles.flatMap(({ rows }) => rows).join(" ")).toBe(text);
});

it("what the format of the EBU does not have is named, and no such file is planned", () => {
  const film = { numerator: 24_000, denominator: 1_001, isDropFrame: false };
  const japanese = timelineOf([timelineLine(1, { text: "こんにちは" })], { languageId: "ja-jp" });
  expect(stlProblem(timelineOf(lines, { frameRate: film }))).toBe("stl-rate");
  expect(stlProblem(japanese)).toBe("stl-characters");
  expect(stlProblem(timelineOf(lines))).toBe(null);
  const plan = planExport(
    {
      format: 3,
      batchId: "b",
      picture: null,
      keepsOriginal: false,
      originalLanguageId: null,
      languages: [{ folder: "ja-JP", timeline: japanese, locations: {} }],
    },
    { parts: ["subtitles"] },
  );
  expect(plan.leftOut).toEqual([
    { languageId: "ja-jp", part: "subtitles", reason: "stl-characters" },
  ]);
  const atUrl = { path: "https://example.com/a.mov", facts: null, problem: null };
  const later = planExport(
    {
      format: 3,
      batchId: "b",
      picture: atUrl,
      keepsOriginal: false,
      originalLanguageId: null,
      languages: [{ folder: "es-ES", timeline: timelineOf(lines), locations: {} }],
    },
    { parts: ["subtitles"] },
  );
  expect(later.leftOut.map(({ reason }) => reason)).toEqual(["stl-unread"]);
  const paths = plan.files.map(({ path }) => path).filter((path) => path.includes("subtitles/"));
  expect(paths.map((path) => path.slice(path.lastIndexOf(".")))).toEqual([".srt", ".vtt", ".ttml"]);
});
