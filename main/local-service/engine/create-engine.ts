/** The engine of a service: speech, sound and media with what is installed on this computer. */
import path from "node:path";
import type { Engine } from "../dubbing/deps";
import { createLocalMedia } from "./media/local-media";
import type { Programs } from "../../common/programs";
import { createMixer } from "./sound/mixer";
import { createSpeechAnalyser } from "./sound/speech-analyser";
import { createTakeFinisher } from "./sound/take-finisher";
import { speechProcesses } from "./speech/limits";
import { createSpeechProvider } from "./speech/provider";

/** Looks for installed programs, which takes some milliseconds. Processes and threads start with their first job. */
export async function createEngine(
  /** The folder of the bundles, out/main. */
  bundles: string,
  { launch, programs }: Programs,
): Promise<Engine> {
  const speech = await createSpeechProvider({ launch, programs });
  const soundThread = path.join(bundles, "sound-thread.cjs");
  const finisher = createTakeFinisher({ file: soundThread });
  const media = createLocalMedia({
    threadFile: path.join(bundles, "media-thread.cjs"),
    programs: { launch, programs },
  });
  const mixer = createMixer({ file: soundThread });
  const analyser = createSpeechAnalyser({ file: soundThread });
  return {
    speech,
    finisher,
    mixer,
    media,
    analyser,
    parallel: speechProcesses,
    async close() {
      const parts = [speech, finisher, mixer, analyser, media];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}

/** Starts the engine, unless DUBYARD_ENGINE=off is in the environment. */
export const engineStarter = (
  bundles: string,
  programs: Programs,
): (() => Promise<Engine>) | undefined =>
  process.env["DUBYARD_ENGINE"] === "off" ? undefined : () => createEngine(bundles, programs);
