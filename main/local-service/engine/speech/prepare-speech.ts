/**
 * What a voice is given of the text of a line: without descriptions, with the glossary applied, and
 * with numbers, signs and units as they are spoken. One function decides for the takes, for the
 * checks and for the window.
 */
import type { GlossaryFields } from "../../../../preload/model/resources";
import type { VoiceEngine } from "../../catalogue/voices";
import type { SpokenPart } from "../ports";
import { withoutDescriptions, type Undescribed } from "../../../script-formats/descriptions";
import { createGlossary } from "./glossary";
import { createReadableCheck } from "./readable-characters";
import { createNormalisation } from "./normalise";
import { cleanText, picturesOf } from "./text";

export interface PreparedSpeech {
  /** Parts in the order of the text; none for a line that stays silent. */
  parts: SpokenPart[];
  /**
   * What is not spoken, as it is written: descriptions and emoji, or the text of a line without
   * words.
   */
  unspoken: string[];
  /**
   * Characters that no voice of the language reads, and ordinals and Roman numerals for which the
   * language has no words, each once.
   */
  unreadable: string[];
}

export interface SpeechOptions {
  /** Descriptions, such as "[music]", are spoken as the other words. */
  speaksDescriptions: boolean;
}

export interface SpeechPreparation {
  /** The line has nothing to speak: only descriptions, punctuation or decoration. */
  isSilent(text: string): boolean;
  /**
   * A null voice: the phonemes of the glossary stay as they are written.
   * @throws EngineError for a pronunciation that the voice cannot use, as `createGlossary` does.
   */
  prepare(text: string, voice: VoiceEngine | null): PreparedSpeech;
}

const hasContent = (text: string) => /[\p{L}\p{N}\p{Sc}%‰&@+=§°×÷±№]/u.test(text);

/** The preparation of texts in a language. */
export function createSpeechPreparation(
  languageId: string,
  glossary: readonly GlossaryFields[],
  { speaksDescriptions }: SpeechOptions,
): SpeechPreparation {
  const applyGlossary = createGlossary(glossary, languageId);
  const normalise = createNormalisation(languageId);
  const findUnreadable = createReadableCheck(languageId);
  const undescribed = (source: string): Undescribed =>
    speaksDescriptions ? { text: source, descriptions: [] } : withoutDescriptions(source);
  return {
    isSilent: (source) => !hasContent(undescribed(source).text),
    prepare(source, voice) {
      const { text, descriptions } = undescribed(source);
      if (!hasContent(text)) {
        const unspoken = descriptions.length === 0 ? [source.trim()] : descriptions;
        return { parts: [], unspoken, unreadable: [] };
      }
      const unread: string[] = [];
      const parts = applyGlossary(text, voice).parts.map((part) => {
        if (!("text" in part)) return part;
        const spoken = normalise(part.text);
        unread.push(...spoken.unread);
        return { text: spoken.text };
      });
      const written = parts.map((part) => ("text" in part ? part.text : "")).join(" ");
      const unreadable = [...new Set([...unread, ...findUnreadable(written)])];
      return { parts, unspoken: [...descriptions, ...picturesOf(text)], unreadable };
    },
  };
}

/** The prepared text, with phonemes between slashes; "" for a line that stays silent. */
export const spokenText = ({ parts }: Pick<PreparedSpeech, "parts">): string =>
  cleanText(
    parts.map((part) => ("text" in part ? part.text : ` /${part.phonemes}/ `)).join(""),
  ).trim();
