/** What a pack is: a folder with models that the user installed, and what they can do. */

/**
 * Files are paths inside the folder of the pack, with "/". Languages are ids of
 * catalogue/language-names.ts.
 */
export type PackContents =
  | {
      kind: "voices";
      languages: readonly string[];
      model: VoiceModel;
      voices: readonly PackVoice[];
    }
  /** A model of the Whisper family. */
  | {
      kind: "transcription";
      languages: readonly string[];
      encoder: string;
      decoder: string;
      tokens: string;
    }
  /** A Silero model. */
  | { kind: "voice-activity"; model: string }
  /** A model that computes speaker embeddings. */
  | { kind: "speakers"; embedding: string }
  /** A Bergamot model. */
  | {
      kind: "translation";
      from: string;
      to: string;
      model: string;
      lexicalShortlist: string;
      vocabularies: readonly string[];
    };

export type PackKind = PackContents["kind"];

export type VoiceModel =
  | { type: "vits"; model: string; tokens: string; lexicon?: string; dataFolder?: string }
  | {
      type: "kokoro";
      model: string;
      voices: string;
      tokens: string;
      dataFolder: string;
      lexicon?: string;
    };

export interface PackVoice {
  /** Unique among the voices of all packs and of the catalogue. */
  name: string;
  gender: "female" | "male";
  age: "young" | "adult" | "senior";
  timbre: string;
  /** The number of the speaker in the model. */
  speaker: number;
}

export interface InstalledPack {
  id: string;
  /** Changes with the bytes of the pack. */
  version: string;
  /** Absolute. */
  folder: string;
  bytes: number;
  contents: PackContents;
}

/** The packs that are installed, for the providers. */
export interface PackList {
  installed(): readonly InstalledPack[];
  /** Calls the listener after an installation or removal. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}
