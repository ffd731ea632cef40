/** The messages to the program that translates with the models of packs. */

/** The files of a model. Absolute paths. */
export interface TranslationModel {
  model: string;
  lexicalShortlist: string;
  /** One for both languages, or one for each: the source language, then the target language. */
  vocabularies: readonly string[];
}

export interface TranslationJob {
  /** One model, or two: the second one translates the result of the first one. */
  models: readonly TranslationModel[];
  texts: readonly string[];
}

/** One text for each text of the job. `reason`: why the job cannot succeed, for users. */
export type TranslationResult = { texts: string[] } | { reason: string };
