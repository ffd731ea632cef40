/**
 * The dubs of batches: planned, made, stopped, outdated and continued, with an engine that the test
 * controls.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { runningKinds, type Activity, type ActivityKind } from "../../../preload/facts/activity";
import type { CataloguedVoice } from "../../../main/local-service/catalogue/voices";
import { findExport, startExport, untilEnded } from "../../helpers/exports";
import { scriptWorkerFile } from "../../helpers/programs";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { createScriptedEngine, type ScriptedEngine } from "../../helpers/scripted-engine";

interface Dub {
  languageId: string;
  state: string;
  note: string;
  planned: number;
  made: number;
  failed: number;
  outdated: number;
}
interface Take {
  id: number;
  number: number;
  variant: number;
  state: string;
  problem: string;
  voice: string;
}

let engine: ScriptedEngine;
let local: RunningLocalService;
/** The kinds of work that the service has reported. */
let activities: ActivityKind[][] = [];
const options = () => ({
  scriptWorkerFile,
  startEngine: () => Promise.resolve(engine),
  onActivity: (activity: Activity) => void activities.push(runningKinds(activity)),
});
beforeEach(async () => {
  activities = [];
  engine = createScriptedEngine();
  local = await startLocalService(options());
});
afterEach(() => local.remove());

const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);
const batchOf = async (id: string) => bodyOf(await call("GET", `/batches/${id}`));
const dubsOf = async (id: string) =>
  bodyOf<{ dubs: Dub[] }>(await call("GET", `/local/batches/${id}/dubs`)).dubs;
const takesOf = async (id: string, languageId = "fr-fr") =>
  bodyOf<{ takes: Take[] }>(await call("GET", `/local/batches/${id}/takes/${languageId}`)).takes;
const until = (id: string, expected: Json) =>
  expect.poll(() => batchOf(id)).toMatchObject(expected);
const untilDub = (id: string, expected: Partial<Dub>) =>
  expect.poll(async () => (await dubsOf(id))[0]).toMatchObject(expected);

const words = ["Bonjour", "Merci beaucoup", "Au revoir", "À demain soir"];
/** Creates a project with a batch of these lines of Ada and Bo in French, and casts both. */
async function createScript(settings: Json = {}, lines = words, fields: Json = {}) {
  const project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    ...fields,
  });
  const scriptPath = await uploadLines(lines);
  const { id } = await createBatch(local.client, project, { scriptPath, settings });
  await cast(project, "Ada", "Amélie");
  await cast(project, "Bo", "Antoine");
  return { project, batch: String(id) };
}
async function uploadLines(lines: readonly string[]): Promise<string> {
  const rows = lines.map((text, index) => `${index + 1},${index % 2 === 0 ? "Ada" : "Bo"},${text}`);
  const content = `ID,Character,Text_FR-FR\n${rows.join("\n")}\n`;
  return uploadScript(local.client, "script.csv", content);
}
async function cast(project: string, name: string, voice: string): Promise<void> {
  const characters = bodyOf<{ id: string; name: string }[]>(
    await call("GET", `/projects/${project}/characters`),
  );
  const id = characters.find((character) => character.name === name)?.id ?? "";
  bodyOf(await call("POST", `/projects/${project}/characters/${id}`, { voice }), 204);
}
/** A promise that the test resolves. */
function gate() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve };
}
/** Synthesis waits for the returned function. */
function blockSpeech(): () => void {
  const { promise, resolve } = gate();
  engine.before = () => promise;
  return resolve;
}

describe("automatic inference", () => {
  it("makes every line, publishes the takes in the gallery, and completes the batch", async () => {
    const { batch } = await createScript();
    await until(batch, {
      status: "completed",
      completionPercentage: 100,
      message: "All lines are synthesised: 4 of 4 takes",
      translations: [{ languageId: "fr-fr", isCompleted: true, status: "completed" }],
    });
    expect([...engine.spoken].sort()).toEqual([...words].sort());
    expect(await local.client.files()).toEqual(
      ["0001_Ada", "0002_Bo", "0003_Ada", "0004_Bo"].map(
        (name) => `Dubs/Season one/One/FR-FR/takes/${name}.wav`,
      ),
    );
    expect(await takesOf(batch)).toMatchObject([
      { number: 1, variant: 0, state: "made", voice: "Amélie" },
      { number: 2, variant: 0, state: "made", voice: "Antoine" },
      { number: 3 },
      { number: 4 },
    ]);
  });

  it("does not begin with automaticInference false, nor before all characters have voices", async () => {
    const { batch, project } = await createScript({ automaticInference: false });
    expect((await dubsOf(batch))[0]).toMatchObject({ state: "idle", made: 0 });
    expect(await batchOf(batch)).toMatchObject({ status: "ready", completionPercentage: 0 });
    const scriptPath = await uploadScript(
      local.client,
      "b.csv",
      "ID,Character,Text_FR-FR\n1,Eve,Oui\n",
    );
    const { id } = await createBatch(local.client, project, { name: "Two", scriptPath });
    expect(await dubsOf(String(id))).toEqual([]);
    expect(engine.spoken).toEqual([]);
    await cast(project, "Eve", "Camille");
    await until(String(id), { status: "completed" });
    expect(engine.spoken).toEqual(["Oui"]);
    expect(bodyOf(await call("POST", `/local/batches/${batch}/dubs/start`, {}))).toEqual({
      languageIds: ["fr-fr"],
    });
    await until(batch, { status: "completed" });
  });

  it("makes alternative takes in further files, and counts all of them", async () => {
    const release = blockSpeech();
    const { batch } = await createScript({ noOfAlternativeTakes: 2 }, ["Un", "Deux"]);
    await until(batch, { status: "inferring", completionPercentage: 0 });
    expect(await batchOf(batch)).toMatchObject({
      message: "Lines are being synthesised: 0 of 6 takes",
      translations: [{ isCompleted: false, status: "inferring" }],
    });
    release();
    await until(batch, { status: "completed" });
    expect(await local.client.files()).toEqual(
      ["0001_Ada", "0001_Ada_2", "0001_Ada_3", "0002_Bo", "0002_Bo_2", "0002_Bo_3"].map(
        (name) => `Dubs/Season one/One/FR-FR/takes/${name}.wav`,
      ),
    );
  });
});

describe("the work of a service", () => {
  it("is reported while scripts are read and takes are made, and when all has ended", async () => {
    const release = blockSpeech();
    const { batch } = await createScript();
    await expect.poll(() => activities.at(-1)).toEqual(["dubs"]);
    expect(activities[0]).toEqual(["scripts"]);
    release();
    await until(batch, { status: "completed" });
    await expect.poll(() => activities.at(-1)).toEqual([]);
  });
});

describe("a line that cannot be made", () => {
  it("is named in the message and stops nothing; it is made again only by a start", async () => {
    const { batch } = await createScript({}, ["Bonjour", "unspeakable", "Merci"]);
    await until(batch, {
      status: "incomplete",
      completionPercentage: 66,
      message:
        "Not all lines are synthesised: 2 of 3 takes, 1 failed. fr-fr: line 2: has nothing to speak",
      translations: [{ languageId: "fr-fr", isCompleted: false, status: "incomplete" }],
    });
    expect(await takesOf(batch)).toMatchObject([
      { state: "made" },
      { state: "failed", problem: "has nothing to speak" },
      { state: "made" },
    ]);
    engine.spoken.length = 0;
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await untilDub(batch, { state: "made", failed: 1 });
    expect(engine.spoken).toEqual([]);
  });

  it("is repeated after the process of the engine failed, and fails after the third time", async () => {
    let failures = 2;
    engine.before = (text) => {
      if (text === "Merci" || failures-- > 0) throw new Error("the process ended");
    };
    const { batch } = await createScript({}, ["Bonjour", "Merci"]);
    await until(batch, { status: "incomplete" });
    expect((await takesOf(batch)).map(({ problem }) => problem)).toEqual([
      "",
      "the speech engine failed; see the log",
    ]);
  });
});

describe("what is missing keeps a batch from being completed", () => {
  it("a language without texts is named, and dubbed as soon as it has one", async () => {
    const { project, batch } = await createScript();
    await until(batch, { status: "completed" });
    const languages = [{ languageId: "de-de" }];
    bodyOf(await call("POST", `/batches/${batch}/languages`, { languages }), 204);
    await until(batch, {
      status: "incomplete",
      completionPercentage: 50,
      message:
        "Not all lines are synthesised: 4 of 4 takes. de-de: no text. Add a script, or type the texts at the review desk",
      translations: [{ isCompleted: true }, { isCompleted: false, status: "no text" }],
    });
    await cast(project, "Ada", "Annika");
    await cast(project, "Bo", "Dieter");
    const at = `/local/batches/${batch}/lines/1/de-de`;
    const { line } = bodyOf<{ line: { revision: number } }>(await call("GET", at));
    bodyOf(await call("PUT", at, { revision: line.revision, target: "Guten Tag" }));
    await expect
      .poll(async () => (await dubsOf(batch))[1])
      .toMatchObject({ languageId: "de-de", state: "made", planned: 1 });
    expect((await batchOf(batch))["message"]).toContain("de-de: 3 lines have no text");
  });

  it("a language without texts can start from those of the source, and is dubbed after a start", async () => {
    const { project, batch } = await createScript({}, words, { sourceLanguage: "fr-fr" });
    await until(batch, { status: "completed" });
    const texts = (languageId: string, from: string) =>
      call("POST", `/local/batches/${batch}/texts/${languageId}`, { from });
    bodyOf(await texts("de-de", "source"), 400);
    const languages = [{ languageId: "de-de" }];
    bodyOf(await call("POST", `/batches/${batch}/languages`, { languages }), 204);
    bodyOf(await texts("fr-fr", "source"), 409);
    expect(bodyOf(await texts("de-de", "translation"), 409)).toMatchObject({
      message: expect.stringContaining("no translation is installed") as string,
    });
    bodyOf(await texts("de-de", "source"), 204);
    bodyOf(await texts("de-de", "source"), 409);
    await until(batch, { status: "ready", translations: [{}, { status: "ready" }] });
    expect((await batchOf(batch))["message"]).toContain(
      "de-de: Texts copied from French: translate them, then start the dub",
    );
    await cast(project, "Ada", "Annika");
    await cast(project, "Bo", "Dieter");
    const at = `/local/batches/${batch}/lines/1/de-de`;
    const { line } = bodyOf<{ line: { revision: number; target: string } }>(await call("GET", at));
    expect(line.target).toBe(words[0]);
    expect((await dubsOf(batch))[1]).toMatchObject({ languageId: "de-de", state: "idle", made: 0 });
    bodyOf(await call("PUT", at, { revision: line.revision, target: "Guten Tag" }));
    await call("POST", `/local/batches/${batch}/dubs/start`, { languageIds: ["de-de"] });
    await expect
      .poll(async () => (await dubsOf(batch))[1])
      .toMatchObject({ state: "made", made: 4 });
    expect(engine.spoken).toContain("Guten Tag");
  });
});

describe("a disk", () => {
  it("without space for the takes blocks the dub with both numbers; a start tries again", async () => {
    await local.restart({ ...options(), freeBytesLimit: 100_000 });
    const { batch } = await createScript({}, ["Bonjour", "a".repeat(1000)]);
    await untilDub(batch, {
      state: "blocked",
      note: "the disk has 1 MB of free space, and the takes need about 10 MB",
    });
    expect(await batchOf(batch)).toMatchObject({
      status: "ready",
      message: expect.stringContaining("fr-fr: the disk has 1 MB") as string,
    });
    expect(engine.spoken).toEqual([]);
    await local.restart(options());
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
  });

  it("that becomes full stops the dub, and the finished takes stay", async () => {
    const others = gate();
    engine.before = async (text) => {
      if (text === words[0] || text === words[1]) return;
      await others.promise;
      if (text === words[2]) throw Object.assign(new Error("full"), { code: "ENOSPC", errno: -28 });
    };
    const { batch } = await createScript();
    await untilDub(batch, { made: 2 });
    others.resolve();
    await untilDub(batch, { state: "blocked", note: "the disk is full" });
    engine.before = () => undefined;
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
    expect(engine.spoken.filter((text) => text === words[0])).toHaveLength(1);
  });
});

describe("changes after a dub", () => {
  it("of a voice mark only its lines as outdated; the former takes return with the former voice", async () => {
    const { batch, project } = await createScript();
    await until(batch, { status: "completed" });
    await cast(project, "Bo", "Baptiste");
    await until(batch, {
      status: "ready",
      completionPercentage: 50,
      message: "All characters have voices. 2 of 4 takes are to be made",
    });
    expect((await dubsOf(batch))[0]).toMatchObject({ state: "made", made: 2, outdated: 2 });
    await cast(project, "Bo", "Antoine");
    await until(batch, { status: "completed", completionPercentage: 100 });
    engine.spoken.length = 0;
    await cast(project, "Bo", "Baptiste");
    await call("POST", `/local/batches/${batch}/dubs/start`, { languageIds: ["fr-fr"] });
    await until(batch, { status: "completed" });
    expect([...engine.spoken].sort()).toEqual([words[1], words[3]].sort());
  });

  it("of a voice in one language mark only that language; the voice for all languages stays", async () => {
    const project = await createProject(local.client, {
      type: "audio-production",
      sourceLanguage: undefined,
      targetLanguages: ["fr-fr", "de-de"],
    });
    const content = "Character,Text_FR-FR,Text_DE-DE\nAda,Bonjour,Guten Tag\nBo,Merci,Danke\n";
    const scriptPath = await uploadScript(local.client, "script.csv", content);
    const batch = String((await createBatch(local.client, project, { scriptPath })).id);
    const characters = bodyOf<{ id: string; name: string; voice: { name: string } }[]>(
      await call("GET", `/projects/${project}/characters`),
    );
    const ada = characters.find(({ name }) => name === "Ada")?.id ?? "";
    const voiceIn = (languageId: string, voice: string | null) =>
      call("PUT", `/local/projects/${project}/characters/${ada}/voices/${languageId}`, { voice });
    const early = await voiceIn("de-de", "Greta");
    expect([early.status, bodyOf(early, 409).message]).toEqual([
      409,
      expect.stringContaining("has no voice"),
    ]);
    await cast(project, "Ada", "Amélie");
    await cast(project, "Bo", "Antoine");
    await until(batch, { status: "completed" });
    const voices = async (languageId: string) =>
      (await takesOf(batch, languageId)).map(({ voice }) => voice);
    expect(await voices("de-de")).toEqual(["Amélie", "Antoine"]);

    bodyOf(await voiceIn("de-de", "Greta"), 204);
    await until(batch, {
      status: "ready",
      translations: [
        { languageId: "fr-fr", status: "completed" },
        { languageId: "de-de", status: "ready" },
      ],
    });
    expect(await dubsOf(batch)).toMatchObject([
      { languageId: "fr-fr", outdated: 0 },
      { languageId: "de-de", made: 1, outdated: 1 },
    ]);
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
    expect([await voices("fr-fr"), await voices("de-de")]).toEqual([
      ["Amélie", "Antoine"],
      ["Greta", "Antoine"],
    ]);
    const listed = bodyOf<{ id: string; voice: { name: string } }[]>(
      await call("GET", `/projects/${project}/characters`),
    );
    expect(listed.find(({ id }) => id === ada)?.voice.name).toBe("Amélie");

    // Another voice for all languages leaves the language with its own.
    await cast(project, "Ada", "Camille");
    await until(batch, { status: "ready" });
    expect(await dubsOf(batch)).toMatchObject([{ outdated: 1 }, { outdated: 0 }]);
    bodyOf(await voiceIn("de-de", null), 204);
    await expect.poll(() => dubsOf(batch)).toMatchObject([{}, { outdated: 1 }]);

    expect((await voiceIn("de-de", "Nobody")).status).toBe(404);
    expect((await voiceIn("xx-xx", "Greta")).status).toBe(404);
  });

  it("of a text mark only that line", async () => {
    const { batch } = await createScript();
    await until(batch, { status: "completed" });
    const scriptPath = await uploadLines(["Bonjour", "Merci bien", ...words.slice(2)]);
    const languages = [{ languageId: "fr-fr", scriptPath }];
    bodyOf(await call("POST", `/batches/${batch}/languages`, { languages }), 204);
    await untilDub(batch, { made: 3, outdated: 1 });
    engine.spoken.length = 0;
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
    expect(engine.spoken).toEqual(["Merci bien"]);
  });

  it("while the takes are made: none has the former voice", async () => {
    const release = blockSpeech();
    const { batch, project } = await createScript();
    await until(batch, { status: "inferring" });
    await cast(project, "Ada", "Camille");
    release();
    await until(batch, { status: "completed" });
    expect((await takesOf(batch)).map(({ voice }) => voice)).toEqual([
      "Camille",
      "Antoine",
      "Camille",
      "Antoine",
    ]);
  });
});

describe("control", () => {
  it("stops a dub with its running takes; a start makes only the rest", async () => {
    const release = gate();
    engine.before = (text) => (text === words[0] ? undefined : release.promise);
    const { batch } = await createScript();
    await untilDub(batch, { made: 1 });
    const stopped = bodyOf(await call("POST", `/local/batches/${batch}/dubs/stop`, {}));
    expect(stopped).toEqual({ languageIds: ["fr-fr"] });
    expect(await batchOf(batch)).toMatchObject({ status: "ready", completionPercentage: 25 });
    release.resolve();
    await untilDub(batch, { state: "stopped", made: 1, outdated: 3 });
    expect(engine.spoken).toEqual([words[0]]);
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
    expect([...engine.spoken].sort()).toEqual([...words].sort());
  });

  it("pauses and resumes", async () => {
    bodyOf(await call("PUT", "/local/dubs", { isPaused: true }), 204);
    const { batch } = await createScript();
    await untilDub(batch, { state: "making", planned: 4, made: 0 });
    expect(bodyOf(await call("GET", "/local/dubs"))).toMatchObject({
      isPaused: true,
      dubs: [{ batchId: batch, planned: 4 }],
    });
    expect(engine.spoken).toEqual([]);
    bodyOf(await call("PUT", "/local/dubs", { isPaused: false }), 204);
    await until(batch, { status: "completed" });
  });

  it("makes dubs with a higher priority first", async () => {
    bodyOf(await call("PUT", "/local/dubs", { isPaused: true }), 204);
    const { batch: first } = await createScript({}, ["Un", "Deux"]);
    const { batch: second } = await createScript({}, ["Trois", "Quatre"]);
    await call("POST", `/local/batches/${second}/dubs/start`, { priority: 1 });
    await untilDub(second, { state: "making" });
    // No take ends before two have begun: the first two are those that were chosen first.
    const begun: string[] = [];
    const two = gate();
    engine.before = (text) => {
      if (begun.push(text) === 2) two.resolve();
      return two.promise;
    };
    bodyOf(await call("PUT", "/local/dubs", { isPaused: false }), 204);
    await until(first, { status: "completed" });
    expect(begun.slice(0, 2).sort()).toEqual(["Quatre", "Trois"]);
  });

  it("deletes the takes of a deleted batch, and keeps its results in the gallery", async () => {
    const { batch } = await createScript();
    await until(batch, { status: "completed" });
    bodyOf(await call("POST", "/batches/delete", { batchIds: [batch] }), 204);
    const takes = async () =>
      (await filesBelow(local.dataDir)).filter((file) => file.startsWith("takes/"));
    await expect.poll(takes).toEqual([]);
    expect(await local.client.files()).toHaveLength(4);
  });
});

describe("a restart", () => {
  it("makes only the takes that were not stored", async () => {
    const release = gate();
    engine.before = (text) => (text === words[0] ? undefined : release.promise);
    const { batch } = await createScript();
    await untilDub(batch, { made: 1 });
    const former = engine;
    engine = createScriptedEngine();
    await local.restart(options());
    await until(batch, { status: "completed" });
    expect(former.spoken).toEqual([words[0]]);
    expect([...engine.spoken].sort()).toEqual(words.slice(1).sort());
  });

  it("with an engine begins what was created without one", async () => {
    await local.restart({ startEngine: undefined });
    const { batch } = await createScript();
    expect(await batchOf(batch)).toMatchObject({
      status: "ready",
      message: "All characters have voices. This workspace does not produce audio",
    });
    expect((await call("POST", `/local/batches/${batch}/dubs/start`, {})).status).toBe(409);
    await local.restart(options());
    await until(batch, { status: "completed" });
  });
});

describe("results", () => {
  it("never enter a folder with other files", async () => {
    await local.client.upload("dubs/Season one/one/notes.wav", new Uint8Array([1]), "audio/wav");
    const { batch } = await createScript({}, ["Bonjour", "Merci"]);
    await until(batch, { status: "completed" });
    expect(await local.client.files()).toEqual([
      "Dubs/Season one/One (2)/FR-FR/takes/0001_Ada.wav",
      "Dubs/Season one/One (2)/FR-FR/takes/0002_Bo.wav",
      "dubs/Season one/one/notes.wav",
    ]);
  });

  it("takes, comments and deliveries are part of a backup: a start after the restore makes nothing again", async () => {
    const { batch } = await createScript();
    await until(batch, { status: "completed" });
    const folder = path.join(local.dataDir, "..", `${path.basename(local.dataDir)}-backup`);
    const delivered = `${folder}-delivered`;
    await mkdir(delivered);
    for (const one of [folder, delivered]) onTestFinished(() => rm(one, { recursive: true }));
    const comments = `/local/batches/${batch}/comments`;
    const comment = { languageId: "fr-fr", number: 2, text: "Too loud", by: "Rosa" };
    bodyOf(await call("POST", comments, comment), 201);
    const delivery = await startExport(local.client, batch, {
      languages: ["fr-fr"],
      parts: ["subtitles"],
      preset: "online",
      includeUnapproved: true,
      folder: delivered,
    });
    const made = await untilEnded(() => local.client, delivery);
    expect(made.files).not.toEqual([]);
    const notes = async () => [
      bodyOf(await call("GET", comments)),
      bodyOf(await call("GET", `/local/batches/${batch}/exports`)),
    ];
    const before = await notes();
    bodyOf(await call("POST", "/local/backup", { folder }));
    await createScript({}, ["Encore", "Bis"]);
    bodyOf(await call("POST", comments, { ...comment, text: "After the backup" }), 201);
    bodyOf(await call("POST", "/local/restore", { folder }));
    expect(await notes()).toEqual(before);
    expect(JSON.stringify(before)).toContain("Too loud");
    expect(await findExport(local.client, delivery)).toEqual(made);
    expect(await batchOf(batch)).toMatchObject({ status: "completed", completionPercentage: 100 });
    expect(await local.client.files()).toHaveLength(4);
    engine.spoken.length = 0;
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await until(batch, { status: "completed" });
    expect(engine.spoken).toEqual([]);
    expect(await local.client.files()).toHaveLength(4);
  });

  it("of a backup without sound are named as missing, and made again by a start", async () => {
    const { batch } = await createScript();
    await until(batch, { status: "completed" });
    const folder = path.join(local.dataDir, "..", `${path.basename(local.dataDir)}-backup`);
    onTestFinished(() => rm(folder, { recursive: true }));
    bodyOf(await call("POST", "/local/backup", { folder, withSound: false }));
    expect(bodyOf(await call("POST", "/local/restore", { folder }))).toMatchObject({
      isComplete: true,
      takesWithoutSound: 4,
    });
    expect(await batchOf(batch)).toMatchObject({ status: "ready" });
    const dubs = bodyOf<{ dubs: unknown[] }>(await call("GET", `/local/batches/${batch}/dubs`));
    expect(JSON.stringify(dubs)).toContain("does not contain the sound of 4 takes");
    engine.spoken.length = 0;
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await expect.poll(() => engine.spoken.length).toBe(4);
    await until(batch, { status: "completed" });
  });
});

it("voices are heard: a sample is made once for each language, and kept", async () => {
  const sample = (voice: string, query = "") =>
    call("GET", `/local/voices/${encodeURIComponent(voice)}/sample${query}`);
  const [first, same] = await Promise.all([sample("Amélie"), sample("Amélie")]);
  expect(first.headers["content-type"]).toBe("audio/wav");
  expect(first.text).toBe(same.text);
  expect(engine.spoken).toEqual(["Bonjour, voici comment sonne ma voix dans un doublage."]);
  await local.restart(options());
  expect((await sample("Amélie", "?languageId=de-de")).status).toBe(200);
  expect((await sample("Amélie")).status).toBe(200);
  expect(engine.spoken).toHaveLength(2);
  expect([
    (await sample("Nobody")).status,
    (await sample("Amélie", "?languageId=x")).status,
  ]).toEqual([404, 400]);
  const english = await sample("Savannah", "?languageId=fr-fr");
  expect([english.status, english.text]).toEqual([
    409,
    expect.stringContaining("Savannah does not speak fr-fr"),
  ]);
});

it("rejects unknown batches, and unknown fields by name", async () => {
  expect((await call("GET", "/local/batches/none/dubs")).status).toBe(404);
  expect((await call("POST", "/local/batches/none/dubs/start", {})).status).toBe(404);
  const { batch } = await createScript({ automaticInference: false });
  const wrong = await call("POST", `/local/batches/${batch}/dubs/start`, { languageIds: "fr-fr" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("languageIds")]);
});

it("external engines that do not respond keep no take of another voice waiting", async () => {
  const external = (name: string): CataloguedVoice => ({
    name,
    gender: "female",
    age: "adult",
    timbre: "natural",
    languages: ["fr-fr"],
    source: {
      engine: `external:${name}`,
      languageId: "fr-fr",
      engineLanguage: "fr-fr",
      variant: name,
      pitch: 0,
    },
  });
  const { speech } = engine;
  const voices = () => [...speech.voices(), external("Cloud"), external("Mist")];
  engine.speech = { ...speech, voices };
  await local.restart();
  const { promise, resolve } = gate();
  engine.before = (text) => (text.startsWith("slow") ? promise : undefined);
  // One line more for each engine than it speaks at the same time.
  const count = 2 * (engine.parallel + 1);
  const lines = Array.from({ length: count }, (_, index) => `slow ${index}`);
  const slow = await createScript({ automaticInference: false }, lines);
  await cast(slow.project, "Ada", "Cloud");
  await cast(slow.project, "Bo", "Mist");
  bodyOf(await call("POST", `/local/batches/${slow.batch}/dubs/start`, {}));
  await expect.poll(() => engine.waiting).toBe(2 * engine.parallel);
  const other = await createScript();
  await until(other.batch, { status: "completed" });
  expect(engine.waiting).toBe(2 * engine.parallel);
  resolve();
  await until(slow.batch, { status: "completed" });
});
