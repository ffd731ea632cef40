import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../../main/common/database/database";
import {
  createGalleryStore,
  type GallerySync,
  type GalleryStore,
} from "../../../../main/backend/gallery/store";
import { splitPath } from "../../../../main/backend/gallery/gallery-path";
import { sortKey } from "../../../../main/common/collation";
import { migrations } from "../../../../main/common/database/migrations";

const workspace = "w";
function store(...paths: string[]) {
  const gallery = createGalleryStore(openDatabase(":memory:", migrations));
  read(gallery, paths);
  return gallery;
}
function read(gallery: GalleryStore, paths: string[]) {
  const sync = gallery.beginSync(workspace);
  const added = gallery.addSeen(sync, paths);
  const removed = end(gallery, sync);
  return { added, removed };
}
/** Number of files that a sync deletes at its end. */
function end(gallery: GalleryStore, sync: GallerySync): number {
  let removed = 0;
  for (const dropped of gallery.endSync(sync, 1)) removed += dropped;
  return removed;
}
const names = (found: { name: string }[]) => found.map(({ name }) => name);

it("splits paths", () => {
  expect(splitPath("a/b/c.wav")).toEqual({ parent: "a/b/", name: "c.wav" });
  expect(splitPath("a/b/")).toEqual({ parent: "a/", name: "b" });
  expect(splitPath("c.wav")).toEqual({ parent: "", name: "c.wav" });
});

it("sorts numbers by their value", () => {
  const sorted = ["ep 10", "Ep 9", "ep 1"].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  expect(sorted).toEqual(["ep 1", "Ep 9", "ep 10"]);
});

describe("the index", () => {
  it("lists folders and files with counts at any depth", () => {
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

  it("reports what was added and removed between two syncs", () => {
    const gallery = store("a/1.wav", "b/2.wav");
    expect(read(gallery, ["a/1.wav", "c/3.wav", "c/4.wav"])).toEqual({ added: 2, removed: 1 });
    expect(names(gallery.folders(workspace, "", 0, 10))).toEqual(["a", "c"]);
    expect(gallery.status(workspace).fileCount).toBe(3);
  });

  it("contains a file that was added during a sync", () => {
    const gallery = store("a/1.wav");
    const sync = gallery.beginSync(workspace);
    expect(gallery.add(workspace, ["a/new.wav"])).toEqual(["a/new.wav"]);
    gallery.addSeen(sync, ["a/1.wav"]);
    expect(end(gallery, sync)).toBe(0);
    expect(gallery.has(workspace, "a/new.wav")).toBe(true);
  });

  it("contains a file that was uploaded again during a sync, and no deleted ones", () => {
    const gallery = store("a/1.wav", "a/2.wav");
    const sync = gallery.beginSync(workspace);
    expect(gallery.add(workspace, ["a/1.wav"])).toEqual([]);
    gallery.addSeen(sync, ["a/3.wav", "a/3.wav", "b/"]);
    expect(end(gallery, sync)).toBe(1);
    expect(names(gallery.files(workspace, "a/", 0, 10))).toEqual(["1.wav", "3.wav"]);
  });

  it("deletes files and folders, and parent folders that become empty", () => {
    const gallery = store("a/b/1.wav", "a/b/c/2.wav", "ab/3.wav", "4.wav");
    gallery.remove(workspace, ["a/b/", "4.wav", "not/there.wav"]);
    expect(names(gallery.folders(workspace, "", 0, 10))).toEqual(["ab"]);
    expect(gallery.status(workspace).fileCount).toBe(1);
    expect(gallery.countFolders(workspace, "a/")).toBe(0);
  });

  it("yields all files in chunks, in display order", () => {
    const gallery = store("b/10.wav", "b/9.wav", "a.wav", "b/Ä.wav");
    expect([...gallery.slices(workspace)]).toEqual([
      {
        paths: "a.wav\u001fb/9.wav\u001fb/10.wav\u001fb/Ä.wav",
        parents: { first: "", last: "b/" },
      },
    ]);
    expect([...gallery.slices("other")]).toEqual([]);
    const many = store(...Array.from({ length: 9000 }, (_, at) => `c/${at}.wav`));
    const slices = [...many.slices(workspace)];
    expect(slices.length).toBeGreaterThan(2);
    expect(
      slices
        .map(({ paths }) => paths)
        .join("\u001f")
        .split("\u001f"),
    ).toEqual(Array.from({ length: 9000 }, (_, at) => `c/${at}.wav`));
  });

  it("separates workspaces", () => {
    const gallery = store("a.wav");
    expect(gallery.has("other", "a.wav")).toBe(false);
    expect(gallery.status("other")).toEqual({ readAt: null, fileCount: 0 });
  });
});
