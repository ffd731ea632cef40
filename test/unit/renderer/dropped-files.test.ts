import { describe, expect, test } from "vitest";
import {
  giveNewBatchFiles,
  newBatchFilesIn,
  sourcePathOf,
  takeNewBatchFiles,
} from "../../../renderer/domain/new-batch-files";
import {
  needsLanguage,
  suggestFromNames,
} from "../../../renderer/features/batches/new-batch/suggest-from-names";

describe("dropped files", () => {
  test("are a script and a video for a new batch, handed over once", () => {
    const files = { script: "/films/harbour.fr.srt", video: "/films/harbour.mp4" };
    expect(newBatchFilesIn([files.video, files.script])).toEqual(files);
    expect(newBatchFilesIn(["/a.csv", "/1.wav", "/2.wav"])).toEqual({
      script: "/a.csv",
      video: "",
    });
    expect(newBatchFilesIn(["/films/harbour.mp4"])).toBeNull();
    giveNewBatchFiles("film", files);
    expect(takeNewBatchFiles("other")).toBeNull();
    expect(takeNewBatchFiles("film")).toEqual(files);
    expect(takeNewBatchFiles("film")).toBeNull();
  });

  test("have their paths below the dropped folder", () => {
    expect(sourcePathOf(["/a/one.wav", "/b/lines/"], "lines/texts/script.csv")).toBe(
      "/b/lines/texts/script.csv",
    );
    expect(sourcePathOf([String.raw`D:\b\lines`], "lines/script.csv")).toBe(
      String.raw`D:\b\lines\script.csv`,
    );
    expect(sourcePathOf(["/b/lines"], "other/script.csv")).toBeNull();
  });
});

describe("the names of files", () => {
  const languages = ["fr-fr", "de-de", "pt-pt", "pt-br"];
  test.each([
    ["/films/harbour.fr.srt", "", "harbour", "fr-fr"],
    ["/films/harbour_de-DE.txt", "", "harbour", "de-de"],
    ["/films/harbour.fr.srt", "/films/Harbour 2.mp4", "Harbour 2", "fr-fr"],
    // Two languages fit, or none.
    ["/films/harbour.pt.srt", "", "harbour.pt", ""],
    ["/films/port of call.srt", "", "port of call", ""],
    [String.raw`C:\films\harbour.srt`, "", "harbour", ""],
  ])("%s with the video “%s” suggest “%s” in “%s”", (script, video, name, languageId) => {
    expect(suggestFromNames(script, video, languages)).toEqual({ name, languageId });
  });

  test("suggest a language only where the format has none", () => {
    expect(["a.srt", "a.docx", "a.xlsx", "a.mp4", ""].map(needsLanguage)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
