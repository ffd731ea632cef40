/**
 * Finished uploads are confirmed by lists of the gallery, and copies of a local workspace by
 * comparisons.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createComparisons } from "../../../../main/backend/uploads/comparisons";
import { createConfirmations } from "../../../../main/backend/uploads/confirmations";
import { maxUnclearCompletes } from "../../../../main/backend/uploads/failure-policies";
import type { Evidence } from "../../../../main/backend/uploads/store/transfer-store";
import { createUploadStore } from "../../../../main/backend/uploads/store/upload-store";
import type { UploadRow } from "../../../../main/backend/uploads/store/upload-rows";
import { transfer, type TransferDeps } from "../../../../main/backend/uploads/transfer/transfer";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { AppError } from "../../../../main/common/errors";
import { silentLog } from "../../../../main/common/log";
import type { Clones } from "../../../../main/remote/extensions/clones";

let db: Database;
beforeEach(() => {
  db = openDatabase(":memory:", migrations);
});
afterEach(() => db.close());

const identityOf = (size: number) => ({
  size,
  mtimeNs: "1",
  inode: "1",
  ctimeNs: "1",
  device: "1",
  isPlaceholder: false,
});

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

it.each<[string, Clones["compare"], object]>([
  [
    "differs has failed, and is replaced when it is repeated",
    () => Promise.resolve({ result: "differs" }),
    { state: "failed", errorCode: "copy-differs", replaces: 1, isUnverified: 0, sentBytes: 0 },
  ],
  [
    "is the same is verified",
    () => Promise.resolve({ result: "same", md5: "m" }),
    { state: "done", contentMd5: "m", isUnverified: 0 },
  ],
  [
    "cannot be compared stays unverified",
    () => Promise.reject(new AppError("not-offered", "")),
    { state: "done", errorCode: null, isUnverified: 1 },
  ],
])("a copy that %s, and is compared once", async (_title, compare, expected) => {
  const { store, add, finish } = setUp();
  const id = add("a.wav");
  store.setCopied(id);
  await finish(id);
  let compared = 0;
  let onChanged = () => {};
  const changed = new Promise<void>((resolve) => (onChanged = resolve));
  const comparisons = createComparisons({
    store,
    clones: () => ({
      clone: () => Promise.reject(new Error("is not repeated")),
      compare: (...request) => {
        compared += 1;
        return compare(...request);
      },
    }),
    files: { identity: () => Promise.resolve(identityOf(5)) },
    isIdle: () => true,
    onChanged: () => onChanged(),
    log: silentLog,
  });
  comparisons.start();
  await changed;
  await comparisons.stop();
  comparisons.start();
  await comparisons.stop();
  expect(store.get(id)).toMatchObject(expected);
  expect(compared).toBe(1);
});

it.each([
  { name: "that replaces another", replaces: true, max: 60, requests: 6 },
  // About a day: the service may assemble it hours after its answer.
  { name: "that is new", replaces: false, max: maxUnclearCompletes.new, requests: 2 },
])(
  "a file $name fails when no answer to complete is clear, after many of them",
  async ({ replaces, max, requests }) => {
    const { store, add } = setUp();
    const [id, size] = [add("a.mov"), 20 * 1024 ** 2];
    db.run("UPDATE uploads SET size = ? WHERE id = ?", size, id);
    await store.beginMultipart(id, "u", size, 1);
    store.addPart(id, { number: 1, size, etag: "e", md5: "m", isVerified: true });
    let completed = 0;
    const attempt = () =>
      transfer(
        store.get(id)!,
        {
          store,
          media: {
            complete() {
              completed += 1;
              return Promise.resolve("unclear");
            },
            async *files() {
              yield await Promise.resolve(["other.mov"]);
            },
          },
          clones: null,
          galleryCheck: {
            resolvePath: (row: UploadRow) => Promise.resolve(store.start(row, "a.mov", replaces)),
          },
          files: { identity: () => Promise.resolve(identityOf(size)) },
          settings: () => ({ maxConnections: 1, partSize: 0 }),
          timing: { backoffMs: 1, lateMs: 1, urlMaxAgeMs: 1 },
          now: () => 1,
          listeners: { onChanged: () => undefined },
        } as unknown as TransferDeps,
        new AbortController().signal,
      );
    const resends = JSON.stringify({ "complete-unclear": max - 2 });
    db.run("UPDATE uploads SET resends = ? WHERE id = ?", resends, id);
    await expect(attempt()).rejects.toMatchObject({ code: "unexpected-answer" });
    await expect(attempt()).rejects.toMatchObject({ code: "unconfirmed" });
    expect(completed).toBe(requests);
  },
);
