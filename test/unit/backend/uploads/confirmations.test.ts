/** Finished uploads are confirmed by lists of the gallery. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createConfirmations } from "../../../../main/backend/uploads/confirmations";
import type { Evidence } from "../../../../main/backend/uploads/store/transfer-store";
import { createUploadStore } from "../../../../main/backend/uploads/store/upload-store";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { silentLog } from "../../../../main/common/log";

let db: Database;
beforeEach(() => {
  db = openDatabase(":memory:", migrations);
});
afterEach(() => db.close());

function setUp() {
  const store = createUploadStore(db);
  const drop = store.addDrop("w", 0);
  const confirmations = createConfirmations({
    store,
    gallery: { refreshIfOlder: () => Promise.resolve() },
    log: silentLog,
    timing: { backoffMs: 1, recheckMs: 1 },
    onChanged: () => undefined,
  });
  function add(galleryPath: string): number {
    store.add(drop, "w", [
      {
        sourcePath: `/${galleryPath}`,
        galleryPath,
        contentType: "audio/wav",
        size: 5,
        mtimeNs: "1",
        inode: "1",
        ctimeNs: "1",
        device: "1",
        replaces: false,
        onConflict: "ask" as const,
      },
    ]);
    return db.get<{ id: number }>("SELECT max(id) AS id FROM uploads")?.id ?? 0;
  }
  const finish = (id: number, evidence: Evidence = "answer") =>
    store.finish({ id, partCount: 0, contentMd5: "", evidence }, 1);
  const list = (...paths: string[]) => confirmations.begin("w")((path) => paths.includes(path));
  return { store, confirmations, add, finish, list };
}

it("an upload is confirmed by a list that was requested after its end", async () => {
  const { store, confirmations, add, finish } = setUp();
  const early = add("early.wav");
  await finish(early);
  const endListing = confirmations.begin("w");
  const late = add("late.wav");
  await finish(late);
  await endListing(() => true);
  expect(store.get(early)).toMatchObject({ state: "done", isUnlisted: 0 });
  expect(store.get(late)).toMatchObject({ state: "done", isUnlisted: 1 });
});

it("an upload that two lists do not show is sent again once, and fails then", async () => {
  const { store, add, finish, list } = setUp();
  const id = add("a.wav");
  await finish(id);
  await list();
  expect(store.get(id)).toMatchObject({ state: "done", isUnlisted: 1 });
  await list();
  expect(store.get(id)).toMatchObject({ state: "queued", isUnlisted: 0, finishedAt: null });
  await finish(id);
  await list();
  await list();
  expect(store.get(id)).toMatchObject({ state: "failed", errorCode: "unconfirmed" });
});

it("an upload that only one list does not show is confirmed by the next one", async () => {
  const { store, add, finish, list } = setUp();
  const id = add("a.wav");
  await finish(id);
  await list();
  await list("a.wav");
  expect(store.get(id)).toMatchObject({ state: "done", isUnlisted: 0 });
});

it("an upload is not sent again if a later one to the same path is, or if the user deleted its file", async () => {
  const { store, add, finish, list } = setUp();
  const [former, deleted, below] = [add("a.wav"), add("b.wav"), add("folder/c.wav")];
  for (const id of [former, deleted, below]) await finish(id);
  add("a.wav");
  store.expectNoLonger("w", ["b.wav", "folder/"]);
  await list();
  await list();
  for (const id of [former, deleted, below])
    expect(store.get(id)).toMatchObject({ state: "done", isUnlisted: 0 });
});

it("a pending request counts a file as present only with an answer or a list, and not after it was missing", async () => {
  const { store, add, finish, list } = setUp();
  const [answered, assumed] = [add("answered.wav"), add("assumed.wav")];
  db.exec(`INSERT INTO outbox (id, workspace_id, project_id, project_name, kind, name, state, target_folder, body, has_script,
      created_at) VALUES (1, 'w', 'p', '', 'batch', '', 'waiting', '', '{}', 0, 0)`);
  for (const id of [answered, assumed])
    db.run(
      `INSERT INTO outbox_files (entry, source_path, gallery_path, size, mtime_ns, inode, upload, is_there)
         VALUES (1, ?, '', 5, '1', '1', ?, 0)`,
      `/${id}`,
      id,
    );
  const present = () =>
    db
      .all<{ upload: number }>("SELECT upload FROM outbox_files WHERE is_there = 1")
      .map((one) => one.upload);
  await finish(answered);
  await finish(assumed, "none");
  expect(present()).toEqual([answered]);
  await list("answered.wav", "assumed.wav");
  expect(present()).toEqual([answered, assumed]);
  db.run("UPDATE uploads SET is_unlisted = 1 WHERE id = ?", answered);
  store.resendUnlisted(answered);
  expect(present()).toEqual([assumed]);
});

it("resends are counted by reason until the user retries", () => {
  const { store, add } = setUp();
  const id = add("a.wav");
  expect(store.countResend(id, "not-listed")).toBe(1);
  expect(store.countResend(id, "not-listed")).toBe(2);
  expect(store.countResend(id, "complete-lost")).toBe(1);
  store.retry({ ids: [id] });
  expect(store.countResend(id, "not-listed")).toBe(1);
});
