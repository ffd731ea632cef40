/** The engine of a service: speech, sound and media with what is installed on this computer. */
import path from "node:path";
import type { Engine } from "../dubbing/deps";
import { createLocalMedia } from "./media/local-media";
import { EngineError, type LaunchProgram, type ProgramName } from "./ports";
import { createTakeFinisher } from "./sound/take-finisher";
import { speechProcesses } from "./speech/limits";
import { createSpeechProvider } from "./speech/provider";

export interface EngineOptions {
  /** The folder of the bundles, out/main. */
  bundles: string;
  /** Starts the programs of the application. */
  launch: LaunchProgram;
  /** The programs that exist. */
  programs: ReadonlySet<ProgramName>;
}

/** Looks for installed programs, which takes some milliseconds. Processes and threads start with their first job. */
export async function createEngine({ bundles, launch, programs }: EngineOptions): Promise<Engine> {
  const speech = await createSpeechProvider({ launch, programs });
  const soundThread = path.join(bundles, "sound-thread.cjs");
  const finisher = createTakeFinisher({ file: soundThread });
  const media = createLocalMedia({
    threadFile: path.join(bundles, "media-thread.cjs"),
    launch: programs.has("ffmpeg") ? launch : null,
  });
  const unavailable = () => Promise.reject(new EngineError("this version does not mix videos"));
  return {
    speech,
    finisher,
    mixer: { mix: unavailable, close: () => Promise.resolve() },
    media,
    analyser: {
      findSpeech: unavailable,
      findSpeakers: unavailable,
      close: () => Promise.resolve(),
    },
    parallel: speechProcesses,
    async close() {
      await Promise.all([speech.close(), finisher.close(), media.close()]);
    },
  };
}
