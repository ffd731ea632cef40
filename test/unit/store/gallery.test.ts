import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../main/store/database";
import { createGalleryStore, splitPath } from "../../../main/store/gallery";
import { sortKey } from "../../../main/store/names";
import { migrations } from "../../../main/store/schema";

const workspace = "w";
function store(...paths: string[]) {
  const gallery = createGalleryStore(openDatabase(":memory:", migrations));
  read(gallery, paths);
  return gallery;
}
function read(gallery: ReturnType<typeof createGalleryStore>, paths: string[]) {
  const generation = gallery.beginReading(workspace);
  const added = gallery.addSeen(workspace, generation, paths);
  const removed = end(gallery, generation);
  return { added, removed };
}
/** How many files a reading drops at its end. */
function end(gallery: ReturnType<typeof createGalleryStore>, generation: number): number {
  let removed = 0;
  for (const dropped of gallery.endReading(workspace, generation, 1)) removed += dropped;
  return removed;
}
const names = (found: { name: string }[]) => found.map(({ name }) => name);

it("takes paths apart", () => {
  expect(splitPath("a/b/c.wav")).toEqual({ parent: "a/b/", name: "c.wav" });
  expect(splitPath("a/b/")).toEqual({ parent: "a/", name: "b" });
  expect(splitPath("c.wav")).toEqual({ parent: "", name: "c.wav" });
});

it("sorts as people count", () => {
  const sorted = ["ep 10", "Ep 9", "ep 1"].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  expect(sorted).toEqual(["ep 1", "Ep 9", "ep 10"]);
});

describe("the index", () => {
  it("shows folders and files with counts at any depth", () => {
    const gallery = store("a/b/1.wav", "a/b/2.wav", "a/3.wav", "4.wav");
    expect(gallery.folders(workspace, "", 0, 10)).toEqual([
      { path: "a/", name: "a", fileCount: 3, hasFolders: true },
    ]);
    expect(gallery.folders(workspace, "a/", 0, 10)[0]).toMatchObject({ fileCount: 2 });
    expect(names(gallery.files(workspace, "a/b/", 0, 10))).toEqual(["1.wav", "2.wav"]);
    expect(names(gallery.files(workspace, "a/b/", 0, 10, true))).toEqual(["2.wav", "1.wav"]);
    expect(gallery.countBelow(workspace, "a/")).toBe(3);
    expect(gallery.countDirectFiles(workspace, "a/")).toBe(1);
    expect(gallery.status(workspace)).toEqual({ readAt: 1, fileCount: 4 });
  });

  it("tells what came and what went between two readings", () => {
    const gallery = store("a/1.wav", "b/2.wav");
    expect(read(gallery, ["a/1.wav", "c/3.wav", "c/4.wav"])).toEqual({ added: 2, removed: 1 });
    expect(names(gallery.folders(workspace, "", 0, 10))).toEqual(["a", "c"]);
    expect(gallery.status(workspace).fileCount).toBe(3);
  });

  it("keeps a file that arrived while the gallery was being read", () => {
    const gallery = store("a/1.wav");
    const generation = gallery.beginReading(workspace);
    gallery.add(workspace, "a/new.wav");
    gallery.addSeen(workspace, generation, ["a/1.wav"]);
    expect(end(gallery, generation)).toBe(0);
    expect(gallery.has(workspace, "a/new.wav")).toBe(true);
  });

  it("forgets files and whole folders, and the folders above that are empty then", () => {
    const gallery = store("a/b/1.wav", "a/b/c/2.wav", "ab/3.wav", "4.wav");
    gallery.remove(workspace, ["a/b/", "4.wav", "not/there.wav"]);
    expect(names(gallery.folders(workspace, "", 0, 10))).toEqual(["ab"]);
    expect(gallery.status(workspace).fileCount).toBe(1);
    expect(gallery.countFolders(workspace, "a/")).toBe(0);
  });

  it("finds by any part of the path below a folder, signs taken literally", () => {
    const gallery = store("a/100%.wav", "a/100x.wav", "b/100%.wav", "a/Sub/UNDER_score.mov");
    const search = (folder: string, term: string) =>
      [...gallery.search(workspace, folder, term)].flat().map(({ path }) => path);
    expect(search("", "100%")).toEqual(["a/100%.wav", "b/100%.wav"]);
    expect(search("a/", "100%")).toEqual(["a/100%.wav"]);
    expect(search("", "under_")).toEqual(["a/Sub/UNDER_score.mov"]);
    expect(search("", "sub/")).toEqual(["a/Sub/UNDER_score.mov"]);
  });

  it("keeps workspaces apart", () => {
    const gallery = store("a.wav");
    expect(gallery.has("other", "a.wav")).toBe(false);
    expect(gallery.status("other")).toEqual({ readAt: null, fileCount: 0 });
  });
});
