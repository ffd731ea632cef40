/** Transcription with the models of installed packs. */
import path from "node:path";
import type { InstalledPack, PackContents, PackList } from "../packs/pack";
import { EngineError, type SpeechSpan, type TranscribedSpan, type Transcriber } from "../ports";
import type { NeuralPool } from "./pool";
import { rangesOf } from "./sound-range";

type TranscriptionPack = InstalledPack & {
  contents: Extract<PackContents, { kind: "transcription" }>;
};

/** Whisper reads 30 seconds at a time. */
const maxPieceMs = 28_000;

/** Whisper's codes where they differ from the first part of a language id. */
const codes: Readonly<Record<string, string>> = { "nb-no": "no" };

export function createPackTranscriber(packs: PackList, pool: NeuralPool): Transcriber {
  const transcriptionPacks = () =>
    packs
      .installed()
      .filter((pack): pack is TranscriptionPack => pack.contents.kind === "transcription");
  return {
    languages: () =>
      new Set(transcriptionPacks().flatMap(({ contents }) => [...contents.languages])),
    async transcribe(file, spans, languageId, { signal, onProgress }) {
      // A larger model makes fewer errors.
      const [pack] = transcriptionPacks()
        .filter(({ contents }) => contents.languages.includes(languageId))
        .sort((a, b) => b.bytes - a.bytes);
      if (!pack) throw new EngineError("no transcription of this language is installed");
      const { folder, contents } = pack;
      const at = (name: string) => path.join(folder, name);
      const { encoder, decoder, tokens } = contents;
      const model = { encoder: at(encoder), decoder: at(decoder), tokens: at(tokens) };
      const language = codes[languageId] ?? languageId.slice(0, 2);
      const rangeOf = rangesOf(file);
      const pieces = spans.flatMap(piecesOf);
      const found: TranscribedSpan[] = [];
      for (const [index, piece] of pieces.entries()) {
        const job = { kind: "transcribe" as const, model, language, sound: rangeOf(piece) };
        const result = await pool.run(job, signal);
        if (!("text" in result)) throw new Error("the program returned no text");
        const text = result.text.trim();
        if (text !== "") found.push({ ...piece, text });
        onProgress?.((index + 1) / pieces.length);
      }
      return found;
    },
    close: () => Promise.resolve(),
  };
}

/** Equal pieces that a model can read. */
export function piecesOf({ startMs, endMs }: SpeechSpan): SpeechSpan[] {
  const count = Math.max(1, Math.ceil((endMs - startMs) / maxPieceMs));
  const at = (index: number) => Math.round(startMs + ((endMs - startMs) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    startMs: at(index),
    endMs: at(index + 1),
  }));
}
