/**
 * Samples of voices: one sentence for each voice and language, made once and then read from the
 * disk.
 */
import { createHash, randomBytes } from "node:crypto";
import { noEngines, requireVoice } from "../engines/engines";
import { requireLanguage } from "../catalogue/lookup";
import { sampleSentences } from "../catalogue/sample-sentences";
import { voiceIn } from "../catalogue/voices";
import { EngineError, type SpeechFacts } from "../engine/ports";
import type { Asking } from "../work/asking";
import { HttpError } from "../common/http-error";
import { notMadeHere } from "../common/not-made-here";
import type { ObjectStore } from "../objects/port";
import type { Engine } from "../engine/engine";

/**
 * A WAV file. `languageId` null: the own language of the voice. Requests for the same sample share
 * the work.
 */
export type FindVoiceSample = (voice: string, languageId: string | null) => Promise<Uint8Array>;

export interface VoiceSamplesDeps {
  objects: ObjectStore;
  /** The voices that can be heard; null without an engine. */
  speech: () => SpeechFacts | null;
  /** What makes samples: null while this process has no engine with these voices. */
  maker: () => Pick<Engine, "speech" | "finisher"> | null;
  /** What asks workers for samples; null for a single service on its database. */
  asking: Asking | null;
}

const deadlineMs = 20_000;

/**
 * Rejects with HttpError: 404 for an unknown voice, 400 for an unknown language, 409 if it cannot
 * be spoken.
 */
export function createVoiceSamples({
  objects,
  speech,
  maker,
  asking,
}: VoiceSamplesDeps): FindVoiceSample {
  const running = new Map<string, Promise<void>>();

  /** A worker makes the sample. */
  async function ask(location: string, name: string, languageId: string): Promise<void> {
    const subject = JSON.stringify([name, languageId]);
    const asked = await asking?.ask({ kind: "sample", key: location, subject }, deadlineMs);
    if (asked?.state === "failed") throw new HttpError(asked.status, asked.problem);
    if (asked?.state !== "made") throw notMadeHere("sample-not-made");
  }

  return async (name, languageId) => {
    const offered = speech();
    const voice = requireVoice({ voices: offered?.voices() ?? noEngines.voices }, name);
    const language =
      languageId === null ? voice.source.languageId : requireLanguage("languageId", languageId);
    const source = voiceIn(voice, language);
    if (!offered || !source || !offered.offers(source))
      throw new HttpError(409, `voice: ${name} does not speak ${language} in this workspace`);
    const parts = [{ text: sampleSentences[language] ?? "" }];
    const request = { voice: source, parts, rate: 1, pitch: 1, range: 1 };
    const content = JSON.stringify([offered.version(source), request]);
    const location = `samples/${createHash("sha256").update(content).digest("hex")}.wav`;
    const make = async () => {
      const engine = maker();
      if (!engine) return ask(location, name, language);
      const signal = AbortSignal.timeout(deadlineMs);
      const sound = await engine.speech.synthesize(request, signal);
      const file = await objects.workFile(`samples/${randomBytes(8).toString("hex")}.wav`);
      const { bytes } = await engine.finisher.finish({ sound, slotMs: null, file }, signal);
      await objects.putFile(file, location, { bytes, contentType: "audio/wav" });
    };
    if ((await objects.sizeAt(location)) === null) {
      const work = running.get(location) ?? make().finally(() => running.delete(location));
      running.set(location, work);
      await work.catch((error: unknown) => {
        throw error instanceof EngineError ? new HttpError(409, `voice: ${error.message}`) : error;
      });
    }
    const bytes = await objects.read(location);
    if (!bytes) throw new Error("the sample was removed");
    return bytes;
  };
}
