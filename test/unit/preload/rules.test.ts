/** The rules that the window, main and the local service share. */
import { describe, expect, test } from "vitest";
import {
  checkBatch,
  checkProject,
  checkSettings,
  fileNameOf,
  isArchived,
  locationRule,
  nameRule,
  needsLanguageCode,
  scriptStandIn,
  type BatchDraft,
} from "../../../preload/facts/rules";

const draft = (change: Partial<BatchDraft> = {}): BatchDraft => ({
  name: "Ep 1",
  scriptPath: "https://example.test/ep1.xlsx",
  videoPath: "",
  languageCode: "",
  settings: {},
  ...change,
});

test.each([
  ["Ep 1", null],
  ["  ", "required"],
  ["a".repeat(500), null],
  ["a".repeat(501), "too-long"],
  ["a\tb", "control-character"],
  ["a\ud800", "not-well-formed"],
])("a name %j: %s", (name, rule) => {
  expect(nameRule(name)).toBe(rule);
});

test.each([
  ["https://example.test/a.mp4", null],
  ["HTTP://example.test/a.mp4?X=1", null],
  ["season 1/Scene 1: intro.mp4", null],
  [" a/b.mp4 ", null],
  ["", "required"],
  ["ftp://example.test/a", "not-http"],
  ["file:///etc/passwd", "not-http"],
  // Names that the gallery accepts.
  ["About: x.mp4", null],
  ["data:text,x", null],
  ["C:/film/a.mov", null],
  ["file:/etc/passwd", null],
  ["https://user:word@example.test/a", "user-in-url"],
  ["https://", "not-a-url"],
  [`https://example.test/${"a".repeat(9000)}`, "too-long"],
  ["ü".repeat(513), "too-long"],
  ["/a.mp4", "not-a-location"],
  ["a/../b.mp4", "not-a-location"],
  ["a\\b.mp4", "not-a-location"],
  ["folder/", "not-a-location"],
  ["a\u0007.mp4", "control-character"],
])("a location %j: %s", (location, rule) => {
  expect(locationRule(location)).toBe(rule);
});

test("a script type determines whether its language must be given", () => {
  expect(fileNameOf("https://example.test/a%20b.SRT?sig=1#x")).toBe("a b.SRT");
  expect(fileNameOf("a/b%20c.srt")).toBe("b%20c.srt");
  expect(["a.docx", "x/b.TXT", "c.pdf", "https://e.test/d.srt?x"].map(needsLanguageCode)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["a.xlsx", "b.csv", "https://e.test/d?name=x.srt"].map(needsLanguageCode)).toEqual([
    false,
    false,
    false,
  ]);
});

describe("a batch", () => {
  test("requires the fields of its project type", () => {
    const violations = (
      type: Parameters<typeof checkBatch>[0]["type"],
      change: Partial<BatchDraft>,
    ) => checkBatch({ type }, draft(change)).map(({ field, rule }) => `${field} ${rule}`);
    expect(violations("line-dubbing", {})).toEqual([]);
    expect(violations("line-dubbing", { scriptPath: "", videoPath: "a.mp4" })).toEqual([
      "scriptPath required",
      "videoPath not-applicable",
    ]);
    expect(violations("media-dubbing", { scriptPath: "" })).toEqual(["videoPath required"]);
    expect(violations("media-dubbing", { scriptPath: "", videoPath: "a.mp4" })).toEqual([]);
    const scriptPath = "https://example.test/a.srt";
    expect(violations("audio-production", { scriptPath })).toEqual(["languageCode required"]);
  });

  test.each([
    ["scripts/ep1.xlsx", "not-a-url"],
    ["/scripts/ep1.xlsx", "not-a-url"],
    ["//example.test/ep1.xlsx", "not-a-url"],
    ["scene 1: intro.xlsx", "not-a-url"],
    ["file:///scripts/ep1.xlsx", "not-http"],
    ["https://user:word@example.test/ep1.xlsx", "user-in-url"],
    [" https://example.test/ep1.xlsx?sig=1 ", null],
  ])("requires an absolute URL as its script: %j breaks %s", (scriptPath, rule) => {
    const violations = checkBatch({ type: "line-dubbing" }, draft({ scriptPath }));
    expect(violations).toEqual(rule === null ? [] : [{ field: "scriptPath", rule }]);
  });

  test("has music and effects other than its video", () => {
    const check = (bedPath: string) =>
      checkBatch(
        { type: "media-dubbing" },
        draft({ videoPath: "a/film.mp4", settings: { bedPath } }),
      );
    expect(check("a/me.wav")).toEqual([]);
    expect(check(" a/film.mp4")).toEqual([{ field: "settings.bedPath", rule: "same-as-video" }]);
  });

  test("is checked with a URL instead of a local script, which preserves the extension", () => {
    const target = { type: "audio-production" } as const;
    const fields = (file: string) =>
      checkBatch(target, draft({ scriptPath: scriptStandIn(file) })).map(({ field }) => field);
    expect(fields("/home/anna/Folge 1.SRT")).toEqual(["languageCode"]);
    expect(fields("C:\\scripts\\a b.xlsx")).toEqual([]);
    expect(fields("/home/anna/no-extension")).toEqual([]);
  });

  test("has a language of the catalogue and of its project, in any case", () => {
    const rules = (languageCode: string) =>
      checkBatch(
        {
          type: "audio-production",
          catalogueLanguages: ["fr-fr", "de-de"],
          projectLanguages: ["fr-fr"],
        },
        draft({ languageCode }),
      ).map(({ rule }) => rule);
    expect(rules("FR-fr")).toEqual([]);
    expect(rules("de-de")).toEqual(["not-of-project"]);
    expect(rules("xx")).toEqual(["not-a-language"]);
  });

  test("has only settings of its type, within their limits", () => {
    expect(
      checkSettings("line-dubbing", {
        removeBackgroud: false,
        autoCasting: true,
        noOfAlternativeTakes: 3,
        sourceSpeakerSeparator: undefined,
      }),
    ).toEqual([
      { field: "settings.removeBackgroud", rule: "not-applicable" },
      { field: "settings.noOfAlternativeTakes", rule: "out-of-range" },
    ]);
    const bed = (bedPath: string) => checkSettings("media-dubbing", { bedPath });
    expect(bed("season-1/me.wav")).toEqual([]);
    for (const path of ["https://e.com/me.wav", "/mnt/me.wav", "a/../me.wav"])
      expect(bed(path), path).toEqual([{ field: "settings.bedPath", rule: "not-a-location" }]);
    expect(checkSettings("media-dubbing", { noOfSpeakers: 0, sourceSpeakerSeparator: "" })).toEqual(
      [
        { field: "settings.noOfSpeakers", rule: "out-of-range" },
        { field: "settings.sourceSpeakerSeparator", rule: "out-of-range" },
      ],
    );
  });
});

test("a project requires its languages", () => {
  const project = {
    name: "Season 1",
    type: "line-dubbing" as const,
    model: "local-basic",
    sourceLanguage: null,
    targetLanguages: ["fr-fr", "fr-fr"],
  };
  expect(checkProject(project)).toEqual([
    { field: "sourceLanguage", rule: "required" },
    { field: "targetLanguages[1]", rule: "duplicate" },
  ]);
  expect(
    checkProject({ ...project, type: "audio-production", targetLanguages: [], model: "" }),
  ).toEqual([
    { field: "model", rule: "required" },
    { field: "targetLanguages", rule: "required" },
  ]);
});

test("a project is archived in any spelling of the status", () => {
  const isLanguageKnown = ["archived", "ARCHIVED", " Archived ", "active", ""];
  expect(isLanguageKnown.map((status) => isArchived({ status }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
