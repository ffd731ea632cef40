/** A dubbed language of a batch. */
export interface Language {
  workspaceId: string;
  projectId: string;
  batchId: string;
  languageId: string;
}
