/**
 * The same random changes on SQLite and on PostgreSQL: after every step all lists are equal. About
 * 4 s in `npm test`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject, afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../main/common/log";
import type { LocalStore } from "../../main/local-service/rows/port";
import { openPostgresStore } from "../../main/local-service/rows/postgres";
import { openSqliteStore } from "../../main/local-service/rows/sqlite";
import type { ReviewFilter } from "../../main/local-service/rows/review/review-port";
import { everyLine } from "../../preload/facts/review";
import { createDatabase, type TestDatabase } from "../helpers/postgres/databases";
import { seeded } from "../helpers/random";
import { long } from "../long";
import { changes, languages, prepareModel, type Step } from "./model-changes";

const folder = { id: "model", isEmpty: true };
const filters: readonly ReviewFilter[] = [
  everyLine,
  { ...everyLine, states: ["ready", "stale", "failed"] },
  { ...everyLine, states: ["generating", "approved"] },
  { ...everyLine, checks: ["silence", "duplicate"] },
  { ...everyLine, isWithoutWarnings: true },
  { ...everyLine, characterId: "c1" },
  { ...everyLine, isCommented: true },
  { ...everyLine, search: "ÄB_" },
];

let dataDir: string;
let database: TestDatabase;
let sqlite: LocalStore;
let postgres: LocalStore;

/** Ids that a database gives are not equal in both. */
const withoutIds = (value: unknown): unknown => {
  const text = JSON.stringify({ value }, (name, inner: unknown) =>
    (name === "id" || name === "takeId") && typeof inner === "number" ? 0 : inner,
  );
  return JSON.parse(text);
};

async function onBoth<T>(work: (store: LocalStore) => Promise<T>): Promise<[T, T]> {
  return [await work(sqlite), await work(postgres)];
}

async function expectEqual(work: (store: LocalStore) => Promise<unknown>): Promise<void> {
  const [former, present] = await onBoth(work);
  expect(withoutIds(present)).toEqual(withoutIds(former));
}

/** Compares all lists of a batch, those of lines with one of the filters. */
async function compare(
  batchId: string,
  filter: ReviewFilter,
  checked: readonly string[],
): Promise<void> {
  for (const languageId of checked) {
    const language = { batchId, languageId };
    await expectEqual((store) => store.listReview(language, filter, { offset: 0, limit: 50 }));
    await expectEqual(async (store) => {
      const { areChecksDue: _, ...summary } = await store.summariseLanguage(language);
      return summary;
    });
    await expectEqual((store) =>
      store.listTakes(batchId, languageId, { number: 0, variant: 0 }, 99),
    );
    await expectEqual((store) => store.listDubLines(batchId, languageId, 0, 99));
    await expectEqual((store) => store.listCheckSubjects(language, 0, 99));
    // Triggers of SQLite also fire where a value is set to itself.
    const [isDue, isAlsoDue] = await onBoth((store) => store.areFindingsDue(language));
    expect(isDue || !isAlsoDue).toBe(true);
  }
  const all = { languageId: null, number: null };
  await expectEqual((store) => store.listComments(batchId, all));
  await expectEqual((store) => store.listDubs(batchId));
  await expectEqual((store) => store.findBatch(batchId));
  await expectEqual((store) => store.findQueuedTake({ ids: [], voices: [], dubs: [] }));
}

/** Lines by number as text, of one language. */
async function linesOf(store: LocalStore, batchId: string, languageId: string) {
  const { lines } = await store.listReview({ batchId, languageId }, everyLine, {
    offset: 0,
    limit: 50,
  });
  return new Map(lines.map((line) => [line.number, JSON.stringify(line)]));
}

/** Makes a change on both, and checks that both report the lines that it changed. */
async function change(batchId: string, step: Step): Promise<void> {
  const language = { batchId, languageId: languages[0] };
  const [since, sinceAlso] = await onBoth((store) => store.reviewRevision(language));
  const before = await linesOf(postgres, batchId, language.languageId);
  const [former, present] = await onBoth((store) => step.run(store));
  expect(withoutIds(present)).toEqual(withoutIds(former));
  const of = (store: LocalStore, from: number) => store.listChangedLines(language, from, 50);
  const [told, toldAlso] = [await of(sqlite, since), await of(postgres, sinceAlso)];
  expect(toldAlso.isReset).toBe(told.isReset);
  expect(told.numbers).toEqual(expect.arrayContaining(toldAlso.numbers));
  if (toldAlso.isReset) return;
  const after = await linesOf(postgres, batchId, language.languageId);
  const changed = [...after].filter(([number, text]) => before.get(number) !== text);
  if (step.changesTakes)
    expect(toldAlso.numbers).toEqual(expect.arrayContaining(changed.map(([number]) => number)));
}

async function check(seed: number, steps: number): Promise<void> {
  const random = seeded(seed);
  const batchId = `b${seed}`;
  await expectEqual((store) => prepareModel(store, batchId));
  for (let count = 0; count < steps; count += 1) {
    const step = await changes(random, { batchId, at: 1000 + count }, sqlite);
    await change(batchId, step).catch((error: unknown) => {
      throw new Error(`seed ${seed}, step ${count}: ${step.name}`, { cause: error });
    });
    const filter = filters[count % filters.length] ?? everyLine;
    const isLast = count === steps - 1;
    const checked = isLast ? languages : [languages[count % languages.length] ?? ""];
    await compare(batchId, filter, checked).catch((error: unknown) => {
      throw new Error(`seed ${seed}, after step ${count}: ${step.name}`, { cause: error });
    });
  }
}

const onLost = (error: Error) => {
  throw error;
};

describe("after random changes, PostgreSQL has the rows of SQLite", () => {
  beforeAll(async () => {
    if (inject("postgres") === null) return;
    dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-model-"));
    sqlite = openSqliteStore(dataDir);
    database = await createDatabase(folder.id);
    postgres = await openPostgresStore({ url: database.url, folder, log: silentLog, onLost });
  });
  afterAll(async () => {
    if (inject("postgres") === null) return;
    await Promise.all([sqlite.close(), postgres.close()]);
    await database.remove();
    await rm(dataDir, { recursive: true });
  });

  it.each([1, 2, 3, 4, 5])("of seed %i", (seed) => check(seed, 12));
  it.each(Array.from({ length: 20 }, (_, index) => 101 + index))(
    "of seed %i, 500 changes",
    { ...long, timeout: 600_000 },
    (seed) => check(seed, 500),
  );
});
