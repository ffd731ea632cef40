/** Approved paths: rules without a file system. */
import { expect, it } from "vitest";
import { calls } from "../../../../preload/contract";
import { createApprovedPaths } from "../../../../main/backend/approvals/approved-paths";
import { pathFinder } from "../../../../main/backend/approvals/call-paths";
import { createApprovedPathStore } from "../../../../main/backend/approvals/store";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";

const open = (platform: NodeJS.Platform, maxPaths = 100, maxRows = 100) => {
  const store = createApprovedPathStore(openDatabase(":memory:", migrations), maxRows);
  let time = 0;
  const create = () => createApprovedPaths({ store, now: () => (time += 1), platform, maxPaths });
  return { create, made: create(), store };
};

it("on Windows, case is ignored and both slashes are accepted; on Linux, neither", async () => {
  const windows = open("win32").made;
  windows.approve([String.raw`C:\Films\Season 1\Ep1.mov`, String.raw`\\NAS\films\a.mov`]);
  for (const [file, isApproved] of [
    [String.raw`c:\films\season 1\EP1.MOV`, true],
    ["C:/Films/Season 1/Ep1.mov", true],
    ["//nas/films/a.mov", true],
    [String.raw`C:\Films\Season 1\Ep2.mov`, false],
    [String.raw`C:\Films\Season 1\x\..\Ep1.mov`, false],
    [String.raw`\\nas\films\b.mov`, false],
    [String.raw`\\?\UNC\evil\x\a.mov`, false],
    [String.raw`D:\Films\Season 1\Ep1.mov`, false],
    ["C:Ep1.mov", false],
    ["Ep1.mov", false],
  ] as const)
    expect(await windows.isApproved(file), file).toBe(isApproved);

  const linux = open("linux").made;
  linux.approve(["/films/Ep1.mov", "films/relative.mov", "/films/x/../other.mov"]);
  for (const [file, isApproved] of [
    ["/films/Ep1.mov", true],
    ["/films//Ep1.mov", true],
    ["/films/ep1.mov", false],
    [String.raw`\films\Ep1.mov`, false],
    ["/films/Ep1.mov\0", false],
    ["films/relative.mov", false],
    ["/films/other.mov", false],
  ] as const)
    expect(await linux.isApproved(file), file).toBe(isApproved);
});

it("a confirmed file is approved for its script only", async () => {
  const { create } = open("linux");
  const made = create();
  made.confirmFor([{ script: "/scripts/a.csv", path: "/audio/one.wav" }]);
  for (const paths of [made, create()]) {
    expect(paths.isConfirmedFor("/scripts/a.csv", "/audio/one.wav")).toBe(true);
    expect(paths.isConfirmedFor("/scripts/b.csv", "/audio/one.wav")).toBe(false);
    expect(await paths.isApproved("/audio/one.wav")).toBe(false);
  }
});

it("the oldest paths are deleted beyond the limits, in memory and on disk", async () => {
  const { create, store } = open("linux", 4, 3);
  const made = create();
  for (const name of ["a", "b", "c"]) made.approve([`/${name}`]);
  made.approve(["/a"]);
  made.approve(["/d", "/e"]);
  const approved = async (paths: typeof made) =>
    (await Promise.all(["/a", "/b", "/c", "/d", "/e"].map(paths.isApproved))).map(Number).join("");
  expect(await approved(made)).toBe("10111");
  expect(store.all()).toHaveLength(3);
  expect(await approved(create())).toBe("10011");
});

it("every path in the input of a call is found by the contract's schema", () => {
  const found = Object.entries(calls).flatMap(([group, methods]) =>
    Object.entries(methods).flatMap(([name, { input }]) =>
      pathFinder(input) ? [`${group}.${name}`] : [],
    ),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      "plans.create",
      "scripts.check",
      "scripts.lines",
      "scripts.openInProgram",
      "outbox.add",
      "outbox.change",
      "bulk.match",
    ]),
  );
  const source = (name: string) => ({ kind: "file", path: `/${name}` });
  const request = { script: source("script"), video: source("video") };
  expect(pathFinder(calls.outbox.add.input)?.({ request })).toEqual(["/script", "/video"]);
  expect(
    pathFinder(calls.outbox.add.input)?.({
      request: { script: { kind: "none" }, video: { kind: "location", location: "/a" } },
    }),
  ).toEqual([]);
});
