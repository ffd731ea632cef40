/**
 * Counts the data of a workspace that only this computer stores: removing the workspace deletes it.
 */
import type { Handlers } from "../../../preload/contract";
import { playedTakesPrefix } from "../../../preload/facts/played-takes";
import type { Database } from "../../common/database/database";

export function createWorkspaceUsage(db: Database) {
  const count = (table: string, workspaceId: string, also = "") => {
    const sql = `SELECT count(*) AS n FROM ${table} WHERE workspace_id = ? ${also}`;
    return db.get<{ n: number }>(sql, workspaceId)?.n ?? 0;
  };
  const handlers = {
    usage: ({ workspaceId }) => ({
      pendingRequests: count(
        "outbox",
        workspaceId,
        "AND state IN ('waiting', 'sending', 'refused')",
      ),
      bulkDrafts: count("bulk_drafts", workspaceId),
      trackedRequests: count("bulk_requests", workspaceId),
      formDrafts: count("forms", workspaceId, `AND place NOT LIKE '${playedTakesPrefix}%'`),
      hasBucket: count("script_buckets", workspaceId) > 0,
    }),
  } satisfies Partial<Handlers["workspaces"]>;
  return { handlers };
}
