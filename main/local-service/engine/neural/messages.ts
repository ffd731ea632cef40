/**
 * The messages to the program that runs the models of packs. It is the protocol of the separate
 * program in engine/gpl/sherpa-onnx, described in its README.md.
 */
import type { Sound } from "../ports";
import type { VoiceModel } from "../packs/pack";

/** Mono samples of 16 bit and 16 kHz of a file. */
export interface SoundRange {
  /** Absolute. */
  file: string;
  /** Position of the first sample, in bytes. */
  position: number;
  frames: number;
}

/** Paths are absolute. */
export type NeuralJob =
  | { kind: "speak"; model: VoiceModel; speaker: number; text: string; speed: number }
  | {
      kind: "transcribe";
      model: { encoder: string; decoder: string; tokens: string };
      /** "de". */
      language: string;
      sound: SoundRange;
    }
  /** Null for the model that the program has. */
  | { kind: "find-speech"; model: string | null; sound: SoundRange }
  | { kind: "embed"; model: string; sound: SoundRange };

/** `reason`: why the job cannot succeed, for users. */
export type NeuralResult =
  | Sound
  | { text: string }
  /** First frame and the one after the last. */
  | { spans: [number, number][] }
  | { embedding: Float32Array | null }
  | { reason: string };
