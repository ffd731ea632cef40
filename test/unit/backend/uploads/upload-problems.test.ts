/** Counts of problems, and multipart uploads that are never completed, with a real database. */
import { beforeEach, expect, it } from "vitest";
import {
  createUploadStore,
  type UploadStore,
} from "../../../../main/backend/uploads/store/upload-store";
import { createWorkspaceStore } from "../../../../main/backend/workspaces/store";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";

let db: Database;
let store: UploadStore;

const identity = { size: 30, mtimeNs: "1", inode: "1", ctimeNs: "1", device: "1" };
function addWorkspace(id: string, kind: "hosted" | "local"): void {
  const sql = `INSERT INTO workspaces (id, name, kind, base_url, client_id, auth_scheme, data_dir, created_at)
    VALUES (?, ?, ?, '', '', 'raw', '', 0)`;
  db.run(sql, id, `Workspace ${id}`, kind);
}
function addUploads(workspaceId: string, count: number): number[] {
  return store.add(
    store.addDrop(workspaceId, 0),
    workspaceId,
    Array.from({ length: count }, (_, index) => ({
      sourcePath: `/${index}.mov`,
      galleryPath: `${index}.mov`,
      contentType: "",
      replaces: false,
      onConflict: "ask" as const,
      ...identity,
    })),
  );
}
/** Starts a multipart upload, and stores its first part. */
async function begin(id: number, uploadId: string): Promise<void> {
  await store.beginMultipart(id, uploadId, 10, 3);
  store.addPart(id, { number: 1, etag: "e", size: 10, md5: "", isVerified: true });
}
const abandonedIds = () => store.abandoned().uploads.map(({ uploadId }) => uploadId);

beforeEach(() => {
  db = openDatabase(":memory:", migrations);
  store = createUploadStore(db);
  addWorkspace("w", "hosted");
});

it("the uploads with a problem are counted by its code", async () => {
  const [first = 0, second = 0, third = 0, fourth = 0] = addUploads("w", 5);
  for (const id of [first, second, third])
    await store.fail(id, { code: "drive-missing", message: `${id}` }, 0);
  store.requeue(fourth, { problem: { code: "file-growing", message: "" }, at: 1 });
  expect(store.problems("w")).toEqual([
    { code: "drive-missing", isFailed: true, files: 3 },
    { code: "file-growing", isFailed: false, files: 1 },
  ]);
  expect(store.problems("other")).toEqual([]);
});

it("an upload that is retried, cancelled, paused or done is no longer counted", async () => {
  const ids = addUploads("w", 5);
  const [retried = 0, cancelled = 0, paused = 0, done = 0] = ids;
  for (const id of ids)
    store.requeue(id, { problem: { code: "unreachable", message: "" }, at: 1, isAttempt: true });
  expect(store.problems("w")).toMatchObject([{ files: 5 }]);
  store.retry({ ids: [retried] });
  store.cancel({ ids: [cancelled] });
  store.pause({ ids: [paused] });
  await store.finish({ id: done, partCount: 0, contentMd5: "", evidence: "answer" }, 0);
  expect(store.problems("w")).toEqual([{ code: "unreachable", isFailed: false, files: 1 }]);
});

it("codes that this version does not know are counted as one", () => {
  const [first = 0] = addUploads("w", 4);
  const codes = ["of-a-later-version", "another", "internal", "drive-missing"];
  for (const [index, code] of codes.entries())
    db.run("UPDATE uploads SET state = 'failed', error_code = ? WHERE id = ?", code, first + index);
  expect(store.problems("w")).toEqual([
    { code: "internal", isFailed: true, files: 3 },
    { code: "drive-missing", isFailed: true, files: 1 },
  ]);
});

it("a multipart upload that is begun again, or whose file is removed, is listed as abandoned", async () => {
  const [first = 0, second = 0, third = 0] = addUploads("w", 3);
  await begin(first, "one");
  await store.beginMultipart(first, "two", 10, 3);
  await begin(first, "two");
  store.adoptIdentity(first, { ...identity, size: 40 });
  await begin(second, "three");
  store.cancel({ ids: [second] });
  expect(abandonedIds()).toEqual(["two", "one"]);
  // Until then its cancellation can be undone.
  store.clearDone("w");
  await begin(third, "four");
  await store.finish({ id: third, partCount: 3, contentMd5: "", evidence: "answer" }, 0);
  store.clearDone("w");
  expect(store.abandoned()).toMatchObject({
    total: 3,
    bytes: 30,
    uploads: [
      { workspace: "Workspace w", uploadId: "three", galleryPath: "1.mov", bytes: 10 },
      { uploadId: "two" },
      { uploadId: "one" },
    ],
  });
  store.removeAbandoned("two");
  expect(abandonedIds()).toEqual(["three", "one"]);
  store.clearAbandoned();
  expect(store.abandoned()).toEqual({ total: 0, bytes: 0, uploads: [] });
});

it("only the newest 10,000 abandoned uploads are stored", async () => {
  const [first = 0, second = 0] = addUploads("w", 2);
  for (const id of [first, second]) {
    await begin(id, `upload ${id}`);
    store.restart(id, null);
  }
  const [third = 0] = addUploads("w", 1);
  // As if 9,998 others had followed.
  db.run("UPDATE sqlite_sequence SET seq = 10000 WHERE name = 'abandoned_uploads'");
  await begin(third, "newest");
  store.restart(third, null);
  expect(abandonedIds()).toEqual(["newest", `upload ${second}`]);
});

it("uploads of local and of removed workspaces are not listed as abandoned", async () => {
  addWorkspace("local", "local");
  const [local = 0] = addUploads("local", 1);
  await begin(local, "one");
  store.restart(local, null);
  const [hosted = 0] = addUploads("w", 1);
  await begin(hosted, "two");
  createWorkspaceStore(db).remove("w");
  expect(store.abandoned()).toEqual({ total: 0, bytes: 0, uploads: [] });
});
