import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWalk, type Found } from "../../../../main/backend/uploads/plans/walk-files";
import { temporaryFolder } from "../../../helpers/backend";

const walk = createWalk();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (...parts: string[]) => path.join(folder.path, ...parts);
const write = async (name: string, text = "x") => {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), text);
};
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** "path" of accepted files, "path: reason" of skipped ones. */
async function found(...sources: string[]): Promise<string[]> {
  const all: string[] = [];
  for await (const { kind, file } of walk(sources.map((source) => at(source)))) {
    all.push(kind === "file" ? file.relativePath : `${file.relativePath}: ${file.reason}`);
  }
  return all;
}

describe("a dropped folder", () => {
  it("keeps its tree under its name, sorted with numbers by value", async () => {
    await write("season/ep 10/a.mov");
    await write("season/ep 2/é🎬.wav");
    await write("clip.mp4");
    expect(await found("season", "clip.mp4")).toEqual([
      "season/ep 2/é🎬.wav",
      "season/ep 10/a.mov",
      "clip.mp4",
    ]);
  });

  it("lists skipped files with the reason", async () => {
    await write("d/notes.txt");
    await write("d/empty.wav", "");
    await write("d/.DS_Store");
    await write("d/._clip.mov");
    await write("d/Thumbs.db");
    await write("d/.hidden/clip.mov");
    if (process.platform !== "win32") await write("d/back\\slash.wav");
    const all = await found("d");
    expect(all).toContain("d/notes.txt: type");
    expect(all).toContain("d/empty.wav: empty");
    expect(all).toContain("d/.DS_Store: hidden");
    expect(all).toContain("d/._clip.mov: hidden");
    expect(all).toContain("d/Thumbs.db: hidden");
    expect(all).toContain("d/.hidden: hidden");
    if (process.platform !== "win32") expect(all).toContain("d/back\\slash.wav: name");
  });

  it("names media of formats that the service does not accept, other than source code and texts", async () => {
    const transportStream = new Uint8Array(377);
    for (const at of [0, 188, 376]) transportStream[at] = 0x47;
    const write = async (name: string, content: string | Uint8Array) => {
      await mkdir(at("d"), { recursive: true });
      await writeFile(at("d", name), content);
    };
    for (const name of ["a.mxf", "b.AIFF", "c.flac", "d.m4v", "e.m2ts"]) await write(name, "x");
    await write("f.mpeg", new Uint8Array([0, 0, 1, 0xba, 0x44]));
    await write("g.mpeg", new Uint8Array([0xff, 0xfb, 0x90, 0x44]));
    await write("h.ts", transportStream);
    await write("i.ts", "G".repeat(150));
    await write("j.txt", "x");
    await write("k.wav.", "x");
    await write("l.wav ", "x");
    const all = await found("d");
    // Windows does not keep a dot or space at the end of a name.
    expect(all.slice(0, process.platform === "win32" ? 10 : 12)).toEqual([
      "d/a.mxf: format",
      "d/b.AIFF: format",
      "d/c.flac: format",
      "d/d.m4v: format",
      "d/e.m2ts: format",
      "d/f.mpeg: format",
      "d/g.mpeg",
      "d/h.ts: format",
      "d/i.ts: type",
      "d/j.txt: type",
      "d/k.wav.: name",
      "d/l.wav : name",
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "is sent without a name if it is the root of a drive (needs /dev)",
    async () => {
      const names: string[] = [];
      for await (const { file } of walk(["/"])) {
        names.push(file.relativePath);
        if (names.length === 20) break;
      }
      expect(names.filter((name) => name.startsWith("/"))).toEqual([]);
      expect(names.filter((name) => !existsSync(path.join("/", name)))).toEqual([]);
    },
  );

  it("reads no folder that was replaced by a link after it was inspected", async () => {
    await write("private/secret.wav");
    await write("private/b/secret.wav");
    await write("d/a/1.wav");
    await write("d/b/2.wav");
    await write("d/c/b/3.wav");
    await write("d/c/z.wav");
    const replaceByLink = async (name: string, target: string) => {
      await rename(at(name), at(`${name}-old`));
      await symlink(at(target), at(name), "junction");
    };
    const all: string[] = [];
    const onFolder = async (location: string) => {
      // Before its entries are read; the folders beside it are inspected.
      if (location === at("d/a")) await replaceByLink("d/b", "private");
      // The folder above it.
      if (location === at("d/c/b")) await replaceByLink("d/c", "private");
    };
    for await (const { kind, file } of walk([at("d")], undefined, onFolder))
      all.push(kind === "file" ? file.relativePath : `${file.relativePath}: ${file.reason}`);
    expect(all).toEqual(["d/a/1.wav", "d/b: link", "d/c/b: link", "d/c: link"]);
  });

  it("is named if it is renamed while it is listed, and the rest of its files is left out", async () => {
    await write("d/a/1.wav");
    await write("d/b.wav");
    const all: string[] = [];
    for await (const { kind, file } of walk([at("d")])) {
      all.push(kind === "file" ? file.relativePath : `${file.relativePath}: ${file.reason}`);
      if (all.length === 1) await rename(at("d"), at("e"));
    }
    expect(all).toEqual(["d/a/1.wav", "d: unreadable"]);
  });

  it("reports missing paths", async () => {
    expect(await found("gone")).toEqual(["gone: unreadable"]);
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "reports unreadable files (root can read everything)",
    async () => {
      await write("d/locked.wav");
      await chmod(at("d/locked.wav"), 0);
      await mkdir(at("d/closed"), { mode: 0 });
      expect(await found("d")).toEqual(["d/closed: unreadable", "d/locked.wav: unreadable"]);
    },
  );

  it.skipIf(process.platform === "win32")(
    "skips what is not a regular file (no pipes on Windows)",
    async () => {
      await mkdir(at("d"));
      execFileSync("mkfifo", [at("d/pipe.wav")]);
      expect(await found("d")).toEqual(["d/pipe.wav: special"]);
    },
  );
});

describe("symbolic links", () => {
  it("are not followed out of the dropped folder", async () => {
    await write("outside/secret.wav");
    await write("d/clip.wav");
    await symlink(at("outside/secret.wav"), at("d/file.wav"));
    await symlink(at("outside"), at("d/folder"));
    await symlink("../outside/secret.wav", at("d/relative.wav"));
    await symlink(at("outside/notes.txt"), at("d/script.txt"));
    await symlink(at("d-not-there.wav"), at("d/broken.wav"));
    expect(await found("d")).toEqual([
      "d/broken.wav: link",
      "d/clip.wav",
      "d/file.wav: link",
      "d/folder: link",
      "d/relative.wav: link",
      "d/script.txt: other",
    ]);
  });

  it("are not followed in circles; one to a file of the same folder is that file", async () => {
    await write("d/sub/clip.wav");
    await symlink(at("d"), at("d/sub/up"));
    await symlink(at("d/sub/clip.wav"), at("d/same.wav"));
    expect(await found("d")).toEqual(["d/same.wav", "d/sub/clip.wav", "d/sub/up: folder-link"]);
  });

  it("are followed if the user dropped them", async () => {
    await write("real/clip.wav");
    await symlink(at("real"), at("shortcut"));
    const all: Found[] = [];
    for await (const item of walk([at("shortcut")])) all.push(item);
    expect(all.map(({ file }) => file.relativePath)).toEqual(["shortcut/clip.wav"]);
  });
});

it("listing can be aborted", async () => {
  await write("d/a.wav");
  await write("d/b.wav");
  const stop = new AbortController();
  const listing = walk([at("d")], stop.signal);
  await listing.next();
  stop.abort(new Error("aborted"));
  await expect(listing.next()).rejects.toThrow("aborted");
});
