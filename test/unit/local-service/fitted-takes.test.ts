/** The times into which takes fit: those of their lines, and of the gaps after them. */
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../main/common/database/database";
import { builtInVoices } from "../../../main/local-service/catalogue/voices";
import { contextOf, prepareTake } from "../../../main/local-service/dubbing/take-request";
import type { SpeechProvider } from "../../../main/local-service/engine/ports";
import type { BatchSettings } from "../../../main/local-service/rows/batches/batch-port";
import { createDubLineRows } from "../../../main/local-service/rows/dubs/dub-line-rows";
import { migrations } from "../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../main/local-service/rows/sqlite-driver";

const speech: SpeechProvider = {
  version: () => "1",
  voices: () => builtInVoices,
  offers: () => true,
  synthesize: () => Promise.reject(new Error("not part of this test")),
  close: () => Promise.resolve(),
};

interface Line {
  startMs: number | null;
  endMs: number | null;
  character?: string;
}

/** A Spanish batch of these lines, each of the character "ana" unless given. */
function batchOf(lines: readonly Line[], pictureMs: number | null = null) {
  const database = openDatabase(":memory:", migrations);
  database.exec("PRAGMA foreign_keys = OFF");
  database.run(
    `INSERT INTO batches (id, project_id, name, settings, status, created_at, updated_at, picture_ms)
     VALUES ('b', 'p', 'B', '{}', 'ready', 1, 1, ?)`,
    pictureMs,
  );
  database.run(
    `INSERT INTO translations (batch_id, language_id, position, type, status)
     VALUES ('b', 'es-es', 0, 'target', 'ready')`,
  );
  for (const id of ["ana", "bea"])
    database.run(
      `INSERT INTO characters (id, project_id, name, folded, voice, created_at, updated_at)
       VALUES (?, 'p', ?, ?, 'Lucía', 1, 1)`,
      id,
      id,
      id,
    );
  for (const [index, { startMs, endMs, character = "ana" }] of lines.entries()) {
    database.run(
      `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity, start_ms, end_ms)
       VALUES ('b', ?, '', ?, '', '', '', ?, ?)`,
      index + 1,
      character,
      startMs,
      endMs,
    );
    database.run(
      `INSERT INTO line_texts (batch_id, number, language_id, text) VALUES ('b', ?, 'es-es', 'Hola')`,
      index + 1,
    );
  }
  const { listDubLines } = createDubLineRows(createSqliteRows(database));
  return {
    database,
    async prepared(number: number, settings: BatchSettings = {}) {
      const [line] = await listDubLines("b", "es-es", number - 1, 1);
      if (!line) throw new Error("no line");
      const subject = { languageId: "es-es", speaksDescriptions: false, settings };
      const result = prepareTake(line, 0, await contextOf(subject, speech, []));
      if (!("take" in result)) throw new Error(result.problem);
      return { key: result.key, ...result.take };
    },
  };
}

describe("the gap after a line", () => {
  const first = { startMs: 1_000, endMs: 2_000 };
  it.each([
    ["is as long as the setting says", [first], 1_500],
    ["ends 80 ms before the next line", [first, { startMs: 2_300, endMs: 3_000 }], 1_220],
    [
      "ends before the next line of another character too",
      [first, { startMs: 2_300, endMs: 3_000, character: "bea" }],
      1_220,
    ],
    [
      "is none before a line that follows at once",
      [first, { startMs: 2_000, endMs: 3_000 }],
      1_000,
    ],
    [
      "is none before a line of the same character that begins earlier",
      [first, { startMs: 1_500, endMs: 3_000 }],
      1_000,
    ],
    [
      "is not that of a line of another character over this one",
      [first, { startMs: 1_500, endMs: 3_000, character: "bea" }],
      1_500,
    ],
    [
      "is found in scripts that are not in the order of times",
      [first, { startMs: 0, endMs: 900 }, { startMs: 2_180, endMs: 2_500 }],
      1_100,
    ],
  ])("%s", async (_title, lines, slotMs) => {
    expect(await batchOf(lines).prepared(1)).toMatchObject({ slotMs, fillMs: null });
  });

  it("ends before the end of the picture", async () => {
    expect((await batchOf([first], 2_280).prepared(1)).slotMs).toBe(1_200);
  });

  it("is not used with the setting 0, nor by a line without a time", async () => {
    const { prepared } = batchOf([first, { startMs: null, endMs: null }]);
    expect((await prepared(1, { fitGapMs: 0 })).slotMs).toBe(1_000);
    expect((await prepared(1, { fitGapMs: 200 })).slotMs).toBe(1_200);
    expect((await prepared(2)).slotMs).toBe(null);
  });
});

it("short takes fill the time of their line on request, without its gap", async () => {
  const { prepared } = batchOf([{ startMs: 0, endMs: 1_000 }]);
  const slowed = await prepared(1, { slowsShortTakes: true });
  expect(slowed).toMatchObject({ slotMs: 1_500, fillMs: 1_000 });
  expect(slowed.key).not.toBe((await prepared(1)).key);
});

it("a take stays when lines are moved, unless it no longer fits into the gap", async () => {
  const { database, prepared } = batchOf([
    { startMs: 0, endMs: 1_000 },
    { startMs: 2_000, endMs: 3_000 },
  ]);
  const before = await prepared(1);
  expect(before.slotMs).toBe(1_500);
  const makeTake = (key: string, durationMs: number, speed: number) =>
    database.run(
      `INSERT INTO takes (batch_id, language_id, number, variant, key, state, duration_ms, speed)
       VALUES ('b', 'es-es', 1, 0, ?, 'made', ?, ?)`,
      key,
      durationMs,
      speed,
    );
  makeTake(before.key, 1_300, 1);
  const moveTo = (startMs: number) =>
    database.run("UPDATE lines SET start_ms = ? WHERE number = 2", startMs);
  moveTo(1_380);
  expect((await prepared(1)).key).toBe(before.key);
  moveTo(1_280);
  const shorter = await prepared(1);
  expect(shorter.slotMs).toBe(1_200);
  expect(shorter.key).not.toBe(before.key);
  makeTake(shorter.key, 1_200, 1.1);
  expect((await prepared(1)).key).toBe(shorter.key);
  // The former take fits again.
  moveTo(2_000);
  expect((await prepared(1)).key).toBe(before.key);
});

it("a take at the highest speed stays, although it is longer than its time", async () => {
  const { database, prepared } = batchOf([
    { startMs: 0, endMs: 1_000 },
    { startMs: 1_000, endMs: 2_000 },
  ]);
  const { key } = await prepared(1);
  database.run(
    `INSERT INTO takes (batch_id, language_id, number, variant, key, state, duration_ms, speed)
     VALUES ('b', 'es-es', 1, 0, ?, 'made', 1400, 1.6)`,
    key,
  );
  expect((await prepared(1)).key).toBe(key);
});
