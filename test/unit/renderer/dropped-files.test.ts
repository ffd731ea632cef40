import { describe, expect, test } from "vitest";
import {
  giveNewBatchFiles,
  newBatchFilesBelow,
  newBatchFilesIn,
  sourcePathOf,
  takeNewBatchFiles,
} from "../../../renderer/domain/new-batch-files";
import {
  needsLanguage,
  arrangeScripts,
  suggestFromNames,
} from "../../../renderer/features/batches/new-batch/suggest-from-names";

describe("dropped files", () => {
  test("are a script and a video for a new batch, handed over once", () => {
    const files = {
      scripts: ["/films/harbour.fr.srt", "/films/harbour.de.srt"],
      video: "/films/harbour.mp4",
    };
    expect(newBatchFilesIn([files.video, ...files.scripts])).toEqual(files);
    expect(newBatchFilesIn(["/a.csv", "/1.wav", "/2.wav"])).toEqual({
      scripts: ["/a.csv"],
      video: "",
    });
    expect(newBatchFilesIn(["/films/harbour.mp4"])).toBeNull();
    giveNewBatchFiles("film", files);
    expect(takeNewBatchFiles("other")).toBeNull();
    expect(takeNewBatchFiles("film")).toEqual(files);
    expect(takeNewBatchFiles("film")).toBeNull();
  });

  test("of a folder are the scripts of one film and its video", () => {
    const below = (...paths: string[]) => newBatchFilesBelow(["/in/drop"], paths, true);
    const harbour = ["drop/harbour.fr.srt", "drop/harbour.de.srt"];
    const scripts = ["/in/drop/harbour.fr.srt", "/in/drop/harbour.de.srt"];
    const video = "/in/drop/harbour.mp4";
    expect(below(...harbour, "drop/harbour.mp4")).toEqual({ scripts, video });
    expect(below(...harbour, "drop/other.srt", "drop/other.mp4", "drop/Harbour.mp4")).toEqual({
      scripts,
      video: "/in/drop/Harbour.mp4",
    });
    expect(below("drop/lines.csv", "drop/film.mov", "drop/1.wav")).toEqual({
      scripts: ["/in/drop/lines.csv"],
      video: "/in/drop/film.mov",
    });
    expect(below("drop/lines.csv", "drop/a.mov", "drop/b.mov")?.video).toBe("");
    expect(newBatchFilesBelow(["/in/drop"], ["drop/l.csv", "drop/a.mov"], false)?.video).toBe("");
    expect(below("drop/take one.srt", "drop/take two.srt")?.scripts).toHaveLength(1);
    expect(below("drop/a.mov")).toBeNull();
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

  test("put scripts of several languages into one batch, in the order of its languages", () => {
    const files = ["/f/film.de.srt", "/f/film.pt.srt", "/f/film_pt-BR.srt", "/f/film.fr.srt"];
    expect(arrangeScripts(files, languages)).toEqual({
      script: "/f/film.fr.srt",
      targets: [
        { languageId: "de-de", scriptFile: "/f/film.de.srt" },
        { languageId: "pt-br", scriptFile: "/f/film_pt-BR.srt" },
        { languageId: "", scriptFile: "/f/film.pt.srt" },
      ],
    });
    // The languages of a project that has no batches yet may not be known.
    expect(arrangeScripts(["/f/film.fr.srt", "/f/film_de-de.srt"], []).targets).toEqual([
      { languageId: "de-de", scriptFile: "/f/film_de-de.srt" },
    ]);
    expect(arrangeScripts(["/f/film.srt"], languages)).toEqual({
      script: "/f/film.srt",
      targets: [],
    });
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
