import { describe, expect, it } from "vitest";
import {
  freePath,
  normaliseFolder,
  normalisePath,
  galleryPathRule,
} from "../../../../main/backend/gallery/gallery-path";
import { contentTypeOf } from "../../../../preload/facts/media-formats";

describe("file names that the gallery accepts (interface-notes)", () => {
  it.each(["a.wav", "été/🎬 clip.mov", "a b/c#d?e%20.mp3", "x".repeat(1024), "...", "a/..b"])(
    "%s",
    (path) => expect(galleryPathRule(path)).toBeNull(),
  );
  it.each([
    ["", "not-a-location"],
    ["é".repeat(513), "too-long"],
    ["a\nb.wav", "control-character"],
    ["a\u0085b.wav", "control-character"],
    ["a\\b.wav", "not-a-location"],
    ["a\ufffd.wav", "not-well-formed"],
    ["a//b.wav", "not-a-location"],
    ["/a.wav", "not-a-location"],
    ["a/./b.wav", "not-a-location"],
    ["../b.wav", "not-a-location"],
  ])("rejects %j: %s", (path, rule) => expect(galleryPathRule(path)).toBe(rule));

  it("writes names in NFC", () => expect(normalisePath("e\u0301.wav")).toBe("\u00e9.wav"));
  it.each([
    ["", ""],
    [" /a/b// ", "a/b/"],
    ["a", "a/"],
  ])("normalises the folder %j to %j", (input, folder) =>
    expect(normaliseFolder(input)).toBe(folder),
  );

  it("appends the next free number before the extension", () => {
    const conflicts = new Set(["a/c.wav", "a/c (2).wav"]);
    expect(freePath("a/c.wav", (path) => conflicts.has(path))).toBe("a/c (3).wav");
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
