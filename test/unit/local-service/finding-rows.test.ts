/** The rows of findings: which lines count as changed when they are written again. */
import { createLeaseRows } from "../../../main/local-service/rows/leases";
import { beforeEach, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { createFindingRows } from "../../../main/local-service/rows/review/finding-rows";
import { createReviewRows } from "../../../main/local-service/rows/review/review-rows";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";
import type { Finding } from "../../../preload/facts/checks";

const language = { batchId: "b", languageId: "fr-fr" };
const tooLong = (line: number, value: number): Finding => ({
  line,
  languageId: "fr-fr",
  name: "too-long",
  severity: "warning",
  rule: "factorWarning",
  value,
  limit: 1.35,
});
const unused = (line: number, subject: string): Finding => ({
  line,
  languageId: "fr-fr",
  name: "glossary",
  severity: "note",
  subject,
});

let database: Database;
beforeEach(() => {
  database = openDatabase(":memory:", migrations);
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec(
    `INSERT INTO batches (id, project_id, name, status, settings, created_at, updated_at)
     VALUES ('b', 'p', 'Episode', 'completed', '{}', 0, 0)`,
  );
  for (let number = 1; number <= 4; number += 1)
    database.run(
      `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity)
       VALUES ('b', ?, '', 'c', '', '', '')`,
      number,
    );
});

/** Writes the findings of all lines; returns the numbers of the lines that changed by it. */
async function put(findings: readonly Finding[]): Promise<number[]> {
  database.exec("DELETE FROM line_changes");
  const rows = createSqliteRows(database);
  const lease = { kind: "check", key: "b/fr-fr", token: "token" } as const;
  await createLeaseRows(rows, { isShared: false }).claimLease(lease, "owner", 15_000);
  await createFindingRows(rows).putFindings(lease, language, { after: 0, to: 4 }, findings);
  return database
    .all<{ number: number }>("SELECT number FROM line_changes ORDER BY number")
    .map(({ number }) => number);
}
const stored = () =>
  database.all("SELECT number, name, value, subject FROM line_findings ORDER BY number, position");

it("a line changes when its findings are others, and not when they are the same", async () => {
  const first = [tooLong(1, 1.5), tooLong(2, 1.4), unused(2, "Dubyard"), tooLong(3, 1.6)];
  expect(await put(first)).toEqual([1, 2, 3]);
  expect(await put(first)).toEqual([]);
  // A finding is added before them, one has another value, and one is removed.
  const second = [unused(1, "Rosa"), tooLong(1, 1.5), tooLong(2, 1.4), unused(2, "Dubyard")];
  expect(await put([...second, tooLong(4, 1.7)])).toEqual([1, 3, 4]);
  expect(stored()).toEqual([
    { number: 1, name: "glossary", value: null, subject: "Rosa" },
    { number: 1, name: "too-long", value: 1.5, subject: null },
    { number: 2, name: "too-long", value: 1.4, subject: null },
    { number: 2, name: "glossary", value: null, subject: "Dubyard" },
    { number: 4, name: "too-long", value: 1.7, subject: null },
  ]);
});

it("a check of the sound that is ignored counts again with another sound, one of the text with another text", async () => {
  database.exec(
    `INSERT INTO translations (batch_id, position, language_id, type, status)
     VALUES ('b', 0, 'fr-fr', 'target', 'completed')`,
  );
  database.exec("INSERT INTO line_texts VALUES ('b', 1, 'fr-fr', 'Bonjour')");
  const [heard, other] = ["a".repeat(64), "b".repeat(64)];
  database.run(
    `INSERT INTO takes (batch_id, language_id, number, variant, key, state, sha256, location, voice)
     VALUES ('b', 'fr-fr', 1, 0, 'k', 'made', ?, 'takes/b/1.wav', 'V')`,
    heard,
  );
  const clipping: Finding = {
    line: 1,
    languageId: "fr-fr",
    name: "clipping",
    severity: "error",
  };
  await put([clipping, tooLong(1, 1.5)]);
  const findings = createFindingRows(createSqliteRows(database));
  for (const name of ["clipping", "too-long"] as const)
    await findings.ignoreCheck(language, 1, { name, by: "Rosa", at: 1 });
  const { findReviewed, summariseLanguage } = createReviewRows(createSqliteRows(database));
  const state = async () => ({
    counted: (await summariseLanguage(language)).checks,
    ignored: (await findReviewed(language, 1))?.checks.flatMap(({ name, ignoredBy }) =>
      ignoredBy === null ? [] : [name],
    ),
  });
  const all = { counted: {}, ignored: ["clipping", "too-long"] };
  expect(await state()).toEqual(all);
  database.run("UPDATE takes SET sha256 = ?", other);
  expect(await state()).toEqual({ counted: { clipping: 1 }, ignored: ["too-long"] });
  database.run("UPDATE takes SET sha256 = ?", heard);
  expect(await state()).toEqual(all);
  database.exec("UPDATE line_texts SET text = 'Bonsoir'");
  expect(await state()).toEqual({ counted: { "too-long": 1 }, ignored: ["clipping"] });
  // Without a take it is about no sound.
  database.exec("DELETE FROM takes");
  await findings.ignoreCheck(language, 1, { name: "clipping", by: "Rosa", at: 2 });
  expect(await state()).toEqual({ counted: { clipping: 1, "too-long": 1 }, ignored: [] });
});
