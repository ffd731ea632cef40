/** What changes keep from other changes. */

/**
 * What a change keeps from other changes until it ends. A unit changes, and depends on, only what
 * is in its scope:
 * - a language of a batch: its reviews, findings, comments, takes, and the counters of its dub. Not
 *   statuses, which depend on all languages, nor lines and texts, which are checked in all of them;
 * - a batch: all that belongs to it, with all languages;
 * - "own-rows": rows that no other unit depends on while they are changed, such as leases. Rows and
 *   their keys keep two units from changing the same ones;
 * - "workspace": everything.
 */
export type Scope = "workspace" | "own-rows" | LanguageName;

interface LanguageName {
  batchId: string;
  /** Undefined: all of them. */
  languageId?: string | undefined;
}

// The scopes of units by their arguments.
export const ofBatch = (batchId: string): Scope => ({ batchId });
export const ofLeasedBatch = (_lease: unknown, batchId: string): Scope => ({ batchId });
export const ofItsBatch = ({ batchId }: { batchId: string }): Scope => ({ batchId });
export const ofLeasedItsBatch = (_lease: unknown, { batchId }: { batchId: string }): Scope => ({
  batchId,
});
export const ofNamedLanguage = (batchId: string, languageId?: string): Scope => ({
  batchId,
  languageId,
});
export const ofLeasedNamedLanguage = (
  _lease: unknown,
  batchId: string,
  languageId: string,
): Scope => ({ batchId, languageId });
export const ofLanguage = ({ batchId, languageId }: Required<LanguageName>): Scope => ({
  batchId,
  languageId,
});
export const ofLeasedLanguage = (_lease: unknown, language: Required<LanguageName>): Scope =>
  ofLanguage(language);
