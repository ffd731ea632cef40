/** Changes of many lines are stored in portions, between which other requests change lines. */
import { beforeEach, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { createReview, type ReviewDeps } from "../../../main/local-service/review/review";
import { createLineEditRows } from "../../../main/local-service/rows/review/line-edit-rows";
import { createReviewRows } from "../../../main/local-service/rows/review/review-rows";
import { migrations } from "../../../main/local-service/rows/migrations";
import { everyLine } from "../../../preload/facts/review";

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

/** A review whose store calls `between` after `stored` changes of lines. */
function reviewWith(stored: number, between: () => Promise<unknown>) {
  const rows = createReviewRows(database);
  let changes = 0;
  const store = {
    ...rows,
    async changeReview(...change: Parameters<typeof rows.changeReview>) {
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
    checking: () => null,
    engine: null,
  };
  return createReview({ ...deps, now: () => 1 } as unknown as ReviewDeps);
}
async function deleteLine(number: number): Promise<void> {
  const line = await createReviewRows(database).findReviewed(language, number);
  const { deleteLine: remove } = createLineEditRows(database);
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
  expect(outcomes.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(outcomes.map(({ identity }) => identity)).toEqual(identities);
  expect(changedIdentities()).toEqual(identities.filter((identity) => identity !== 50));
});

it("a selected line that is deleted before its portion is named, and no other one is changed instead", async () => {
  const review = reviewWith(100, () => deleteLine(150));
  const outcomes = await review.apply(language, { filter: everyLine }, { offsetMs: 40 });
  expect(outcomes.filter(({ problem }) => problem !== null)).toEqual([
    { number: 150, identity: 150, problem: "the line no longer exists" },
  ]);
  expect(changedIdentities()).toEqual(identities.filter((identity) => identity !== 150));
});
