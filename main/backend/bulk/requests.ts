/** Bulk requests: their states as last read, and drafts of their failed rows. */
import type { Handlers } from "../../../preload/contract";
import { AppError, invalidFields } from "../../common/errors";
import type { BulkDraftStore } from "./draft-store";
import type { RequestPoller } from "./request-poller";
import type { BulkRequestRow, BulkRequestStore } from "./request-store";

export interface BulkRequestsDeps {
  store: BulkRequestStore;
  poller: Pick<RequestPoller, "markViewed" | "refresh">;
  drafts: Pick<BulkDraftStore, "add">;
  onChanged: () => void;
  now: () => number;
}

export function createBulkRequests(
  deps: BulkRequestsDeps,
): Pick<Handlers["bulk"], "requests" | "requestRows" | "retryFailed"> {
  const { store, poller, drafts, now } = deps;

  function requestOf(workspaceId: string, requestId: string): BulkRequestRow {
    const found = store.get(workspaceId, requestId);
    if (found) return found;
    throw new AppError("not-found", "this request no longer exists");
  }

  return {
    requests: ({ workspaceId, projectId }) =>
      store.list(workspaceId, projectId).map((request) => {
        poller.markViewed(request);
        const { requestId, name, rowCount, status, progress, sentAt, readAt, problem } = request;
        const counts = store.counts(request.id);
        const isLost = request.seenBefore !== null;
        const shown = { requestId, name, rowCount, status, progress, sentAt, readAt, problem };
        return { ...shown, counts, isLost, isSentHere: request.isSentHere };
      }),
    requestRows({ workspaceId, requestId, filter, offset, limit }) {
      const request = requestOf(workspaceId, requestId);
      poller.markViewed(request);
      return store.page(request.id, filter, offset, limit);
    },
    async retryFailed({ workspaceId, projectId, requestId }) {
      const request = requestOf(workspaceId, requestId);
      if (!request.isSentHere)
        throw invalidFields([{ field: "rows", message: "only their names are known here" }]);
      await poller.refresh(request);
      const { id, name, settings, columns, targetFolder } = request;
      const rows = store.failedRows(id);
      if (rows.length === 0) throw invalidFields([{ field: "rows", message: "none has failed" }]);
      const created = drafts.add(
        workspaceId,
        projectId,
        { name, settings, columns, targetFolder, rows },
        now(),
      );
      deps.onChanged();
      return created;
    },
  };
}
