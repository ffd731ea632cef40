/** Transcription with installed packs and external engines. */
import { EngineError, type Transcriber } from "./ports";

/**
 * The first transcriber that has a language is used: texts and sound of packs stay on this
 * computer.
 */
export const combineTranscribers = (transcribers: readonly Transcriber[]): Transcriber => ({
  languages: () => new Set(transcribers.flatMap((one) => [...one.languages()])),
  transcribe(file, spans, languageId, options) {
    const transcriber = transcribers.find((one) => one.languages().has(languageId));
    if (!transcriber)
      return Promise.reject(new EngineError("no transcription of this language is installed"));
    return transcriber.transcribe(file, spans, languageId, options);
  },
  async close() {
    await Promise.all(transcribers.map((one) => one.close()));
  },
});
