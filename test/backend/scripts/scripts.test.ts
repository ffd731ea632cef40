/** Checks of scripts: with real files, the real reader and real file system events. */
import { mkdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeXlsx } from "hucre/xlsx";
import type { LocalService } from "../../../main/local-service/server";
import type { WorkbookCell } from "../../../preload/contract/scripts";
import type { Dialogs } from "../../../main/backend/compose";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  writeMediaFile,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { long } from "../../long";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let test: TestBackend;
let workspaceId: string;
let saveTo: string | null = null;
let chosen: string | null = null;
const opened: string[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  const dialogs: Dialogs = {
    chooseMedia: () => Promise.resolve([]),
    chooseFolder: () => Promise.resolve(null),
    chooseFile: () => Promise.resolve(chosen),
    saveFile: () => Promise.resolve(saveTo),
  };
  test = startBackend(path.join(folder.path, "profile"), {
    dialogs,
    openInProgram(file, cell) {
      opened.push(cell ? `${file} ${cell.sheet} ${cell.name}` : file);
      return Promise.resolve({ isAtCell: cell !== null });
    },
  });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const at = (...parts: string[]) => path.join(folder.path, ...parts);
const reading = (file: string, more: Partial<Parameters<typeof check>[1]> = {}) => ({
  workspaceId,
  path: at(file),
  projectType: "audio-production" as const,
  languageCode: "",
  speakerSeparator: "",
  ...more,
});
const check = (
  file: string,
  more: {
    projectType?: "audio-production" | "line-dubbing" | "media-dubbing";
    languageCode?: string;
    speakerSeparator?: string;
  } = {},
) => test.handlers.scripts.check(reading(file, more));
const workbook = (rows: (string | number | null)[][]) =>
  writeXlsx({ sheets: [{ name: "Revoiceit_Prod_Template_Script", rows }] });
/** The number of "scripts" change events. */
const changeEventCount = () =>
  test.events.filter(
    ({ name, payload }) =>
      name === "changed" && (payload as { topics: string[] }).topics.includes("scripts"),
  ).length;
/** Resolves at the next change event. */
const nextChange = () => {
  const before = changeEventCount();
  return test.waitUntil(
    () => (changeEventCount() > before ? true : null),
    "the change of a script",
  );
};

describe("a check", () => {
  it("says what a hosted service gets, and nothing of a script with errors", async () => {
    const hosted = { languageCode: "en-us" };
    const files = {
      "plain.txt": ["ANNA: Hi.\nBEN: Yo.\n", "file"],
      "screenplay.txt": ["ANNA\nHi.\n\nBEN\nYo there.\n\nANNA\nFine.\n", "workbook"],
      "cues.vtt": ["WEBVTT\n\n00:01.000 --> 00:02.000\nHi.\n", "srt"],
      "wrong.vtt": ["WEBVTT\n\n00:02.000 --> 00:01.000\nHi.\n", null],
    } as const;
    for (const [name, [text, sentAs]] of Object.entries(files)) {
      await writeFile(at(name), text);
      expect((await check(name, hosted)).sentAs).toBe(sentAs);
    }
  });
  it("reports lines per character, languages, and problems with their cells", async () => {
    await writeFile(
      at("episode.xlsx"),
      await workbook([
        ["ID", "Character", "Emotion", "Text_FR-FR", "Text_DE-DE"],
        [1, "Anna", "joy", "Bonjour", "Hallo"],
        [2, "Ben", "bored", "Salut", null],
        [2, "Anna", null, "Oui", "Ja"],
        [4, "Anna", null, null, null],
      ]),
    );
    const report = await check("episode.xlsx");
    expect(report).toMatchObject({
      path: at("episode.xlsx"),
      name: "episode.xlsx",
      format: "xlsx",
      lineCount: 4,
      characters: [
        { name: "Anna", lines: 3 },
        { name: "Ben", lines: 1 },
      ],
      languages: ["fr-fr", "de-de"],
      counts: { errors: 1, warnings: 2, notes: 0 },
      sourceAudio: { local: 0, missing: 0, gallery: 0, urls: 0 },
    });
    expect(report.problems.map(({ severity, cell, code }) => [severity, cell, code])).toEqual([
      ["error", "C3", "emotion-unknown"],
      ["warning", "A4", "id-twice"],
      ["warning", "", "text-missing"],
    ]);
    expect(Math.abs(Number(report.modifiedAt) - Date.now())).toBeLessThan(60_000);
  });

  it("finds source audio on this computer, in the gallery and at URLs", async () => {
    await mkdir(at("script", "takes"), { recursive: true });
    await writeFile(at("script", "takes", "u\u0308.wav"), "x");
    await uploadPaths(
      test,
      workspaceId,
      [await writeMediaFile(folder.path, "line-001.wav", 1_000)],
      "season-1/",
    );
    await waitForUploads(test, workspaceId);
    await test.handlers.gallery.refresh({ workspaceId });
    await writeFile(
      at("script", "lines.csv"),
      [
        "ID,Text_EN-US,Source_Audio",
        "1,a,takes/ü.wav",
        "2,b,takes\\ü.wav",
        "3,c,season-1/line-001.wav",
        "4,d,https://cdn.studio.test/4.wav",
        "5,e,takes/none.wav",
        "6,f,",
        "7,g,takes/none.wav",
        "8,h,./season-1\\line-001.wav",
        "9,i,https://cdn.studio.test/4.wav",
      ].join("\n"),
    );
    const report = await check("script/lines.csv", { projectType: "line-dubbing" });
    // A file that several lines share counts once; its problem counts for every line.
    expect(report.sourceAudio).toEqual({ local: 1, missing: 1, gallery: 1, urls: 1 });
    expect(report.problems.map(({ row, cell, code }) => [row, cell, code])).toEqual([
      [6, "C6", "source-audio-not-found"],
      [7, "C7", "source-audio-missing"],
      [8, "C8", "source-audio-not-found"],
    ]);
    expect(report.counts).toEqual({ errors: 3, warnings: 0, notes: 0 });
  });

  it("reads a file again for other options", async () => {
    await writeFile(at("a.srt"), "1\n00:00:01,000 --> 00:00:02,500\nAnna: Hello\n");
    // Without a language the script is read and shown without an error, because the form has a
    // field for the language.
    const without = await check("a.srt");
    expect(without).toMatchObject({
      isLanguageMissing: true,
      lineCount: 1,
      languages: [],
      problems: [],
      counts: { errors: 0, warnings: 0, notes: 0 },
    });
    const shown = await test.handlers.scripts.lines({ ...reading("a.srt"), offset: 0, limit: 10 });
    expect(shown.lines.map(({ text }) => text)).toEqual([{ und: "Anna: Hello" }]);
    const options = {
      projectType: "media-dubbing" as const,
      languageCode: "EN-US",
      speakerSeparator: ": ",
    };
    expect(await check("a.srt", options)).toMatchObject({
      languages: ["en-us"],
      characters: [{ name: "Anna", lines: 1 }],
      problems: [],
    });
    const { lines, total } = await test.handlers.scripts.lines({
      ...reading("a.srt"),
      ...options,
      offset: 0,
      limit: 10,
    });
    expect(total).toBe(1);
    expect(lines[0]).toEqual({
      number: 1,
      row: 1,
      character: "Anna",
      text: { "en-us": "Hello" },
      sourceAudio: "",
      emotion: "",
      intensity: "",
      startMs: 1_000,
      endMs: 2_500,
    });
  });

  it("counts problems beyond those listed", async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `${n},bored,x,none-${n}.wav`);
    await writeFile(at("bad.csv"), `ID,Emotion,Text_EN-US,Source_Audio\n${rows.join("\n")}`);
    const report = await check("bad.csv", { projectType: "line-dubbing" });
    expect(report.counts).toEqual({ errors: 6_000, warnings: 0, notes: 0 });
    expect(report.problems).toHaveLength(500);
    expect(report.sourceAudio.missing).toBe(3_000);
  });

  it("rejects only missing and unreadable files", async () => {
    await expect(check("none.xlsx")).rejects.toMatchObject({ code: "file-missing" });
    await expect(check(".")).rejects.toMatchObject({ code: "file-unreadable" });
    await expect(
      test.handlers.scripts.check({ ...reading("x"), path: "x.csv" }),
    ).rejects.toMatchObject({ code: "path-not-approved" });
    await writeFile(at("empty.csv"), "");
    expect((await check("empty.csv")).problems.map(({ code }) => code)).toEqual(["empty"]);
    await writeFile(at("large.xlsx"), "");
    await truncate(at("large.xlsx"), 60 * 1024 ** 2);
    expect(await check("large.xlsx")).toMatchObject({
      size: 60 * 1024 ** 2,
      counts: { errors: 1, warnings: 0, notes: 0 },
      problems: [{ code: "too-large", row: null, column: "", cell: "" }],
    });
  });

  it(
    "of fifty thousand lines stays within its time limit and does not block the main thread",
    long,
    async () => {
      const rows = Array.from({ length: 50_000 }, (_, n) => [
        n,
        `Character ${n % 40}`,
        "joy",
        `A line of some length that somebody says, number ${n}`,
        `takes/${n % 100}/line-${n}.wav`,
      ]);
      const header = ["ID", "Character", "Emotion", "Text_EN-US", "Source_Audio"];
      await writeFile(at("season.xlsx"), await workbook([header, ...rows]));
      // Starts the reader first, as in a session.
      await writeFile(at("first.csv"), "Text_EN-US\nHello");
      await check("first.csv");
      let intervals = 0;
      const interval = setInterval(() => (intervals += 1), 1);
      const used = process.cpuUsage();
      const report = await check("season.xlsx", { projectType: "line-dubbing" });
      const { user, system } = process.cpuUsage(used);
      const lines = await test.handlers.scripts.lines({
        ...reading("season.xlsx", { projectType: "line-dubbing" }),
        offset: 49_990,
        limit: 20,
      });
      clearInterval(interval);
      expect(report.lineCount).toBe(50_000);
      expect(report.sourceAudio.missing).toBe(50_000);
      expect(lines.lines).toHaveLength(10);
      // CPU time, because other processes share the computer; about 2 s of all threads.
      expect((user + system) / 1e6).toBeLessThan(5);
      // If the main thread read the script, no interval would fire.
      expect(intervals).toBeGreaterThan(50);
    },
  );
});

describe("a script that changes", () => {
  const write = (text: string) => writeFile(at("a.csv"), `Text_EN-US\n${text}`);
  beforeEach(async () => {
    await write("one");
    await check("a.csv");
  });

  it("is reported when it is written, and read again", async () => {
    const changed = nextChange();
    await write("one\ntwo");
    await changed;
    expect((await check("a.csv")).lineCount).toBe(2);
  });

  it("is reported when an editor replaces it by renaming", async () => {
    const changed = nextChange();
    await writeFile(at(".~lock.a.csv#"), "user");
    await writeFile(at("draft.tmp"), "Text_EN-US\none\ntwo\nthree");
    await rename(at("draft.tmp"), at("a.csv"));
    await changed;
    expect((await check("a.csv")).lineCount).toBe(3);
  });

  it("is reported when it is deleted and created again", async () => {
    const deleted = nextChange();
    await rm(at("a.csv"));
    await deleted;
    await expect(check("a.csv")).rejects.toMatchObject({ code: "file-missing" });
    const recreated = nextChange();
    await write("again");
    await recreated;
    expect((await check("a.csv")).lineCount).toBe(1);
  });

  it("is reported when its folder is deleted and created again", async () => {
    await mkdir(at("season"));
    await writeFile(at("season", "b.csv"), "Text_EN-US\none");
    await check("season/b.csv");
    const deleted = nextChange();
    await rename(at("season"), at("elsewhere"));
    await deleted;
    await expect(check("season/b.csv")).rejects.toMatchObject({ code: "file-missing" });
    const recreated = nextChange();
    await rename(at("elsewhere"), at("season"));
    await recreated;
    const changed = nextChange();
    await writeFile(at("season", "b.csv"), "Text_EN-US\none\ntwo");
    await changed;
    expect((await check("season/b.csv")).lineCount).toBe(2);
  });

  it("is reported when source audio is added beside it", async () => {
    const changed = nextChange();
    await writeFile(at("take.wav"), "x");
    await changed;
  });

  it("is not reported for other files beside it, nor after it was released", async () => {
    const before = changeEventCount();
    await writeFile(at(".~lock.a.csv#"), "user");
    await writeFile(at("other.csv"), "x");
    await test.handlers.scripts.release({ paths: [at("a.csv")] });
    await write("unseen");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(changeEventCount()).toBe(before);
  });
});

describe("dialogs and programs", () => {
  it("returns the chosen script, or null", async () => {
    chosen = null;
    expect(await test.handlers.scripts.choose(undefined)).toBeNull();
    chosen = at("a.srt");
    expect(await test.handlers.scripts.choose(undefined)).toEqual({ path: at("a.srt") });
  });

  it("saves templates that the reader accepts, completely or not", async () => {
    const { saveTemplate } = test.handlers.scripts;
    saveTo = null;
    expect(await saveTemplate({ kind: "bulk", languages: [] })).toBeNull();
    for (const kind of ["audio-production", "line-dubbing"] as const) {
      saveTo = at(`${kind}.xlsx`);
      await writeFile(saveTo, "previous content");
      expect(await saveTemplate({ kind, languages: ["fr-fr", "de-de"] })).toEqual({ path: saveTo });
      const report = await check(`${kind}.xlsx`, { projectType: kind });
      expect(report.problems.map(({ code }) => code)).toEqual(["lines-missing"]);
      expect(report.languages).toEqual(["fr-fr", "de-de"]);
    }
    saveTo = at("no-such-folder", "a.xlsx");
    await expect(saveTemplate({ kind: "bulk", languages: [] })).rejects.toMatchObject({
      code: "file-unwritable",
    });
    saveTo = at("bulk.xlsx");
    await saveTemplate({ kind: "bulk", languages: [] });
    expect((await readFile(saveTo)).subarray(0, 2).toString()).toBe("PK");
  });

  it("opens scripts in their programs, and no executable files", async () => {
    opened.length = 0;
    const open = (file: string, cell: WorkbookCell | null = null) =>
      test.handlers.scripts.openInProgram({ path: file, cell });
    for (const name of ["a.csv", "run.sh", "a.csv#.desktop", "a.exe"])
      await writeFile(at(name), "x");
    expect(await open(at("a.csv"))).toEqual({ isAtCell: false });
    const atCell = await open(at("a.csv"), { sheet: "One", name: "B2" });
    expect(atCell).toEqual({ isAtCell: true });
    for (const name of ["run.sh", "a.csv#.desktop", "a.exe"])
      await expect(open(at(name))).rejects.toMatchObject({ code: "invalid-input" });
    await expect(open("a.csv")).rejects.toMatchObject({ code: "path-not-approved" });
    await expect(open(at("none.csv"))).rejects.toMatchObject({ code: "file-missing" });
    expect(opened).toEqual([at("a.csv"), `${at("a.csv")} One B2`]);
  });
});
