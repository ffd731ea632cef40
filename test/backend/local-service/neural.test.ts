/**
 * Voices, transcription, voice activity and speakers of packs, with tiny models in the real
 * program.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import { nodePrograms } from "../../../main/common/processes/programs";
import { createPackAnalyser } from "../../../main/local-service/engine/neural/analyser";
import {
  createNeuralPool,
  type NeuralPool,
  type NeuralPoolOptions,
} from "../../../main/local-service/engine/neural/pool";
import { createPackSpeech } from "../../../main/local-service/engine/neural/speech";
import {
  createPackTranscriber,
  piecesOf,
} from "../../../main/local-service/engine/neural/transcriber";
import type {
  InstalledPack,
  PackContents,
  PackList,
} from "../../../main/local-service/engine/packs/pack";
import type { SpeechAnalyser, SpeechRequest } from "../../../main/local-service/engine/ports";
import { createSpeechProvider } from "../../../main/local-service/engine/speech/provider";
import { resample } from "../../../main/local-service/engine/sound/resample";
import { createSoundThreads } from "../../../main/local-service/engine/sound/sound-threads";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { bundlesFolder } from "../../helpers/programs";
import { recordingLog } from "../../helpers/recording-log";
import { soundThreadFile } from "../../helpers/sound-files";
import {
  tinyEmbedding,
  tinyVoice,
  tinyVoiceActivity,
  tinyWhisper,
} from "../../helpers/tiny-models";

const { launch, programs } = nodePrograms(bundlesFolder);
const { signal } = new AbortController();
let folder: string;
let pool: NeuralPool;
const pools: NeuralPool[] = [];
const createPool = (options: Partial<NeuralPoolOptions> = {}) => {
  const created = createNeuralPool({ launch, ...options });
  pools.push(created);
  return created;
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-neural-"));
  pool = createPool();
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.close()));
  await rm(folder, { recursive: true });
});

async function pack(
  id: string,
  contents: PackContents,
  files: Record<string, Buffer | string>,
): Promise<InstalledPack> {
  const at = path.join(folder, id);
  await mkdir(at, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(at, name), content);
  return { id, version: "1", folder: at, bytes: 1, contents };
}
const listOf = (...packs: InstalledPack[]): PackList => ({
  installed: () => packs,
  onChange: () => () => undefined,
});
const voice = { gender: "female", age: "adult", timbre: "neural" } as const;
const voiceContents: PackContents = {
  kind: "voices",
  languages: ["en-us"],
  model: { type: "vits", model: "model.onnx", tokens: "tokens.txt", lexicon: "lexicon.txt" },
  voices: [
    { ...voice, name: "Low", speaker: 0 },
    { ...voice, name: "High", speaker: 1 },
    { ...voice, name: "Missing", speaker: 2 },
  ],
};
const voicePack = () => pack("tiny-voice", voiceContents, tinyVoice());

it("is installed with the application", () => {
  expect(programs).toContain("neural");
});

describe("voices of packs", () => {
  const request = (
    text: string,
    { speaker = 0, ...factors }: Partial<SpeechRequest> & { speaker?: number } = {},
  ): SpeechRequest => ({
    voice: {
      engine: "pack:tiny-voice",
      languageId: "en-us",
      engineLanguage: "",
      variant: String(speaker),
      pitch: 0,
    },
    parts: [{ text }],
    rate: 1,
    pitch: 1,
    range: 1,
    ...factors,
  });

  it("speak with their speakers, and with the requested rate and pitch", async () => {
    const speech = createPackSpeech(listOf(await voicePack()), pool);
    const say = (...given: Parameters<typeof request>) =>
      speech.synthesize(request(...given), signal);
    const seconds = ({ samples, sampleRate }: Awaited<ReturnType<typeof say>>) =>
      samples.length / sampleRate;
    const [low, high, fast, raised] = await Promise.all([
      say("Hello there. Is it late?"),
      say("Hello there. Is it late?", { speaker: 1 }),
      say("Hello there. Is it late?", { rate: 2 }),
      say("Hello there. Is it late?", { pitch: 1.2 }),
    ]);
    expect(seconds(low)).toBeCloseTo(1.35, 1);
    expect(high.samples).not.toEqual(low.samples);
    expect(seconds(fast)).toBeCloseTo(0.675, 1);
    expect(raised.sampleRate).toBe(19_200);
    expect(seconds(raised)).toBeCloseTo(1.35, 1);
    expect(await say("Hello there. Is it late?")).toEqual(low);
  });

  it("are those of installed packs, in their languages", async () => {
    const installed = [await voicePack()];
    const speech = createPackSpeech(
      { installed: () => installed, onChange: () => () => undefined },
      pool,
    );
    expect(speech.voices().map(({ name, languages }) => ({ name, languages }))).toEqual(
      ["Low", "High", "Missing"].map((name) => ({ name, languages: ["en-us"] })),
    );
    const { voice: source } = request("");
    expect(speech.offers(source)).toBe(true);
    expect(speech.offers({ ...source, languageId: "de-de" })).toBe(false);
    installed.pop();
    expect(speech.voices()).toEqual([]);
    await expect(speech.synthesize(request("hello"), signal)).rejects.toThrow("is not installed");
  });

  it("name texts, phonemes and speakers that they do not have", async () => {
    const speech = createPackSpeech(listOf(await voicePack()), pool);
    const fails = (given: SpeechRequest) => expect(speech.synthesize(given, signal)).rejects;
    await fails(request("…")).toThrow("nothing to speak");
    await fails(request("hello", { parts: [{ phonemes: "h" }] })).toThrow("cannot speak phonemes");
    await fails(request("hello", { speaker: 2 })).toThrow("has no speaker 2");
  });

  it("fail with a reason if their model is damaged, too slow or too large", async () => {
    const model = Buffer.from("not a model");
    const damaged = await pack("damaged", voiceContents, { ...tinyVoice(), "model.onnx": model });
    const say = (list: PackList, used: NeuralPool, engine: `pack:${string}`) => {
      const given = request("hello");
      const speech = createPackSpeech(list, used);
      return speech.synthesize({ ...given, voice: { ...given.voice, engine } }, signal);
    };
    await expect(say(listOf(damaged), pool, "pack:damaged")).rejects.toThrow("install it again");
    const list = listOf(await voicePack());
    const slow = createPool({ deadlineMs: 1 });
    await expect(say(list, slow, "pack:tiny-voice")).rejects.toThrow("takes too long");
    const small = createPool({ limits: { heapMb: 100, memoryMb: 1 } });
    await expect(say(list, small, "pack:tiny-voice")).rejects.toThrow("too much memory");
    // The next request has a new process.
    expect(await say(list, pool, "pack:tiny-voice")).toMatchObject({ sampleRate: 16_000 });
  });
});

describe("the analysis of sound", () => {
  const rate = 16_000;
  /** Two seconds of silence, then a tone of a second; repeated for each frequency. */
  async function tones(...frequencies: number[]): Promise<string> {
    const samples = new Int16Array(frequencies.length * 3 * rate + rate);
    for (const [index, frequency] of frequencies.entries())
      for (let at = 0; at < rate; at += 1)
        samples[(index * 3 + 2) * rate + at] =
          10_000 * Math.sin((2 * Math.PI * frequency * at) / rate);
    const file = path.join(folder, "tones.wav");
    const header = wavHeader({ sampleRate: rate, channels: 1 }, samples.length);
    await writeFile(file, Buffer.concat([header, Buffer.from(samples.buffer)]));
    return file;
  }
  const threads = createSoundThreads({ file: soundThreadFile, maxThreads: 1 });
  afterAll(() => threads.close());
  const unused = () => Promise.reject(new Error("the analyser of the application was used"));
  const builtIn: SpeechAnalyser = {
    findSpeech: unused,
    findSpeakers: unused,
    close: () => Promise.resolve(),
  };
  const analyserOf = (...packs: InstalledPack[]) =>
    createPackAnalyser({ packs: listOf(...packs), pool, builtIn, threads, log: silentLog });

  it("finds speech and its speakers", async () => {
    const vad = await pack(
      "vad",
      { kind: "voice-activity", model: "vad.onnx" },
      { "vad.onnx": tinyVoiceActivity() },
    );
    const speakers = await pack(
      "speakers",
      { kind: "speakers", embedding: "embedding.onnx" },
      { "embedding.onnx": tinyEmbedding() },
    );
    const file = await tones(300, 2_000, 300, 2_000, 310);
    const analyser = analyserOf(vad, speakers);
    const spans = await analyser.findSpeech(file, { signal });
    expect(spans).toHaveLength(5);
    for (const [index, { startMs, endMs }] of spans.entries()) {
      expect(Math.abs(startMs - (index * 3_000 + 2_000))).toBeLessThan(150);
      expect(Math.abs(endMs - (index * 3_000 + 3_000))).toBeLessThan(350);
    }
    expect(await analyser.findSpeakers(file, spans, 2, { signal })).toEqual([0, 1, 0, 1, 0]);
    await expect(analyserOf(vad).findSpeakers(file, spans, 2, { signal })).rejects.toThrow(
      "of the application",
    );
  });

  it("finds speech without a model that cannot be run, unless it is that of a pack", async () => {
    const file = await tones(300);
    const { log, lines } = recordingLog();
    const analyser = (...packs: InstalledPack[]) =>
      createPackAnalyser({
        packs: listOf(...packs),
        pool: { ...pool, run: () => Promise.reject(new Error("the library is missing")) },
        builtIn: { ...builtIn, findSpeech: () => Promise.resolve([{ startMs: 1, endMs: 2 }]) },
        threads,
        log,
      });
    const own = analyser();
    let withoutModel = 0;
    const onWithoutModel = () => (withoutModel += 1);
    for (let count = 1; count <= 2; count += 1) {
      const spans = await own.findSpeech(file, { signal, onWithoutModel });
      expect(spans).toEqual([{ startMs: 1, endMs: 2 }]);
      expect(withoutModel).toBe(count);
    }
    expect(lines.filter((text) => text.includes("the library is missing"))).toHaveLength(1);
    const vad = await pack("vad", { kind: "voice-activity", model: "vad.onnx" }, {});
    await expect(analyser(vad).findSpeech(file, { signal })).rejects.toThrow("is missing");
  });

  // About 1.5 s: the real model, and a real voice.
  it("finds speech in music with the model of the program, without a pack", async () => {
    const speech = await createSpeechProvider({ launch, programs, folders: [] });
    const source = speech.voices().find(({ source: one }) => one.engine === "flite")?.source;
    if (!source) throw new Error("there is no voice of Flite");
    const parts = [{ text: "Where were you last night, when the ship left the harbour?" }];
    const said = await speech.synthesize(
      { voice: source, parts, rate: 1, pitch: 1, range: 1 },
      signal,
    );
    await speech.close();
    const take = resample(said.samples, said.sampleRate, 16_000);
    const level = Math.hypot(...take) / Math.sqrt(take.length);
    const [startMs, silenceMs] = [3_000, 4_000];
    const samples = Int16Array.from(
      { length: 16 * (startMs + silenceMs) + take.length },
      (_none, at) => {
        // Chords of three tones with overtones, struck twice a second, 10 dB below the voice.
        const [seconds, beat] = [at / 16_000, Math.floor(at / 8_000)];
        const strike = Math.exp(-3 * (seconds - beat / 2));
        const tones = [220, 277, 330].map((hertz) => hertz * (1 + ((beat >> 2) % 3) / 8));
        const chord = tones.flatMap((hertz) =>
          [1, 2, 3].map(
            (overtone) => Math.sin(2 * Math.PI * hertz * overtone * seconds) / overtone,
          ),
        );
        const music = 0.25 * level * strike * chord.reduce((sum, value) => sum + value, 0);
        const value = music + (take[at - 16 * startMs] ?? 0);
        return Math.max(-32_768, Math.min(32_767, Math.round(20_000 * value)));
      },
    );
    const file = path.join(folder, "music.wav");
    const header = wavHeader({ sampleRate: 16_000, channels: 1 }, samples.length);
    await writeFile(file, Buffer.concat([header, Buffer.from(samples.buffer)]));
    // The pack of an older version is not used: this one takes everything for speech.
    const former = await pack(
      "silero-vad",
      { kind: "voice-activity", model: "vad.onnx" },
      { "vad.onnx": tinyVoiceActivity() },
    );
    const spans = await analyserOf(former).findSpeech(file, { signal });
    expect(await analyserOf().findSpeech(file, { signal })).toEqual(spans);
    const endMs = startMs + take.length / 16;
    const found = spans.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(span.endMs, endMs) - Math.max(span.startMs, startMs)),
      0,
    );
    expect(found).toBeGreaterThan(0.85 * (endMs - startMs));
    for (const span of spans) {
      expect(span.startMs).toBeGreaterThan(startMs - 300);
      expect(span.endMs).toBeLessThan(endMs + 400);
    }
  });

  it("transcribes spans in the language of the request", async () => {
    const contents: PackContents = {
      kind: "transcription",
      languages: ["en-us", "de-de"],
      encoder: "encoder.onnx",
      decoder: "decoder.onnx",
      tokens: "tokens.txt",
    };
    const transcriber = createPackTranscriber(
      listOf(await pack("whisper", contents, tinyWhisper())),
      pool,
    );
    expect(transcriber.languages()).toEqual(new Set(["en-us", "de-de"]));
    const file = await tones(300, 400);
    const spans = [
      { startMs: 2_000, endMs: 3_000 },
      { startMs: 5_000, endMs: 6_000 },
    ];
    const transcribe = (languageId: string) =>
      transcriber.transcribe(file, spans, languageId, { signal });
    expect(await transcribe("en-us")).toEqual(
      spans.map((span) => ({ ...span, text: "hello world" })),
    );
    expect((await transcribe("de-de"))[1]?.text).toBe("hallo Welt");
    await expect(transcribe("fr-fr")).rejects.toThrow("no transcription of this language");
  });

  it("reads long spans in pieces", () => {
    expect(piecesOf({ startMs: 0, endMs: 28_000 })).toEqual([{ startMs: 0, endMs: 28_000 }]);
    expect(piecesOf({ startMs: 1_000, endMs: 61_000 })).toEqual([
      { startMs: 1_000, endMs: 21_000 },
      { startMs: 21_000, endMs: 41_000 },
      { startMs: 41_000, endMs: 61_000 },
    ]);
  });
});
