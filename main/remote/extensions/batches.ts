/** The script, members and origin of a batch (extensions "lines" and "batch-origins"). */
import type { z } from "zod";
import {
  assignedMember,
  batchOrigin,
  scriptLinesPage,
  type ScriptLinesPage,
} from "../../../preload/local-service/batches";
import type { Assignment } from "../../../preload/model/resources";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { readRows, type ListChunks } from "../http/tolerant-parse";
import { createReader, local, readForm } from "./read-form";

export interface BatchCalls {
  /** Page numbers begin at 1. */
  lines(batchId: string, page: number, limit: number): Promise<ScriptLinesPage>;
  assignments(batchId: string, signal?: AbortSignal): ListChunks<Assignment>;
  origin(batchId: string): Promise<z.infer<typeof batchOrigin>>;
}

export function createBatchCalls(http: Http): BatchCalls {
  const read = createReader(http);
  return {
    lines(batchId, page, limit) {
      const query = { page: String(page), limit: String(limit) };
      return read(scriptLinesPage, { path: `${local}${batchPath(batchId)}/lines`, query });
    },
    assignments: (batchId, signal) =>
      readRows(http, { path: `${local}${batchPath(batchId)}/members`, signal }, (fields) =>
        readForm(assignedMember, fields),
      ),
    origin: (batchId) => read(batchOrigin, { path: `${local}${batchPath(batchId)}/origin` }),
  };
}
