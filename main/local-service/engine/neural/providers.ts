/** The providers that run the models of packs, and the model that the program has. */
import type { Log } from "../../../common/log";
import type { PackList } from "../packs/pack";
import type { SpeechAnalyser } from "../ports";
import { createSoundThreads } from "../sound/sound-threads";
import { createPackAnalyser } from "./analyser";
import type { NeuralPool } from "./pool";
import { createPackSpeech } from "./speech";
import { createPackTranscriber } from "./transcriber";

export interface PackProviderDeps {
  packs: PackList;
  /** Closed with the providers. */
  pool: NeuralPool;
  /** The analyser of the application, for what has no model; closed with the other one. */
  builtIn: SpeechAnalyser;
  /** The bundle of sound-thread.ts. */
  soundThread: string;
  log: Pick<Log, "error">;
}

export function createPackProviders(deps: PackProviderDeps) {
  const { packs, pool, builtIn, soundThread, log } = deps;
  const threads = createSoundThreads({ file: soundThread, maxThreads: 1 });
  return {
    speech: createPackSpeech(packs, pool),
    transcriber: createPackTranscriber(packs, pool),
    analyser: createPackAnalyser({ packs, pool, builtIn, threads, log }),
    async close() {
      await Promise.all([pool.close(), threads.close()]);
    },
  };
}
