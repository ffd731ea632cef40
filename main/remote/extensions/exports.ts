/** Exports of a batch (extensions "exports" and "delivery-files"). */
import type { DeliveryRequest } from "../../../preload/contract/deliveries";
import { AppError } from "../../common/errors";
import {
  exportDetails,
  exportList,
  exportPlan,
  startedExport,
  type ExportEntry,
  type ExportFileForm,
  type ExportPlan,
} from "../../../preload/local-service/exports";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { chunksOf, type OpenedFile } from "./files";
import { createReader, local } from "./read-form";

export interface FoundExport {
  delivery: ExportEntry;
  /** Files that failed or do not meet the preset, with the reason; at most 1,000. */
  files: { path: string; problem: string }[];
}

/** A file that is received from a byte on; see `OpenedFile`. */
export interface OpenedPart extends Omit<OpenedFile, "bytes"> {
  /** The position of the first byte. */
  from: number;
}

export interface ExportCalls {
  plan(batchId: string, request: DeliveryRequest): Promise<ExportPlan>;
  /**
   * `folder` is absolute, on the computer of the service; null where the files are downloaded.
   * Returns the id.
   */
  start(batchId: string, request: DeliveryRequest, folder: string | null): Promise<string>;
  list(batchId: string): Promise<ExportEntry[]>;
  find(exportId: string): Promise<FoundExport>;
  /** All files in their order; the place of each is its position. */
  files(exportId: string): Promise<ExportFileForm[]>;
  /**
   * A made file from a byte on, or whole if the service does not continue there. `signal` also ends
   * the transfer.
   * @throws AppError "not-found" for a file of another size or hash than was listed
   */
  openFile(
    exportId: string,
    file: { position: number; bytes: number; sha256: string },
    from: number,
    signal: AbortSignal,
  ): Promise<OpenedPart>;
  resume(exportId: string): Promise<void>;
  cancel(exportId: string): Promise<void>;
}

export function createExportCalls(http: Http): ExportCalls {
  const read = createReader(http);
  const exportsAt = (batchId: string) => `${local}${batchPath(batchId)}/exports`;
  const exportAt = (exportId: string) => `${local}/exports/${encodeURIComponent(exportId)}`;
  return {
    plan: (batchId, body) =>
      read(exportPlan, { method: "POST", path: `${exportsAt(batchId)}/plan`, body }),
    async start(batchId, request, folder) {
      const path = exportsAt(batchId);
      const body = folder === null ? request : { ...request, folder };
      const call = { method: "POST", path, body, isRepeatable: false } as const;
      return (await read(startedExport, call)).exportId;
    },
    list: async (batchId) => (await read(exportList, { path: exportsAt(batchId) })).exports,
    async find(exportId) {
      const path = `${exportAt(exportId)}?files=problems`;
      const { files, ...delivery } = await read(exportDetails, { path });
      const problems = files.flatMap(({ path, problem, finding }) => {
        const named = problem || finding;
        return named === "" ? [] : [{ path, problem: named }];
      });
      return { delivery, files: problems };
    },
    async files(exportId) {
      const path = `${exportAt(exportId)}?files=all`;
      return (await read(exportDetails, { path })).files;
    },
    async openFile(exportId, { position, bytes, sha256 }, from, signal) {
      const { statusCode, headers, body } = await http.response({
        method: "GET",
        path: `${exportAt(exportId)}/files/${position}`,
        isRepeatable: true,
        mayBeInStorage: true,
        signal,
        headers: { accept: "*/*", ...(from === 0 ? {} : { range: `bytes=${from}-` }) },
      });
      // An error of bytes that are discarded has no effect.
      const discard = () => body.dump().catch(() => undefined);
      const start = statusCode === 206 ? from : 0;
      // A file that was made again meanwhile has another hash, and mostly another size.
      const isSame = headers["etag"] === `"${sha256}"`;
      const isWhole =
        statusCode === 206
          ? headers["content-range"] === `bytes ${from}-${bytes - 1}/${bytes}`
          : statusCode === 200 && headers["content-length"] === String(bytes);
      if (!isSame || !isWhole) {
        await discard();
        throw new AppError(
          "not-found",
          `HTTP ${statusCode}: the file of the delivery is not the one that was listed`,
        );
      }
      return { from: start, chunks: chunksOf(body), discard };
    },
    async resume(exportId) {
      const path = `${exportAt(exportId)}/resume`;
      await http.json({ method: "POST", path, body: {}, isRepeatable: true });
    },
    async cancel(exportId) {
      const path = `${exportAt(exportId)}/cancel`;
      await http.json({ method: "POST", path, body: {}, isRepeatable: true });
    },
  };
}
