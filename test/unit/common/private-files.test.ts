/** Private files: synced before and after their rename, and not accessible to other users. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { replaceFileDurably, tightenFolder } from "../../../main/common/private-files";
import { temporaryFolder } from "../../helpers/backend";

/** Records the durable steps of node:fs until the end of the test. */
function recordSteps(): string[] {
  const steps: string[] = [];
  const { openSync, fsyncSync, renameSync } = fs;
  const opened = new Map<number, string>();
  vi.spyOn(fs, "openSync").mockImplementation((...args) => {
    const handle = openSync(...args);
    opened.set(handle, String(args[0]));
    return handle;
  });
  vi.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
    steps.push(`sync ${opened.get(handle)}`);
    fsyncSync(handle);
  });
  vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    steps.push(`rename ${String(to)}`);
    renameSync(from, to);
  });
  // Modules that import the functions by name call the spies too.
  syncBuiltinESMExports();
  return steps;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  return folder.remove();
});

it("syncs the bytes before the rename, and the name after it", () => {
  const file = path.join(folder.path, "vault", "vault.json");
  const steps = recordSteps();
  replaceFileDurably(file, "{}");
  replaceFileDurably(file, '{"version":1}');
  expect(fs.readFileSync(file, "utf8")).toBe('{"version":1}');
  const once = [`sync ${file}.new`, `rename ${file}`, `sync ${path.dirname(file)}`];
  expect(steps).toEqual([...once, ...once]);
});

it.skipIf(process.platform === "win32")(
  "restricts the mode of a private folder, but not of a shared one",
  () => {
    const own = path.join(folder.path, "own");
    const shared = path.join(folder.path, "shared");
    for (const made of [own, shared]) fs.mkdirSync(made);
    fs.chmodSync(own, 0o755);
    fs.chmodSync(shared, 0o1777);
    for (const made of [own, shared]) tightenFolder(made);
    expect(fs.statSync(own).mode & 0o7777).toBe(0o700);
    expect(fs.statSync(shared).mode & 0o7777).toBe(0o1777);
  },
);
