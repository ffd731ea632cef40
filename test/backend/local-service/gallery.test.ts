/**
 * Interface §4.1, GET /media/files and POST /media/files/delete; and the mapping of paths to files.
 */
import { readFile, readdir, writeFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";

let local: RunningLocalService;
beforeEach(async () => {
  local = await startLocalService();
});
afterEach(() => local.remove());

const put = async (...names: string[]) => {
  for (const [index, name] of names.entries()) {
    const response = await local.client.upload(name, bytesOf(10 + index, index + 1));
    expect([name, response.status]).toEqual([name, 200]);
  }
};
const remove = (...paths: unknown[]) => local.client.post("/media/files/delete", { paths });
const media = () => filesBelow(path.join(local.dataDir, "media"));
const renamed = () => filesBelow(path.join(local.dataDir, "renamed"));

describe("GET /media/files", () => {
  it("is an empty array, then an ordered one", async () => {
    expect((await local.client.get("/media/files")).text).toBe("[]");
    await put("b.mp4", "a/z.mp4", "a.mp4", "é.mp4", "B.wav");
    const response = await local.client.get("/media/files");
    expect(response.headers["content-type"]).toBe("application/json");
    expect(response.json).toEqual(["B.wav", "a.mp4", "a/z.mp4", "b.mp4", "é.mp4"]);
  });
});

describe("POST /media/files/delete", () => {
  it.each([
    [undefined, "paths"],
    ["a.mp4", "paths"],
    [[1], "paths\\[0\\]"],
    [["a.mp4", ""], "paths\\[1\\]"],
    [["/"], "paths\\[0\\]"],
    [["a.mp4", "../b.mp4"], "paths\\[1\\]"],
    [["/a.mp4"], "paths\\[0\\]"],
    [["a//"], "paths\\[0\\]"],
  ])("400 for %j, and nothing is deleted", async (paths, field) => {
    await put("a.mp4");
    const response = await local.client.post("/media/files/delete", { paths });
    expect(response.status).toBe(400);
    expect((response.json as { message: string }).message).toMatch(new RegExp(`^${field}: `));
    expect(await local.client.files()).toEqual(["a.mp4"]);
  });

  it("deletes files and whole folders, and folders that become empty", async () => {
    await put("a/b/1.mp4", "a/b/c/2.mp4", "a/bc.mp4", "a/b.mp4", "d/3.mp4", "e.mp4");
    const response = await remove("a/b/", "e.mp4", "unknown.mp4", "unknown/", "d");
    expect([response.status, response.text]).toEqual([204, ""]);
    expect(await local.client.files()).toEqual(["a/b.mp4", "a/bc.mp4", "d/3.mp4"]);
    expect(await media()).toEqual(["a/b.mp4", "a/bc.mp4", "d/3.mp4"]);
    expect((await readdir(path.join(local.dataDir, "media/a"))).sort()).toEqual([
      "b.mp4",
      "bc.mp4",
    ]);
    expect((await remove("a/", "d/")).status).toBe(204);
    expect(await readdir(path.join(local.dataDir, "media"))).toEqual([]);
    expect((await remove()).status).toBe(204);
  });

  it("finds a name in any Unicode normalisation form, and allows another upload", async () => {
    await put("caf\u00e9/1.mp4");
    expect((await remove("cafe\u0301/1.mp4")).status).toBe(204);
    expect(await local.client.files()).toEqual([]);
    await put("caf\u00e9/1.mp4");
    expect(await media()).toEqual(["café/1.mp4"]);
  });

  it("a file that is already missing on disk is not an error", async () => {
    await put("a/1.mp4", "a/2.mp4");
    await local.restart();
    const { rm } = await import("node:fs/promises");
    await rm(path.join(local.dataDir, "media/a"), { recursive: true });
    expect((await remove("a/")).status).toBe(204);
    expect(await local.client.files()).toEqual([]);
  });
});

describe("names that are not portable", () => {
  const hard = [
    "con",
    "CON.wav",
    "a/aux.tar.mp4",
    "lpt1/x.mp4",
    "com¹.mp4",
    "ends with dot.",
    "ends with space ",
    "what?.mp4",
    'a:b*c<d>e"f|.mp4',
    `${"x".repeat(300)}.mp4`,
  ];
  it("are stored under a safe name, listed under their own, replaced and deleted", async () => {
    await put(...hard);
    expect([...(await local.client.files())].sort()).toEqual([...hard].sort());
    expect(await media()).toEqual([]);
    const names = await renamed();
    expect(names).toHaveLength(hard.length);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{40}(\.[a-z0-9]{1,8})?$/);
    await put(...hard);
    expect(await renamed()).toEqual(names);
    await local.restart();
    expect((await remove(...hard)).status).toBe(204);
    expect([await local.client.files(), await renamed()]).toEqual([[], []]);
  });

  it("portable names are stored unchanged", async () => {
    const plain = ["console.mp4", ".hidden.mp4", "a b/c (1).mp4", "日本/🎬.mov", "x".repeat(255)];
    await put(...plain);
    expect(await media()).toEqual([...plain].sort());
    expect(await renamed()).toEqual([]);
  });

  it("paths that differ only in case get safe names, except the first", async () => {
    await put("Clip.mp4", "clip.mp4", "straße.mp4", "STRASSE.mp4");
    expect(await media()).toEqual(["Clip.mp4", "straße.mp4"]);
    expect(await renamed()).toHaveLength(2);
    expect(await local.client.files()).toEqual([
      "Clip.mp4",
      "STRASSE.mp4",
      "clip.mp4",
      "straße.mp4",
    ]);
    await remove("Clip.mp4");
    expect(await local.client.files()).not.toContain("Clip.mp4");
    await put("clip.mp4");
    expect(await media()).toEqual(["straße.mp4"]);
  });

  it("a path may be a file and a folder of other files, in any order", async () => {
    await put("x", "x/y", "x/y/z", "p/q/r", "p/q", "P");
    expect(await local.client.files()).toEqual(["P", "p/q", "p/q/r", "x", "x/y", "x/y/z"]);
    expect(await media()).toEqual(["p/q/r", "x"]);
    expect((await remove("x/")).status).toBe(204);
    expect(await local.client.files()).toEqual(["P", "p/q", "p/q/r", "x"]);
  });

  it("a folder that the user created there is not changed", async () => {
    await mkdir(path.join(local.dataDir, "media/taken.mp4"), { recursive: true });
    await writeFile(path.join(local.dataDir, "media/taken.mp4/mine.txt"), "mine");
    await put("taken.mp4");
    expect(await local.client.files()).toEqual(["taken.mp4"]);
    expect(await media()).toEqual(["taken.mp4/mine.txt"]);
    const [name = ""] = await renamed();
    const stored = await readFile(path.join(local.dataDir, "renamed", name));
    expect(stored.equals(bytesOf(10, 1))).toBe(true);
  });
});
