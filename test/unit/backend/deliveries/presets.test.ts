/** Presets of deliveries, in a workspace and of the application. Costs about 0.1 s. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPresets } from "../../../../main/backend/deliveries/presets";
import { openDatabase } from "../../../../main/common/database/database";
import { createPresets as createServicePresets } from "../../../../main/local-service/delivery/presets";
import { createPresetRows } from "../../../../main/local-service/rows/exports/preset-rows";
import { migrations } from "../../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../../main/local-service/rows/sqlite-driver";
import type { PresetCalls } from "../../../../main/remote/extensions/delivery-presets";
import type { Remote } from "../../../../main/remote/remote";
import {
  checkPreset,
  freePresetName,
  maxPresets,
  type DeliveryChoices,
} from "../../../../preload/facts/delivery-presets";

const choices: DeliveryChoices = {
  parts: ["takes", "mix"],
  preset: "streaming",
  naming: "template",
  nameTemplate: "{character}/{id}",
  originalTrack: false,
  mix: "stereo",
};
const workspaceId = "w";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "presets-"));
  file = path.join(folder, "Delivery presets.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

function callsOfService(): PresetCalls {
  const rows = createPresetRows(createSqliteRows(openDatabase(":memory:", migrations)));
  const { list, save, remove } = createServicePresets(rows);
  return {
    list: async () =>
      (await list()).flatMap(({ choices: own, ...preset }) =>
        own ? [{ ...preset, choices: own }] : [],
      ),
    save: ({ id, ...change }) => save(id, change),
    remove,
  };
}

/** The calls of two windows on one workspace; `offers`: whether its service stores presets. */
function twoWindows(offers = true, settings = new Map<string, unknown>()) {
  const deliveryPresets = offers ? callsOfService() : null;
  const window = () =>
    createPresets({
      remote: () => ({ extensions: { deliveryPresets } }) as unknown as Remote,
      extensions: { offers: () => offers, require: () => undefined, personOf: () => null },
      changed: () => undefined,
      settings: {
        get: (name) => settings.get(name),
        set: (name, value) => settings.set(name, value),
      },
      dialogs: { chooseFile: () => Promise.resolve(file), saveFile: () => Promise.resolve(file) },
    });
  return [window(), window()] as const;
}
const presetOf = (id: string, name: string, revision = 0, isOfApplication = false) => ({
  id,
  name,
  choices,
  revision,
  isOfApplication,
});
const namesIn = async (window: ReturnType<typeof createPresets>) =>
  (await window.presets({ workspaceId })).presets.map(({ name }) => name);

it("a preset of the workspace is shared, and a change by another user is not overwritten", async () => {
  const [one, other] = twoWindows();
  const save = (window: typeof one, preset: ReturnType<typeof presetOf>) =>
    window.savePreset({ workspaceId, preset });
  expect(await save(one, presetOf("a", "Film"))).toEqual({ outcome: "saved" });
  expect(await other.presets({ workspaceId })).toEqual({
    isInWorkspace: true,
    presets: [presetOf("a", "Film", 1)].map((preset) => ({
      ...preset,
      // In the order of the form.
      choices: { ...choices, parts: ["takes", "mix"] },
    })),
  });
  expect(await save(other, presetOf("a", "Cinema", 1))).toEqual({ outcome: "saved" });
  // The same again, as after a lost response.
  expect(await save(other, presetOf("a", "Cinema", 1))).toEqual({ outcome: "saved" });
  expect(await save(one, presetOf("a", "Movies", 1))).toEqual({ outcome: "changed" });
  expect(await save(one, presetOf("b", "Cinema"))).toEqual({ outcome: "name-taken" });
  const remove = (revision: number) =>
    one.removePreset({ workspaceId, preset: presetOf("a", "Film", revision) });
  expect(await remove(1)).toEqual({ outcome: "changed" });
  expect(await namesIn(one)).toEqual(["Cinema"]);
  expect(await remove(2)).toEqual({ outcome: "saved" });
  // It was deleted meanwhile, also a second time.
  expect(await save(other, presetOf("a", "Cinema 2", 2))).toEqual({ outcome: "changed" });
  expect(await remove(2)).toEqual({ outcome: "saved" });
  expect(await namesIn(other)).toEqual([]);
});

it("without the extension, presets are stored in the application and marked so", async () => {
  const [one] = twoWindows(false);
  const preset = presetOf("a", "Film", 0, true);
  expect(await one.savePreset({ workspaceId, preset })).toEqual({ outcome: "saved" });
  expect(await one.presets({ workspaceId })).toEqual({
    isInWorkspace: false,
    presets: [presetOf("a", "Film", 1, true)],
  });
  await one.removePreset({ workspaceId, preset: { ...preset, revision: 1 } });
  expect(await namesIn(one)).toEqual([]);
});

it("a file transfers presets to another workspace, and no preset is stored twice", async () => {
  const [one] = twoWindows();
  for (const name of ["Film", "Ünïcode – 配音"])
    await one.savePreset({ workspaceId, preset: presetOf(String(name.length), name) });
  expect(await one.exportPresets({ workspaceId })).toEqual({ path: file, presets: 2 });
  const [other] = twoWindows();
  const preset = { ...presetOf("x", "Film"), choices: { ...choices, preset: "game" as const } };
  await other.savePreset({ workspaceId, preset });
  const counts = { isPresetFile: true, leftOut: 0 };
  expect(await other.importPresets({ workspaceId })).toEqual({
    ...counts,
    added: 2,
    renamed: 1,
    existing: 0,
  });
  expect(await namesIn(other)).toEqual(["Film", "Film (2)", "Ünïcode – 配音"]);
  // Also the renamed one is not added again.
  expect(await other.importPresets({ workspaceId })).toEqual({
    ...counts,
    added: 0,
    renamed: 0,
    existing: 2,
  });
});

it.each([
  ["no JSON", "{"],
  ["other JSON", '{"presets":[]}'],
  ["of a later version", '{"format":"dubyard-delivery-presets","formatVersion":2,"presets":[]}'],
])("a file that is %s is not read", async (_what, text) => {
  writeFileSync(file, text);
  const [one] = twoWindows(false);
  expect(await one.importPresets({ workspaceId })).toMatchObject({ isPresetFile: false, added: 0 });
});

it("presets with choices or names that this version does not have are counted, not stored", async () => {
  const [one] = twoWindows(false);
  await one.savePreset({ workspaceId, preset: presetOf("a", "Film", 0, true) });
  await one.exportPresets({ workspaceId });
  const written = JSON.parse(readFileSync(file, "utf8")) as { presets: object[] };
  const [film = {}] = written.presets;
  const others: unknown[] = [
    { ...film, name: "" },
    { ...film, name: "a\nb" },
    { ...film, name: "x".repeat(61) },
    { name: "Later", choices: { ...choices, preset: "cinema" } },
    { name: "Parts", choices: { ...choices, parts: ["hologram"] } },
    7,
    { ...film, name: " Trimmed " },
  ];
  writeFileSync(file, `\ufeff${JSON.stringify({ ...written, presets: others })}`);
  expect(await one.importPresets({ workspaceId })).toMatchObject({ added: 1, leftOut: 6 });
  expect(await namesIn(one)).toEqual(["Film", "Trimmed"]);
});

it("the number of presets is limited, and existing ones can be changed at the limit", () => {
  const stored = Array.from({ length: maxPresets }, (_, index) =>
    presetOf(String(index), `Preset ${index}`, 1),
  );
  expect(checkPreset(stored, presetOf("new", "New")).outcome).toBe("full");
  expect(checkPreset(stored, presetOf("7", "New", 1)).outcome).toBe("saved");
});

it("a free name has a number, and at most 60 characters", () => {
  const long = "n".repeat(60);
  expect(freePresetName("Film", [])).toBe("Film");
  expect(freePresetName(long, [{ name: long }])).toBe(`${"n".repeat(56)} (2)`);
});

it("a preset that this version cannot read stays, and no other one becomes unreadable", async () => {
  const database = openDatabase(":memory:", migrations);
  const insert = "INSERT INTO delivery_presets (id, name, choices, revision) VALUES (?, ?, ?, 1)";
  database.run(insert, "x", "Damaged", "{");
  database.run(insert, "y", "Newer", JSON.stringify({ ...choices, mix: "7.1" }));
  const rows = createPresetRows(createSqliteRows(database));
  const saved = (name: string) => ({ id: "a", name, choices, revision: 0 });
  expect(await rows.savePreset(saved("Newer"))).toBe("name-taken");
  expect(await rows.savePreset(saved("Film"))).toBe("saved");
  expect((await rows.listPresets()).map((preset) => [preset.name, preset.choices])).toEqual([
    ["Damaged", null],
    ["Film", choices],
    ["Newer", null],
  ]);

  const newer = { id: "z", name: "Newer", choices: { ...choices, mix: "7.1" }, revision: 1 };
  const settings = new Map<string, unknown>([["deliveryPresets", [newer]]]);
  const [window] = twoWindows(false, settings);
  const preset = presetOf("a", "Film", 0, true);
  expect(await window.savePreset({ workspaceId, preset })).toEqual({ outcome: "saved" });
  expect(await namesIn(window)).toEqual(["Film"]);
  expect(settings.get("deliveryPresets")).toMatchObject([newer, { id: "a" }]);
  await window.removePreset({ workspaceId, preset: { ...preset, revision: 1 } });
  expect(settings.get("deliveryPresets")).toEqual([newer]);
});
