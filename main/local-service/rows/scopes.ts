/** What changes keep from other changes. */

/**
 * What a change keeps from other changes until it ends. A unit changes, and depends on, only what
 * is in its scope:
 * - a language of a batch: its reviews, findings, comments, takes, and the counters of its dub. Not
 *   statuses, which depend on all languages, nor lines and texts, which are checked in all of them;
 * - the deliveries of a batch;
 * - a batch: all that belongs to it, with all languages;
 * - a bulk request: its rows, and the batches that it creates;
 * - a project: all that belongs to it, with all batches;
 * - "gallery": files, uploads, and the removal of bytes; "scripts"; "presets" of deliveries;
 * - "own-rows": rows that no other unit depends on while they are changed, such as leases. Rows and
 *   their keys keep two units from changing the same ones;
 * - "workspace": everything.
 */
export type Scope = "workspace" | "own-rows" | Area | readonly Area[];

export type Area = "gallery" | "scripts" | "presets" | ProjectName | RequestName | BatchName;

export interface ProjectName {
  projectId: string;
}
export interface RequestName {
  projectId: string;
  requestId: string;
}
export interface BatchName {
  batchId: string;
  /** The project of a new batch; the project of a stored batch is found by a query. */
  projectId?: string | undefined;
  /** Undefined for the whole batch. */
  languageId?: string | undefined;
  part?: "exports" | undefined;
}

// The scopes of units by their arguments.
export const ofProject = (projectId: string): Scope => ({ projectId });
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
export const ofLanguage = ({
  batchId,
  languageId,
}: {
  batchId: string;
  languageId: string;
}): Scope => ({ batchId, languageId });
export const ofLeasedLanguage = (
  _lease: unknown,
  language: { batchId: string; languageId: string },
): Scope => ofLanguage(language);
