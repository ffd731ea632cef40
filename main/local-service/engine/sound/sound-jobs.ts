/** Messages between the process and its threads that work on sound. */
import type { FinishedTake, MixRequest, SpeechSpan, TakeRequest } from "../ports";

/** Each kind of job with its request and its result. */
export interface SoundJobs {
  finish: { request: TakeRequest; result: FinishedTake };
  mix: { request: MixRequest; result: { bytes: number; md5: string } };
  "find-speech": { request: { file: string }; result: SpeechSpan[] };
  "find-speakers": {
    request: { file: string; spans: readonly SpeechSpan[]; count: number | null };
    result: number[];
  };
}

export type SoundJobKind = keyof SoundJobs;

export interface ToSoundThread<Kind extends SoundJobKind = SoundJobKind> {
  kind: Kind;
  request: SoundJobs[Kind]["request"];
}

/** `isFinal`: an EngineError. `code`: of the operating system, or empty. */
export interface SoundFailure {
  isFinal: boolean;
  code: string;
  message: string;
}

export type FromSoundThread<Kind extends SoundJobKind = SoundJobKind> =
  { progress: number } | { result: SoundJobs[Kind]["result"] } | { failure: SoundFailure };
