/** Renaming while another program has one of the files open, as on Windows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renameFile, renameFileSync } from "../../../main/common/rename";

const failure = (code: string) => Object.assign(new Error(code), { code });

/** A file that cannot be renamed for the first attempts. */
function busyFor(attempts: number, code: string, platform: NodeJS.Platform) {
  const waited: number[] = [];
  let made = 0;
  const attempt = () => {
    made += 1;
    if (made <= attempts) throw failure(code);
  };
  const wait = (milliseconds: number) => void waited.push(milliseconds);
  const later =
    <A extends unknown[]>(call: (...values: A) => void) =>
    (...values: A) =>
      new Promise<void>((resolve) => {
        call(...values);
        resolve();
      });
  return {
    waited,
    made: () => made,
    system: {
      platform,
      rename: later(attempt),
      pause: later(wait),
    },
    systemSync: { platform, rename: attempt, block: wait },
  };
}

test.each(["EPERM", "EBUSY", "EACCES"])(
  "Windows repeats %s until the file is free",
  async (code) => {
    const file = busyFor(3, code, "win32");
    await renameFile("a", "b", file.system);
    expect(file.made()).toBe(4);
    expect(file.waited).toEqual([10, 20, 50]);
    const blocking = busyFor(3, code, "win32");
    renameFileSync("a", "b", blocking.systemSync);
    expect(blocking.made()).toBe(4);
  },
);

test("a file that stays open fails with the error of the system, after a limited time", async () => {
  const file = busyFor(Infinity, "EBUSY", "win32");
  await expect(renameFile("a", "b", file.system)).rejects.toThrow("EBUSY");
  const sum = file.waited.reduce((all, one) => all + one, 0);
  expect(sum).toBe(1_880);
  expect(() => renameFileSync("a", "b", busyFor(Infinity, "EPERM", "win32").systemSync)).toThrow(
    "EPERM",
  );
});

test("other errors, and other systems, are not repeated", async () => {
  for (const [code, platform] of [
    ["ENOENT", "win32"],
    ["EXDEV", "win32"],
    ["EACCES", "linux"],
    ["EPERM", "darwin"],
  ] as const) {
    const file = busyFor(1, code, platform);
    await expect(renameFile("a", "b", file.system)).rejects.toThrow(code);
    expect(file.made()).toBe(1);
  }
});

test("a real file replaces another", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-rename-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
  for (const renameIt of [renameFile, renameFileSync]) {
    writeFileSync(from, "new");
    writeFileSync(to, "old");
    await renameIt(from, to);
    expect(readFileSync(to, "utf8")).toBe("new");
  }
});
