/**
 * The engine of a service: its parts, and the error for work that the user has to make possible.
 */
import type { ExternalEngines } from "./external/external-engines";
import type { PackKind } from "./packs/pack";
import type {
  DeliveryWriter,
  MediaProvider,
  Mixer,
  SpeechAnalyser,
  SpeechProvider,
  TakeFinisher,
  Transcriber,
  Translator,
} from "./ports";

/** The engine of a service. Closing it ends its processes and threads. */
export interface Engine {
  speech: SpeechProvider;
  finisher: TakeFinisher;
  mixer: Mixer;
  deliveries: DeliveryWriter;
  media: MediaProvider;
  analyser: SpeechAnalyser;
  /** Recognises speech; null if no pack of this kind can be installed. */
  transcriber: Transcriber | null;
  /** Translates texts; null if no pack of this kind can be installed. */
  translator: Translator | null;
  /**
   * The external engines; null if the workspace has none. Their providers are parts of the others.
   */
  external: ExternalEngines | null;
  /** The kinds of packs that can be used: those with a program that runs their models. */
  packKinds: ReadonlySet<PackKind>;
  /**
   * Number of takes that are made at the same time: on this computer, and with each external
   * engine.
   */
  parallel: number;
  /**
   * Calls the listener after an engine was installed, changed or removed. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A dub cannot be made, for a reason that the user can remove. The message is shown. */
export class BlockedError extends Error {}
