/**
 * Scripts with very many lines: storing, replacing and deleting them does not block other requests,
 * and interrupted work is continued.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import { createIngestion, type Ingestion } from "../../../main/local-service/ingest/queue";
import { noEngines } from "../../../main/local-service/engines/engines";
import { createLeases } from "../../../main/local-service/work/leases";
import { createOutsideWork } from "../../../main/local-service/common/outside-work";
import type { ObjectStore } from "../../../main/local-service/objects/port";
import type { IngestDeps } from "../../../main/local-service/ingest/task";
import type { NewBatch } from "../../../main/local-service/rows/batches/batch-port";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import type { BulkScript, Script } from "../../../main/script-formats/model";
import { long } from "../../long";
import { longestTurn } from "../../helpers/event-loop";

/** More lines than are written at once; the long tests have as many as the largest scripts. */
const someLines = 40_000;
const manyLines = 200_000;
/** Maximum time for which the event loop may be blocked, in milliseconds; about 30 are usual. */
const bound = 500;
const project = "p";
const batchId = "b";

let dataDir: string;
let store: LocalStore;
let ingestion: Ingestion | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-local-"));
  store = openSqliteStore(dataDir);
  const fields = { name: "P", status: "active", type: "audio-production", model: "m" } as const;
  const times = { createdAt: 1, updatedAt: 1 };
  await store.addProject({ id: project, ...fields, sourceLanguage: null, ...times }, ["fr-fr"]);
});
afterEach(async () => {
  await ingestion?.close();
  ingestion = null;
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A script as the reader process would send it. */
function scriptOf(text: string, lineCount = someLines): Script {
  const lines = Array.from({ length: lineCount }, (_, index) => ({
    number: index + 1,
    id: `L${index}`,
    character: `C${index % 50}`,
    text: { "fr-fr": `${text} ${index}` },
    sourceAudio: null,
    emotion: null,
    intensity: null,
    startMs: null,
    endMs: null,
    row: index + 2,
  }));
  return {
    format: "csv",
    lines,
    characters: [],
    languages: ["fr-fr"],
    columns: {},
    sheet: "",
    problems: [],
  };
}
const bulk: BulkScript = {
  problems: [],
  rows: Array.from({ length: 20_000 }, (_, index) => ({
    row: index + 2,
    name: `Row ${index}`,
    scriptPath: "https://scripts.example/row.csv",
    videoPath: "",
    languageCode: "",
    settings: {},
    problems: [],
  })),
};
const unreachable: Script = {
  format: null,
  lines: [],
  characters: [],
  languages: [],
  columns: {},
  sheet: "",
  problems: [{ severity: "error", row: null, column: null, code: "empty", message: "Empty." }],
};

/** Ingestion with scripts by their paths. */
function ingest(scripts: Record<string, Script>): Ingestion {
  const sources: IngestDeps["sources"] = {
    readScript: (location) =>
      Promise.resolve({ bytes: new Uint8Array(), fileName: location, kinds: {} }),
    checkVideo: () => Promise.resolve(),
    hostOf: () => null,
    download: () => Promise.reject(new Error("there is no video")),
    findAudioProblems: () => Promise.resolve(new Map()),
  };
  const reader: IngestDeps["reader"] = {
    readScript: (_bytes, fileName) => Promise.resolve(scripts[fileName] ?? unreachable),
    readBulk: () => Promise.resolve(bulk),
    close: () => Promise.resolve(),
  };
  return createIngestion({
    store,
    leases: createLeases({ rows: store, log: silentLog }),
    sources,
    reader,
    engines: () => noEngines,
    engine: null,
    objects: {} as ObjectStore,
    outside: createOutsideWork(() => false),
    onIngested: () => undefined,
    removeFiles: () => Promise.resolve(),
    now: () => 1,
    log: silentLog,
  });
}

const newBatch = (id: string): NewBatch => ({
  id,
  projectId: project,
  name: "B",
  videoPath: null,
  languageCode: null,
  settings: {},
  scriptPath: "first.csv",
  translations: [{ languageId: "fr-fr", type: "target" }],
});
const pollOptions = { timeout: 60_000, interval: 100 };
const statusIs = (status: string) =>
  expect.poll(async () => (await store.findBatch(batchId))?.status, pollOptions).toBe(status);
const translation = async () => {
  const batch = await store.findBatch(batchId);
  return batch?.translations[0]?.status;
};
const textAt = async (number: number) =>
  (await store.listLines(batchId, number - 1, 1))[0]?.texts["fr-fr"];
const addTarget = (scriptPath: string) =>
  store.addBatchLanguages(
    batchId,
    project,
    [{ languageId: "fr-fr", scriptPath, speakerSeparator: null }],
    1,
  );
/** Number of rows in a table (matching a condition), including removed ones. */
async function countOf(table: string): Promise<number> {
  const { openDatabase } = await import("../../../main/common/database/database");
  const { migrations } = await import("../../../main/local-service/rows/migrations");
  const database = openDatabase(path.join(dataDir, "workspace.db"), migrations);
  const count = database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count;
  database.close();
  return count ?? 0;
}

const blocksNothing =
  "lines are stored, get other texts, and are deleted without blocking the event loop";
it(`${someLines} ${blocksNothing}`, () => storeReplaceDelete(someLines), 120_000);
it(`${manyLines} ${blocksNothing}`, { ...long, timeout: 240_000 }, () =>
  storeReplaceDelete(manyLines),
);

async function storeReplaceDelete(lineCount: number): Promise<void> {
  const scripts = {
    "first.csv": scriptOf("First", lineCount),
    "second.csv": scriptOf("Second", lineCount),
  };
  await store.addBatch(newBatch(batchId), 1);
  const storing = await longestTurn(async () => {
    ingestion = ingest(scripts);
    await statusIs("casting");
  });
  expect(await store.countLines(batchId)).toBe(lineCount);
  const replacing = await longestTurn(async () => {
    await addTarget("second.csv");
    ingestion?.wake();
    await expect.poll(translation, pollOptions).toBe("ready");
  });
  expect(await textAt(lineCount)).toBe(`Second ${lineCount - 1}`);
  await expect.poll(() => countOf("line_texts"), pollOptions).toBe(lineCount);
  const deleting = await longestTurn(async () => {
    await store.removeBatches([batchId]);
    expect(await store.findBatch(batchId)).toBeNull();
    expect(await store.listBatches(project, null, 10)).toEqual([]);
    expect((await store.statistics()).lines).toBe(0);
    ingestion?.wake();
    await expect.poll(() => store.purge(1), pollOptions).toBe(false);
  });
  expect([await countOf("lines"), await countOf("batches")]).toEqual([0, 0]);
  expect({ storing, replacing, deleting }).toEqual({
    storing: expect.toSatisfy((ms: number) => ms < bound),
    replacing: expect.toSatisfy((ms: number) => ms < bound),
    deleting: expect.toSatisfy((ms: number) => ms < bound),
  });
}

it(
  "20,000 rows of a bulk request are created, interrupted and deleted without blocking the event loop",
  { ...long, timeout: 240_000 },
  async () => {
    const at = { id: "r", projectId: project, scriptPath: "bulk.csv", settings: {} };
    await store.addBulkRequest(at, 1);
    const counts = () => store.countBulkRows("r");
    const creating = await longestTurn(async () => {
      ingestion = ingest({});
      await expect.poll(async () => (await counts()).failed > 0, pollOptions).toBe(true);
      await ingestion.close();
      // Not all batches are created, and the status is not "completed".
      expect((await counts()).pending).toBeGreaterThan(0);
      expect((await counts()).total).toBe(20_000);
      ingestion = ingest({});
      await expect.poll(() => countOf("bulk_rows WHERE plan IS NOT NULL"), pollOptions).toBe(0);
    });
    expect(await countOf("batches")).toBe(20_000);
    const deleting = await longestTurn(async () => {
      expect(await store.removeProject(project)).toBe(true);
      expect(await store.findProject(project)).toBeNull();
      expect(await store.findBulkRequest("r")).toBeNull();
      for (let count = 0; count < 10; count += 1) await store.purge(1000);
      await ingestion?.close();
      ingestion = ingest({});
      await expect.poll(() => countOf("projects"), pollOptions).toBe(0);
    });
    for (const table of ["batches", "bulk_rows", "bulk_requests", "tasks", "translations"])
      expect([table, await countOf(table)]).toEqual([table, 0]);
    expect({ creating, deleting }).toEqual({
      creating: expect.toSatisfy((ms: number) => ms < bound),
      deleting: expect.toSatisfy((ms: number) => ms < bound),
    });
  },
);

it("new texts take effect when all are stored, and a script that fails changes nothing", async () => {
  await store.addBatch(newBatch(batchId), 1);
  ingestion = ingest({ "first.csv": scriptOf("First") });
  await statusIs("casting");
  await ingestion.close();
  // Simulates a process that was killed during the second script.
  await addTarget("second.csv");
  const lease = { kind: "ingest", key: "killed", token: "killed" } as const;
  await store.claimLease(lease, "killed", 15_000);
  await store.addSpareTexts(lease, batchId, "fr-fr", [[1, "Second"]]);
  expect([await textAt(1), await translation()]).toEqual(["First 0", "pending"]);
  // The script of the next ingestion is missing.
  ingestion = ingest({});
  await expect.poll(translation, pollOptions).toBe("failed");
  expect(await textAt(1)).toBe("First 0");
  await expect.poll(() => countOf("line_texts"), pollOptions).toBe(someLines);
  await addTarget("third.csv");
  await ingestion.close();
  ingestion = ingest({ "third.csv": scriptOf("Third") });
  await expect.poll(translation, pollOptions).toBe("ready");
  expect(await textAt(1)).toBe("Third 0");
}, 120_000);
