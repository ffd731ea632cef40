import { expect, it } from "vitest";
import { createGallery } from "../../../../main/backend/gallery/gallery";
import { openDatabase } from "../../../../main/common/database/database";
import { createGalleryStore } from "../../../../main/backend/gallery/store";
import { migrations } from "../../../../main/common/database/migrations";

it("a search that began before a change is not cached", async () => {
  const gallery = createGallery({
    store: createGalleryStore(openDatabase(":memory:", migrations)),
    media: () => {
      throw new Error("no sync in this test");
    },
    onChanged: () => undefined,
    now: Date.now,
  });
  const query = { workspaceId: "w", folder: "", search: "wav", offset: 0, limit: 10 };
  const search = async () => {
    const { entries } = await gallery.browse({ ...query, sort: "name" });
    return entries.map(({ path }) => path);
  };
  gallery.addUploaded("w", ["a.wav"]);
  const activeSearch = search();
  gallery.addUploaded("w", ["b.wav"]);
  await activeSearch;
  expect(await search()).toEqual(["a.wav", "b.wav"]);
  expect(await search()).toEqual(["a.wav", "b.wav"]);
});
