/** Speech requests in the form of eSpeak NG. */
import { escapeMarkup } from "../../../common/xml";
import { EngineError, type SpeechRequest } from "../ports";
import { isEspeakNotation } from "./phonemes";
import type { EspeakJob } from "./program-messages";
import { cleanText } from "./text";

/** Words a minute at the factor 1. */
const normalRate = 175;

const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(Math.round(value), low), high);

/**
 * Text for eSpeak. The engine parses SSML, and phonemes in `[[ ]]`: markup of the text is escaped,
 * and the brackets are separated.
 */
const escapeEspeak = (text: string): string =>
  // Also at the end, because another part may start with a bracket.
  escapeMarkup(text).replace(/\[(?=\[|$)/g, "[ ");

function checked(phonemes: string): string {
  if (isEspeakNotation(phonemes)) return phonemes;
  throw new EngineError(`"${phonemes}" is not in the phoneme notation of eSpeak NG`);
}

/** @throws EngineError for phonemes in another notation. */
export function espeakJob({ voice, parts, rate, pitch, range }: SpeechRequest): EspeakJob {
  const ssml = parts
    .map((part) =>
      "text" in part
        ? escapeEspeak(cleanText(part.text))
        : ` [[${checked(part.phonemes.trim())}]] `,
    )
    .join("");
  return {
    kind: "espeak",
    voice: `${voice.engineLanguage}+${voice.variant}`,
    ssml: ssml.replace(/ +/g, " ").trim(),
    rate: clamp(normalRate * rate, 80, 450),
    // The engine doubles the frequency with each 50 steps.
    pitch: clamp(voice.pitch + 50 * Math.log2(pitch), 0, 99),
    range: clamp(50 * range, 0, 99),
  };
}
