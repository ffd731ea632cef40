import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { commandHelp, usage, usageOf, type CommandName } from "../../../main/headless/command-help";
import { needsDisplay } from "../../../main/electron/system/without-display";
import { isHeadless } from "../../../main/headless/commands";

const root = path.resolve(import.meta.dirname, "../../..");

it("the README of the terminal commands is what its table says", () => {
  const tool = path.join(root, "resources/tools/headless-readme.mjs");
  execFileSync(process.execPath, [tool, "--check"], { stdio: "pipe" });
});

it("--help names every command with its forms and exit codes, in at most 130 columns", () => {
  for (const [name, { forms, exits }] of Object.entries(commandHelp)) {
    expect(isHeadless([name])).toBe(true);
    for (const form of forms) expect(usage).toContain(form.split("\n")[0]);
    expect(usage).toContain(`exit code: ${exits.trim().split("\n")[0]}`);
  }
  for (const name of Object.keys(commandHelp) as CommandName[])
    expect(usageOf(name)).toContain(`dubyard ${name}`);
  const lines = usage.split("\n");
  expect(lines.filter((line) => line.startsWith("  dubyard ")).length).toBeGreaterThan(8);
  expect(lines.filter((line) => line.length > 130)).toEqual([]);
});

it.each([
  [["serve", "--data", "x"], true],
  [["fly"], true],
  [["--help"], true],
  [["-h"], true],
  [["--version"], true],
  [["help", "upload"], true],
  [[], false],
  [["dubyard://open/x"], false],
  [["/home/me/film.mp4"], false],
  [["C:\\film.mp4"], false],
  [["film.mp4"], false],
  [["package.json"], false],
  [["--force-dark-mode"], false],
  [["-psn_0_12345"], false],
])("the arguments %j are for the terminal: %j", (argv, isForTerminal) => {
  expect(isHeadless(argv)).toBe(isForTerminal);
});

it.each([
  [{ platform: "linux", env: {}, argv: ["dubyard"] }, true],
  [{ platform: "linux", env: { DISPLAY: ":0" }, argv: [] }, false],
  [{ platform: "linux", env: { WAYLAND_DISPLAY: "wayland-0" }, argv: [] }, false],
  [{ platform: "linux", env: {}, argv: ["--ozone-platform=headless"] }, false],
  [{ platform: "darwin", env: {}, argv: [] }, false],
] as const)("a process in %j has to begin again without a display: %j", (environment, expected) => {
  expect(needsDisplay(environment)).toBe(expected);
});
