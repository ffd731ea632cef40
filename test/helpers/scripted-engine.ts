/**
 * An engine for tests of the dubbing: each call waits until the test ends it, and writes a short
 * real file.
 */
import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import type { Engine } from "../../main/local-service/engine/engine";
import { builtInVoices } from "../../main/local-service/catalogue/voices";
import { wavHeader } from "../../main/local-service/engine/sound/wav";
import { EngineError, type SpeechRequest } from "../../main/local-service/engine/ports";

export interface ScriptedEngine extends Engine {
  /** The texts that were synthesised, in order. */
  spoken: string[];
  /** Called before a text is synthesised; its promise is awaited. */
  before: (text: string) => Promise<void> | void;
  /** The number of texts that are being synthesised. */
  waiting: number;
  /** While it is true, each text fails. */
  fails: boolean;
  /** Added to every sample: with another value, a text has another sound. */
  level: number;
  /** Part of the key of every take. */
  speechVersion: string;
}

const textOf = ({ parts }: SpeechRequest) =>
  parts.map((part) => ("text" in part ? part.text : `[${part.phonemes}]`)).join("");

/** Of files of 16 bit PCM below 4 GiB. */
const wavHeaderBytes = 44;

const unused = () => Promise.reject(new Error("not part of this test"));

/** Text "unspeakable" fails. Two takes are made at the same time. */
export function createScriptedEngine(): ScriptedEngine {
  const engine: ScriptedEngine = {
    spoken: [],
    before: () => undefined,
    waiting: 0,
    fails: false,
    level: 0,
    speechVersion: "1",
    packKinds: new Set(["voice-activity"]),
    parallel: 2,
    speech: {
      version: () => engine.speechVersion,
      voices: () => builtInVoices,
      offers: () => true,
      async synthesize(request, signal) {
        const text = textOf(request);
        engine.waiting += 1;
        await Promise.race([
          engine.before(text),
          new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          ),
        ]).finally(() => (engine.waiting -= 1));
        signal.throwIfAborted();
        if (engine.fails || text.includes("unspeakable"))
          throw new EngineError("has nothing to speak");
        engine.spoken.push(text);
        return {
          samples: new Int16Array(160).fill(text.length + engine.level),
          sampleRate: 16_000,
        };
      },
      close: () => Promise.resolve(),
    },
    finisher: {
      async finish({ sound, soundFile, slotMs, file }) {
        const samples =
          "file" in sound
            ? (await readFile(sound.file)).subarray(wavHeaderBytes)
            : Buffer.from(sound.samples.buffer);
        const format = { channels: 1, sampleRate: 48_000 } as const;
        const bytes = Buffer.concat([wavHeader(format, samples.length / 2), samples]);
        for (const target of [soundFile ?? [], file].flat()) {
          await writeFile(`${target}.part`, bytes);
          await rename(`${target}.part`, target);
        }
        const hash = (name: string) => createHash(name).update(bytes).digest("hex");
        const speed = slotMs !== null && slotMs < 10 ? 10 / slotMs : 1;
        return {
          measures: { durationMs: 10, speed, loudness: null, peak: -20, pitch: null },
          scan: {
            durationMs: 10,
            levelDb: -20,
            speechDb: -20,
            endDb: -50,
            fullScaleSamples: 0,
            silenceStartMs: 0,
            silenceEndMs: 0,
            silenceInsideMs: 0,
          },
          bytes: bytes.length,
          md5: hash("md5"),
          sha256: hash("sha256"),
        };
      },
      close: () => Promise.resolve(),
    },
    mixer: { mix: unused, close: () => Promise.resolve() },
    deliveries: {
      widen: unused,
      level: unused,
      writeStem: unused,
      master: unused,
      measure: unused,
      close: () => Promise.resolve(),
    },
    media: {
      unavailable: () => Promise.resolve("no program for media is installed"),
      probe: unused,
      measurePicture: unused,
      findLoss: unused,
      extract: unused,
      outputExtension: () => "mkv",
      canHoldLastFrame: () => false,
      mux: unused,
      canWriteBooks: () => Promise.resolve(false),
      writeBook: unused,
      previewUnavailable: () => Promise.resolve("no program for media is installed"),
      preview: unused,
      close: () => Promise.resolve(),
    },
    analyser: { findSpeech: unused, findSpeakers: unused, close: () => Promise.resolve() },
    transcriber: null,
    translator: null,
    external: null,
    onChange: () => () => undefined,
    close: () => Promise.resolve(),
  };
  return engine;
}
