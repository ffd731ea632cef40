/** The phoneme notations of the engines. */
import type { VoiceEngine } from "../../catalogue/voices";
import { EngineError } from "../ports";

/** The phones of Flite's English lexicon: ARPAbet in lower case. Vowels may have a stress of 0 to 2. */
const phones = new Set(
  "aa ae ah ao aw ax ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p pau r s sh t th uh uw v w y z zh".split(
    " ",
  ),
);

function flitePhonemes(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  for (const word of words)
    if (!phones.has(word.replace(/[012]$/, "")))
      throw new EngineError(`"${word}" is not a phoneme of Flite (ARPAbet)`);
  return words.join(" ");
}

function espeakPhonemes(text: string): string {
  // Mnemonics are printable ASCII characters; some of these would be parsed as markup.
  if (!/^[!-~ ]+$/.test(text) || /[<>&[\]]/.test(text))
    throw new EngineError(`"${text}" is not in the phoneme notation of eSpeak NG`);
  return text;
}

/**
 * Phonemes in the notation of the engine.
 * @throws EngineError for another notation, such as IPA.
 */
export const checkedPhonemes = (text: string, engine: VoiceEngine["engine"]): string =>
  engine === "flite" ? flitePhonemes(text.trim()) : espeakPhonemes(text.trim());
