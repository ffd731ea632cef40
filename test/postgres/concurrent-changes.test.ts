/**
 * Changes of all domains by two services at the same time, in random order: what rows count is
 * what there is, no change is lost, and none ends in a deadlock. About 2 s; `DUBYARD_ROUNDS`
 * shortens the long tests.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Pool } from "pg";
import { silentLog } from "../../main/common/log";
import { createConfirmations } from "../../main/local-service/common/confirmations";
import type { ExportFile, NewExport } from "../../main/local-service/rows/exports/export-port";
import { LostLease, type Lease, type LeaseKind } from "../../main/local-service/rows/lease-port";
import type { LocalStore } from "../../main/local-service/rows/port";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { createPool } from "../../main/local-service/rows/postgres/pool";
import { createDatabase, type TestDatabase } from "../helpers/postgres/databases";
import { seeded } from "../helpers/random";
import { long } from "../long";
import { languages } from "./model-changes";

const folder = { id: "concurrent", isEmpty: true };
const confirmations = createConfirmations(Buffer.alloc(32, 1));
const onLost = (error: Error): void => {
  throw error;
};
const source = "en-us";
const at = 1;
const projects = ["p1", "p2"] as const;
const lineCount = 4;
/** Changes at the same time, in one round. */
const parallel = 6;
/** The number of rounds of each long test. */
const rounds = Number(process.env["DUBYARD_ROUNDS"] ?? 300);

let database: TestDatabase;
let pool: Pool;
let stores: LocalStore[] = [];
async function openStores(): Promise<LocalStore[]> {
  const { url } = database;
  const options = { url, folder, log: silentLog, isShared: true, confirmations, onLost };
  return [await openPostgresStore(options), await openPostgresStore(options)];
}
beforeAll(async () => {
  if (inject("postgres") === null) return;
  database = await createDatabase(folder.id);
  stores = await openStores();
  pool = createPool(database.url, silentLog);
});
afterAll(async () => {
  if (inject("postgres") === null) return;
  await pool.end();
  await Promise.all(stores.map((store) => store.close()));
  await database.remove();
});

const valuesOf = async (sql: string): Promise<unknown[]> =>
  (await pool.query<{ value: unknown }>(sql)).rows.map(({ value }) => value);

/** The id of a task; null if its batch or request was deleted. */
async function findTask(where: string): Promise<number | null> {
  const [id] = await valuesOf(`SELECT id AS value FROM tasks WHERE ${where}`);
  return typeof id === "number" ? id : null;
}

async function leased<T>(
  store: LocalStore,
  kind: LeaseKind,
  key: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T | undefined> {
  const lease = { kind, key, token: randomUUID() };
  if ((await store.claimLease(lease, "test", 60_000)) === null) return undefined;
  try {
    return await work(lease);
  } finally {
    await store.releaseLease(lease);
  }
}

const newBatch = (id: string, projectId: string) => ({
  id,
  projectId,
  name: id,
  scriptPath: "x",
  videoPath: null,
  languageCode: null,
  settings: {},
  translations: [
    { languageId: source, type: "source" as const },
    ...languages.map((languageId) => ({ languageId, type: "target" as const })),
  ],
});
const characterOf = (projectId: string, index: number) => `${projectId}-c${index}`;
const characters = 5;

function addCharacters(store: LocalStore, projectId: string, names: readonly string[]) {
  const characters = names.map((name) => ({ id: name, name, folded: name }));
  return store.ensureCharacters(projectId, characters, at);
}

async function addProject(store: LocalStore, id: string): Promise<void> {
  await store.addProject(
    {
      id,
      name: id,
      status: "active",
      type: "line-dubbing",
      model: "local-basic",
      sourceLanguage: source,
      createdAt: at,
      updatedAt: at,
    },
    languages,
  );
  const names = Array.from({ length: characters }, (_, index) => characterOf(id, index));
  await addCharacters(store, id, names);
}

/** Ingests a batch, whose lines have these characters in turn. */
async function ingest(store: LocalStore, batchId: string, characterIds: readonly string[]) {
  const task = await findTask(`batch_id = '${batchId}'`);
  if (task === null) return;
  await leased(store, "ingest", String(task), async (lease) => {
    const lines = Array.from({ length: lineCount }, (_, index) => ({
      number: index + 1,
      lineId: `L${index}`,
      characterId: characterIds[index % characterIds.length] ?? "",
      sourceAudio: "",
      emotion: "",
      intensity: "",
      startMs: index * 1000,
      endMs: index * 1000 + 900,
      appearance: "" as const,
      texts: Object.fromEntries([source, ...languages].map((id) => [id, `Line ${index}`])),
    }));
    if (!(await store.addLines(lease, batchId, lines))) return;
    const found = { characterIds, languageIds: [source, ...languages] };
    const outcome = { result: "ingested", isToBeCast: false, note: "", ...found } as const;
    await store.finishIngestion({ id: task, batchId, lease }, outcome, at);
  });
}

const request = {
  languages: ["fr-fr"],
  parts: ["stems"],
  preset: "online",
  naming: "number",
  includeUnapproved: false,
  originalTrack: false,
} satisfies NewExport["request"];
const filePaths = ["a.wav", "b.wav", "c.wav"] as const;

/** Starts a delivery, and makes its files while it may be cancelled. */
async function deliver(store: LocalStore, other: LocalStore, batchId: string, isKept: boolean) {
  const id = randomUUID();
  const row = { id, batchId, kind: "objects", request, signature: "", createdAt: at } as const;
  const files = filePaths.map((path) => ({ path, bytes: null }));
  // The batch may have been deleted.
  if (!(await store.addObjectExport(row, "Delivery", "{}", files))) return;
  const made = leased(store, "export", id, async (lease) => {
    const makeFile = (path: string) =>
      store.setExportFile(lease, id, {
        path,
        state: "made",
        bytes: 1,
        sha256: "a".repeat(64),
        problem: "",
        finding: "",
        measures: null,
        location: `deliveries/${id}/${path}`,
      } satisfies ExportFile);
    await Promise.all(filePaths.map(makeFile));
    await store.endExport(lease, id, { state: "made", problem: "", expiresAt: null });
  });
  await Promise.all([made, isKept ? null : other.cancelExport(id)]);
}

async function createInBulk(store: LocalStore, projectId: string, count: number): Promise<void> {
  const requestId = randomUUID();
  await store.addBulkRequest({ id: requestId, projectId, scriptPath: "x", settings: {} }, at);
  const id = await findTask(`request_id = '${requestId}'`);
  if (id === null) return;
  await leased(store, "ingest", String(id), async (lease) => {
    const task = { id, requestId, lease };
    const rows = Array.from({ length: count }, (_, index) => {
      const batchId = `${requestId}-${index}`;
      const row = { rowNumber: index, name: batchId, failure: null, batchId: null };
      return { ...row, batch: newBatch(batchId, projectId) };
    });
    if (!(await store.addBulkRows(task, 0, rows))) return;
    await store.finishBulkRead(task, null);
    while (await store.createBulkBatches(task, 2, at));
  });
}

async function publish(store: LocalStore, path: string): Promise<void> {
  const staged = `media/${randomUUID()}`;
  const file = { path, location: staged, folded: null, size: 1, etag: "e", contentType: "x" };
  await store.beginPublishing({ ...file, staged, uploadId: null });
  await store.finishPublishing(staged);
}

/** A thread of a comment and its reply, of which either may be removed. */
async function comment(store: LocalStore, other: LocalStore, batchId: string, number: number) {
  const id = randomUUID();
  const common = { number, languageId: languages[0], takeId: null, atMs: null, endMs: null };
  const rest = { text: "?", by: "", isResolved: false, stateBy: "", stateAt: null };
  const times = { createdAt: at, updatedAt: at };
  await store.addComment(batchId, { ...common, ...rest, ...times, id, replyTo: null });
  const reply = { ...common, ...rest, ...times, id: randomUUID(), replyTo: id };
  await Promise.all([
    store.addComment(batchId, reply),
    other.changeComment(id, { isResolved: true }, at),
    number % 2 === 0 ? other.removeComment(id) : null,
  ]);
}

/** The changes of one round, as functions that are called at the same time. */
function changesOf(random: () => number, batches: { id: string; projectId: string }[]) {
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const store = oneOf(stores);
  const other = oneOf(stores);
  const projectId = oneOf(projects);
  const batch = oneOf(batches);
  const number = 1 + below(lineCount);
  const [first, second] = [below(characters), below(characters)];
  const offsetMs = below(9) * 40;
  const language = { batchId: batch.id, languageId: oneOf(languages) };
  const path = `folder/${below(4)}.wav`;
  const voices = [first, second].map((index) => ({
    characterId: characterOf(projectId, index),
    voice: `Voice ${index}`,
  }));
  const review = async (values: Parameters<LocalStore["changeReview"]>[2]) => {
    const line = await store.findReviewed(language, number);
    if (line) await store.changeReview(language, { number, revision: line.revision }, values, at);
  };
  const changes: (() => Promise<unknown>)[] = [
    async () => {
      const id = randomUUID();
      await store.addBatch(newBatch(id, projectId), at);
      batches.push({ id, projectId });
      // Its characters get their voices at the same time.
      const names = [randomUUID(), randomUUID()];
      await addCharacters(store, projectId, names);
      await Promise.all([
        ingest(other, id, [...names, characterOf(projectId, first)]),
        ...names.map((characterId) => store.assignVoices([{ characterId, voice: "Voice" }], at)),
      ]);
    },
    () => store.assignVoices(voices, at),
    () =>
      store.assignLanguageVoice(
        { characterId: characterOf(projectId, first), languageId: languages[0], voice: "Own" },
        at,
      ),
    () => review({ shared: { character: { id: characterOf(batch.projectId, first), name: "" } } }),
    () => review({ offsetMs }),
    () => review({ target: `Text ${offsetMs}` }),
    () => comment(store, other, batch.id, number),
    () => deliver(store, other, batch.id, below(2) === 0),
    () => createInBulk(store, projectId, 3),
    () => publish(store, path),
    () => store.beginRemoval({ folder: "folder/" }, 100),
    () => store.startDubs(batch.id, {}, at),
    () => store.stopDubs(batch.id, undefined, at),
    () => store.moveLines(batch.id, 1, at),
    () => store.cleanTakes(language),
    () => store.scheduleBatch(batch.id, { note: path }),
    () =>
      store.setProjectStatuses(below(2) === 0 ? projects : [...projects].reverse(), "active", at),
    () => store.removeBatches([batch.id]),
    () => store.purge(100),
  ];
  return oneOf(changes);
}

const batchRows = `(SELECT b.id, b.status, b.character_count, b.uncast_count,
    (SELECT count(*) FROM batch_characters s WHERE s.batch_id = b.id) AS characters,
    (SELECT count(*) FROM batch_characters s JOIN characters c ON c.id = s.character_id
     WHERE s.batch_id = b.id AND c.voice IS NULL) AS uncast
  FROM batches b WHERE b.status NOT IN ('removed', 'ingesting')) AS r`;
/** The queries of violations, which must find nothing, by the name of what they check. */
const violations = {
  "counts of characters": `SELECT id AS value FROM ${batchRows}
    WHERE character_count <> characters OR uncast_count <> uncast`,
  "statuses of casting": `SELECT id AS value FROM ${batchRows}
    WHERE (status = 'casting') <> (characters = 0 OR uncast > 0)`,
  "dubs of batches without voices": `SELECT id AS value FROM ${batchRows}
    WHERE uncast = 0 AND characters > 0 AND NOT EXISTS (SELECT 1 FROM dubs d WHERE d.batch_id = r.id)`,
  "counts of delivered files": `SELECT id AS value FROM exports e WHERE state <> 'cancelled' AND made <>
    (SELECT count(*) FROM export_files f WHERE f.export_id = e.id AND f.state = 'made')`,
  "objects of cancelled deliveries": `SELECT f.location AS value FROM export_files f
    JOIN exports e ON e.id = f.export_id WHERE e.state = 'cancelled' AND f.location IS NOT NULL`,
  "versions of deliveries": `SELECT batch_id AS value FROM exports GROUP BY batch_id, version HAVING count(*) > 1`,
  "replies without a comment": `SELECT id AS value FROM comments r WHERE reply_to IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.id = r.reply_to)`,
  "rows of bulk requests": `SELECT request_id AS value FROM bulk_rows r WHERE plan IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.request_id = r.request_id AND t.kind = 'bulk')`,
  "files that are removed": `SELECT location AS value FROM files WHERE location IN (SELECT location FROM removals)`,
  "tasks of removed batches": `SELECT t.id AS value FROM tasks t JOIN batches b ON b.id = t.batch_id
    WHERE b.status = 'removed'`,
};

async function check(seed: number, rounds: number): Promise<void> {
  const random = seeded(seed);
  const store = stores[0] as LocalStore;
  for (const id of projects)
    if ((await store.findProject(id)) === null) await addProject(store, id);
  const batches: { id: string; projectId: string }[] = [];
  for (const projectId of projects) {
    const id = randomUUID();
    await store.addBatch(newBatch(id, projectId), at);
    await ingest(store, id, [characterOf(projectId, 0), characterOf(projectId, 1)]);
    batches.push({ id, projectId });
  }
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        try {
          await changesOf(random, batches)();
        } catch (error) {
          // Another change has withdrawn the work.
          if (!(error instanceof LostLease)) throw error;
        }
      }),
    );
    for (const [name, sql] of Object.entries(violations))
      expect(await valuesOf(sql), `seed ${seed}, round ${round}: ${name}`).toEqual([]);
  }
  const deadlocks =
    "SELECT deadlocks AS value FROM pg_stat_database WHERE datname = current_database()";
  // The counter of a session is reported when it ends.
  await Promise.all(stores.map((one) => one.close()));
  stores = await openStores();
  expect(await valuesOf(deadlocks)).toEqual([0]);
}

it("changes at the same time leave what they count", () => check(1, 6));
it.each(Array.from({ length: 10 }, (_, index) => 101 + index))(
  "changes at the same time leave what they count, of seed %i",
  { ...long, timeout: 600_000 },
  (seed) => check(seed, rounds),
);
