/** The list of the objects that a move copies. */
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { readObjectPosition } from "../../../main/local-service/move/row-lines";
import { migrations } from "../../../main/local-service/rows/migrations/index";
import type { ObjectPosition } from "../../../main/local-service/rows/move-port";
import { createMoveRows } from "../../../main/local-service/rows/move-rows";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";

it("has each object once, in pages of any size, and none of deleted batches", async () => {
  const database = openDatabase(":memory:", migrations);
  onTestFinished(() => database.close());
  const batchOf = (id: string, status: string) =>
    `('${id}', 'p', 'B', '${status}', 'x', '{}', '', 1, 1)`;
  const takeOf = (batch: string, number: number, speech: string) =>
    `('${batch}', 'fr', ${number}, 0, 'k', 'made', 't', 'auto', 'takes/${batch}/${number}.wav', ${speech}, 5, '${"a".repeat(64)}')`;
  database.exec(`
    INSERT INTO projects (id, name, status, type, model, created_at, updated_at)
      VALUES ('p', 'P', 'active', 'audio-production', 'm', 1, 1);
    INSERT INTO batches (id, project_id, name, status, script_path, settings, note, created_at, updated_at)
      VALUES ${batchOf("b1", "ready")}, ${batchOf("b2", "removed")}, ${batchOf("b3", "ready")}, ${batchOf("b4", "ready")};
    INSERT INTO scripts (id, name, size, location, created_at)
      VALUES ('s1', 'S', 3, 'scripts/s1', 1), ('s2', 'S', 3, 'scripts/s2', 1);
    INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity)
      SELECT b.id, n.value, 'L', 'c', '', '', '' FROM batches b, json_each('[1, 2, 3]') n;
    INSERT INTO takes (batch_id, language_id, number, variant, key, state, text, fit, location, speech, bytes, sha256)
      VALUES ${takeOf("b4", 1, "NULL")}, ${takeOf("b1", 1, "'takes/b1/shared'")}, ${takeOf("b1", 2, "'takes/b1/shared'")},
        ${takeOf("b2", 1, "NULL")}, ${takeOf("b4", 3, "'takes/b4/own'")}`);
  const rows = createMoveRows(createSqliteRows(database));
  const whole = ["scripts/s1", "scripts/s2", "takes/b1/1.wav", "takes/b1/2.wav"].concat([
    "takes/b1/shared",
    "takes/b4/1.wav",
    "takes/b4/3.wav",
    "takes/b4/own",
  ]);
  for (const limit of [1, 2, 3, 5, 100]) {
    const found: string[] = [];
    let after: ObjectPosition | null = null;
    do {
      const page: Awaited<ReturnType<typeof rows.listMovedObjects>> = await rows.listMovedObjects(
        after,
        limit,
      );
      expect(page.objects.length).toBeLessThanOrEqual(limit);
      found.push(...page.objects.map(({ location }) => location));
      after = page.next && readObjectPosition(JSON.stringify(page.next));
    } while (after);
    expect(found).toEqual(whole);
  }
  const { objects } = await rows.listMovedObjects(["take", "b1", "takes/b1/2.wav"], 2);
  expect(objects).toEqual([
    { location: "takes/b1/shared", size: null, sha256: null },
    { location: "takes/b4/1.wav", size: 5, sha256: "a".repeat(64) },
  ]);
  expect(await rows.measureMoved()).toEqual({ files: 0, objects: whole.length, bytes: 26 });

  // Many batches without takes before the last one end a page.
  database.exec(`WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 600)
    INSERT INTO batches (id, project_id, name, status, script_path, settings, note, created_at, updated_at)
      SELECT 'b3-' || value, 'p', 'B', 'ready', 'x', '{}', '', 1, 1 FROM n`);
  const first = await rows.listMovedObjects(null, 100);
  const second = await rows.listMovedObjects(first.next, 100);
  const located = (page: typeof first) => page.objects.map(({ location }) => location);
  expect([located(first), located(second)]).toEqual([whole.slice(0, 5), whole.slice(5)]);
  expect(second.next).toBeNull();
  expect(readObjectPosition(JSON.stringify(first.next))).toEqual(first.next);
});

it.each(["[]", "takes/a.wav", '["take","b"]', '["script",1]', '["x","y"]'])(
  "no position: %s",
  (text) => {
    expect(() => readObjectPosition(text)).toThrow("is no position in the list of objects");
  },
);
