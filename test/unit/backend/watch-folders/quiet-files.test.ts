/** Detection of files that are complete, with a virtual clock. */
import { expect, it } from "vitest";
import { createQuietFiles } from "../../../../main/backend/watch-folders/quiet-files";

const identity = (size: number, mtimeNs = "1", inode = "7", ctimeNs = "1") => {
  return { size, mtimeNs, inode, ctimeNs, device: "1" };
};

it("reports a file when it has been unchanged for the quiet time", () => {
  const quiet = createQuietFiles(30_000);
  expect(quiet.observe("a", identity(1), 0)).toBe(false);
  expect(quiet.nextAt()).toBe(30_000);
  expect(quiet.observe("a", identity(1), 29_999)).toBe(false);
  expect(quiet.nextAt()).toBe(30_000);
  expect(quiet.observe("a", identity(1), 30_000)).toBe(true);
});

it.each([
  ["size", identity(2)],
  ["time", identity(1, "2")],
  ["inode", identity(1, "1", "8")],
  ["ctime", identity(1, "1", "7", "2")],
])("waits again after a change of the %s", (_name, changed) => {
  const quiet = createQuietFiles(30_000);
  quiet.observe("a", identity(1), 0);
  expect(quiet.observe("a", changed, 29_000)).toBe(false);
  expect(quiet.observe("a", changed, 58_999)).toBe(false);
  expect(quiet.observe("a", changed, 59_000)).toBe(true);
});

it("forgets files that a walk no longer finds", () => {
  const quiet = createQuietFiles(30_000);
  quiet.beginWalk();
  quiet.observe("a", identity(1), 0);
  quiet.observe("b", identity(1), 5_000);
  quiet.endWalk();
  quiet.beginWalk();
  quiet.observe("b", identity(1), 6_000);
  quiet.endWalk();
  expect(quiet.count()).toBe(1);
  expect(quiet.nextAt()).toBe(35_000);
  // A file that appears again starts again.
  expect(quiet.observe("a", identity(1), 40_000)).toBe(false);
});

it("reports a file at once if the quiet time is 0", () => {
  const quiet = createQuietFiles(0);
  expect(quiet.observe("a", identity(1), 0)).toBe(true);
  expect(quiet.count()).toBe(0);
  expect(quiet.nextAt()).toBeNull();
});
