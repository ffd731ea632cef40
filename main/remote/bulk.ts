/** The requests of interface §4.2 for bulk requests. */
import type { BatchSettings } from "../../preload/model/resources";
import { AppError } from "../common/errors";
import type { Http } from "./http/http";
import { projectPath } from "./projects";
import { fieldsOf } from "./http/fields";
import { idOf, number, readRow, displayText, text } from "./http/tolerant-parse";

/** The status of one template row. A text that the response does not contain is "". */
export interface BulkStatusRow {
  /** The id of the batch. */
  id: string;
  name: string;
  status: string;
  message: string;
}

export interface Bulk {
  /**
   * Returns the id of the bulk request. Not retried: after a lost response the request may have
   * been started.
   */
  start(projectId: string, scriptPath: string, settings: BatchSettings): Promise<string>;
  /** `progress` is 0 to 100. */
  status(requestId: string, signal?: AbortSignal): Promise<{ status: string; progress: number }>;
  /**
   * Page numbers begin at 1; `limit` is at most 1000. A page with fewer than `limit` rows is the
   * last one.
   */
  page(
    requestId: string,
    page: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<BulkStatusRow[]>;
}

export function createBulk(http: Http): Bulk {
  const statusPath = (requestId: string) => `/batches/bulk/${encodeURIComponent(requestId)}/status`;
  return {
    async start(projectId, scriptPath, settings) {
      const chosen = Object.entries(settings).filter(([, value]) => value !== undefined);
      const response = await http.json({
        method: "POST",
        path: `${projectPath(projectId)}/batches/bulk`,
        body: {
          scriptPath,
          ...(chosen.length === 0 ? {} : { settings: Object.fromEntries(chosen) }),
        },
        isRepeatable: false,
      });
      return readRow(response, (fields) => idOf(fields["requestId"]));
    },
    async status(requestId, signal) {
      const path = statusPath(requestId);
      const response = await http.json({ method: "GET", path, isRepeatable: true, signal });
      return readRow(response, ({ status, progress }) =>
        // Any other object is not the status of a request.
        status === undefined && progress === undefined
          ? null
          : {
              status: displayText(status),
              progress: Math.min(100, Math.max(0, number(progress, 0))),
            },
      );
    },
    async page(requestId, page, limit, signal) {
      const query = { page: String(page), limit: String(limit) };
      const path = statusPath(requestId);
      const response = await http.json({ method: "GET", path, query, isRepeatable: true, signal });
      const batches = fieldsOf(response)?.["batches"];
      if (!Array.isArray(batches))
        throw new AppError("unexpected-answer", "the response contains no rows of the request");
      return batches.slice(0, limit).map((element: unknown) => {
        const fields = fieldsOf(element) ?? {};
        return {
          id: idOf(fields["id"]) ?? "",
          name: text(fields["name"]),
          status: displayText(fields["status"]),
          message: displayText(fields["message"]),
        };
      });
    },
  };
}
