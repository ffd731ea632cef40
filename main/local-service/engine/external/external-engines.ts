/** The external engines of a workspace, as providers of speech, transcription and shorter texts. */
import { createHash } from "node:crypto";
import {
  fingerprintOf,
  noGrants,
  type ExternalEngine,
  type ExternalGrants,
} from "../../../common/external-grants";
import { withEitherSignal } from "../../../common/either-signal";
import { createListeners } from "../../../common/listeners";
import { pause, type RetryPolicy } from "../../../common/retry";
import type { CataloguedVoice, EngineName, VoiceEngine } from "../../catalogue/voices";
import {
  EngineError,
  type SpeechProvider,
  type SpeechSpan,
  type TextShortener,
  type TranscribedSpan,
  type Transcriber,
  type TranscriptionOptions,
} from "../ports";
import { cleanText, isSpeakable } from "../speech/text";
import { createHttpClient } from "./http";
import {
  shortenText,
  speak,
  transcribeSpan,
  type ShorteningRequest,
  type UsableEngine,
} from "./runner";

export interface ExternalEngines {
  speech: SpeechProvider;
  transcriber: Transcriber;
  shortener: TextShortener;
  /** Replaces the engines: those of the database. */
  configure(engines: readonly ExternalEngine[]): void;
  /** Replaces what the application allows. SECURITY: without a grant no engine is used. */
  grant(grants: ExternalGrants): void;
  /**
   * Whether the settings of an engine were confirmed on this computer, and whether it has a key.
   */
  state(engine: ExternalEngine): { isConfirmed: boolean; hasKey: boolean };
  /** Transcribes a span with one engine, for its test. Rejects with EngineError. */
  transcribeWith(
    id: string,
    request: { file: string; span: SpeechSpan; languageId: string },
    signal: AbortSignal,
  ): Promise<TranscribedSpan[]>;
  /** Shortens a text with one engine, for its test. Rejects with EngineError. */
  shortenWith(id: string, request: ShorteningRequest, signal: AbortSignal): Promise<string>;
  /** Calls the listener after a change. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Tasks whose engines have languages, and no voices. */
type TextTask = "transcription" | "shortening";

const prefix = "external:";
/**
 * Part of the version of every engine. Increase it when the same request is sent in another form.
 */
const revision = 1;
/** Delays for one request of a transcription, of at most 10 minutes each. */
const defaultMaxWaits = 144;

const hash = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** `policy` (of HTTP requests) and `maxWaits` are for tests. */
export function createExternalEngines(
  policy?: RetryPolicy,
  maxWaits = defaultMaxWaits,
): ExternalEngines {
  const http = createHttpClient(policy);
  const changed = createListeners<[]>();
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let engines: readonly ExternalEngine[] = [];
  let grants = noGrants;

  const isConfirmed = (engine: ExternalEngine) => grants.confirmed.includes(fingerprintOf(engine));
  const keyOf = (id: string) => (Object.hasOwn(grants.keys, id) ? (grants.keys[id] ?? null) : null);
  const usable = () => engines.filter(isConfirmed);

  function find(name: EngineName): UsableEngine | null {
    const engine = usable().find(({ id }) => `${prefix}${id}` === name);
    return engine ? { settings: engine.settings, key: keyOf(engine.id) } : null;
  }
  function offers({ engine, variant, languageId }: VoiceEngine): boolean {
    const task = find(engine)?.settings.task;
    return (
      task?.kind === "speech" &&
      task.voices.some(
        ({ engineVoice, languages }) => engineVoice === variant && languages.includes(languageId),
      )
    );
  }
  /** Runs work that ends when the engines are closed. */
  async function run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
    const result = withEitherSignal(signal, closing.signal, work);
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }
  async function close(): Promise<void> {
    closing.abort(new Error("the external engine was closed"));
    await Promise.allSettled(running);
    await http.close();
  }

  const speech: SpeechProvider = {
    version({ engine: name }) {
      const settings = engines.find(({ id }) => `${prefix}${id}` === name)?.settings;
      return settings ? `external ${hash(settings.connection).slice(0, 16)} (${revision})` : "none";
    },
    voices: () => usable().flatMap(voicesOf),
    offers,
    synthesize: (request, signal) =>
      run(signal, async (bounded) => {
        const { voice, parts, rate, pitch } = request;
        const engine = find(voice.engine);
        if (!engine || !offers(voice))
          throw new EngineError("the voice belongs to an external engine that is not confirmed");
        const text = cleanText(
          parts.map((part) => ("text" in part ? part.text : "")).join(""),
        ).trim();
        if (!isSpeakable(text)) throw new EngineError("the text contains nothing to speak");
        const { variant, languageId } = voice;
        return speak(engine, { text, voice: variant, languageId, rate, pitch }, http, bounded);
      }),
    close,
  };

  /** The first engine for a task in a language. */
  function engineFor(kind: TextTask, languageId: string): UsableEngine | null {
    const engine = usable().find(
      ({ settings: { task } }) => task.kind === kind && task.languages.includes(languageId),
    );
    return engine ? { settings: engine.settings, key: keyOf(engine.id) } : null;
  }
  const languagesOf = (kind: TextTask) =>
    new Set(
      usable().flatMap(({ settings: { task } }) => (task.kind === kind ? task.languages : [])),
    );
  const transcriber: Transcriber = {
    languages: () => languagesOf("transcription"),
    transcribe: (file, spans, languageId, { signal, onProgress, onWait }) =>
      run(signal, async (bounded) => {
        const found = [];
        for (const [index, span] of spans.entries()) {
          const request = { file, span, languageId };
          // The engine may be changed during a wait.
          const work = async () => {
            const engine = engineFor("transcription", languageId);
            if (!engine) throw new EngineError(`no external engine transcribes ${languageId}`);
            return transcribeSpan(engine, request, http, bounded);
          };
          found.push(
            ...(await withWaits(work, { onWait, onChange: changed.add, maxWaits }, bounded)),
          );
          onProgress?.((index + 1) / spans.length);
        }
        return found;
      }),
    close,
  };

  const shortener: TextShortener = {
    languages: () => languagesOf("shortening"),
    shorten: (request, signal) =>
      run(signal, async (bounded) => {
        const engine = engineFor("shortening", request.languageId);
        if (!engine) throw new EngineError(`no external engine shortens ${request.languageId}`);
        return shortenText(engine, request, http, bounded);
      }),
  };

  return {
    speech,
    transcriber,
    shortener,
    configure(configured) {
      engines = configured;
      changed.notify();
    },
    grant(granted) {
      grants = granted;
      changed.notify();
    },
    state: (engine) => ({ isConfirmed: isConfirmed(engine), hasKey: keyOf(engine.id) !== null }),
    transcribeWith: (id, request, signal) =>
      run(signal, async (bounded) => {
        const engine = find(`${prefix}${id}`);
        if (!engine) throw new EngineError("the external engine is not confirmed");
        return transcribeSpan(engine, request, http, bounded);
      }),
    shortenWith: (id, request, signal) =>
      run(signal, async (bounded) => {
        const engine = find(`${prefix}${id}`);
        if (!engine) throw new EngineError("the external engine is not confirmed");
        return shortenText(engine, request, http, bounded);
      }),
    onChange: changed.add,
  };
}

interface WaitOptions {
  onWait: TranscriptionOptions["onWait"];
  onChange: ExternalEngines["onChange"];
  maxWaits: number;
}

/**
 * Repeats work after the delays for which the engine asks, or earlier after a change of the
 * engines. After `maxWaits` of them it rejects with the error of the engine.
 */
async function withWaits<T>(
  work: () => Promise<T>,
  { onWait, onChange, maxWaits }: WaitOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await work();
    } catch (error) {
      const isWait = error instanceof EngineError && error.waitMs > 0;
      if (!isWait || count === maxWaits) throw error;
      const change = new AbortController();
      const unsubscribe = onChange(() => change.abort());
      onWait?.({ reason: error.message, until: Date.now() + error.waitMs });
      await withEitherSignal(signal, change.signal, (either) => pause(error.waitMs, either))
        .catch((reason: unknown) => {
          if (signal.aborted) throw reason;
        })
        .finally(unsubscribe);
      onWait?.(null);
    }
  }
}

/** The settings with which an engine speaks a voice. */
export function voicesOf({ id, settings: { task } }: ExternalEngine): CataloguedVoice[] {
  if (task.kind !== "speech") return [];
  return task.voices.map(({ name, gender, languages, engineVoice }) => ({
    name,
    gender,
    age: "adult",
    timbre: "natural",
    languages,
    source: {
      engine: `${prefix}${id}`,
      languageId: languages[0] ?? "",
      engineLanguage: languages[0] ?? "",
      variant: engineVoice,
      pitch: 0,
    },
  }));
}
