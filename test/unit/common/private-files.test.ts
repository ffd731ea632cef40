/** Private files: on disk before and after their rename, and closed to other users. */
import * as fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { replaceFileDurably, tightenFolder } from "../../../main/common/private-files";
import { temporaryFolder } from "../../fakes/backend";

const steps = vi.hoisted(() => [] as string[]);
vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const opened = new Map<number, string>();
  return {
    ...real,
    openSync(...args: Parameters<typeof real.openSync>) {
      const handle = real.openSync(...args);
      opened.set(handle, String(args[0]));
      return handle;
    },
    fsyncSync(handle: number) {
      steps.push(`sync ${opened.get(handle)}`);
      real.fsyncSync(handle);
    },
    renameSync(from: string, to: string) {
      steps.push(`rename ${to}`);
      real.renameSync(from, to);
    },
  };
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  steps.length = 0;
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it("has the bytes on disk before the rename, and the name after it", () => {
  const file = path.join(folder.path, "vault", "vault.json");
  replaceFileDurably(file, "{}");
  replaceFileDurably(file, '{"version":1}');
  expect(fs.readFileSync(file, "utf8")).toBe('{"version":1}');
  const once = [`sync ${file}.new`, `rename ${file}`, `sync ${path.dirname(file)}`];
  expect(steps).toEqual([...once, ...once]);
});

it.skipIf(process.platform === "win32")("tightens a folder, but not a shared one", () => {
  const own = path.join(folder.path, "own");
  const shared = path.join(folder.path, "shared");
  for (const made of [own, shared]) fs.mkdirSync(made);
  fs.chmodSync(own, 0o755);
  fs.chmodSync(shared, 0o1777);
  for (const made of [own, shared]) tightenFolder(made);
  expect(fs.statSync(own).mode & 0o7777).toBe(0o700);
  expect(fs.statSync(shared).mode & 0o7777).toBe(0o1777);
});
