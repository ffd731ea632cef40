/**
 * The messages between the speech provider and its programs. Each program has one request at a
 * time.
 */
import type { ProgramFailure } from "../../../common/processes/program-supervisor";
import type { Sound } from "../ports";

/**
 * A request to `espeak-ng`. The text is SSML with phonemes in `[[ ]]`. It is the protocol of the
 * separate program in engine/gpl/espeak-ng, described in its README.md.
 */
export interface EspeakJob {
  kind: "espeak";
  /** Language and variant, such as "en-us+f1". */
  voice: string;
  ssml: string;
  /** Words a minute. */
  rate: number;
  /** 0 to 99; 50 is the default of the voice. */
  pitch: number;
  range: number;
}

/** A request to `flite`: the sound of a text or of phones, or the phones of a text. */
export interface FliteJob {
  kind: "flite";
  voice: string;
  /** Numeric features of the voice, such as duration_stretch. */
  features: readonly (readonly [name: string, value: number])[];
  input: { text: string } | { phones: string };
  output: "sound" | "phones";
}

export type SpeechJob = EspeakJob | FliteJob;

/** The result of a job. `reason` is why it cannot succeed, for users. */
export type SpeechResult = Sound | { phones: string } | { reason: string };

/** A message of a program. */
export type SpeechReport = { result: SpeechResult } | { failure: ProgramFailure };
