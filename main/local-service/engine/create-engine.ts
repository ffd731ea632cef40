/** The engine of a service: speech, sound and media with what is installed on this computer. */
import path from "node:path";
import { silentLog, type Log } from "../../common/log";
import type { Programs } from "../../common/processes/programs";
import type { Engine } from "./engine";
import { combineTranscribers } from "./combined-transcriber";
import { searchFolders } from "./executables";
import { createExternalEngines } from "./external/external-engines";
import { createLocalMedia } from "./media/local-media";
import type { MediaProvider } from "./ports";
import { createNeuralPool } from "./neural/pool";
import { createPackProviders } from "./neural/providers";
import type { PackKind, PackList } from "./packs/pack";
import { createDeliveryWriter } from "./sound/delivery/delivery-writer";
import { createMixer } from "./sound/mixer";
import { createSpeechAnalyser } from "./sound/analysis/speech-analyser";
import { createTakeFinisher } from "./sound/take-finisher";
import { combineSpeech } from "./speech/combined";
import { createPackTranslator } from "./translation/provider";
import { speechProcesses } from "./speech/limits";
import { createSpeechProvider } from "./speech/provider";

export interface EngineOptions {
  /** Installed executables are preferred; default true. */
  usesInstalled?: boolean;
  /** The packs whose models are used; null for none. */
  packs?: PackList | null;
  /** Receives the errors of models that cannot be run; by default they are not logged. */
  log?: Pick<Log, "error">;
}

/**
 * Looks for installed programs, which takes some milliseconds. Processes and threads start with
 * their first job.
 */
export async function createEngine(
  /** The folder of the bundles, out/main. */
  bundles: string,
  { launch, programs }: Programs,
  { usesInstalled = true, packs = null, log = silentLog }: EngineOptions = {},
): Promise<Engine> {
  const folders = usesInstalled ? searchFolders() : [];
  const external = createExternalEngines();
  const builtIn = await createSpeechProvider({ launch, programs, folders });
  const soundThread = path.join(bundles, "sound-thread.cjs");
  const finisher = createTakeFinisher({ file: soundThread });
  const media = createMedia(bundles, { launch, programs }, folders);
  const mixer = createMixer({ file: soundThread });
  const deliveries = createDeliveryWriter({ file: soundThread });
  const neural = programs.has("neural")
    ? createPackProviders({
        packs: packs ?? noPacks,
        pool: createNeuralPool({ launch }),
        builtIn: createSpeechAnalyser({ file: soundThread }),
        soundThread,
        log,
      })
    : null;
  const translator =
    packs && programs.has("translator") ? createPackTranslator({ packs, launch }) : null;
  const analyser = neural?.analyser ?? createSpeechAnalyser({ file: soundThread });
  const speech = combineSpeech({ builtIn, packs: neural?.speech, external: external.speech });
  return {
    speech,
    finisher,
    mixer,
    deliveries,
    media,
    analyser,
    transcriber: combineTranscribers([
      ...(neural ? [neural.transcriber] : []),
      external.transcriber,
    ]),
    translator,
    external,
    packKinds: packKindsOf(programs),
    parallel: speechProcesses,
    onChange(listener) {
      const unsubscribe = [external.onChange(listener), packs?.onChange(listener)];
      return () => unsubscribe.forEach((stop) => stop?.());
    },
    async close() {
      const parts = [speech, finisher, mixer, deliveries, analyser, media];
      const closed = parts.map((part) => part.close());
      await Promise.all([...closed, neural?.close(), translator?.close()]);
    },
  };
}

const createMedia = (bundles: string, programs: Programs, folders: readonly string[]) =>
  createLocalMedia({ threadFile: path.join(bundles, "media-thread.cjs"), programs, folders });

const noPacks: PackList = { installed: () => [], onChange: () => () => undefined };

const neuralKinds: readonly PackKind[] = ["voices", "transcription", "voice-activity", "speakers"];

/** The programs that run models are separate ones, and may be missing. */
export function packKindsOf(programs: Programs["programs"]): ReadonlySet<PackKind> {
  return new Set([
    ...(programs.has("neural") ? neuralKinds : []),
    ...(programs.has("translator") ? (["translation"] as const) : []),
  ]);
}

/**
 * Reads the variable DUBYARD_ENGINE: "off" for no engine, "own" for the programs of the application
 * without those that are installed on this computer.
 */
export function engineStarter(
  bundles: string,
  programs: Programs,
): ((packs: PackList, log: Log) => Promise<Engine>) | undefined {
  const mode = process.env["DUBYARD_ENGINE"];
  if (mode === "off") return undefined;
  return (packs, log) =>
    createEngine(bundles, programs, { usesInstalled: mode !== "own", packs, log });
}

/** Like `engineStarter`, for a process that needs only the media provider of an engine. */
export function mediaStarter(
  bundles: string,
  programs: Programs,
): (() => MediaProvider) | undefined {
  const mode = process.env["DUBYARD_ENGINE"];
  if (mode === "off") return undefined;
  return () => createMedia(bundles, programs, mode === "own" ? [] : searchFolders());
}
