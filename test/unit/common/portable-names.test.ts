import { expect, test } from "vitest";
import { isPortableName, portableName } from "../../../main/common/portable-names";

test.each([
  ["../../.ssh/key", "..-..-.ssh-key"],
  ["..", "._"],
  ["C:\\x.wav", "C--x.wav"],
  ["aux.mp4", "_aux.mp4"],
  ["con .txt", "_con .txt"],
  ["COM¹.wav", "_COM¹.wav"],
  ["name.", "name_"],
  [" ", "_"],
  ["a\u0000b\nc", "a-b-c"],
  ["clip\u202e4pm.exe", "clip4pm.exe"],
  ["a\u2066b\u2069.wav", "ab.wav"],
])("%j becomes %j", (name, expected) => {
  expect(portableName(name)).toBe(expected);
  expect(isPortableName(portableName(name))).toBe(true);
});

test("names that every system can store stay", () => {
  for (const name of [
    "Ä clip (2).mp4",
    "שיר\u200f.wav",
    "console.wav",
    "日本語.mp4",
    ".hidden",
    "e\u0301",
  ])
    expect(portableName(name)).toBe(name);
});

test("a long name is cut at a character, keeps its extension, and has room for a number", () => {
  const name = portableName(`${"é".repeat(200)}.wav`, 12, ".part");
  expect(Buffer.byteLength(`${name}.part`)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^é+ \(12\)\.wav$/);
});
