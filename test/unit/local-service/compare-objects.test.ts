/** Rows beside stored objects: what is missing, and what no row names. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import {
  compareObjects,
  findOrphans,
  namesNothing,
  type ListedObject,
  type ObjectFault,
} from "../../../main/local-service/compare-objects";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createNamedObjectRows } from "../../../main/local-service/rows/named-object-rows";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";

let folder: string;
let store: ReturnType<typeof openSqliteStore>;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "dubyard-compare-"));
  store = openSqliteStore(folder);
});
afterEach(async () => {
  await store.beginRemoval({ paths: await store.listPaths("", 10_000) }, 10_000);
  await store.finishRemoval(await store.listRemovals(0));
  for (const { id } of await store.listScripts()) await store.removeScript(id);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const { signal } = new AbortController();
const file = (name: string, size: number) => ({
  path: name,
  location: `media/${name}`,
  folded: null,
  size,
  etag: "x",
  contentType: "video/mp4",
});
const script = (id: string) => ({
  id,
  name: "a.srt",
  size: 5,
  location: `scripts/${id}`,
  createdAt: 1,
});

/** A store whose list is older than the objects that `sizeAt` finds. */
const stored = (sizes: Record<string, number>, list: Record<string, number> | null = sizes) => ({
  listSizes: () => (list === null ? null : Promise.resolve(new Map(Object.entries(list)))),
  sizeAt: (location: string) => Promise.resolve(sizes[location] ?? null),
});

async function compare(...objects: Parameters<typeof stored>) {
  const faults: ObjectFault[] = [];
  const report = (fault: ObjectFault) => void faults.push(fault);
  const compared = await compareObjects(store, stored(...objects), report, signal);
  return { compared, faults: faults.map(({ location, actual }) => [location, actual]) };
}

it("rows whose object is missing or has another size are reported, over several pages", async () => {
  expect(await namesNothing(store)).toBe(true);
  const files = Array.from({ length: 1_100 }, (_, at) => file(`${at}.mp4`, at));
  await store.addFiles(files);
  await store.addScript(script("s"));
  expect(await namesNothing(store)).toBe(false);
  const sizes = Object.fromEntries(files.map(({ location, size }) => [location, size]));
  const all: Record<string, number> = { ...sizes, "scripts/s": 5 };
  expect(await compare(all)).toEqual({ compared: 1_101, faults: [] });
  expect(await compare(all, null)).toEqual({ compared: 1_101, faults: [] });
  const { "media/1099.mp4": _removed, ...rest } = all;
  const others = { ...rest, "media/7.mp4": 8, "scripts/s": 0 };
  expect((await compare(others)).faults).toEqual([
    ["media/1099.mp4", null],
    ["media/7.mp4", 8],
    ["scripts/s", 0],
  ]);
});

it("an object that was stored after the list was read is not missing", async () => {
  await store.addFiles([file("new.mp4", 3)]);
  expect(await compare({ "media/new.mp4": 3 }, {})).toEqual({ compared: 1, faults: [] });
});

it("a row that was removed while it was compared is not reported", async () => {
  await store.addFiles([file("old.mp4", 3)]);
  const faults: ObjectFault[] = [];
  const objects = {
    listSizes: () => null,
    async sizeAt() {
      await store.beginRemoval({ paths: ["old.mp4"] }, 10);
      return null;
    },
  };
  await compareObjects(store, objects, (fault) => void faults.push(fault), signal);
  expect(faults).toEqual([]);
});

it("orphans are older objects of rows' folders that no row names", async () => {
  await store.addFiles([file("a.mp4", 1), file("removed.mp4", 1)]);
  await store.addScript(script("s"));
  await store.beginRemoval({ paths: ["removed.mp4"] }, 10);
  await store.beginPublishing({ ...file("p.mp4", 1), staged: "media/staged", uploadId: null });
  const at = (location: string, modifiedAt: number | null = 1): ListedObject => ({
    location,
    size: 1,
    modifiedAt,
  });
  async function* list() {
    yield ["media/a.mp4", "media/removed.mp4", "media/staged", "scripts/s"].map((one) => at(one));
    yield [at("media/lost"), at("takes/B/x.wav"), at("scripts/lost"), at("media/young", 100)];
    yield [at("workspace.json"), at("peaks/B"), at("incoming/1"), at("media/undated", null)];
    await Promise.resolve();
  }
  const found = await findOrphans(store, list(), { before: 100, signal });
  expect(found.map(({ location }) => location)).toEqual([
    "media/lost",
    "takes/B/x.wav",
    "scripts/lost",
  ]);
});

it("delivered objects are listed in pages, in the order of their rows", async () => {
  const database = openDatabase(":memory:", migrations);
  database.exec(
    `INSERT INTO projects (id, name, status, type, model, source_language, created_at, updated_at)
     VALUES ('p', 'Season', 'active', 'dubbing', 'local-basic', NULL, 0, 0);
     INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
     VALUES ('b', 'p', 'Episode', 'completed', '{}', 0, 0)`,
  );
  for (const id of ["e1", "e2"]) {
    database.run(
      `INSERT INTO exports (id, batch_id, request, snapshot, folder, version, state, created_at, kind)
       VALUES (?, 'b', '{}', '', 'Episode', 1, 'made', 0, 'objects')`,
      id,
    );
    for (const position of [0, 1, 10])
      database.run(
        "INSERT INTO export_files (export_id, position, path, state, location) VALUES (?, ?, ?, 'made', ?)",
        id,
        position,
        `${position}.wav`,
        position === 1 ? null : `deliveries/${id}/${position}`,
      );
  }
  const rows = createNamedObjectRows(createSqliteRows(database));
  const found: string[] = [];
  for (let after = ""; ;) {
    const [next] = await rows.listNamedObjects("delivery", after, 1);
    if (!next) break;
    found.push(next.location);
    after = next.cursor;
  }
  expect(found).toEqual(["e1/0", "e1/10", "e2/0", "e2/10"].map((name) => `deliveries/${name}`));
  database.close();
});
