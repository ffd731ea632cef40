/** Removals that are recorded, and objects that stay for a time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import { createGallery } from "../../../main/local-service/media/gallery";
import { keepRemovedMs } from "../../../main/local-service/objects/keep-removed";
import type { ObjectStore } from "../../../main/local-service/objects/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";

it("objects of a bucket stay for seven days after their rows, and are no due work", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "dubyard-removals-"));
  const store = openSqliteStore(folder);
  const removed: string[] = [];
  const objects = (keptMs: number) =>
    ({
      keepRemovedMs: keptMs,
      remove(locations: readonly string[]) {
        removed.push(...locations);
        return Promise.resolve([]);
      },
    }) as unknown as ObjectStore;
  const location = "media/00";
  const file = { path: "a.mp4", location, folded: null, size: 1, etag: "x", contentType: "y" };
  await store.addFiles([file]);
  const kept = createGallery({ store, objects: objects(keepRemovedMs), log: silentLog });
  await kept.remove(["a.mp4"]);
  await kept.removeRecorded();
  expect([await store.listPaths("", 10), removed]).toEqual([[], []]);
  expect(await store.listRemovals(0)).toEqual([location]);
  expect(await store.listRemovals(keepRemovedMs)).toEqual([]);
  const due = await store.countDueWork();
  expect(due.find(({ kind }) => kind === "purge")?.count).toBe(0);
  // As the next start of a workspace whose objects need not stay.
  await createGallery({ store, objects: objects(0), log: silentLog }).removeRecorded();
  expect([removed, await store.listRemovals(0)]).toEqual([[location], []]);
  await store.close();
  rmSync(folder, { recursive: true });
});
