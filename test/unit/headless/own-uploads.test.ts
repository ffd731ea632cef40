/** Which uploads of a state folder belong to the arguments of a command. */
import path from "node:path";
import { expect, it } from "vitest";
import { uploadsBelow, uploadsOf } from "../../../main/headless/own-uploads";

/** Does not exist: its real path is itself. */
const top = path.resolve("/no such folder");
const at = (...parts: string[]) => path.join(top, ...parts);

it.each([
  ["day", "a/clip.wav", "ep/day/a/clip.wav", true],
  ["day", "a/clip.wav", "ep/day/a/clip (2).wav", true],
  ["day", "a/clip.wav", "ep/day/a/clip (x).wav", false],
  ["day", "a/clip.wav", "day/a/clip.wav", false],
  ["day", "a/clip.wav", "ep/other/clip.wav", false],
  ["day", "e\u0301.wav", "ep/day/\u00e9.wav", true],
  ["day/a", "clip.wav", "ep/a/clip.wav", true],
  ["day", "../day 2/clip.wav", "ep/day/clip.wav", false],
])("the upload of %s/%s to %s", async (given, below, galleryPath, expected) => {
  const source = { location: at(given), name: path.basename(given) };
  const isOwn = await uploadsOf([source], "ep");
  expect(isOwn({ sourcePath: at(given, below), galleryPath })).toBe(expected);
});

it("belongs to a single file, and to a folder without a name in the gallery", async () => {
  const one = await uploadsOf([{ location: at("clip.wav"), name: "clip.wav" }], "");
  expect(one({ sourcePath: at("clip.wav"), galleryPath: "clip.wav" })).toBe(true);
  expect(one({ sourcePath: at("other.wav"), galleryPath: "clip.wav" })).toBe(false);
  const watched = await uploadsOf([{ location: at("in"), name: "" }], "ep/");
  expect(watched({ sourcePath: at("in/a.wav"), galleryPath: "ep/a.wav" })).toBe(true);
  expect(watched({ sourcePath: at("in/a.wav"), galleryPath: "ep/in/a.wav" })).toBe(false);
  const below = await uploadsBelow([at("in")]);
  expect(below({ sourcePath: at("in/b/a.wav"), galleryPath: "x" })).toBe(true);
  expect(below({ sourcePath: at("in 2/a.wav"), galleryPath: "x" })).toBe(false);
});
