import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { commandHelp, usage } from "../../../main/headless/command-help";
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
  const lines = usage.split("\n");
  expect(lines.filter((line) => line.startsWith("  dubyard ")).length).toBeGreaterThan(8);
  expect(lines.filter((line) => line.length > 130)).toEqual([]);
});
