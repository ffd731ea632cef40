/**
 * Every table of a workspace has a schema of its values, or a reason why its rows are not restored.
 */
import { expect, test } from "vitest";
import { openDatabase } from "../../main/common/database/database";
import { otherTables, restoredTables, rowSchemas } from "../../main/local-service/rows/row-schemas";
import { migrations } from "../../main/local-service/rows/migrations";
import { judge } from "../../main/local-service/delivery/loudness";
import { channelNames, type ChannelCount } from "../../main/local-service/engine/sound/channels";
import { deliveryPresetNames, deliveryPresets } from "../../preload/facts/delivery";

test("the schemas name all tables and all of their columns", () => {
  const database = openDatabase(":memory:", migrations);
  const tables = database
    .all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .map(({ name }) => name);
  expect([...Object.keys(rowSchemas), ...Object.keys(otherTables)].sort()).toEqual(tables.sort());
  for (const [table, schema] of Object.entries(rowSchemas)) {
    const columns = database
      .all<{ name: string }>("SELECT name FROM pragma_table_info(?)", table)
      .map(({ name }) => name);
    expect([table, Object.keys(schema.shape).sort()]).toEqual([table, columns.sort()]);
  }
  database.close();
});

test("a restored table follows those that its rows refer to", () => {
  const database = openDatabase(":memory:", migrations);
  for (const [index, table] of restoredTables.entries()) {
    const parents = database.all<{ table: string }>(
      'SELECT "table" FROM pragma_foreign_key_list(?)',
      table,
    );
    const earlier: string[] = restoredTables.slice(0, index + 1);
    for (const parent of parents) expect(earlier).toContain(parent.table);
  }
  database.close();
});

test("what is measured on a delivery has a schema for each number of channels", () => {
  const file = {
    export_id: "e",
    position: 0,
    path: "es-ES/mix/A_MIX_51.wav",
    state: "made",
    bytes: 1,
    sha256: "0".repeat(64),
    problem: "",
    finding: "",
    location: null,
  };
  const unknown = { loudness: -Infinity, dialogue: null, truePeak: -Infinity, rms: null };
  for (const channels of Object.keys(channelNames).map(Number) as ChannelCount[]) {
    const measured = { channels, ...unknown, noiseFloor: null, speechShare: 0 };
    for (const preset of deliveryPresetNames) {
      const { measures } = judge(measured, deliveryPresets[preset], null);
      const row = { ...file, measures: JSON.stringify(measures) };
      expect([channels, preset, rowSchemas.export_files.safeParse(row).error]).toEqual([
        channels,
        preset,
        undefined,
      ]);
    }
  }
});

test("ids that clients make, and presets of another version, are valid", () => {
  const preset = { id: "-a-B", name: "Film", choices: "{}", revision: 1 };
  expect(rowSchemas.delivery_presets.safeParse(preset).success).toBe(true);
  const engine = { id: "-engine", settings: "{}" };
  expect(rowSchemas.external_engines.safeParse(engine).success).toBe(true);
});
