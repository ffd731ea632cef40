/** Bulk requests (interface §2.4, §4.2). */
import type { ProjectRows } from "../rows/projects/project-port";
import { randomUUID } from "node:crypto";
import { truncate } from "../../common/printable";
import type { Engines } from "../engines/engines";
import { HttpError } from "../common/http-error";
import { requireProject } from "../projects/projects";
import type { BatchRow } from "../rows/batches/batch-port";
import type { BulkRequestRow, BulkRows } from "../rows/batches/bulk-port";
import type { BatchesDeps } from "./batches";
import { requireUrl } from "../sources/locations";
import { messageOf } from "./messages";
import type { SettingsInput } from "../rows/batches/settings-schema";
import { applicableSettings } from "./settings";

type BulkStatus = "queued" | "processing" | "completed" | "failed";

interface BulkRowState {
  /** The batch's id; "" for a row without a batch. */
  id: string;
  name: string;
  /** The batch's status; "failed" for a row that could not become a batch. */
  status: string;
  message: string;
}

export interface Bulk {
  /**
   * Stores a bulk request durably and returns its id. 404 for an unknown project; 400 naming an
   * invalid field.
   */
  start(
    projectId: string,
    request: { scriptPath: string; settings?: SettingsInput | undefined },
  ): Promise<string>;
  /** 404 for an unknown request. `percent` is an integer. */
  status(requestId: string): Promise<{ status: BulkStatus; percent: number }>;
  /** Pages are numbered from 1. Empty until the template is read. 404 for an unknown request. */
  page(requestId: string, page: number, limit: number): Promise<BulkRowState[]>;
}

export type BulkDeps = Pick<BatchesDeps, "now" | "onNewWork"> & {
  store: BulkRows & Pick<ProjectRows, "findProject">;
  /** What the engine of the service can do now. */
  engines: () => Engines;
  /** What a batch waits for, or "". */
  noteOf: (batch: BatchRow) => string;
};

export function createBulk({ store, now, onNewWork, engines, noteOf }: BulkDeps): Bulk {
  async function requireRequest(id: string): Promise<BulkRequestRow> {
    const request = await store.findBulkRequest(id);
    if (!request) throw new HttpError(404, `requestId: there is no bulk request "${truncate(id)}"`);
    return request;
  }
  return {
    async start(projectId, { scriptPath, settings }) {
      const project = await requireProject(store, projectId);
      const request = {
        id: randomUUID(),
        projectId,
        scriptPath: requireUrl("scriptPath", scriptPath),
        settings: applicableSettings(settings ?? {}, project.type),
      };
      await store.addBulkRequest(request, now());
      onNewWork();
      return request.id;
    },
    async status(requestId) {
      const request = await requireRequest(requestId);
      if (!request.isRead) return { status: "queued", percent: 0 };
      if (request.failure !== null) return { status: "failed", percent: 100 };
      const { total, pending, failed } = await store.countBulkRows(requestId);
      if (pending > 0)
        return { status: "processing", percent: Math.floor((100 * (total - pending)) / total) };
      return { status: failed === total ? "failed" : "completed", percent: 100 };
    },
    async page(requestId, page, limit) {
      const request = await requireRequest(requestId);
      if (request.failure !== null)
        return page === 1 ? [{ id: "", name: "", status: "failed", message: request.failure }] : [];
      const rows = await store.listBulkRows(requestId, (page - 1) * limit, limit);
      return rows.map(({ rowNumber, name, failure, batch, isWaiting }) => {
        const missing = isWaiting ? "The batch is being created" : "the batch was deleted";
        return {
          id: batch?.id ?? "",
          name,
          status: batch?.status ?? (isWaiting ? "ingesting" : "failed"),
          message: `row ${rowNumber}: ${failure ?? (batch ? messageOf(batch, engines(), noteOf(batch)) : missing)}`,
        };
      });
    },
  };
}
