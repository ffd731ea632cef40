/**
 * Videos without a script: transcribed, translated, and their speakers; with an engine that the
 * test controls.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { createScriptedAnalysis, type ScriptedAnalysis } from "../../helpers/scripted-analysis";

interface Line {
  character: string;
  startMs: number | null;
  endMs: number | null;
  texts: Record<string, string>;
}

let engine: ScriptedAnalysis;
let local: RunningLocalService;
let project: string;
beforeEach(async () => {
  engine = createScriptedAnalysis();
  local = await startLocalService({
    scriptWorkerFile,
    startEngine: () => Promise.resolve(engine),
  });
  project = await createProject(local.client, {
    type: "media-dubbing",
    targetLanguages: ["fr-fr", "de-de"],
  });
  await local.client.upload("film.mp4", new Uint8Array(5));
});
afterEach(() => local.remove());

function install({ translation = true } = {}): void {
  engine.transcribedLanguages.add("en-us");
  if (translation) for (const to of ["fr-fr", "de-de"]) engine.pairs.add(`en-us ${to}`);
}
const video = { videoPath: "film.mp4", settings: { automaticInference: false } };
const batchOf = async (id: string) => bodyOf(await local.client.get(`/batches/${id}`));
const linesOf = async (id: string) =>
  bodyOf<{ lines: Line[] }>(await local.client.get(`/local/batches/${id}/lines`)).lines;
const until = (id: string, expected: object) =>
  expect.poll(() => batchOf(id)).toMatchObject(expected);
const idOf = ({ id }: Record<string, unknown>) => String(id);
const add = async (fields: object = video) =>
  idOf(
    bodyOf(await local.client.post(`/projects/${project}/batches`, { name: "A", ...fields }), 201),
  );

const transcribed = [
  { character: "Speaker 1", startMs: 0, endMs: 1_000, texts: { "en-us": "Hello" } },
  { character: "Speaker 2", startMs: 2_000, endMs: 3_000, texts: { "en-us": "Who is there?" } },
  { character: "Speaker 1", startMs: 4_000, endMs: 5_000, texts: { "en-us": "It is me" } },
];

describe("a video without a script", () => {
  it("is transcribed, translated, cast and ready to be dubbed", async () => {
    install();
    const { findSpeech } = engine.analyser;
    engine.analyser.findSpeech = (file, options) => {
      options.onWithoutModel?.();
      return findSpeech(file, options);
    };
    const id = await add();
    await until(id, { status: "ready", translations: Array(3).fill({ status: "ready" }) });
    expect(await linesOf(id)).toMatchObject(
      transcribed.map((line) => ({
        ...line,
        texts: {
          ...line.texts,
          "fr-fr": `${line.texts["en-us"]} (fr-fr)`,
          "de-de": `${line.texts["en-us"]} (de-de)`,
        },
      })),
    );
    const { message } = await batchOf(id);
    expect(message).toContain(
      "Texts are transcribed automatically: check them. Speech was found by its level only",
    );
    expect(message).toContain("fr-fr: Translated automatically from English");
    expect(engine.counts).toEqual([null]);
  });

  it("says what is missing, and continues when it is installed", async () => {
    const { id, message } = await createBatch(local.client, project, video);
    expect(message).toContain("no transcription is installed. Add a pack");
    engine.transcribedLanguages.add("de-de");
    engine.announceChange();
    await until(String(id), { status: "casting" });
    install({ translation: false });
    engine.announceChange();
    await until(String(id), { status: "ready", translations: [{ status: "ready" }, {}, {}] });
    expect(await linesOf(String(id))).toMatchObject(transcribed);
    expect(await batchOf(String(id))).toMatchObject({
      translations: [{}, { status: "no text" }, { status: "no text" }],
    });
    engine.pairs.add("en-us de-de");
    engine.announceChange();
    await until(String(id), {
      translations: [{}, { status: "no text" }, { languageId: "de-de", status: "ready" }],
    });
  });

  it("is continued after the service ended, without repeating finished spans", async () => {
    install();
    engine.spans = Array.from({ length: 20 }, (_, at) => ({
      startMs: at * 1_000,
      endMs: at * 1_000 + 900,
    }));
    engine.words = Object.fromEntries(
      engine.spans.map(({ startMs }) => [startMs, `Line ${startMs}`]),
    );
    let steps = 0;
    let stop = () => Promise.resolve();
    const stopped = new Promise<void>((resolve, reject) => {
      stop = () => local.restart().then(resolve, reject);
    });
    engine.beforeTranscription = () => {
      steps += 1;
      if (steps === 2) void stop();
    };
    const id = await add();
    await stopped;
    await until(id, { status: "ready" });
    expect(await linesOf(id)).toHaveLength(20);
    expect(new Set(engine.transcribed).size).toBe(20);
    expect(engine.transcribed.filter((startMs) => startMs < 8_000)).toHaveLength(8);
  });

  it("shows the progress of the transcription", async () => {
    install();
    let message: unknown = "";
    engine.words = {};
    engine.spans = Array.from({ length: 10 }, (_, at) => ({
      startMs: at * 10,
      endMs: at * 10 + 9,
    }));
    const id = await add();
    engine.beforeTranscription = async () => {
      ({ message } = await batchOf(id));
    };
    await until(id, { status: "casting" });
    expect(message).toBe("Speech is being transcribed: 8 of 10 spans");
    expect(await batchOf(id)).toMatchObject({
      message: expect.stringContaining("it contains no speech"),
    });
  });

  it("has the number of speakers of its settings", async () => {
    install();
    const settings = {
      automaticInference: false,
      automaticSpeakerDetection: false,
      noOfSpeakers: 3,
    };
    const id = await add({ ...video, settings });
    await until(id, { status: "ready" });
    expect(engine.counts).toEqual([3]);
  });

  it("with a script that failed is translated instead, on request", async () => {
    install({ translation: false });
    const id = await add();
    await until(id, { status: "ready" });
    const scriptPath = await uploadScript(local.client, "de.csv", "ID,Text_FR-FR\n1,Bonjour\n");
    const languages = [{ languageId: "de-de", scriptPath }];
    bodyOf(await local.client.post(`/batches/${id}/languages`, { languages }), 204);
    await until(id, { translations: [{}, {}, { status: "failed" }] });
    const at = `/local/batches/${id}/texts/de-de`;
    bodyOf(await local.client.post(at, { from: "translation" }), 409);
    engine.pairs.add("en-us de-de");
    engine.announceChange();
    bodyOf(await local.client.post(at, { from: "translation" }), 204);
    await until(id, { translations: [{}, {}, { status: "ready" }] });
    expect(await linesOf(id)).toMatchObject([
      { texts: { "de-de": "Hello (de-de)" } },
      { texts: { "de-de": "Who is there? (de-de)" } },
      {},
    ]);
  });

  it("whose text cannot be translated names the language, and the others are translated", async () => {
    install();
    engine.words = { 0: "unknown" };
    engine.pairs.delete("en-us de-de");
    const id = await add();
    await until(id, {
      status: "ready",
      translations: [{ status: "ready" }, { status: "failed" }, { status: "no text" }],
      message: expect.stringContaining("fr-fr: not translated: the model has no such words"),
    });
  });
});

describe("a script in the source language", () => {
  const subtitles = (texts: string[]) =>
    texts
      .map((text, at) => `${at + 1}\n00:00:0${at * 2},000 --> 00:00:0${at * 2 + 1},000\n${text}\n`)
      .join("\n");
  const addScript = async (texts: string[], settings: object = {}) =>
    add({
      ...video,
      scriptPath: await uploadScript(local.client, "a.srt", subtitles(texts)),
      languageCode: "en-us",
      settings: { automaticInference: false, ...settings },
    });

  it("gives the text if the setting says so, and its lines have the speakers of the video", async () => {
    install();
    const id = await addScript(["Good morning", "Hi"], { importText: true });
    await until(id, { status: "ready", translations: Array(3).fill({ status: "ready" }) });
    expect(await linesOf(id)).toMatchObject([
      {
        character: "Speaker 1",
        texts: { "en-us": "Good morning", "fr-fr": "Good morning (fr-fr)" },
      },
      { character: "Speaker 2", texts: { "en-us": "Hi" } },
    ]);
    expect(engine.transcribed).toEqual([]);
  });

  it("gives the times and characters of a transcription if the settings say so", async () => {
    install();
    const settings = { importTiming: true, importCharacters: true, sourceSpeakerSeparator: ":" };
    const id = await addScript(["ADA: Good morning", "BO: Hi"], settings);
    await until(id, { status: "ready" });
    expect(await linesOf(id)).toMatchObject([
      { character: "ADA", startMs: 0, texts: { "en-us": "Hello" } },
      { character: "BO", startMs: 2_000, texts: { "en-us": "Who is there?" } },
    ]);
    expect(engine.counts).toEqual([]);
  });

  it("is used as it is without a transcription; a note says so", async () => {
    const id = await addScript(["Good morning", "Hi"], { importCharacters: true });
    await until(id, { status: "ready" });
    expect(await linesOf(id)).toMatchObject([{ character: "Narrator" }, { character: "Narrator" }]);
    const { message } = await batchOf(id);
    expect(message).toContain("no transcription is installed");
  });
});
