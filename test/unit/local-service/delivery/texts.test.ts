/** Subtitles, labels, tables and the manifest. */
import { expect, it, vi } from "vitest";
import { cueTable } from "../../../../main/local-service/delivery/formats/cues";
import { toLabels } from "../../../../main/local-service/delivery/formats/labels";
import { toChecksums, toManifest } from "../../../../main/local-service/delivery/formats/manifest";
import {
  checkTable,
  commentTable,
  loudnessTable,
} from "../../../../main/local-service/delivery/formats/reports";
import { judge, mixTarget } from "../../../../main/local-service/delivery/loudness";
import { toSrt, toVtt } from "../../../../main/local-service/delivery/formats/subtitles";
import { toCsv, toXlsx } from "../../../../main/script-formats/files/data-table";
import { rowsOfText } from "../../../../main/script-formats/files/srt-write";
import { breakRow } from "../../../../main/local-service/checks/subtitles/rows";
import { readingLimitsOf } from "../../../../preload/facts/checks";
import { sheetPart } from "../../../../main/script-formats/files/xlsx/workbook";
import { openZip } from "../../../../main/script-formats/files/zip";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

const special = timelineLine(2, {
  character: "A<B>\n",
  text: "<i>Uno</i> & dos\r\n\r\n-->\nتجربة",
  reason: "too fast",
  comments: [
    { at: 200_000, end: 248_000, text: "=1+1", by: "@Mia", isResolved: false },
    { at: 200_000, text: "Why?", by: "Ben", isResolved: false, isReply: true },
    { at: 200_000, text: "Done", by: "", isResolved: true, stateBy: "Ben", stateAt: 0 },
  ],
  checks: [{ name: "silence", severity: "error", detail: "-inf dB", ignoredBy: "Mia" }],
});
const timeline = timelineOf([timelineLine(1), special, timelineLine(3, { text: " " })]);

it("subtitles in SubRip have CRLF, and no empty row or arrow within a text", () => {
  expect(toSrt(timeline)).toBe(
    [
      "1",
      "00:00:02,000 --> 00:00:03,500",
      "Hola.",
      "",
      "2",
      "00:00:04,000 --> 00:00:05,500",
      "<i>Uno</i> & dos",
      "→",
      "تجربة",
      "",
      "",
    ].join("\r\n"),
  );
});

it("subtitles in WebVTT name the speakers, and escape the texts", () => {
  expect(toVtt(timeline)).toBe(
    [
      "WEBVTT",
      "",
      "00:00:02.000 --> 00:00:03.500",
      "<v ANNA>Hola.</v>",
      "",
      "00:00:04.000 --> 00:00:05.500",
      "<v A&lt;B&gt;>&lt;i&gt;Uno&lt;/i&gt; &amp; dos",
      "--&gt;",
      "تجربة</v>",
      "",
    ].join("\n"),
  );
});

it("subtitles are in the order of time, last at least two seconds without a length, and follow the take", () => {
  const lines = [
    timelineLine(1, { start: 480_000, takes: [timelineTake(0, { length: 96_000 })], slot: null }),
    timelineLine(2, { start: 48_000, takes: [], slot: null }),
  ];
  const times = toSrt(timelineOf(lines)).match(/.* --> .*/g);
  expect(times?.map((row) => row.trim())).toEqual([
    "00:00:01,000 --> 00:00:03,000",
    "00:00:10,000 --> 00:00:12,000",
  ]);
});

it.each([
  [
    "es-es",
    "No te esperaba tan temprano, y menos aún con este frío de enero.",
    ["No te esperaba tan temprano,", "y menos aún con este frío de enero."],
  ],
  ["en-us", "A short text.", ["A short text."]],
  ["en-us", "x".repeat(90), ["x".repeat(42), "x".repeat(42), "x".repeat(6)]],
  ["ja-jp", "今日はとても寒いですから、早く家に帰りましょう。", null],
] as const)(
  "a row in %s has at most the characters of its language: %j",
  (languageId, text, rows) => {
    const limit = readingLimitsOf(languageId).rowCharacters;
    const found = breakRow(text, languageId, limit);
    if (rows) expect(found).toEqual(rows);
    expect(found.every((row) => Array.from(row).length <= limit)).toBe(true);
    expect(found.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  },
);

it.each([
  // A no-break space, and punctuation after a space, do not begin a row.
  ["fr-fr", "ab cd ef\u00a0!", 8, ["ab cd", "ef\u00a0!"]],
  ["fr-fr", "abcd ef ! gh", 7, ["abcd", "ef ! gh"]],
  ["fr-fr", "abcdef « gh » ij", 9, ["abcdef", "« gh » ij"]],
  // An opening bracket does not end one.
  ["ja-jp", "彼女は今日「行けない」と言った", 6, ["彼女は今日", "「行けない」", "と言った"]],
  ["es-es", "– Donaudampfschiff", 16, ["– Donaudampfschi", "ff"]],
  // A letter stays with its marks.
  ["en-us", "e\u0301".repeat(5), 5, ["e\u0301e\u0301", "e\u0301e\u0301", "e\u0301"]],
  ["en-us", "👩‍🎤👩‍🎤👩‍🎤", 4, ["👩‍🎤", "👩‍🎤", "👩‍🎤"]],
] as const)(
  "a row in %s is not broken between what belongs together: %j",
  (languageId, text, limit, rows) => {
    expect(breakRow(text, languageId, limit)).toEqual(rows);
  },
);

it("rows have no control characters, and begin at those that break lines", () => {
  expect(rowsOfText("a\u0007b\vc\fd\u0085\te\tf\u0000")).toEqual(["a b", "c", "d", "e\tf"]);
});

it("10,000 words are broken in time that grows with their number", () => {
  const text = Array.from({ length: 10_000 }, (_none, index) => `word${index % 7}`).join(" ");
  const rows = breakRow(text, "en-us", 42);
  expect(rows.join(" ")).toBe(text);
});

it("the cue sheet has the levels of takes as they are delivered", () => {
  const levelsOf = (file: string) =>
    file === "takes/1.wav" ? { loudness: -18.04, truePeak: -1.26 } : null;
  const csv = toCsv(cueTable(timeline, { hasTakes: true, levelsOf }));
  expect(csv).toContain("Hola.,1,takes/1.wav,1.00,0.0,-18.0,-1.3,approved");
});

it("labels are one row each", () => {
  expect(toLabels(timeline).split("\n")).toEqual([
    "2.000000\t3.000000\t1 ANNA: Hola.",
    "4.000000\t5.000000\t2 A<B> : <i>Uno</i> & dos --> تجربة",
    "6.000000\t7.000000\t3 ANNA:",
    "",
  ]);
});

it("the cue sheet has a row for each line, and no cell is a formula", () => {
  const csv = toCsv(cueTable(timeline, { hasTakes: true }));
  expect(csv).toContain(
    "1,L1,ANNA,Ashley,01:00:02:00,01:00:03:00,Hello.,Hola.,1,takes/1.wav,1.00,0.0,-23.0,-4.5,approved,Mia,\r\n",
  );
  expect(csv).toContain('"too fast\n=1+1\nWhy?"');
  const comments = toCsv(commentTable(timeline));
  expect(comments).toContain("01:00:04:04,'=1+1,'@Mia,no,01:00:05:04,1,no,,\r\n");
  expect(comments).toContain("01:00:04:04,Why?,Ben,no,,1,yes,,\r\n");
  expect(comments).toContain("01:00:04:04,Done,,yes,,2,no,Ben,1970-01-01T00:00:00.000Z\r\n");
  const failed = { path: "es-ES/mix/1.wav", problem: "no sound", finding: "", measures: null };
  const checks = toCsv(checkTable(timeline, [failed]));
  expect(checks).toContain("silence,error,'-inf dB,Mia");
  expect(checks).toContain(",,,delivery,error,es-ES/mix/1.wav: no sound,\r\n");
});

it("the loudness report has both loudnesses of a mono sound, and whether it meets the preset", () => {
  const levels = { dialogue: -18.9, truePeak: -1.5, rms: -22, noiseFloor: null };
  const dynamics = { range: 6.5, maxMomentary: -12, maxShortTerm: null };
  const gains = { gain: 4, limiting: 1 };
  const measured = {
    ...levels,
    dynamics,
    channels: 1 as const,
    loudness: -19.02,
    speechShare: 0.5,
  };
  const reportOf = (loudness: number) => {
    const judged = judge({ ...measured, loudness }, mixTarget("online", 1), gains);
    return toCsv(loudnessTable([{ path: "mix.wav", problem: "", ...judged }]));
  };
  expect(reportOf(-19.02)).toContain(
    "mix.wav,1,-19.02,-16.01,-18.90,6.50,-12.00,,-22.00,,-1.50,4.00,1.00,-19.00,-1.00,yes\r\n",
  );
  expect(reportOf(-16)).toContain(",no\r\n");
  const { finding } = judge({ ...measured, truePeak: -0.4 }, mixTarget("online", 1), gains);
  expect(finding).toBe("true peak -0.4 dBTP, at most -1");
  // A level that is shown as the limit is within it.
  const onLimit = judge({ ...measured, truePeak: -0.96 }, mixTarget("online", 1), gains);
  expect(onLimit.finding).toBe("");
  const far = judge({ ...measured, loudness: -20 }, mixTarget("broadcast-eu", 1), gains);
  expect(far.finding).toBe("-20.0 LUFS, target -26 ±0.2");
  // A stem has no target.
  expect(judge(measured, null, null)).toMatchObject({ finding: "", measures: { target: null } });
});

it("the cue sheet names no files of takes that are not delivered", () => {
  const csv = toCsv(cueTable(timeline, { hasTakes: false }));
  expect(csv).toContain("Hola.,1,,1.00");
  expect(csv).not.toContain("takes/");
});

it("a workbook has the same bytes on every day, and its cells are texts", async () => {
  const first = await toXlsx(cueTable(timeline, { hasTakes: true }));
  vi.useFakeTimers({ now: new Date("2031-05-06") });
  const second = await toXlsx(cueTable(timeline, { hasTakes: true })).finally(() =>
    vi.useRealTimers(),
  );
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);
  const zip = openZip(first);
  expect(zip.read(sheetPart(zip, "Cues")).toString()).not.toContain("<f>");
});

it("a workbook has no characters that XML forbids, and no cell that is too long", async () => {
  const rows = [["a\uFFFEb\u0001\uD800c😀", "x".repeat(40_000)]];
  const columns = [
    { name: "A", width: 8 },
    { name: "B", width: 8 },
  ];
  const zip = openZip(await toXlsx({ name: "Cues", columns, rows }));
  const texts = zip.names.map((name) => zip.read(name).toString()).join("");
  expect(texts).toContain("a\uFFFDb\uFFFD\uFFFDc😀");
  expect(texts.includes("x".repeat(32_768))).toBe(false);
});

it("the manifest lists the files in order, with their sums", () => {
  const files = [
    { path: "es-ES/b.wav", bytes: 2, sha256: "bb" },
    { path: "es-ES/a.wav", bytes: 1, sha256: "aa" },
  ];
  const manifest = JSON.parse(
    toManifest(
      {
        project: "Série",
        batch: "1",
        version: 2,
        preset: "streaming",
        parts: ["takes"],
        isDeliveredAnyway: false,
        failures: [],
        findings: [],
        notKept: [],
        languages: [],
        originalNames: { Serie: "Série" },
      },
      files,
    ),
  ) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    formatVersion: 1,
    version: 2,
    preset: { name: "streaming", loudness: -27, truePeak: -2 },
    files: [files[1], files[0]],
  });
  expect(toChecksums(files)).toBe("aa  es-ES/a.wav\nbb  es-ES/b.wav\n");
});
