import { expect, it } from "vitest";
import { shareOf } from "../../../../main/backend/scripts/trusted-network-shares";

it.each([
  [String.raw`C:\films\a.mov`, null],
  ["C:/films/a.mov", null],
  [String.raw`\\NAS\Films\a.mov`, "\\\\nas\\films\\"],
  ["//nas/films/season 1/a.mov", "\\\\nas\\films\\"],
  [String.raw`  \\nas\films\a.mov`, "\\\\nas\\films\\"],
  [String.raw`\\10.0.0.1@8080\dav\a.mov`, "\\\\10.0.0.1@8080\\dav\\"],
])("the network share of %s is %s", (file, share) => {
  expect(shareOf(file, "win32")).toBe(share);
  expect(shareOf(file, "linux")).toBe(null);
});
