/** The command line of `dubyard dub`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readDubArguments, requireVoices } from "../../../main/headless/dub-arguments";
import { builtInVoices, type CataloguedVoice } from "../../../main/local-service/catalogue/voices";
import { nearNames } from "../../../main/headless/near-names";

const folder = mkdtempSync(path.join(tmpdir(), "dub-arguments-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
for (const name of ["a.csv", "a.srt", "a.docx", "a.mp4", "a.mpg", "a.wav"])
  writeFileSync(at(name), "");

const target = ["--to", at("out"), "--language", "es-es"];

describe("the arguments of dub", () => {
  it("are a script, languages and a folder, each language once", () => {
    expect(readDubArguments([at("a.csv"), ...target, "--language", "ES-ES "])).toEqual({
      script: at("a.csv"),
      scriptLanguage: "es-es",
      video: null,
      to: at("out"),
      languages: ["es-es"],
      voices: [],
      takes: 1,
      fitGapMs: 500,
      slowsShortTakes: false,
      holdsLastFrame: false,
      soundTrack: null,
      keepsOriginal: false,
      bed: null,
      acceptsIncomplete: false,
      speakerSeparator: null,
      lineKinds: "",
      encoding: null,
      columns: null,
      scriptStartMs: null,
      isStrict: false,
      packsFolder: null,
      isJson: false,
    });
  });

  it("name no language for the texts of a table if there are several", () => {
    const both = [...target, "--language", "de-de"];
    expect(readDubArguments([at("a.csv"), ...both]).scriptLanguage).toBeNull();
  });

  it("are also a video, voices, takes and the separator of subtitles", () => {
    const more = [
      "--video",
      at("a.mp4"),
      "--keep-original",
      "--incomplete",
      "--takes",
      "3",
      "--gap",
      "0",
      "--slow",
      "--hold-frame",
      "--sound-track",
      "2",
      "--json",
    ];
    const voices = ["--voice", "A=B=Ashley", "--voice", "Bob =Brandon", "--speaker-separator", ":"];
    const lines = ["--lines", "no-number, heading"];
    expect(readDubArguments([at("a.srt"), ...target, ...more, ...voices, ...lines])).toMatchObject({
      scriptLanguage: "es-es",
      video: { file: at("a.mp4"), contentType: "video/mp4" },
      voices: [
        { character: "A=B", languageId: null, voice: "Ashley" },
        { character: "Bob ", languageId: null, voice: "Brandon" },
      ],
      takes: 3,
      fitGapMs: 0,
      slowsShortTakes: true,
      holdsLastFrame: true,
      soundTrack: 2,
      keepsOriginal: true,
      acceptsIncomplete: true,
      speakerSeparator: ":",
      lineKinds: "no-number,heading",
      isJson: true,
    });
  });

  it("are also the sheet, the row of the header and the frame rate of a table", () => {
    const columns = ["--columns", "sheet: Dialogue 1,header:3,fps:23.976,sheet:x=id"];
    expect(readDubArguments([at("a.csv"), ...target, ...columns]).columns).toEqual({
      sheet: "Dialogue 1",
      headerRow: 3,
      columns: { "sheet:x": "id" },
      frameRate: 23.976,
    });
  });

  it("are also the columns of a table, by name or letter", () => {
    const columns = ["--columns", "Rolle = character, D=text:DE-DE, A=B=ignore,In=start"];
    expect(readDubArguments([at("a.csv"), ...target, ...columns]).columns).toEqual({
      sheet: "",
      headerRow: null,
      columns: { Rolle: "character", D: "text:de-de", "A=B": "ignore", In: "start" },
      frameRate: null,
    });
  });

  it.each([
    [[at("a.srt"), "--columns", "A=text"], "--columns is for tables only"],
    [[at("a.csv"), "--columns", "header:two"], "--columns header:two: must be a number from 0"],
    [[at("a.csv"), "--columns", "header:1.5"], "--columns header:1.5: must be a whole number"],
    [[at("a.csv"), "--columns", "fps:0"], "--columns fps:0: must be a number from 1 to 240"],
    [[at("a.csv"), "--columns", "A"], "--columns A: must be COLUMN=CONTENT"],
    [[at("a.csv"), "--columns", "A=text,A=id"], "--columns A=id: the column is named twice"],
    [[at("a.csv"), "--columns", "A=voice"], "--columns A=voice: the content must be one of id, "],
    [[at("a.csv"), "--columns", "A=text:xx"], '--columns A=text:xx: there is no language "xx"'],
  ])("%j are invalid", (columns, message) => {
    expect(() => readDubArguments([...columns, ...target])).toThrow(message);
  });

  it.each([
    [[], "SCRIPT: name one script"],
    [["b.csv", "c.csv", ...target], "SCRIPT: name one script"],
    [["b.csv", ...target], "SCRIPT: b.csv is not a file"],
    [["b.doc", ...target], "SCRIPT: b.doc must end in .xlsx, "],
    [[at("a.csv"), "--to", "x"], "--language CODE is required"],
    [[at("a.csv"), ...target, "--language", "ess-es"], 'no language "ess-es"; did you mean es-es'],
    [[at("a.srt"), ...target, "--language", "fr-fr"], "a .srt script has one language"],
    [[at("a.csv"), ...target, "--lines", "titles"], "--lines: titles must name kinds"],
    [[at("a.csv"), "--language", "es-es"], "--to DIR is required"],
    [[at("a.csv"), "--language", "es-es", "--to", at("a.mp4")], "a.mp4 is not a folder"],
    [[at("a.csv"), ...target, "--video", at("a.mpg")], "a.mpg must end in .mp4"],
    [[at("a.csv"), ...target, "--video", at("a.wmv")], ".flv; convert it to .mp4 first"],
    [[at("a.csv"), ...target, "--video", at("a.m4v")], ".flv; rename it to .mp4 first"],
    [[at("a.csv"), ...target, "--video", at("b.mp4")], "b.mp4 is not a file"],
    [
      [at("a.csv"), ...target, "--gap", "5001"],
      "--gap must be a whole number of milliseconds from",
    ],
    [[at("a.csv"), ...target, "--gap", "0.5"], "--gap must be a whole number of milliseconds from"],
    [[at("a.csv"), ...target, "--sound-track", "1"], "--sound-track requires --video"],
    [
      [at("a.csv"), ...target, "--video", at("a.mp4"), "--sound-track", "0"],
      "--sound-track must be a whole number from 1 to 100",
    ],
    [[at("a.csv"), ...target, "--keep-original"], "--keep-original requires --video"],
    [[at("a.csv"), ...target, "--incomplete"], "--incomplete requires --video"],
    [[at("a.csv"), ...target, "--bed", at("a.wav")], "--bed requires --video"],
    [
      [at("a.csv"), ...target, "--video", at("a.mp4"), "--bed", at("a.wav"), "--keep-original"],
      "omit --keep-original",
    ],
    [[at("a.csv"), ...target, "--bed", at("a.csv")], "a.csv must end in .wav, .mp3"],
    [
      [at("a.csv"), ...target, "--video", at("a.mp4"), "--bed", at("a.mp4")],
      "--bed is the video itself",
    ],
    [[at("a.csv"), ...target, "--takes", "4"], "--takes must be a whole number from 1 to 3"],
    [[at("a.csv"), ...target, "--takes", "1.5"], "--takes must be a whole number from 1 to 3"],
    [[at("a.csv"), ...target, "--voice", "Ashley"], "must be CHARACTER=VOICE"],
    [[at("a.csv"), ...target, "--voice", "A@fr-fr=Lea"], "--language does not name fr-fr"],
    [
      [at("a.csv"), ...target, "--voice", "Al B=Ashley", "--voice", "AL  B=Ashley"],
      "the character is named twice",
    ],
    [[at("a.csv"), ...target, "--encoding", "latin"], "--encoding: latin must be one of utf-8"],
    [[at("a.docx"), ...target, "--encoding", "utf-8"], "is for text files and .stl only"],
    [
      [at("a.csv"), ...target, "--speaker-separator", ":"],
      "is for subtitles (.srt and others) only",
    ],
    [[at("a.srt"), ...target, "--speaker-separator", "x".repeat(21)], "must have 1 to 20"],
    [[at("a.csv"), ...target, "--other"], "--other"],
  ])("%j are rejected by name", (argv, message) => {
    expect(() => readDubArguments(argv)).toThrow(message);
  });
});

describe("the voices of the arguments", () => {
  const require = (voice: string, installed = builtInVoices) =>
    requireVoices(
      { voices: [{ character: "A", languageId: null, voice }], languages: ["es-es"] },
      installed,
    );

  it("are installed and speak the languages", () => {
    expect(() => require("Ashley")).not.toThrow();
    expect(() => require("Ashly")).toThrow(
      'A=Ashly: there is no voice "Ashly"; did you mean Ashley',
    );
    expect(() => require("Savannah")).toThrow("the voice does not speak es-es");
    expect(() => require("Ashley", [])).toThrow("the voice is not installed");
    // A voice need not speak a language in which its character has another one.
    const languages = ["en-us", "es-es"];
    const named = ["--voice", "A=Savannah", "--voice", "a @ES-es=Ashley"];
    const { voices } = readDubArguments([at("a.csv"), ...target, "--language", "en-us", ...named]);
    expect(voices).toEqual([
      { character: "A", languageId: null, voice: "Savannah" },
      { character: "a ", languageId: "es-es", voice: "Ashley" },
    ]);
    expect(() => requireVoices({ voices, languages }, builtInVoices)).not.toThrow();
    expect(() => requireVoices({ voices: voices.slice(0, 1), languages }, builtInVoices)).toThrow(
      "does not speak es-es",
    );
  });

  it("are those of packs, too", () => {
    const nova: CataloguedVoice = {
      name: "Nova",
      gender: "female",
      age: "adult",
      timbre: "clear",
      languages: ["es-es"],
      source: {
        engine: "pack:a",
        languageId: "es-es",
        engineLanguage: "",
        variant: "0",
        pitch: 0,
      },
    };
    expect(() => require("Nova", [nova])).not.toThrow();
  });
});

describe("near names", () => {
  it("are the most similar ones, without regard to case", () => {
    expect(nearNames("anna", ["BOB", "HANNA", "ANNA"])).toBe("; did you mean ANNA, HANNA?");
  });

  it("are the first names if none is similar, and nothing without names", () => {
    expect(nearNames("zz", ["ANNA", "BOB", "CARL", "DORA"])).toBe(
      "; there is ANNA, BOB, CARL and 1 more",
    );
    expect(nearNames("zz", [])).toBe("");
  });

  it("are found by the beginnings of very long names", () => {
    expect(nearNames("A".repeat(1e6), [`${"A".repeat(1e6)}B`])).toContain("did you mean");
  });
});
