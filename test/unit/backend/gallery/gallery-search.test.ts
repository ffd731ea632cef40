import { describe, expect, it } from "vitest";
import { createGallerySearch } from "../../../../main/backend/gallery/gallery-search";
import { openDatabase } from "../../../../main/common/database/database";
import { createGalleryStore } from "../../../../main/backend/gallery/store";
import { migrations } from "../../../../main/common/database/migrations";

const workspace = "w";
const maximum = 100;

function searchOf(...paths: string[]) {
  const store = createGalleryStore(openDatabase(":memory:", migrations));
  store.add(workspace, paths);
  const search = createGallerySearch({ slices: store.slices });
  const find = async (text: string, folder = "") =>
    (await search.find(workspace, folder, text, maximum)).paths;
  return { store, search, find };
}

describe("the search of a gallery", () => {
  it("finds any part of a path below a folder; wildcards have no meaning", async () => {
    const { find } = searchOf("a/100%.wav", "a/100x.wav", "b/100%.wav", "a/Sub/UNDER_score.mov");
    expect(await find("100%")).toEqual(["a/100%.wav", "b/100%.wav"]);
    expect(await find("100%", "a/")).toEqual(["a/100%.wav"]);
    expect(await find("under_")).toEqual(["a/Sub/UNDER_score.mov"]);
    expect(await find(" sub/")).toEqual(["a/Sub/UNDER_score.mov"]);
    expect(await find("nowhere")).toEqual([]);
  });

  it("ignores accents and case, and returns the original paths", async () => {
    const { find } = searchOf("Straße/Élodie  1.wav", "Straße/ﬁlm.wav", "plain.wav");
    expect(await find("elodie 1")).toEqual(["Straße/Élodie  1.wav"]);
    expect(await find("STRASSE/FILM")).toEqual(["Straße/ﬁlm.wav"]);
    expect(await find("élodie")).toEqual(["Straße/Élodie  1.wav"]);
  });

  it("does not find a text across two paths, or a path twice", async () => {
    const { find } = searchOf("a.wav", "b.wav", "wav/wav.wav");
    expect(await find("wavb")).toEqual([]);
    expect(await find("wav")).toEqual(["a.wav", "b.wav", "wav/wav.wav"]);
  });

  it("returns results in order up to the limit, and whether there are more", async () => {
    const all = Array.from({ length: 9000 }, (_, at) => `f${Math.floor(at / 100)}/clip ${at}.wav`);
    const { find, search } = searchOf(...all);
    expect(await find("clip 8999")).toEqual(["f89/clip 8999.wav"]);
    expect((await find("", "f12/")).toSorted()).toEqual(all.slice(1200, 1300).toSorted());
    expect(await find("clip", "f12/")).toHaveLength(100);
    const wide = await search.find(workspace, "", "clip", maximum);
    expect(wide).toMatchObject({ isTruncated: true });
    expect(wide.paths).toHaveLength(maximum);
  });

  it("finds an added file once, and no deleted file", async () => {
    const { find, search, store } = searchOf("a/1.wav");
    expect(await find("wav")).toEqual(["a/1.wav"]);
    for (const path of store.add(workspace, ["a/0.wav"])) search.add(workspace, path);
    expect(await find("wav")).toEqual(["a/1.wav", "a/0.wav"]);
    store.remove(workspace, ["a/1.wav"]);
    search.discard();
    expect(await find("wav")).toEqual(["a/0.wav"]);
  });

  it("separates workspaces", async () => {
    const { find, search, store } = searchOf("a.wav");
    store.add("other", ["b.wav"]);
    await search.prepare("other");
    expect(await find("wav")).toEqual(["a.wav"]);
    expect((await search.find("other", "", "wav", maximum)).paths).toEqual(["b.wav"]);
  });

  it("ignores a name that contains the separator", async () => {
    const { find } = searchOf("a\u001fb.wav", "c.wav");
    expect(await find("wav")).toEqual(["c.wav"]);
  });
});
