/** The exports of batches and their files, also while nothing makes files. */
import { HttpError } from "../common/http-error";
import type { ExportFile, ExportRow, ExportRows } from "../rows/exports/export-port";

export interface ExportReader {
  /** The exports of a batch, the newest first. */
  list(batchId: string): Promise<ExportRow[]>;
  /** @throws HttpError 404 */
  find(id: string): Promise<ExportRow>;
  /** All files of an export, in the order in which they are made. */
  files(id: string): Promise<ExportFile[]>;
  /** Up to `limit` files that failed or have a finding, in this order; those that failed first. */
  problems(id: string, limit: number): Promise<ExportFile[]>;
}

export function createExportReader(
  store: Pick<ExportRows, "listExports" | "findExport" | "listExportFiles" | "listProblemFiles">,
): ExportReader {
  return {
    list: (batchId) => store.listExports(batchId),
    async find(id) {
      const row = await store.findExport(id);
      if (!row) throw new HttpError(404, "exportId: unknown");
      return row;
    },
    files: (id) => store.listExportFiles(id),
    problems: (id, limit) => store.listProblemFiles(id, limit),
  };
}
