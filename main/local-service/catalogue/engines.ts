/** The speech engines of the local service, and the capabilities that follow from them and that GET /local reports. */
import type { Capability } from "../../../preload/facts/capabilities";

export interface Engines {
  /** Ids of the languages in which an engine can synthesise speech. */
  spokenLanguages: ReadonlySet<string>;
  /** Speech, timing and speakers are recognised in media. */
  transcribes: boolean;
  /** Speech is separated from music and effects. */
  separatesBackground: boolean;
  translates: boolean;
}

/** This version has no engines. */
export const installedEngines: Engines = {
  spokenLanguages: new Set(),
  transcribes: false,
  separatesBackground: false,
  translates: false,
};

/** The capabilities in the form of `GET /local`: true or false for each. */
export const capabilitiesOf = (engines: Engines): Record<Capability, boolean> => ({
  inference: engines.spokenLanguages.size > 0,
  transcription: engines.transcribes,
  backgroundSeparation: engines.separatesBackground,
  translation: engines.translates,
});

/** Capabilities of this service. */
export const capabilities = capabilitiesOf(installedEngines);
