/** Finishes takes in threads. */
import os from "node:os";
import type { TakeFinisher } from "../ports";
import { createWriteOutput } from "./output-file";
import { createSoundThreads, type SoundThreadsOptions } from "./sound-threads";

const defaultMaxThreads = Math.min(os.availableParallelism(), 4);

/**
 * Rejects with EngineError, the error of the operating system ("ENOSPC"), or the reason of the
 * signal.
 */
export function createTakeFinisher(
  options: Pick<SoundThreadsOptions, "file"> & Partial<SoundThreadsOptions>,
): TakeFinisher {
  const threads = createSoundThreads({ maxThreads: defaultMaxThreads, ...options });
  const writeOutput = createWriteOutput();
  return {
    finish({ sound, ...request }, signal) {
      // A copy: the samples may be a part of a much larger buffer, which would be copied as a
      // whole.
      const copy =
        "file" in sound ? sound : { sampleRate: sound.sampleRate, samples: sound.samples.slice() };
      const run = () => threads.run("finish", { ...request, sound: copy }, { signal });
      const { file, soundFile } = request;
      return writeOutput(file, soundFile === undefined ? run : () => writeOutput(soundFile, run));
    },
    close: () => threads.close(),
  };
}
