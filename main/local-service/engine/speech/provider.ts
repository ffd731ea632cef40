/** Speech synthesis with the engines of the application. */
import { languageIds } from "../../catalogue/language-names";
import { builtInVoices, voiceIn, type VoiceEngine } from "../../catalogue/voices";
import { EngineError, type Sound, type SpeechProvider, type SpeechRequest } from "../ports";
import { findEngines, type EngineOptions, type InstalledEngine } from "./engines";
import { espeakJob } from "./espeak";
import { fliteJob, sampleRateFactor } from "./flite";
import { speechProcesses } from "./limits";
import { createSpeechPool, type SpeechPool } from "./pool";
import { cleanText, isSpeakable } from "./text";

export interface SpeechOptions extends EngineOptions {
  /** Number of concurrent requests for each engine. */
  processes?: number;
  /** Milliseconds for a request with this many characters. */
  deadline?: (characters: number) => number;
}

/** Part of the version of every engine. Increase it when the jobs of the same request change. */
const jobsRevision = 1;

/** Samples below this value are silence. */
const silence = 32;

/** Finds the installed engines. Programs are started with the first request. */
export async function createSpeechProvider(options: SpeechOptions): Promise<SpeechProvider> {
  const { processes = speechProcesses, deadline } = options;
  const engines = await findEngines(options);
  const pools = new Map<InstalledEngine, SpeechPool>();
  for (const engine of [...engines.values()].flat()) {
    const runners = Array.from({ length: processes }, () => engine.createRunner());
    pools.set(engine, createSpeechPool(runners, deadline));
  }

  const engineOf = (voice: VoiceEngine) =>
    engines.get(voice.engine)?.find((engine) => engine.offers(voice));
  const offers = (voice: VoiceEngine) => engineOf(voice) !== undefined;
  const voices = builtInVoices.filter((voice) =>
    languageIds.some((languageId) => {
      const source = voiceIn(voice, languageId);
      return source !== null && offers(source);
    }),
  );

  function requirePool({ voice }: SpeechRequest): SpeechPool {
    const engine = engineOf(voice);
    const pool = engine && pools.get(engine);
    if (pool) return pool;
    throw new EngineError("the voice is not installed on this computer");
  }

  async function synthesize(request: SpeechRequest, signal: AbortSignal): Promise<Sound> {
    const pool = requirePool(request);
    if (!request.parts.some((part) => "phonemes" in part || isSpeakable(cleanText(part.text))))
      throw new EngineError("the text contains nothing to speak");
    async function findPhones(job: Parameters<typeof pool.run>[0]): Promise<string> {
      const result = await pool.run(job, signal);
      return "phones" in result ? result.phones : "";
    }
    const isFlite = request.voice.engine === "flite";
    const job = isFlite ? await fliteJob(request, findPhones) : espeakJob(request);
    const sound = await pool.run(job, signal);
    if (!("samples" in sound)) throw new Error("the speech engine returned no sound");
    if (!sound.samples.some((sample) => Math.abs(sample) > silence))
      throw new EngineError("the text contains nothing to speak");
    const factor = isFlite ? sampleRateFactor(request) : 1;
    return { samples: sound.samples, sampleRate: Math.round(sound.sampleRate * factor) };
  }

  return {
    version: (voice) => `${engineOf(voice)?.version ?? "none"} (${jobsRevision})`,
    voices: () => voices,
    offers,
    synthesize,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
