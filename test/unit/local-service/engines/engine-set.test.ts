/** The engine sets of several services on one database. Costs about 0.3 s. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../main/common/database/database";
import { builtInVoices, voiceIn } from "../../../../main/local-service/catalogue/voices";
import type { Engine } from "../../../../main/local-service/engine/engine";
import { describeEngine, readEngineSet } from "../../../../main/local-service/engines/engine-set";
import { createEngines, noEngines } from "../../../../main/local-service/engines/engines";
import { createSharedEngines } from "../../../../main/local-service/engines/shared-engines";
import {
  createEngineSetRows,
  createWorkerRows,
} from "../../../../main/local-service/rows/engine-set-rows";
import { migrations } from "../../../../main/local-service/rows/migrations";
import { createSqliteRows } from "../../../../main/local-service/rows/sqlite-driver";
import { recordingLog } from "../../../helpers/recording-log";
import { createScriptedEngine } from "../../../helpers/scripted-engine";

const flite = builtInVoices.find(({ source }) => source.engine === "flite")!;
const voices = [flite, builtInVoices.find(({ source }) => source.languageId === "fr-fr")!];

/** Speaks French and English, of which English has a version of its own. */
function engineWith({ english = "1" } = {}): Engine {
  const engine = createScriptedEngine();
  engine.speech = {
    ...engine.speech,
    voices: () => voices,
    offers: ({ languageId }) => languageId === "fr-fr" || languageId.startsWith("en-"),
    version: ({ engine: name }) => (name === "flite" ? `flite ${english}` : "espeak 3"),
  };
  return {
    ...engine,
    transcriber: { languages: () => new Set(["fr-fr", "de-de"]) },
    translator: { canTranslate: (from: string, to: string) => from === "fr-fr" && to === "en-gb" },
  } as unknown as Engine;
}
const enginesOf = (engine: Engine) => createEngines(engine, { canReadMedia: true })();
const describe = (engine: Engine) => describeEngine(engine, enginesOf(engine));

it("a set that was stored has the voices, versions and languages of its engine", () => {
  const engine = engineWith();
  const stored = describe(engine);
  const { speech, engines } = readEngineSet(stored);
  expect(speech?.voices()).toEqual(voices);
  for (const voice of voices)
    for (const languageId of ["en-us", "en-gb", "fr-fr", "de-de"]) {
      const source = voiceIn(voice, languageId);
      if (!source) continue;
      const offers = engine.speech.offers(source);
      expect(speech?.offers(source)).toBe(offers);
      if (offers) expect(speech?.version(source)).toBe(engine.speech.version(source));
    }
  const { canTranslate, ...own } = enginesOf(engine);
  const { canTranslate: canTranslateToo, ...read } = engines;
  expect(read).toEqual(own);
  expect([canTranslateToo("fr-fr", "en-gb"), canTranslateToo("en-gb", "fr-fr")]).toEqual([
    canTranslate("fr-fr", "en-gb"),
    false,
  ]);
  expect(describe(engineWith())).toEqual(stored);
  expect(describe(engineWith({ english: "2" })).id).not.toBe(stored.id);
});

it("the set of a process without an engine has no speech, and all voices can be cast", () => {
  expect(readEngineSet(describeEngine(null, noEngines))).toMatchObject({
    speech: null,
    engines: noEngines,
  });
});

let database: Database;
let shared: Awaited<ReturnType<typeof createSharedEngines>>[] = [];
const { log, lines } = recordingLog();
beforeEach(() => {
  lines.length = 0;
  database = openDatabase(":memory:", migrations);
});
afterEach(async () => {
  for (const one of shared) await one.close();
  shared = [];
  database.close();
});

async function start(
  role: string,
  engine?: Engine,
  unattendedMs = 60_000,
  pinAfterMs: number | undefined = unattendedMs,
  problem = "",
) {
  const driver = createSqliteRows(database);
  const rows = { ...createEngineSetRows(driver), ...createWorkerRows(driver) };
  const own = engine && { engine, engines: createEngines(engine, { canReadMedia: true }) };
  const everyMs = { checkEveryMs: 60_000, noteEveryMs: 60_000 };
  const options = { rows, role, own, log, ...everyMs, unattendedMs, pinAfterMs };
  const started = await createSharedEngines(options);
  shared.push(started);
  await started.start({ takesPerSecond: () => (engine ? 2 : null), problem: () => problem });
  return { ...started, rows };
}

it("the first worker pins its set; one with another set says so once, until it is pinned", async () => {
  const api = await start("api");
  expect([api.speech(), api.engines(), api.mayWork()]).toEqual([null, noEngines, false]);
  const first = await start("worker", engineWith());
  const other = await start("worker", engineWith({ english: "2" }));
  await api.check();
  const [source] = [voiceIn(flite, "en-us")!];
  expect([first.mayWork(), first.problem()]).toEqual([true, ""]);
  expect(api.speech()?.version(source)).toBe("flite 1");
  await other.check();
  expect(other.mayWork()).toBe(false);
  expect(lines.filter((line) => line.includes("plans and makes no takes"))).toHaveLength(1);
  const workers = await api.rows.listWorkers();
  expect(workers.map(({ role, problem }) => [role, problem !== ""])).toEqual([
    ["api", false],
    ["worker", false],
    ["worker", true],
  ]);
  expect(api.takesPerSecond()).toBe(2 * 2);

  let changes = 0;
  api.onChange(() => (changes += 1));
  expect(await api.rows.pinEngineSet(other.ownSet() ?? "")).toBe("pinned");
  expect(await api.rows.pinEngineSet("unknown")).toBe("unknown");
  for (const one of [api, first, other]) await one.check();
  expect([first.mayWork(), other.mayWork(), changes]).toEqual([false, true, 1]);
  expect(api.speech()?.version(source)).toBe("flite 2");
  const sets = await api.rows.listEngineSets();
  expect(sets.map(({ id, isPinned }) => [id, isPinned])).toEqual([
    [first.ownSet(), false],
    [other.ownSet(), true],
  ]);
  await first.close();
  expect(await api.rows.listWorkers()).toHaveLength(2);
});

it("a process that does no work for another reason is listed with it", async () => {
  const { rows } = await start("worker", engineWith(), 1, 1, "its disk is full");
  expect(await rows.listWorkers()).toMatchObject([{ problem: "its disk is full" }]);
});

it("a pause is that of all processes", async () => {
  const [one, two] = [await start("api"), await start("worker", engineWith())];
  await one.setPaused(true);
  await two.check();
  expect([one.isPaused(), two.isPaused()]).toEqual([true, true]);
  await two.setPaused(false);
  await one.check();
  expect(one.isPaused()).toBe(false);
});

it("without a process of the pinned set, that of all others is pinned, unless they differ", async () => {
  const api = await start("api", undefined, 0);
  const first = await start("worker", engineWith());
  const second = await start("worker", engineWith({ english: "2" }), 0);
  const third = await start("worker", engineWith({ english: "3" }), 0);
  const check = async () => {
    for (const one of [api, second, third]) await one.check();
  };
  await check();
  expect(second.mayWork()).toBe(false);
  await first.close();
  await check();
  expect([second.mayWork(), third.mayWork()]).toEqual([false, false]);
  expect(api.waitsFor()).toContain("No process with the selected engines");
  await third.close();
  await check();
  await api.check();
  expect([second.mayWork(), second.problem(), second.waitsFor()]).toEqual([true, "", ""]);
  expect(lines.filter((line) => line.includes("no process had the pinned"))).toHaveLength(1);
});

it("no other set is pinned in the first minutes or in place of a chosen one; the wait is reported", async () => {
  const first = await start("worker", engineWith());
  const second = await start("worker", engineWith({ english: "2" }), 0, 15 * 60_000);
  const chosen = first.ownSet() ?? "";
  await first.close();
  await second.check();
  expect([second.mayWork(), second.waitsFor() !== ""]).toEqual([false, true]);
  // A user may choose the pinned set, before a worker with it runs.
  expect(await second.rows.pinEngineSet(chosen)).toBe("pinned");
  const third = await start("worker", engineWith({ english: "2" }), 0);
  await third.check();
  expect([third.mayWork(), third.waitsFor() !== ""]).toEqual([false, true]);
  expect(await third.rows.pinEngineSet(third.ownSet() ?? "")).toBe("pinned");
  await third.check();
  expect(third.mayWork()).toBe(true);
});

it("a workspace that is moved keeps its pinned set", async () => {
  const first = await start("worker", engineWith());
  const other = await start("worker", engineWith({ english: "2" }));
  const pin = () => other.rows.pinEngineSet(other.ownSet() ?? "");
  const move = (state: object) => {
    database.exec("DELETE FROM moving");
    database.prepare("INSERT INTO moving VALUES (1, ?)").run(JSON.stringify(state));
  };
  for (const state of [
    { role: "source", endedAt: null },
    { role: "source", endedAt: 1 },
    { role: "target", endedAt: null },
  ]) {
    move(state);
    expect(await pin()).toBe("moved");
  }
  expect((await first.rows.readSharedState()).engineSet).toBe(first.ownSet());
  move({ role: "target", endedAt: 1 });
  expect(await pin()).toBe("pinned");
});

it("a process starts beside a pinned set of another version, says so, and is paused with others", async () => {
  const rows = createEngineSetRows(createSqliteRows(database));
  await rows.addEngineSet({ id: "newer", content: '{"form":2}' });
  await rows.setPaused(true);
  const [api, worker] = [await start("api"), await start("worker", engineWith())];
  for (const one of [api, worker]) {
    expect([one.mayWork(), one.speech(), one.isPaused()]).toEqual([false, null, true]);
    expect(one.problem()).toContain("newer");
  }
  expect(lines.filter((line) => line.includes("cannot read the pinned"))).toHaveLength(2);
});
