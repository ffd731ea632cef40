import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { tailOfLog } from "../../../../main/electron/system/logging";

test("the last lines of the log are complete lines", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await tailOfLog(folder, 10)).toBe("");
  const file = path.join(folder, "main.log");
  writeFileSync(file, "one\ntwo\nthree\n");
  expect(await tailOfLog(folder, 2)).toBe("two\nthree");
  expect(await tailOfLog(folder, 10)).toBe("one\ntwo\nthree");
  expect(await tailOfLog(folder, 0)).toBe("");
  const line = (index: number) => `${index} ${"é".repeat(500)}`;
  writeFileSync(file, Array.from({ length: 1000 }, (_, index) => `${line(index)}\n`).join(""));
  const tail = (await tailOfLog(folder, 5000)).split("\n");
  expect(tail.length).toBeGreaterThan(200);
  expect(tail.length).toBeLessThan(300);
  expect(tail[0]).toBe(line(1000 - tail.length));
  expect(tail.at(-1)).toBe(line(999));
});

test("repeated lines of the log are one line with their number", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const line = (second: number, text: string) => `2026-11-25 02:00:0${second}.000 warn ${text}`;
  const repeated = [1, 2, 3, 4].map((second) => line(second, "uploads: a file is missing"));
  const lines = [line(0, "app: started"), ...repeated, line(5, "app: ended")];
  writeFileSync(path.join(folder, "main.log"), `${lines.join("\n")}\n`);
  expect((await tailOfLog(folder, 3)).split("\n")).toEqual([
    line(0, "app: started"),
    `${line(4, "uploads: a file is missing")} (4 times)`,
    line(5, "app: ended"),
  ]);
});
