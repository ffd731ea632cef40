/** Makes one take: synthesises, finishes and stores it. */
import { systemCode } from "../../common/errors";
import { EngineError, type FinishedTake, type Sound, type SpeechRequest } from "../engine/ports";
import type { QueuedTake, TakeOutcome } from "../rows/dubs/dub-port";
import type { DubbingDeps } from "./deps";
import type { PreparedTake } from "./take-request";

/** A take fails after the process of its engine failed this many times. */
const maxAttempts = 3;

type Position = Pick<QueuedTake, "batchId" | "languageId" | "identity" | "variant">;
const locationOf = ({ batchId, languageId, identity, variant }: Position, name: string) =>
  `takes/${batchId}/${languageId}/${identity}-${variant}-${name}.wav`;
/**
 * Location of a take. The same take has the same location, so that a repetition after a kill
 * replaces the file.
 */
const takeLocation = (take: QueuedTake): string => locationOf(take, take.key.slice(0, 16));
/** Location of the speech of takes, before it is fitted and leveled. */
const speechLocation = (take: Position, speechKey: string): string =>
  locationOf(take, `speech-${speechKey.slice(0, 16)}`);

/** Rejects for a full disk, or with the reason of the signal; other failures are an outcome. */
export async function makeTake(
  { engine, objects, log }: DubbingDeps,
  queued: QueuedTake,
  { request, speechKey, voice, slotMs, fillMs, speed }: PreparedTake,
  signal: AbortSignal,
): Promise<TakeOutcome> {
  const speech = speechLocation(queued, speechKey);
  // Another length of the take needs no other speech, which some engines could not repeat.
  let isSpoken = (await objects.sizeAt(speech)) !== null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const location = takeLocation(queued);
      const file = await objects.prepareFile(location);
      const soundFile = await objects.prepareFile(speech);
      signal.throwIfAborted();
      const sound = isSpoken
        ? { sound: { file: soundFile } }
        : {
            sound: request ? await engine.speech.synthesize(request, signal) : silence,
            soundFile,
          };
      const lengths = { slotMs, fillMs, speed };
      const take = await engine.finisher.finish({ ...sound, ...lengths, file }, signal);
      return { result: "made", voice, location, speech, take: withoutFalseEnd(take, request) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (isSpoken && (!isSystemError(error) || systemCode(error) === "ENOENT")) {
        log.warn("dubbing: stored speech cannot be used", error);
        isSpoken = false;
        continue;
      }
      if (error instanceof EngineError) return { result: "failed", problem: error.message };
      if (isSystemError(error)) throw error;
      log.warn(`dubbing: a take failed (attempt ${attempt})`, error);
      if (attempt >= maxAttempts)
        return { result: "failed", problem: "the speech engine failed; see the log" };
    }
  }
}

/**
 * eSpeak NG and Flite speak each text to its end, and the sounds of some voices of eSpeak NG end
 * without silence: their loud ends are no cut words.
 */
const withoutFalseEnd = (take: FinishedTake, request: SpeechRequest | null): FinishedTake =>
  request?.voice.engine === "espeak" || request?.voice.engine === "flite"
    ? { ...take, scan: { ...take.scan, endDb: -Infinity } }
    : take;

/** The sound of a line without words; the take has the length of a short pause. */
const silence: Sound = { samples: new Int16Array(480), sampleRate: 48_000 };

/** An error of the file system, such as a full disk: the take is repeated later. */
const isSystemError = (error: unknown) =>
  typeof (error as { errno?: unknown } | null)?.errno === "number";
