/** Changes of many lines are stored in portions, between which other requests change lines. */
import { beforeEach, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { createReview, type ReviewDeps } from "../../../main/local-service/review/review";
import { createLineEditRows } from "../../../main/local-service/rows/review/line-edit-rows";
import { HttpError } from "../../../main/local-service/common/http-error";
import { createReviewRows } from "../../../main/local-service/rows/review/review-rows";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { everyLine } from "../../../preload/facts/review";
import { notDecidedOtherwise } from "../../../renderer/domain/not-decided-otherwise";

const language = { batchId: "b", languageId: "fr-fr" };
/** More than two portions. */
const count = 205;

let database: Database;
beforeEach(() => {
  database = openDatabase(":memory:", migrations);
  database.exec(
    `INSERT INTO projects (id, name, status, type, model, source_language, created_at, updated_at)
     VALUES ('p', 'Season', 'active', 'line-dubbing', 'local-basic', NULL, 0, 0);
     INSERT INTO characters (id, project_id, name, folded, created_at, updated_at)
     VALUES ('c', 'p', 'Ada', 'ada', 0, 0);
     INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
     VALUES ('b', 'p', 'Episode', 'completed', '{}', 0, 0);
     INSERT INTO translations (batch_id, position, language_id, type, status) VALUES ('b', 0, 'fr-fr', 'target', 'completed')`,
  );
  for (let number = 1; number <= count; number += 1)
    database.run(
      `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity, identity)
       VALUES ('b', ?, '', 'c', '', '', '', ?)`,
      number,
      number,
    );
});

/**
 * A review whose store calls `between` after `stored` changes of lines, and `before` before each.
 * `settle`: called where the review waits for checks.
 */
function reviewWith(
  stored: number,
  between: () => Promise<unknown>,
  before: (number: number) => void = () => undefined,
  settle: () => Promise<void> = () => Promise.resolve(),
) {
  const rows = createReviewRows(createSqliteRows(database));
  let changes = 0;
  const store = {
    ...rows,
    async changeReview(...change: Parameters<typeof rows.changeReview>) {
      before(change[1].number);
      const changed = await rows.changeReview(...change);
      changes += 1;
      if (changes === stored) await between();
      return changed;
    },
  };
  const deps = {
    store,
    engines: () => [],
    dubbing: () => null,
    checking: () => ({ wake: () => undefined, settle }),
    speech: () => null,
    canMakeTakes: () => false,
  };
  return createReview({ ...deps, now: () => 1 } as unknown as ReviewDeps);
}
async function deleteLine(number: number): Promise<void> {
  const line = await createReviewRows(createSqliteRows(database)).findReviewed(language, number);
  const { deleteLine: remove } = createLineEditRows(createSqliteRows(database));
  const revision = line?.revision ?? 0;
  expect(await remove(language, { number, revision, by: "", at: 1 })).toHaveProperty("id");
}
const changedIdentities = () =>
  database
    .all<{ identity: number }>(
      `SELECT l.identity FROM lines l JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number
       WHERE r.offset_ms = 40 ORDER BY l.number`,
    )
    .map(({ identity }) => identity);
const identities = Array.from({ length: count }, (_, index) => index + 1);

it("a line that is deleted between two portions does not move the change to other lines", async () => {
  const review = reviewWith(100, () => deleteLine(50));
  const outcomes = await review.apply(language, { filter: everyLine }, { offsetMs: 40 });
  expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([]);
  expect(outcomes.map(({ identity }) => identity)).toEqual(identities);
  expect(changedIdentities()).toEqual(identities.filter((identity) => identity !== 50));
});

it("a selected line that is deleted before its portion is named, and no other one is changed instead", async () => {
  const review = reviewWith(100, () => deleteLine(150));
  const outcomes = await review.apply(language, { filter: everyLine }, { offsetMs: 40 });
  expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([
    { number: 150, identity: 150, problem: "the line no longer exists" },
  ]);
  expect(changedIdentities()).toEqual(identities.filter((identity) => identity !== 150));
});

/** All lines have a text, and a take without a decision. */
function makeTakes(): void {
  database.run(
    `INSERT INTO line_texts (batch_id, number, language_id, text)
     SELECT batch_id, number, 'fr-fr', 'Bonjour' FROM lines`,
  );
  database.run(
    `INSERT INTO takes (batch_id, language_id, number, variant, key, state, sha256)
     SELECT batch_id, 'fr-fr', number, 0, 'k', 'made', 'h' FROM lines`,
  );
}
const undecided = { ...everyLine, states: ["ready" as const] };
const noMatch = "filter: the line does not match any more";
const decided = async (number: number) => {
  const line = await createReviewRows(createSqliteRows(database)).findReviewed(language, number);
  return [line?.state, line?.decidedBy, line?.reason];
};
/** Another reviewer rejects a line. */
const rejects = (number: number) => {
  const named = { lines: [{ number, identity: number }] };
  const change = { decision: "rejected", reason: "too fast", by: "Mia" } as const;
  return reviewWith(0, () => Promise.resolve()).apply(language, named, change);
};

it.each([
  ["a filter", { filter: undecided }],
  [
    "names and a filter",
    { lines: identities.map((number) => ({ number, identity: number })), filter: undecided },
  ],
])(
  "a line that is rejected between two portions of an approval by %s stays rejected",
  async (_, selection) => {
    makeTakes();
    const review = reviewWith(100, () => rejects(150));
    const approval = { decision: "approved", by: "Rosa" } as const;
    const outcomes = await review.apply(language, selection, approval);
    expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([
      { number: 150, identity: 150, problem: noMatch },
    ]);
    expect(await decided(150)).toEqual(["rejected", "Mia", "too fast"]);
    expect(await decided(149)).toEqual(["approved", "Rosa", ""]);
    // A repeated request finds its own decisions, and still not that of the other reviewer.
    const again = await review.apply(language, selection, approval);
    expect(again.filter(({ problem }) => problem === null)).toHaveLength(
      "lines" in selection ? 204 : 0,
    );
    expect(await decided(150)).toEqual(["rejected", "Mia", "too fast"]);
  },
);

it("a line that no longer matches when its approval is stored is left out, although it has the same revision", async () => {
  makeTakes();
  const review = reviewWith(
    0,
    () => Promise.resolve(),
    (number) => {
      if (number === 7) database.run("UPDATE takes SET state = 'outdated' WHERE number = 7");
    },
  );
  const approval = { decision: "approved", by: "Rosa" } as const;
  const outcomes = await review.apply(language, { filter: undecided }, approval);
  expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([
    { number: 7, identity: 7, problem: "revision: the line was changed meanwhile" },
  ]);
  expect(await decided(7)).toEqual(["stale", "", ""]);
});

it("the undo of an approval leaves a line that was rejected since then", async () => {
  makeTakes();
  const review = reviewWith(0, () => Promise.resolve());
  const lines = [7, 8].map((number) => ({ number, identity: number }));
  await review.apply(language, { lines }, { decision: "approved", by: "Rosa" });
  await rejects(8);
  const selection = { lines, filter: notDecidedOtherwise("approved") };
  const outcomes = await review.apply(language, selection, { decision: null, by: "Rosa" });
  expect(outcomes.map(({ problem }) => problem)).toEqual([null, noMatch]);
  expect([await decided(7), await decided(8)]).toEqual([
    ["ready", "", ""],
    ["rejected", "Mia", "too fast"],
  ]);
});

it("a line whose outdated take is made again between two portions of a request gets no further take", async () => {
  makeTakes();
  database.exec("UPDATE takes SET state = 'outdated' WHERE number <= 3");
  const planned: number[] = [];
  const rows = createReviewRows(createSqliteRows(database));
  const store = {
    ...rows,
    findDub: () => Promise.resolve({ ...language, projectId: "p", settings: {} }),
    listGlossary: () => Promise.resolve([]),
    listDubLines: () => Promise.resolve([]),
    planTakes(_lease: unknown, _dub: unknown, { to }: { to: number }) {
      planned.push(to);
      // The take of the next line is made by another request.
      if (to === 1) database.exec("UPDATE takes SET state = 'made' WHERE number = 2");
      return Promise.resolve();
    },
  };
  const deps = {
    store,
    engines: () => [],
    dubbing: () => ({ wake: () => undefined }),
    checking: () => null,
    speech: () => ({ voices: () => [] }),
    canMakeTakes: () => true,
    now: () => 1,
  };
  const review = createReview(deps as unknown as ReviewDeps);
  const stale = { filter: { ...everyLine, states: ["stale" as const] } };
  expect(await review.makeTakes(language, stale, { count: 1, by: "" })).toEqual({
    queued: 2,
    skipped: 1,
  });
  expect(planned).toEqual([1, 3]);
});

it("an approval of lines without warnings that cannot continue reports what it has stored", async () => {
  makeTakes();
  let settled = 0;
  const settle = () => {
    settled += 1;
    return settled === 1 ? Promise.resolve() : Promise.reject(new HttpError(503, "no worker"));
  };
  const review = reviewWith(0, () => Promise.resolve(), undefined, settle);
  const filter = { ...everyLine, isWithoutWarnings: true };
  const approval = { decision: "approved", by: "Rosa" } as const;
  const outcomes = await review.apply(language, { filter }, approval);
  expect(outcomes.map(({ number }) => number)).toEqual(identities);
  expect(outcomes.filter(({ problem }) => problem === "no worker")).toHaveLength(count - 100);
  expect([await decided(100), await decided(101)]).toEqual([
    ["approved", "Rosa", ""],
    ["ready", "", ""],
  ]);
});
