/** The workbook of a bulk request: "interface-notes § Scripts". */
import { describe, expect, test } from "vitest";
import { readBulk } from "../../../main/script-formats/read";
import { readXlsx } from "hucre/xlsx";
import { cellsOf } from "../../../main/backend/bulk/draft-rows";
import { writeBulk } from "../../../main/script-formats/bulk-write";
import { templateSettings } from "../../../main/script-formats/vocabulary";
import { utf8, workbook } from "../../helpers/script-files";

const csv = (text: string) => readBulk(utf8(text), "bulk.csv");
const problemTexts = (problems: Awaited<ReturnType<typeof csv>>["problems"]) =>
  problems.map(({ severity, row, column, code }) =>
    [severity, row ?? "-", column ?? "-", code].join(" "),
  );

test("a workbook with all columns", async () => {
  const settings = ["noOfAlternativeTakes", "removeBackgroud", "sourceSpeakerSeparator"];
  const bulk = await readBulk(
    await workbook(
      [
        ["Batch_Name", "SCRIPT_PATH", "VIDEO_PATH", "LANGUAGE_CODE", ...settings, "Comment"],
        ["One", "https://e.com/a.srt?b=c", "v/1.mp4", "FR-FR", 2, false, " - ", "x"],
        [null, null, null, null, null, null, null, "only a comment"],
        ["Two", "https://e.com/b.xlsx", null, null, null, null, null, null],
      ],
      "Whatever",
    ),
    "https://e.com/bulk.xlsx?signature=1",
  );
  expect(problemTexts(bulk.problems)).toEqual(["warning 1 Comment columns-ignored"]);
  expect(bulk).toMatchObject({
    encoding: null,
    rows: [
      {
        row: 2,
        name: "One",
        scriptPath: "https://e.com/a.srt?b=c",
        videoPath: "v/1.mp4",
        languageCode: "fr-fr",
        settings: {
          noOfAlternativeTakes: 2,
          removeBackgroud: false,
          sourceSpeakerSeparator: " - ",
        },
        problems: [],
      },
      {
        row: 4,
        name: "Two",
        scriptPath: "https://e.com/b.xlsx",
        videoPath: "",
        languageCode: "",
        settings: {},
        problems: [],
      },
    ],
  });
});

test("a written workbook has columns of a local workspace only where a row uses them", async () => {
  const row = { id: 1, name: "One", video: "v/1.mp4", script: "", language: "" };
  const written = async (settings: Record<string, string>) => {
    const cells = [
      { ...row, settings },
      { ...row, name: "Two", settings: {} },
    ].map((one) => cellsOf(one));
    const bytes = await writeBulk(cells);
    const header = (await readXlsx(bytes)).sheets[0]?.rows[0]?.filter((name) => name !== null);
    return { header, bulk: await readBulk(bytes, "bulk.xlsx") };
  };
  const plain = await written({ noOfSpeakers: "2" });
  expect(plain.header).toEqual([
    "BATCH_NAME",
    "SCRIPT_PATH",
    "VIDEO_PATH",
    "LANGUAGE_CODE",
    ...templateSettings,
  ]);
  const extended = await written({ soundTrack: "2", slowsShortTakes: "TRUE" });
  expect(extended.header?.slice(4)).toEqual([...templateSettings, "soundTrack", "slowsShortTakes"]);
  expect(extended.bulk.problems).toEqual([]);
  expect(extended.bulk.rows.map(({ settings }) => settings)).toEqual([
    { soundTrack: 2, slowsShortTakes: true },
    {},
  ]);
});

describe("settings", () => {
  const values: [setting: string, written: string, value: unknown][] = [
    ...["TRUE", "true", "1", "yes", "Y", " on "].map((word): [string, string, unknown] => [
      "autoCasting",
      word,
      true,
    ]),
    ...["FALSE", "false", "0", "no", "N", "off"].map((word): [string, string, unknown] => [
      "importText",
      word,
      false,
    ]),
    ["autoCasting", "maybe", undefined],
    ["autoCasting", "2", undefined],
    ["noOfAlternativeTakes", "0", 0],
    ["noOfAlternativeTakes", "2.0", 2],
    ["noOfAlternativeTakes", "3", undefined],
    ["noOfAlternativeTakes", "-1", undefined],
    ["noOfAlternativeTakes", "1.5", undefined],
    ["noOfAlternativeTakes", "two", undefined],
    ["noOfSpeakers", "12", 12],
    ["noOfSpeakers", "0", undefined],
    ["noOfSpeakers", "1e3", undefined],
    ["sourceSpeakerSeparator", ":", ":"],
    ["AUTOMATICINFERENCE", "no", false],
    ["automaticSpeakerDetection", "yes", true],
    ["importTiming", "yes", true],
    ["importCharacters", "yes", true],
    ["removeBackgroud", "no", false],
  ];
  test.each(values)("%s: %s", async (setting, written, value) => {
    const bulk = await csv(`BATCH_NAME,SCRIPT_PATH,${setting}\nA,a.xlsx,${written}`);
    const [row] = bulk.rows;
    expect(Object.values(row?.settings ?? {})).toEqual(value === undefined ? [] : [value]);
    expect(problemTexts(row?.problems ?? [])).toEqual(
      value === undefined ? [`error 2 ${setting} setting-invalid`] : [],
    );
    expect(bulk.problems).toEqual([]);
  });
});

test("an invalid value is preserved unchanged", async () => {
  const long = "x".repeat(33_000);
  const { rows } = await csv(
    [
      "BATCH_NAME,SCRIPT_PATH,LANGUAGE_CODE,autoCasting,noOfAlternativeTakes",
      "One,https://e.com/a.srt,German,vielleicht,5",
      `${long},https://e.com/a.xlsx,DE-DE,TRUE,1`,
    ].join("\n"),
  );
  expect(rows[0]).toMatchObject({
    languageCode: "",
    settings: {},
    invalidValues: {
      languageCode: "German",
      "settings.autoCasting": "vielleicht",
      "settings.noOfAlternativeTakes": "5",
    },
  });
  expect(rows[1]).toMatchObject({ name: "", languageCode: "de-de" });
  expect(rows[1]?.invalidValues?.["name"]?.length).toBe(32_767);
});

describe("rows and columns", () => {
  const rows: [name: string, text: string, ofRows: string[], ofFile: string[]][] = [
    ["no name", "BATCH_NAME,SCRIPT_PATH\n,a.xlsx", ["error 2 BATCH_NAME name-missing"], []],
    [
      "no script and no video",
      "BATCH_NAME,SCRIPT_PATH\nA,",
      ["error 2 SCRIPT_PATH path-missing"],
      [],
    ],
    ["only a video", "BATCH_NAME,VIDEO_PATH\nA,a.mp4", [], []],
    [
      "an unknown language",
      "BATCH_NAME,SCRIPT_PATH,LANGUAGE_CODE\nA,a.xlsx,xx",
      ["error 2 LANGUAGE_CODE language-unknown"],
      [],
    ],
    [
      "a format that requires a language",
      "BATCH_NAME,SCRIPT_PATH\nA,https://e.com/a.docx?b=1.xlsx\nB,a.xlsx\nC,https://e.com/1",
      ["error 2 LANGUAGE_CODE language-missing"],
      [],
    ],
    ["no name column", "SCRIPT_PATH\na.xlsx", [], ["error 1 BATCH_NAME column-missing"]],
    ["no path column", "BATCH_NAME\nA", [], ["error 1 SCRIPT_PATH column-missing"]],
    ["no rows", "BATCH_NAME,SCRIPT_PATH\n,", [], ["error - - rows-missing"]],
    [
      "a setting in its correct spelling",
      "BATCH_NAME,SCRIPT_PATH,removeBackground\nA,a.xlsx,yes\nB,b.xlsx,",
      ["error 2 removeBackground setting-unknown"],
      ["warning 1 removeBackground column-unknown"],
    ],
    [
      "names that resemble settings",
      "BATCH_NAME,SCRIPT_PATH,noOfTakes,auto_casting,No. of speakers\nA,a.xlsx,3,,2",
      ["error 2 noOfTakes setting-unknown", "error 2 No. of speakers setting-unknown"],
      [
        "warning 1 noOfTakes column-unknown",
        "warning 1 auto_casting column-unknown",
        "warning 1 No. of speakers column-unknown",
      ],
    ],
    [
      "other columns",
      "BATCH_NAME,SCRIPT_PATH,Notes,Importance,Empty\nA,a.xlsx,later,high,",
      [],
      ["warning 1 Notes, Importance columns-ignored"],
    ],
    [
      "names that resemble columns",
      "BATCH_NAME,SCRIPT_PATH,Video-Path,LANGUAGECODE\nA,a.xlsx,v/1.mp4,DE-DE",
      [],
      ["warning 1 Video-Path column-unknown", "warning 1 LANGUAGECODE column-unknown"],
    ],
    [
      "names of object properties",
      "BATCH_NAME,SCRIPT_PATH,__proto__,constructor\nA,a.xlsx,1,1",
      [],
      ["warning 1 __proto__, constructor columns-ignored"],
    ],
    [
      "a cell over the length limit",
      `BATCH_NAME,SCRIPT_PATH\n${"x".repeat(32_768)},a.xlsx`,
      ["error 2 BATCH_NAME text-too-long", "error 2 BATCH_NAME name-missing"],
      [],
    ],
  ];
  test.each(rows)("%s", async (_name, text, ofRows, ofFile) => {
    const bulk = await csv(text);
    expect(bulk.rows.flatMap(({ problems }) => problemTexts(problems))).toEqual(ofRows);
    expect(problemTexts(bulk.problems)).toEqual(ofFile);
  });

  test("an invalid row does not affect others", async () => {
    const { rows } = await csv("BATCH_NAME,SCRIPT_PATH\nA,a.xlsx\n,b.xlsx\nC,c.xlsx");
    expect(rows.map(({ name, problems }) => [name, problems.length])).toEqual([
      ["A", 0],
      ["", 1],
      ["C", 0],
    ]);
  });

  test("a text file is not a bulk workbook", async () =>
    expect((await readBulk(utf8("A: a"), "a.txt")).problems).toMatchObject([
      { code: "bulk-format" },
    ]));
});
