/** Makes one take: synthesises, finishes and stores it. */
import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { AppError, systemCode } from "../../common/errors";
import { EngineError, type FinishedTake, type Sound, type SpeechRequest } from "../engine/ports";
import { takesBelow } from "../rows/batches/takes-location";
import type { QueuedTake, TakeOutcome } from "../rows/dubs/dub-port";
import type { DubbingDeps } from "./deps";
import type { PreparedTake } from "./take-request";

/** A take fails after the process of its engine failed this many times. */
const maxAttempts = 3;

type Position = Pick<QueuedTake, "batchId" | "languageId" | "identity" | "variant">;
const locationOf = ({ batchId, languageId, identity, variant }: Position, name: string) =>
  `${takesBelow(batchId)}${languageId}/${identity}-${variant}-${name}.wav`;
/**
 * Location of a take. Each attempt has its own, so that a repetition never replaces the file that a
 * row names: some engines give other bytes for the same request.
 */
const takeLocation = (take: QueuedTake, token: string): string =>
  locationOf(take, `${take.key.slice(0, 16)}-${token}`);
/**
 * Location of the speech of takes, before it is fitted and leveled. The same speech has the same
 * location.
 */
const speechLocation = (take: Position, speechKey: string): string =>
  locationOf(take, `speech-${speechKey.slice(0, 16)}`);

/**
 * Makes a take and stores its object; the caller stores its row. Rejects for a full disk, an engine
 * that has to be waited for, or with the reason of the signal; other failures are an outcome.
 */
export async function makeTake(
  deps: DubbingDeps,
  queued: QueuedTake,
  { request, speechKey, voice, slotMs, fillMs, speed }: PreparedTake,
  signal: AbortSignal,
): Promise<TakeOutcome> {
  const { engine, objects, log } = deps;
  const speech = speechLocation(queued, speechKey);
  const lengths = { slotMs, fillMs, speed };
  const finishSpoken = (file: string) =>
    objects.withFile(
      speech,
      (soundFile) =>
        engine.finisher.finish({ sound: { file: soundFile }, ...lengths, file }, signal),
      signal,
    );
  async function speakAndFinish(file: string) {
    const sound = request ? await engine.speech.synthesize(request, signal) : silence;
    const soundFile = `${file}.speech`;
    const take = await engine.finisher.finish({ sound, soundFile, ...lengths, file }, signal);
    await objects.putFile(soundFile, speech, await wavObject(soundFile));
    return take;
  }
  // Another length of the take needs no other speech, which some engines could not repeat.
  let isSpoken = (await objects.sizeAt(speech)) !== null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const token = randomBytes(4).toString("hex");
      const location = takeLocation(queued, token);
      const file = await objects.workFile(`takes/${queued.id}-${token}.wav`);
      signal.throwIfAborted();
      const take = await (isSpoken ? finishSpoken(file) : speakAndFinish(file));
      await objects.putFile(file, location, { bytes: take.bytes, contentType: "audio/wav" });
      return { result: "made", voice, location, speech, take: withoutFalseEnd(take, request) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (isSpoken && (!isSystemError(error) || systemCode(error) === "ENOENT")) {
        log.warn("dubbing: stored speech cannot be used", error);
        isSpoken = false;
        continue;
      }
      if (error instanceof EngineError && error.waitMs > 0) throw error;
      if (error instanceof EngineError) return { result: "failed", problem: error.message };
      if (isSystemError(error)) throw error;
      log.warn(`dubbing: a take failed (attempt ${attempt})`, error);
      if (attempt >= maxAttempts)
        return { result: "failed", problem: "the speech engine failed; see the log" };
    }
  }
}

const wavObject = async (file: string) => ({
  bytes: (await stat(file)).size,
  contentType: "audio/wav",
});

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

/**
 * An error of the file system, such as a full disk, or of a bucket that does not respond: the take
 * is repeated later.
 */
const isSystemError = (error: unknown) =>
  error instanceof AppError || typeof (error as { errno?: unknown } | null)?.errno === "number";
