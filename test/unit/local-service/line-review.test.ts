/** A value that a reviewer sets stands in few files: its migration, one table, and its form. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import {
  reviewColumnSchemas,
  reviewValues,
  type LineReview,
  type ReviewValueName,
} from "../../../main/local-service/rows/review/line-review";
import { createReviewRows } from "../../../main/local-service/rows/review/review-rows";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import { lineChange, reviewedLine } from "../../../preload/local-service/review";

const language = { batchId: "b", languageId: "fr-fr" };
/** Values that differ from those of a line that was never changed. */
const changed: Omit<LineReview, "revision"> = {
  voice: "Ashley",
  offsetMs: -40,
  levelDb: -2.5,
  fit: 1.2,
  chosenVariant: 2,
  extraTakes: 3,
  decision: "rejected",
  reason: "It's too fast",
  decidedBy: "Ana",
  decisionKey: "key:2:-40",
  decisionSha256: "0".repeat(64),
};
const names = Object.keys(reviewValues) as ReviewValueName[];

it("each value is stored and read, alone, and its change is in the history unless it is internal", async () => {
  const database = openDatabase(":memory:", migrations);
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec(
    `INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
       VALUES ('b', 'p', 'Episode', 'completed', '{}', 0, 0);
     INSERT INTO translations (batch_id, position, language_id, type, status)
       VALUES ('b', 0, 'fr-fr', 'target', 'ready');
     INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity)
       VALUES ('b', 1, '', 'c', '', '', '')`,
  );
  const rows = createReviewRows(createSqliteRows(database));
  const read = async () => (await rows.findReviewed(language, 1))!;
  for (const [revision, name] of names.entries()) {
    const before = await read();
    expect(before[name], name).toBe(reviewValues[name].none);
    const change = { [name]: changed[name], by: "Ana" };
    await rows.changeReview(language, { number: 1, revision }, change, 0);
    expect(await read()).toMatchObject({ revision: revision + 1, [name]: changed[name] });
    const [last] = await rows.listHistory(language, 1, 1);
    if ("isInternal" in reviewValues[name]) expect(last?.changes ?? {}).not.toHaveProperty(name);
    else expect(last?.changes).toEqual({ [name]: [before[name], changed[name]] });
  }
  expect(await read()).toMatchObject(changed);
  database.close();
});

it("rows of line edits that were stored before lines had a level are read", () => {
  const { level_tenths: level } = reviewColumnSchemas;
  expect(level?.parse(undefined)).toBe(0);
});

it("what a change requests is stored, besides the text and what follows from a take", () => {
  const requested = Object.keys(lineChange.shape);
  const others = requested.filter((name) => !(name in reviewValues));
  expect(others).toEqual([
    "target",
    "takeId",
    // Those of the line in all languages.
    "startMs",
    "endMs",
    "character",
    "source",
    "emotion",
    "intensity",
  ]);
  for (const name of requested)
    if (name !== "takeId") expect(Object.keys(reviewedLine.shape)).toContain(name);
});

it("a stored value is named where it is described and where it follows from another one", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const files = ["main", "preload"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
      .filter((file) => file.endsWith(".ts") && !file.startsWith("main/local-service/delivery/")),
  );
  const naming = files.filter((file) =>
    /\bdecidedBy\b|\bdecided_by\b/.test(readFileSync(path.join(root, file), "utf8")),
  );
  const schema = naming.filter((file) =>
    /^main\/local-service\/rows\/(migrations|postgres\/schema)/.test(file),
  );
  // A migration of SQLite, and the schema of PostgreSQL.
  expect(schema).toHaveLength(2);
  expect(naming.filter((file) => !schema.includes(file)).sort()).toEqual([
    "main/local-service/review/requested-change.ts",
    "main/local-service/rows/review/line-review.ts",
    "preload/local-service/review.ts",
  ]);
});
