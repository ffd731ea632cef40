import { expect, it } from "vitest";
import { createGallery } from "../../../../main/backend/gallery/gallery";
import { openDatabase } from "../../../../main/common/database/database";
import { createGalleryStore } from "../../../../main/backend/gallery/store";
import { migrations } from "../../../../main/common/database/migrations";

it("does not keep what a search found that began before a change", async () => {
  const gallery = createGallery({
    store: createGalleryStore(openDatabase(":memory:", migrations)),
    media: () => {
      throw new Error("nothing is read");
    },
    onChanged: () => undefined,
    now: Date.now,
  });
  const asked = { workspaceId: "w", folder: "", search: "wav", offset: 0, limit: 10 };
  const search = async () => {
    const { entries } = await gallery.browse({ ...asked, sort: "name" });
    return entries.map(({ path }) => path);
  };
  gallery.arrived("w", "a.wav");
  const underWay = search();
  gallery.arrived("w", "b.wav");
  await underWay;
  expect(await search()).toEqual(["a.wav", "b.wav"]);
  expect(await search()).toEqual(["a.wav", "b.wav"]);
});
