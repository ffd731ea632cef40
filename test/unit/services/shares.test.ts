import { expect, it } from "vitest";
import { createShares, shareOf } from "../../../main/services/shares";

it.each([
  [String.raw`C:\films\a.mov`, null],
  ["C:/films/a.mov", null],
  [String.raw`\\NAS\Films\a.mov`, "\\\\nas\\films\\"],
  ["//nas/films/season 1/a.mov", "\\\\nas\\films\\"],
  [String.raw`  \\nas\films\a.mov`, "\\\\nas\\films\\"],
  [String.raw`\\10.0.0.1@8080\dav\a.mov`, "\\\\10.0.0.1@8080\\dav\\"],
])("the share of %s is %s", (file, share) => {
  expect(shareOf(file, "win32")).toBe(share);
  expect(shareOf(file, "linux")).toBe(null);
});

it("looks at nothing on a computer that nobody has brought files from", () => {
  let kept: readonly string[] = [];
  const create = (platform: NodeJS.Platform) =>
    createShares({ kept, keep: (all) => (kept = all), platform });
  const shares = create("win32");
  const files = [String.raw`\\nas\films\a.mov`, String.raw`\\?\UNC\evil\x\a.mov`];
  expect(files.map(shares.mayLookAt)).toEqual([false, false]);
  expect(shares.mayLookAt(String.raw`C:\a.mov`)).toBe(true);
  shares.bring([String.raw`\\NAS\films\season 1`, String.raw`C:\a.mov`]);
  expect(files.map(shares.mayLookAt)).toEqual([true, false]);
  expect(shares.mayLookAt(String.raw`\\nas\other\a.mov`)).toBe(false);
  expect(create("win32").mayLookAt(files[0] ?? "")).toBe(true);
  expect(create("linux").mayLookAt("//stranger/films/a.mov")).toBe(true);
});
