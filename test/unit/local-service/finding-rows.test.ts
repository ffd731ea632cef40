/** The rows of findings: which lines count as changed when they are written again. */
import { beforeEach, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../main/common/database/database";
import { createFindingRows } from "../../../main/local-service/rows/review/finding-rows";
import { migrations } from "../../../main/local-service/rows/schema";
import type { Finding } from "../../../preload/facts/checks";

const language = { batchId: "b", languageId: "fr-fr" };
const tooLong = (line: number, value: number): Finding => ({
  ...{
    line,
    languageId: "fr-fr",
    name: "too-long",
    severity: "warning",
    rule: "factorWarning",
    value,
    limit: 1.35,
  },
});
const unused = (line: number, subject: string): Finding => ({
  ...{ line, languageId: "fr-fr", name: "glossary", severity: "note", subject },
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
  await createFindingRows(database).putFindings(language, { after: 0, to: 4 }, findings);
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
