/**
 * What the engine of the service can do, and the capabilities that follow from it and that GET
 * /local reports.
 */
import type { Capability } from "../../../preload/facts/capabilities";
import type { Engine } from "../engine/engine";
import type { SpeechFacts } from "../engine/ports";
import { HttpError } from "../common/http-error";
import { languageIds } from "../catalogue/language-names";
import { findBuiltInVoice } from "../catalogue/lookup";
import { truncate } from "../../common/printable";
import { builtInVoices, voiceIn, type CataloguedVoice } from "../catalogue/voices";

export interface Engines {
  /** Ids of the languages in which an engine can synthesise speech. */
  spokenLanguages: ReadonlySet<string>;
  /**
   * The voices that can be cast: without an engine all of them, so that a casting can be prepared.
   */
  voices: readonly CataloguedVoice[];
  /** Ids of the languages whose speech is recognised in media. */
  transcribedLanguages: ReadonlySet<string>;
  /**
   * Media files can be read and written: the original sound of a video can be left out, or kept
   * under the dub, and speakers are recognised.
   */
  readsMedia: boolean;
  /** Whether texts are translated between these languages. */
  canTranslate: (from: string, to: string) => boolean;
  /** In the form of GET /local: true or false for each. */
  capabilities: Readonly<Record<Capability, boolean>>;
}

/** A service without an engine manages scripts and casting only. */
export const noEngines: Engines = withCapabilities({
  spokenLanguages: new Set(),
  voices: builtInVoices,
  transcribedLanguages: new Set(),
  readsMedia: false,
  canTranslate: () => false,
});

/** The voices of the installed engines, and the languages that they speak. */
export function speechOf(
  speech: Pick<SpeechFacts, "offers" | "voices">,
): Pick<Engines, "spokenLanguages" | "voices"> {
  const voices = speech.voices();
  const speaks = (voice: CataloguedVoice, languageId: string) => {
    const engine = voiceIn(voice, languageId);
    return engine !== null && speech.offers(engine);
  };
  const spoken = languageIds.filter((id) => voices.some((voice) => speaks(voice, id)));
  return { spokenLanguages: new Set(spoken), voices };
}

/**
 * The voice with this name, or undefined: one that can be cast, or one of the application whose
 * engine is not installed.
 */
export function findVoice(
  { voices }: Pick<Engines, "voices">,
  name: string,
): CataloguedVoice | undefined {
  return findBuiltInVoice(name) ?? voices.find((voice) => voice.name === name);
}

/** @throws HttpError 404 when there is no such voice (interface §4.3). */
export function requireVoice(engines: Pick<Engines, "voices">, name: string): CataloguedVoice {
  const voice = findVoice(engines, name);
  if (!voice) throw new HttpError(404, `voice: there is no voice "${truncate(name)}"`);
  return voice;
}

/** What an engine can do now; null for none. Computed again when the engine changes. */
export function createEngines(
  engine: Engine | null,
  { canReadMedia }: { canReadMedia: boolean },
): () => Engines {
  if (!engine) return () => noEngines;
  let current: Engines | null = null;
  engine.onChange(() => {
    current = null;
  });
  const { speech, transcriber, translator } = engine;
  return () =>
    (current ??= withCapabilities({
      ...speechOf(speech),
      transcribedLanguages: (canReadMedia && transcriber?.languages()) || new Set(),
      readsMedia: canReadMedia,
      canTranslate: (from, to) => translator?.canTranslate(from, to) ?? false,
    }));
}

/** Adds the capabilities, for which all pairs of languages are compared. */
export function withCapabilities(can: Omit<Engines, "capabilities">): Engines {
  const translation = languageIds.some((from) =>
    languageIds.some((to) => from !== to && can.canTranslate(from, to)),
  );
  const capabilities = {
    inference: can.spokenLanguages.size > 0,
    transcription: can.transcribedLanguages.size > 0,
    speakerDetection: can.readsMedia,
    backgroundSeparation: can.readsMedia,
    translation,
  };
  return { ...can, capabilities };
}
