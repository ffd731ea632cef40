import { describe, expect, it } from "vitest";
import {
  freePath,
  normaliseFolder,
  normalisePath,
  pathProblem,
} from "../../../../main/backend/gallery/gallery-path";
import { contentTypeOf } from "../../../../main/backend/gallery/media-types";

describe("file names that the gallery accepts (interface-notes)", () => {
  it.each(["a.wav", "été/🎬 clip.mov", "a b/c#d?e%20.mp3", "x".repeat(1024), "...", "a/..b"])(
    "%s",
    (path) => expect(pathProblem(path)).toBeNull(),
  );
  it.each([
    ["", "is empty"],
    ["é".repeat(513), "is longer than 1024 bytes"],
    ["a\nb.wav", "contains a control character"],
    ["a\\b.wav", "contains a backslash"],
    ["a\ufffd.wav", "is not valid Unicode"],
    ["a//b.wav", "has an empty folder name"],
    ["/a.wav", "has an empty folder name"],
    ["a/./b.wav", 'has a folder named "."'],
    ["../b.wav", 'has a folder named ".."'],
  ])("rejects %j: %s", (path, problem) => expect(pathProblem(path)).toBe(problem));

  it("writes names in NFC", () => expect(normalisePath("e\u0301.wav")).toBe("\u00e9.wav"));
  it.each([
    ["", ""],
    [" /a/b// ", "a/b/"],
    ["a", "a/"],
  ])("normalises the folder %j to %j", (given, folder) =>
    expect(normaliseFolder(given)).toBe(folder),
  );

  it("appends the next free number before the extension", () => {
    const taken = new Set(["a/c.wav", "a/c (2).wav"]);
    expect(freePath("a/c.wav", (path) => taken.has(path))).toBe("a/c (3).wav");
    expect(freePath("a.b/c", () => false)).toBe("a.b/c (2)");
    expect(freePath("a/.wav", () => false)).toBe("a/.wav (2)");
  });
});

it.each([
  ["a.WAV", "audio/wav"],
  ["a.mp3", "audio/mp3"],
  ["a.m4a", "audio/m4a"],
  ["a.ogg", "audio/ogg"],
  ["a.mpeg", "audio/mpeg"],
  ["b.mp4", "video/mp4"],
  ["b.tar.mov", "video/mov"],
  ["b.avi", "video/avi"],
  ["b.mkv", "video/mkv"],
  ["b.webm", "video/webm"],
  ["b.flv", "video/flv"],
  ["c.txt", null],
  ["mov", null],
  ["c.constructor", null],
])("uploads %s with the type %s", (name, type) => expect(contentTypeOf(name)).toBe(type));
