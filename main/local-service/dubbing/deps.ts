/** What the dubbing of batches requires. */
import type { Log } from "../../common/log";
import type { ExternalEngines } from "../engine/external/external-engines";
import type {
  DeliveryWriter,
  MediaProvider,
  Mixer,
  SpeechAnalyser,
  SpeechProvider,
  TakeFinisher,
  Transcriber,
  Translator,
} from "../engine/ports";
import type { Sources } from "../ingest/sources";
import type { PackKind } from "../engine/packs/pack";
import type { Gallery } from "../media/gallery";
import type { ObjectStore } from "../objects/port";
import type { LocalStore } from "../rows/port";

/** The engine of a service. Closing it ends its processes and threads. */
export interface Engine {
  speech: SpeechProvider;
  finisher: TakeFinisher;
  mixer: Mixer;
  deliveries: DeliveryWriter;
  media: MediaProvider;
  analyser: SpeechAnalyser;
  /** Null if nothing of this kind can be installed. */
  transcriber: Transcriber | null;
  translator: Translator | null;
  /** Null if the workspace has none; their providers are parts of the others. */
  external: ExternalEngines | null;
  /** The kinds of packs that can be used: those with a program that runs their models. */
  packKinds: ReadonlySet<PackKind>;
  /** Number of takes that are made at the same time. */
  parallel: number;
  /** Calls the listener after an engine was installed, changed or removed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface DubbingDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  engine: Engine;
  sources: Pick<Sources, "download">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A dub cannot be made, for a reason that the user can remove. The message is shown. */
export class BlockedError extends Error {}
