/** Mixes in a thread, one at a time: the speed is limited by the disk. */
import type { Mixer } from "../ports";
import { createWriteOutput } from "./output-file";
import { createSoundThreads, type SoundThreadsOptions } from "./sound-threads";

/**
 * Rejects with EngineError, the error of the operating system ("ENOSPC"), or the reason of the
 * signal.
 */
export function createMixer(
  options: Pick<SoundThreadsOptions, "file"> & Partial<SoundThreadsOptions>,
): Mixer {
  const threads = createSoundThreads({ maxThreads: 1, ...options });
  const writeOutput = createWriteOutput();
  return {
    mix: (request, job) => writeOutput(request.file, () => threads.run("mix", request, job)),
    close: () => threads.close(),
  };
}
