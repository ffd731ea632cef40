/** Which drops on the window are drops of its own files. */
import { afterEach, expect, test } from "vitest";
import { ownDrag } from "../../../renderer/app/own-drag";

afterEach(() => ownDrag.end());

test("files that the window drags itself are recognized when they are dropped on it", () => {
  ownDrag.begin(["media/season/01.wav", "media/\u00e9.wav"]);
  expect(ownDrag.has(["/home/me/Dubyard/media/season/01.wav"])).toBe(true);
  expect(ownDrag.has([String.raw`D:\Dubyard\media\season\01.wav`, "/d/media/e\u0301.wav"])).toBe(
    true,
  );
  ownDrag.begin(["/deliveries/one"]);
  expect(ownDrag.has(["/deliveries/one"])).toBe(true);
});

test("other files are not, and no files after the end of the drag", () => {
  expect(ownDrag.has(["/a/media/01.wav"])).toBe(false);
  ownDrag.begin(["media/01.wav"]);
  expect(ownDrag.has([])).toBe(false);
  expect(ownDrag.has(["/home/me/Desktop/01.wav"])).toBe(false);
  expect(ownDrag.has(["/a/media/01.wav", "/a/media/02.wav"])).toBe(false);
  ownDrag.end();
  expect(ownDrag.has(["/a/media/01.wav"])).toBe(false);
});

test("a drag that comes into the window after its own left it may be another one", () => {
  ownDrag.begin(["media/01.wav"]);
  expect(ownDrag.isInWindow).toBe(true);
  ownDrag.left();
  expect(ownDrag.isInWindow).toBe(false);
  expect(ownDrag.has(["/a/media/01.wav"])).toBe(true);
});
