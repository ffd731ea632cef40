/** The engines of the local service, and what it can do with them. Everything that it announces is decided here. */
import type { Capability } from "../../../preload/facts/capabilities";

export interface Engines {
  /** Ids of the languages that a speech engine can speak. */
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

/** As `GET /local` announces them: true or false for each. */
export const capabilitiesOf = (engines: Engines): Record<Capability, boolean> => ({
  inference: engines.spokenLanguages.size > 0,
  transcription: engines.transcribes,
  backgroundSeparation: engines.separatesBackground,
  translation: engines.translates,
});

/** Those of this service. */
export const capabilities = capabilitiesOf(installedEngines);
