/** An engine that recognises speech as the test says: spans, texts, speakers and translations. */
import { writeFile } from "node:fs/promises";
import { extrasOf } from "../../main/local-service/engine/media/extras";
import { EngineError, type SpeechSpan } from "../../main/local-service/engine/ports";
import { createScriptedEngine, type ScriptedEngine } from "./scripted-engine";

export interface ScriptedAnalysis extends ScriptedEngine {
  spans: SpeechSpan[];
  /** By the start of the span in milliseconds. */
  words: Record<number, string>;
  /** Of each span, in order; repeated. */
  speakers: number[];
  transcribedLanguages: Set<string>;
  /** "fr-fr en-us" for translations from French into English. */
  pairs: Set<string>;
  /** The starts of the spans that were transcribed, in order. */
  transcribed: number[];
  /** The numbers of speakers in the requests. */
  counts: (number | null)[];
  /** Called before spans are transcribed. */
  beforeTranscription: () => Promise<void> | void;
  /** Reports a change of the engine. */
  announceChange: () => void;
}

const closed = () => Promise.resolve();

/**
 * Two speakers say four sentences in the video; nothing is installed. The text "unknown" cannot be
 * translated.
 */
export function createScriptedAnalysis(): ScriptedAnalysis {
  const listeners = new Set<() => void>();
  const engine: ScriptedAnalysis = Object.assign(createScriptedEngine(), {
    spans: [0, 2_000, 4_000, 6_000].map((startMs) => ({ startMs, endMs: startMs + 1_000 })),
    words: { 0: "Hello", 2_000: "Who is there?", 4_000: "It is me", 6_000: "" },
    speakers: [0, 1],
    transcribedLanguages: new Set<string>(),
    pairs: new Set<string>(),
    transcribed: [],
    counts: [],
    beforeTranscription: () => undefined,
    announceChange: () => listeners.forEach((listener) => listener()),
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  engine.media = {
    ...engine.media,
    unavailable: () => Promise.resolve(null),
    probe: () =>
      Promise.resolve({
        container: "mp4",
        durationMs: 8_000,
        video: {
          codec: "h264",
          width: 64,
          height: 64,
          frameRate: 25,
          startTimecode: null,
          length: null,
        },
        audio: { codec: "aac", channels: 1, sampleRate: 48_000, streams: [0] },
        soundTracks: [],
        isCutOff: false,
        hasIndexInFront: false,
        extras: extrasOf([]),
      }),
    findLoss: () => Promise.resolve(null),
    extract: (_file, to) => writeFile(to, "sound"),
  };
  engine.analyser = {
    findSpeech: () => Promise.resolve(engine.spans),
    findSpeakers(_file, spans, count) {
      engine.counts.push(count);
      return Promise.resolve(
        spans.map((_span, index) => engine.speakers[index % engine.speakers.length] ?? 0),
      );
    },
    close: closed,
  };
  engine.transcriber = {
    languages: () => engine.transcribedLanguages,
    async transcribe(_file, spans, _languageId, { signal }) {
      await engine.beforeTranscription();
      signal.throwIfAborted();
      engine.transcribed.push(...spans.map(({ startMs }) => startMs));
      return spans.flatMap(({ startMs, endMs }) => {
        const text = engine.words[startMs] ?? "";
        return text === "" ? [] : [{ startMs, endMs, text }];
      });
    },
    close: closed,
  };
  engine.translator = {
    canTranslate: (from, to) => engine.pairs.has(`${from} ${to}`),
    translate: (texts, _from, to) =>
      texts.some((text) => text === "unknown")
        ? Promise.reject(new EngineError("the model has no such words"))
        : Promise.resolve(texts.map((text) => `${text} (${to})`)),
    close: closed,
  };
  return engine;
}
