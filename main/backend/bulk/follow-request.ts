/**
 * Follows a bulk request by its id: one that was started on another computer or by another program.
 */
import type { Handlers } from "../../../preload/contract";
import { invalidFields, toProblem } from "../../common/errors";
import type { Remote } from "../../remote/remote";
import { maxBulkRows } from "../../../preload/contract/bulk";
import type { BulkRequestStore } from "./request-store";
import { findBatchesByName, nameKey } from "../outbox/sending/find-batches-by-name";
import { isEnd } from "./row-status";
import { readServiceRows, toListed } from "./service-rows";

export interface FollowRequestDeps {
  store: BulkRequestStore;
  remote: (workspaceId: string) => Remote;
  /** Rejects with "not-found" for a project that does not exist. */
  project: (workspaceId: string, projectId: string) => Promise<unknown>;
  /** Called after a request was added. */
  onFollowed: () => void;
  now: () => number;
}

const invalidField = (field: "requestId" | "projectId", message: string) =>
  invalidFields([{ field, message }]);

/**
 * Rejects with "invalid-input" and the field if the service has no such request, or if none of its
 * batches is in the project: the interface does not return the project of a request (§4.2).
 */
export function createFollowRequest(deps: FollowRequestDeps): Handlers["bulk"]["follow"] {
  const { store, now } = deps;
  return async ({ workspaceId, projectId, requestId }) => {
    const known = store.get(workspaceId, requestId);
    if (known) return { projectId: known.projectId, isNew: false };
    await deps.project(workspaceId, projectId);
    const remote = deps.remote(workspaceId);
    const { status, progress } = await remote.bulk.status(requestId).catch((error: unknown) => {
      const { code } = toProblem(error);
      // Services reject ids of another form than theirs.
      if (code === "not-found" || code === "invalid-input")
        throw invalidField("requestId", "no-such-request");
      throw error;
    });
    const isOver = progress >= 100 || isEnd(status);
    const rows = toListed(
      (await readServiceRows(remote.bulk, requestId, maxBulkRows)).slice(0, maxBulkRows),
      isOver,
    );
    const ids = new Set(rows.map(({ batchId }) => batchId).filter((id) => id !== ""));
    if (ids.size > 0) {
      const keys = new Set(rows.map(({ name }) => nameKey(name)));
      const found = await findBatchesByName(remote, projectId, keys, new AbortController().signal);
      if (![...found.values()].flat().some(({ id }) => ids.has(id)))
        throw invalidField("projectId", "other-project");
    }
    // A concurrent call may have added it.
    if (!store.get(workspaceId, requestId)) {
      const at = now();
      store.follow({ workspaceId, projectId, requestId, at }, rows, { status, progress, isOver });
      deps.onFollowed();
    }
    return { projectId, isNew: true };
  };
}
