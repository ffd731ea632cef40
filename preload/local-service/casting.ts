/** The forms of the extensions "casting" and "glossary". */
import { z } from "zod";
import { idOf, listOf, optionalLine, shownText, userText } from "./parts";

/** Ids of languages. */
const languageIds = listOf(idOf, 10_000);

/** What the interface does not report of a voice. */
export const voiceFacts = z.object({
  name: idOf,
  /** The languages that the voice was made for. */
  languages: languageIds,
  /** All languages that it can speak; null for every language. */
  speaks: languageIds.nullable(),
  /** The engine of the application, the pack, or the external engine that makes its sound. */
  provider: userText,
});

/** A voice of a character in one language. */
export const languageVoice = z.object({
  characterId: z.string(),
  languageId: idOf,
  voice: shownText,
});
/** Assigns such a voice; null for the voice that the character has in all other languages. */
export const languageVoiceBody = z.object({ voice: idOf.nullable() });

/** What the interface does not report of the casting of a project. */
export const castingFacts = z.object({
  /** The languages that are spoken. */
  targetLanguages: languageIds,
  /** Over all batches. Characters without lines are omitted. */
  lines: listOf(z.object({ characterId: z.string(), lines: z.number() }), 200_000),
  /** The voices that characters have in single languages. */
  voices: listOf(languageVoice, 2_000_000).default([]),
});

/** A line of the glossary: the values of a new one, or those that a change replaces. */
export const glossaryFields = z.object({
  word: optionalLine.min(1, "must not be empty"),
  languageId: z.string(),
  phonemization: optionalLine,
  phonemizationLanguageId: z.string(),
  pronunciationLanguageId: z.string(),
  pronounceAs: optionalLine,
  caseSensitive: z.boolean(),
});

export const importedGlossary = z.object({
  /** Numbers of lines. */
  added: z.number(),
  changed: z.number(),
  /** Row numbers begin at 1; row 1 is the header. The message is in English. */
  problems: listOf(z.object({ row: z.number(), message: shownText }), 200_000),
});
export type ImportedGlossary = z.infer<typeof importedGlossary>;
