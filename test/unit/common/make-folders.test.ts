/** Folders with their missing parents: a few milliseconds. */
import { mkdir, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFolders, makeFoldersNow } from "../../../main/common/make-folders";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const forms = [
  ["asynchronously", makeFolders],
  ["synchronously", (...args: Parameters<typeof makeFoldersNow>) => makeFoldersNow(...args)],
] as const;
/** The code of the error. */
const codeOf = async (make: () => unknown): Promise<unknown> => {
  try {
    await make();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return null;
};

it.each(forms)("creates missing parents %s, with the mode", async (_name, make) => {
  const target = path.join(folder.path, "a", "b", "c");
  await make(target, 0o700);
  if (process.platform !== "win32") expect((await stat(target)).mode & 0o777).toBe(0o700);
  expect(await codeOf(() => make(target))).toBeNull();
});

it("resolves with the topmost folder that was created", async () => {
  await mkdir(path.join(folder.path, "a"));
  const target = path.join(folder.path, "a", "b", "c");
  expect(await makeFolders(target)).toBe(path.join(folder.path, "a", "b"));
  expect(await makeFolders(target)).toBeNull();
});

it.each(forms)("reports a file and a link without a target %s", async (_name, make) => {
  const file = path.join(folder.path, "file");
  await writeFile(file, "");
  expect(await codeOf(() => make(file))).toBe("EEXIST");
  expect(await codeOf(() => make(path.join(file, "below")))).not.toBeNull();
  if (process.platform === "win32") return;
  const link = path.join(folder.path, "link");
  await symlink(path.join(folder.path, "gone"), link);
  expect(await codeOf(() => make(path.join(link, "below")))).toBe("EEXIST");
});

it.runIf(process.platform === "linux").each(forms)(
  "fails %s where an existing folder accepts no folder",
  async (_name, make) => {
    expect(await codeOf(() => make("/proc/missing"))).toBe("ENOENT");
    expect(await codeOf(() => make("/proc/missing/below"))).toBe("ENOENT");
  },
);
