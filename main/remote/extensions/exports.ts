/** Exports of a batch to a folder (extension "exports"). */
import type { Delivery, DeliveryRequest } from "../../../preload/contract/deliveries";
import {
  exportDetails,
  exportList,
  exportPlan,
  startedExport,
  type ExportPlan,
} from "../../../preload/local-service/exports";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface FoundExport {
  delivery: Delivery;
  /** Files that failed or do not meet the preset, with the reason; at most 1,000. */
  files: { path: string; problem: string }[];
}

export interface ExportCalls {
  plan(batchId: string, request: DeliveryRequest): Promise<ExportPlan>;
  /** `folder` is absolute, on the computer of the service. Returns the id. */
  start(batchId: string, request: DeliveryRequest, folder: string): Promise<string>;
  list(batchId: string): Promise<Delivery[]>;
  find(exportId: string): Promise<FoundExport>;
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
      const body = { ...request, folder };
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
