/** Messages between the process and its threads that work on sound. */
import type { Vector } from "./analysis/clusters";
import type {
  FinishedTake,
  LevelRequest,
  MasterRequest,
  MeasureRequest,
  MixRequest,
  SoundMeasures,
  SpeechSpan,
  StemRequest,
  TakeRequest,
  WidenRequest,
  WrittenBwf,
  WrittenMix,
  WrittenStem,
} from "../ports";

/** Each kind of job with its request and its result. */
export interface SoundJobs {
  finish: { request: TakeRequest; result: FinishedTake };
  mix: { request: MixRequest; result: { bytes: number; md5: string } };
  widen: { request: WidenRequest; result: WrittenBwf };
  level: { request: LevelRequest; result: WrittenMix };
  stem: { request: StemRequest; result: WrittenStem };
  master: { request: MasterRequest; result: WrittenMix };
  measure: { request: MeasureRequest; result: SoundMeasures };
  "find-speech": { request: { file: string }; result: SpeechSpan[] };
  "find-speakers": {
    request: { file: string; spans: readonly SpeechSpan[]; count: number | null };
    result: (number | null)[];
  };
  /** The speaker of each vector; `durations` are those of their spans in milliseconds. */
  "group-speakers": {
    request: { vectors: readonly Vector[]; durations: readonly number[]; count: number | null };
    result: number[];
  };
}

export type SoundJobKind = keyof SoundJobs;

export interface ToSoundThread<Kind extends SoundJobKind = SoundJobKind> {
  kind: Kind;
  request: SoundJobs[Kind]["request"];
}

export interface SoundFailure {
  message: string;
  /** Whether it is an EngineError. */
  isFinal: boolean;
  /** Code and number of an error of the operating system; null for another error. */
  system: { code: string; errno: number } | null;
}

export type FromSoundThread<Kind extends SoundJobKind = SoundJobKind> =
  { progress: number } | { result: SoundJobs[Kind]["result"] } | { failure: SoundFailure };
