/** Phonemes of a glossary in the notation of the engine of a voice. */
import type { VoiceEngine } from "../../catalogue/voices";
import { EngineError } from "../ports";
import { parseArpabet, parseIpa, toEspeak, toFlite } from "./english-phonemes";

/**
 * Mnemonics of eSpeak NG are printable ASCII characters. Some of these would be parsed as markup.
 */
export const isEspeakNotation = (text: string) => /^[!-~ ]+$/.test(text) && !/[<>&[\]]/.test(text);
const isIpa = (text: string) => /[^ -~]/.test(text) || /^(?:\/.*\/|\[.*\])$/.test(text);

/**
 * Converts phonemes to the notation of the engine. For English they are given in ARPAbet, in IPA,
 * or, for a voice of eSpeak NG, in its own notation; for other languages only in the last one.
 * @throws EngineError for another notation, and for voices of packs and external engines.
 */
export function phonemesFor(
  given: string,
  { engine, languageId }: Pick<VoiceEngine, "engine" | "languageId">,
): string {
  if (engine !== "espeak" && engine !== "flite")
    throw new EngineError("the voice cannot speak phonemes; write the pronunciation as text");
  const text = given.trim();
  const isEnglish = languageId.startsWith("en-");
  const english = isEnglish
    ? (parseArpabet(text) ?? (isIpa(text) || engine === "flite" ? parseIpa(text) : null))
    : null;
  if (engine === "flite") {
    if (!english) throw new EngineError(`"${text}" is neither ARPAbet nor IPA of English`);
    return toFlite(english);
  }
  if (english) return toEspeak(english);
  if (isEspeakNotation(text) && !isIpa(text)) return text;
  throw new EngineError(
    isEnglish
      ? `"${text}" is not in ARPAbet, in IPA of English, or in the notation of eSpeak NG`
      : `"${text}" is not in the phoneme notation of eSpeak NG`,
  );
}
