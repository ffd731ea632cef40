/** Finds speech and speakers in a thread. */
import type { SpeechAnalyser } from "../../ports";
import { createSoundThreads, type SoundThreadsOptions } from "../sound-threads";

/** Rejects with EngineError, the error of the operating system, or the reason of the signal. */
export function createSpeechAnalyser(
  options: Pick<SoundThreadsOptions, "file"> & Partial<SoundThreadsOptions>,
): SpeechAnalyser {
  const threads = createSoundThreads({ maxThreads: 1, ...options });
  return {
    findSpeech: (file, job) => threads.run("find-speech", { file }, job),
    findSpeakers: (file, spans, count, job) =>
      threads.run("find-speakers", { file, spans, count }, job),
    close: () => threads.close(),
  };
}
