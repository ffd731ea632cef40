/** Makes one take: synthesises, finishes and stores it. */
import { EngineError, type FinishedTake, type SpeechRequest } from "../engine/ports";
import type { QueuedTake, TakeOutcome } from "../rows/dubs/dub-port";
import type { DubbingDeps } from "./deps";
import type { PreparedTake } from "./take-request";

/** A take fails after the process of its engine failed this many times. */
const maxAttempts = 3;

/** Location of a take. The same take has the same location, so that a repetition after a kill replaces the file. */
export const takeLocation = ({ batchId, languageId, number, variant, key }: QueuedTake): string =>
  `takes/${batchId}/${languageId}/${number}-${variant}-${key.slice(0, 16)}.wav`;

/** Rejects for a full disk, or with the reason of the signal; other failures are an outcome. */
export async function makeTake(
  { engine, objects, log }: DubbingDeps,
  queued: QueuedTake,
  { request, voice, slotMs, speed }: PreparedTake,
  signal: AbortSignal,
): Promise<TakeOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sound = await engine.speech.synthesize(request, signal);
      const location = takeLocation(queued);
      const file = await objects.prepareFile(location);
      const take = await engine.finisher.finish({ sound, slotMs, speed, file }, signal);
      return { result: "made", voice, location, take: withoutFalseEnd(take, request) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof EngineError) return { result: "failed", problem: error.message };
      if (isSystemError(error)) throw error;
      log.warn(`dubbing: a take failed (attempt ${attempt})`, error);
      if (attempt >= maxAttempts)
        return { result: "failed", problem: "the speech engine failed; see the log" };
    }
  }
}

/**
 * eSpeak NG and Flite speak each text to its end, and the sounds of some voices of eSpeak NG end without silence: their
 * loud ends are no cut words.
 */
const withoutFalseEnd = (take: FinishedTake, { voice }: SpeechRequest): FinishedTake =>
  voice.engine === "espeak" || voice.engine === "flite"
    ? { ...take, scan: { ...take.scan, endDb: -Infinity } }
    : take;

/** An error of the file system, such as a full disk: the take is repeated later. */
const isSystemError = (error: unknown) =>
  typeof (error as { errno?: unknown } | null)?.errno === "number";
