import { expect, test } from "vitest";
import { isFileLocation } from "../../../main/local-service/objects/object-path";

test.each([
  "media/con",
  "media/a/nul.mp4",
  "media/COM1.wav",
  "media/a.mp4:stream",
  "media/a.mp4::$DATA",
  "media/a.mp4.",
  "media/a.mp4 ",
  "media/a./b.mp4",
])("%s is another file or a device on Windows, and no location there", (location) => {
  expect(isFileLocation(location, "win32")).toBe(false);
  expect(isFileLocation(location, "linux")).toBe(true);
});

test.each([
  "media/season 1/Ä clip (2).mp4",
  "renamed/0123456789abcdef.mp4",
  "takes/b-1/7-0f.wav",
  "media/console.mp4",
  "media/communication/com10.wav",
])("%s is a location on every system", (location) => {
  for (const platform of ["win32", "linux", "darwin"] as const)
    expect(isFileLocation(location, platform)).toBe(true);
});

test.each([
  "media",
  "media/",
  "media/../service.key",
  "media//a",
  "media/a\\b",
  "other/a",
  "/media/a",
])("%s is no location on any system", (location) => {
  for (const platform of ["win32", "linux"] as const)
    expect(isFileLocation(location, platform)).toBe(false);
});
