/** What the engine of the service can do, and the capabilities that follow from it and that GET /local reports. */
import type { Capability } from "../../../preload/facts/capabilities";
import type { SpeechProvider } from "../engine/ports";
import { languageIds } from "./language-names";
import { voiceIn, voices, type CataloguedVoice } from "./voices";

export interface Engines {
  /** Ids of the languages in which an engine can synthesise speech. */
  spokenLanguages: ReadonlySet<string>;
  /** The voices that can be cast: without an engine all of them, so that a casting can be prepared. */
  voices: readonly CataloguedVoice[];
  /** Speech, timing and speakers are recognised in media. */
  transcribes: boolean;
  /** The original sound of a video can be left out, or kept under the dub. */
  separatesBackground: boolean;
  translates: boolean;
}

/** A service without an engine manages scripts and casting only. */
export const noEngines: Engines = {
  spokenLanguages: new Set(),
  voices,
  transcribes: false,
  separatesBackground: false,
  translates: false,
};

/** The voices of the catalogue that the installed engines offer in at least one language. */
export function speechOf(
  speech: Pick<SpeechProvider, "offers">,
): Pick<Engines, "spokenLanguages" | "voices"> {
  const offers = (voice: CataloguedVoice, languageId: string) => {
    const engine = voiceIn(voice, languageId);
    return engine !== null && speech.offers(engine);
  };
  return {
    spokenLanguages: new Set(
      languageIds.filter((languageId) => voices.some((voice) => offers(voice, languageId))),
    ),
    voices: voices.filter((voice) => languageIds.some((languageId) => offers(voice, languageId))),
  };
}

/** The capabilities in the form of `GET /local`: true or false for each. */
export const capabilitiesOf = (engines: Engines): Record<Capability, boolean> => ({
  inference: engines.spokenLanguages.size > 0,
  transcription: engines.transcribes,
  backgroundSeparation: engines.separatesBackground,
  translation: engines.translates,
});
