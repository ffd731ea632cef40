/** The files that `dubyard dub` writes. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { copyResults, existingResults } from "../../../main/headless/dub-results";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "dub-results-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => path.join(folder, ...names);
function write(name: string, content: string): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
}

describe("copies", () => {
  const paths = [
    "video.mp4",
    "Dubs/Dub/Harbour/ES-ES/takes/0001_ANNA.wav",
    "Dubs/Dub/Harbour/ES-ES/Harbour_ES-ES.mp4",
    "Dubs/Dub/Harbour/FR-FR/takes/0001_ANNA.wav",
  ];
  const copy = (signal = new AbortController().signal) => {
    async function* files() {
      yield await Promise.resolve(paths);
    }
    const service = { files, fileOf: (name: string) => Promise.resolve(at("gallery", name)) };
    return copyResults(service, { to: at("out"), languages: ["es-es"] }, signal);
  };
  beforeEach(() => paths.forEach((name) => write(`gallery/${name}`, name)));

  it("are the results of the languages, below their folders", async () => {
    const results = ["ES-ES/Harbour_ES-ES.mp4", "ES-ES/takes/0001_ANNA.wav"];
    expect(await copy()).toEqual(results);
    expect(readFileSync(at("out", "ES-ES/Harbour_ES-ES.mp4"), "utf8")).toBe(paths[2]);
    expect(readdirSync(at("out"))).toEqual(["ES-ES"]);
    expect(readdirSync(at("out/ES-ES")).sort()).toEqual(["Harbour_ES-ES.mp4", "takes"]);
    // Once more: the files have the same content.
    expect(await copy()).toEqual(results);
  });

  it("do not replace a file with another content", async () => {
    write("out/ES-ES/Harbour_ES-ES.mp4", "mine");
    await expect(copy()).rejects.toMatchObject({
      code: "invalid-input",
      message: `${at("out/ES-ES/Harbour_ES-ES.mp4")} exists, with another content`,
    });
    expect(readFileSync(at("out/ES-ES/Harbour_ES-ES.mp4"), "utf8")).toBe("mine");
    expect(readdirSync(at("out/ES-ES")).sort()).toEqual(["Harbour_ES-ES.mp4", "takes"]);
  });

  it("are not begun by a run that was interrupted while the takes were made", async () => {
    await expect(copy(AbortSignal.abort(new Error("interrupted")))).rejects.toThrow("interrupted");
    expect(readdirSync(folder)).toEqual(["gallery"]);
  });

  it("leave no incomplete file when they are interrupted", async () => {
    const stop = new AbortController();
    mkdirSync(at("out/ES-ES"), { recursive: true });
    write(`gallery/${paths[2] ?? ""}`, "x".repeat(64 * 1024 ** 2));
    const watcher = watch(at("out/ES-ES"), () => stop.abort(new Error("interrupted")));
    onTestFinished(() => watcher.close());
    await expect(copy(stop.signal)).rejects.toThrow("interrupted");
    const left = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("existing results", () => {
  const lines = [
    { number: 1, lineId: "", character: "ANNA", languageIds: ["es-es", "fr-fr"] },
    { number: 2, lineId: "", character: "BOB", languageIds: ["es-es"] },
  ];
  const existing = (takes: number, video: { file: string; contentType: string } | null) =>
    existingResults(
      { to: at("out"), languages: ["es-es", "fr-fr"], takes, video },
      { name: "Harbour", lines },
    );

  it("are the files with the names of takes and programs, in any case", async () => {
    for (const name of [
      "ES-ES/takes/0001_Anna.wav",
      "ES-ES/takes/0002_BOB_2.wav",
      "ES-ES/takes/notes.txt",
      "ES-ES/Harbour_ES-ES.mkv",
      "ES-ES/Harbour_ES-ES.final.mkv",
      "FR-FR/takes/0002_BOB.wav",
    ])
      write(`out/${name}`, "");
    expect(await existing(1, null)).toEqual(["ES-ES/takes/0001_Anna.wav"]);
    expect(await existing(2, { file: "", contentType: "" })).toEqual([
      "ES-ES/takes/0001_Anna.wav",
      "ES-ES/takes/0002_BOB_2.wav",
      "ES-ES/Harbour_ES-ES.mkv",
    ]);
  });

  it("are none without the folder; a file instead of a folder is an error", async () => {
    expect(await existing(1, null)).toEqual([]);
    write("out/ES-ES", "");
    await expect(existing(1, null)).rejects.toThrow("cannot be read (ENOTDIR)");
  });
});
