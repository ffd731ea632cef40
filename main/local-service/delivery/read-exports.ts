/** The exports of batches and their files, also while nothing makes files. */
import { messageText } from "../../../preload/facts/service-messages";
import { HttpError } from "../common/http-error";
import type { ExportFile, ExportKind, ExportRow, ExportRows } from "../rows/exports/export-port";

export interface LocatedFile {
  location: string;
  bytes: number;
  sha256: string;
}

export interface ExportReader {
  /** The exports of a batch, the newest first. */
  list(batchId: string): Promise<ExportRow[]>;
  /** @throws HttpError 404 */
  find(id: string): Promise<ExportRow>;
  /** All files of an export, in the order in which they are made. */
  files(id: string): Promise<ExportFile[]>;
  /** Up to `limit` files that failed or have a finding, in this order; those that failed first. */
  problems(id: string, limit: number): Promise<ExportFile[]>;
  /**
   * Finds the object of a file that is made.
   * @throws HttpError 404; 410 for an export that has expired.
   */
  locate(id: string, position: number): Promise<LocatedFile>;
}

export interface ExportReaderDeps {
  store: Pick<
    ExportRows,
    "listExports" | "findExport" | "listExportFiles" | "listProblemFiles" | "findExportFile"
  >;
  /** Exports of the other kind belong to another service, and are not found. */
  kind: ExportKind;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createExportReader({ store, kind, now }: ExportReaderDeps): ExportReader {
  /** Its objects may be removed at any time. */
  const withExpiry = (row: ExportRow): ExportRow =>
    row.expiresAt !== null && row.expiresAt <= now() ? { ...row, state: "expired" } : row;

  async function find(id: string): Promise<ExportRow> {
    const row = await store.findExport(id);
    if (row?.kind !== kind) throw new HttpError(404, "exportId: unknown");
    return withExpiry(row);
  }

  return {
    list: async (batchId) =>
      (await store.listExports(batchId)).filter((row) => row.kind === kind).map(withExpiry),
    find,
    files: (id) => store.listExportFiles(id),
    problems: (id, limit) => store.listProblemFiles(id, limit),
    async locate(id, position) {
      if ((await find(id)).state === "expired")
        throw new HttpError(410, `exportId: ${messageText("delivery-expired", {})}`);
      const file = await store.findExportFile(id, position);
      const { location = null, bytes = null, sha256 = null } = file ?? {};
      if (location === null || bytes === null || sha256 === null)
        throw new HttpError(404, "position: there is no such file, or it is not made");
      return { location, bytes, sha256 };
    },
  };
}
