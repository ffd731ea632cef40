/** The external engines that are stored in the workspace: changes, and tests. */
import path from "node:path";
import {
  externalEngineSettings,
  type ExternalEngineSettings,
} from "../../../preload/local-service/external-engines";
import { externalEngineLimits } from "../../../preload/facts/external-engines";
import type { ExternalEngine } from "../../common/external-grants";
import { createMutex } from "../../common/mutex";
import { requireLanguage } from "../catalogue/lookup";
import { sampleSentences } from "../catalogue/sample-sentences";
import { voiceIn } from "../catalogue/voices";
import type { Engine } from "../engine/engine";
import { HttpError, invalid } from "../common/http-error";
import type { ExternalEngineRows } from "../rows/external-port";
import { EngineError, type Sound } from "../engine/ports";
import { voicedLevel } from "../engine/sound/level";
import { voicesOf, type ExternalEngines } from "../engine/external/external-engines";
import { parseBaseUrl } from "../engine/external/http";
import { ExternalError, type ExternalProblem } from "../engine/external/problems";
import { testTranscription } from "./test-transcription";

export interface ListedEngine extends ExternalEngine {
  /** The user has confirmed these settings on this computer. Others are not used. */
  isConfirmed: boolean;
  /** Whether a key is stored. Keys are never returned. */
  hasKey: boolean;
}

type TestResult =
  | {
      isSuccess: true;
      /** Milliseconds of work. */
      elapsedMs: number;
      /** Facts of the sound; null for a transcription. */
      sound: { durationMs: number; levelDb: number; sampleRate: number } | null;
      /** The transcript, or null. */
      text: string | null;
    }
  | { isSuccess: false; problem: ExternalProblem | "failed"; message: string; detail: string };

export interface ExternalConfiguration {
  /** Reads the engines of the database. Invalid settings of a restored backup are ignored. */
  load(): Promise<void>;
  list(): ListedEngine[];
  /** Adds or replaces an engine. Rejects with HttpError 400 naming the field. */
  put(id: string, settings: ExternalEngineSettings): Promise<ListedEngine>;
  remove(id: string): Promise<void>;
  /**
   * Synthesises a short sentence, or transcribes one. Rejects with HttpError 404, or 409 without
   * confirmation.
   */
  test(id: string, signal: AbortSignal): Promise<TestResult>;
}

export interface ExternalConfigurationDeps {
  store: ExternalEngineRows;
  engine: Pick<Engine, "speech" | "transcriber">;
  external: ExternalEngines;
}

const { engines: maxEngines } = externalEngineLimits;

export function createExternalConfiguration(
  deps: ExternalConfigurationDeps,
): ExternalConfiguration {
  const { store, engine, external } = deps;
  const exclusively = createMutex();
  let engines: ExternalEngine[] = [];

  const toListed = (one: ExternalEngine): ListedEngine => ({ ...one, ...external.state(one) });
  function find(id: string): ExternalEngine {
    const found = engines.find((one) => one.id === id);
    if (!found) throw new HttpError(404, "this external engine does not exist");
    return found;
  }
  async function read(): Promise<void> {
    const rows = await store.listExternalEngines();
    engines = rows.flatMap(({ id, settings }) => {
      const parsed = externalEngineSettings.safeParse(settings);
      return parsed.success ? [{ id, settings: parsed.data }] : [];
    });
    external.configure(engines);
  }

  /** Names of voices are ids, so they must be unique in the catalogue. */
  function checkVoiceNames({ id, settings }: ExternalEngine): void {
    if (settings.task.kind !== "speech") return;
    const own = `external:${id}`;
    const others = engines.filter((one) => one.id !== id).flatMap(voicesOf);
    const offered = engine.speech.voices().filter(({ source }) => source.engine !== own);
    const names = new Set([...offered, ...others].map(({ name }) => name));
    settings.task.voices.forEach(({ name }, index) => {
      if (names.has(name)) throw invalid(`task.voices[${index}].name`, `voice-exists: ${name}`);
      names.add(name);
    });
  }
  function checkLanguages({ task }: ExternalEngineSettings): void {
    if (task.kind !== "speech") {
      task.languages.forEach((one, at) => requireExact(`task.languages[${at}]`, one));
      return;
    }
    task.voices.forEach(({ languages }, index) =>
      languages.forEach((one, at) => requireExact(`task.voices[${index}].languages[${at}]`, one)),
    );
  }
  function checkConnection({ connection, task }: ExternalEngineSettings): void {
    if (connection.kind === "http") {
      try {
        parseBaseUrl(connection.baseUrl);
      } catch (error) {
        throw invalid("connection.baseUrl", error instanceof Error ? error.message : "is invalid");
      }
      return;
    }
    const { file, args } = connection;
    if (!path.isAbsolute(file)) throw invalid("connection.file", "must be an absolute path");
    if ([file, ...args].some((text) => text.includes("\0")))
      throw invalid("connection.args", "must not contain null characters");
    if (task.kind === "transcription" && !args.some((one) => one.includes("{file}")))
      throw invalid("connection.args", "must contain {file}");
  }

  async function speakSample({ id, settings }: ExternalEngine, signal: AbortSignal) {
    const voice = voicesOf({ id, settings })[0];
    const source = voice && voiceIn(voice, voice.source.languageId);
    if (!source) throw new EngineError("the engine has no voice");
    const text = sampleSentences[source.languageId] ?? settings.name;
    const request = { voice: source, parts: [{ text }], rate: 1, pitch: 1, range: 1 };
    return engine.speech.synthesize(request, signal);
  }

  /** The sample sentence of the first language in half of its characters. */
  function shortenSample({ id, settings }: ExternalEngine, signal: AbortSignal): Promise<string> {
    const languageId =
      settings.task.kind === "shortening" ? (settings.task.languages[0] ?? "") : "";
    const text = sampleSentences[languageId] ?? settings.name;
    const characters = Math.ceil(text.length / 2);
    return external.shortenWith(id, { text, languageId, characters }, signal);
  }

  return {
    load: () => exclusively(read),
    list: () => engines.map(toListed),
    put: (id, settings) =>
      exclusively(async () => {
        const one = { id, settings };
        checkConnection(settings);
        checkLanguages(settings);
        checkVoiceNames(one);
        const isNew = !engines.some((other) => other.id === id);
        if (isNew && engines.length >= maxEngines)
          throw invalid("name", `there are already ${maxEngines} external engines`);
        await store.setExternalEngine(one);
        await read();
        return toListed(one);
      }),
    remove: (id) =>
      exclusively(async () => {
        find(id);
        await store.removeExternalEngine(id);
        await read();
      }),
    async test(id, signal) {
      const one = find(id);
      if (!external.state(one).isConfirmed)
        throw new HttpError(409, "the settings of this external engine are not confirmed");
      const start = performance.now();
      const elapsed = () => Math.round(performance.now() - start);
      try {
        if (one.settings.task.kind === "transcription") {
          const text = await testTranscription(engine, external, one, signal);
          return { isSuccess: true, elapsedMs: elapsed(), sound: null, text };
        }
        if (one.settings.task.kind === "shortening") {
          const text = await shortenSample(one, signal);
          return { isSuccess: true, elapsedMs: elapsed(), sound: null, text };
        }
        const sound = await speakSample(one, signal);
        return { isSuccess: true, elapsedMs: elapsed(), sound: measure(sound), text: null };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const isKnown = error instanceof ExternalError;
        return {
          isSuccess: false,
          problem: isKnown ? error.problem : "failed",
          message: error.message,
          detail: isKnown ? error.detail : "",
        };
      }
    },
  };
}

/** Ids are compared exactly later, so other forms of a known language are rejected. */
function requireExact(field: string, languageId: string): void {
  if (requireLanguage(field, languageId) !== languageId)
    throw invalid(field, `there is no language "${languageId}"`);
}

const measure = ({ samples, sampleRate }: Sound) => ({
  durationMs: Math.round((samples.length * 1000) / sampleRate),
  levelDb: Math.round(200 * Math.log10(voicedLevel(samples, sampleRate))) / 10,
  sampleRate,
});
