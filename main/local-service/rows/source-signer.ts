import type { Confirmations } from "../common/confirmations";

export type SourceSigner = ReturnType<typeof createSourceSigner>;

/** The signatures of what is read in the background. */
export function createSourceSigner({ sign, isSigned }: Confirmations) {
  const batchFields = (id: string, scriptPath: string | null, videoPath: string | null) => [
    "batch",
    id,
    scriptPath,
    videoPath,
  ];
  const languageFields = (batchId: string, languageId: string, scriptPath: string | null) => [
    "language",
    batchId,
    languageId,
    scriptPath,
  ];
  const bulkFields = (id: string, scriptPath: string) => ["bulk", id, scriptPath];
  return {
    batch: (...of: Parameters<typeof batchFields>) => sign("source", batchFields(...of)),
    language: (...of: Parameters<typeof languageFields>) => sign("source", languageFields(...of)),
    bulk: (...of: Parameters<typeof bulkFields>) => sign("source", bulkFields(...of)),
    isBatch: (signature: string, ...of: Parameters<typeof batchFields>) =>
      isSigned("source", batchFields(...of), signature),
    isLanguage: (signature: string, ...of: Parameters<typeof languageFields>) =>
      isSigned("source", languageFields(...of), signature),
    isBulk: (signature: string, ...of: Parameters<typeof bulkFields>) =>
      isSigned("source", bulkFields(...of), signature),
  };
}
