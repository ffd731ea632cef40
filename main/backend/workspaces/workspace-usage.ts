/** What this computer alone has of a workspace: what nobody gets back when the workspace is removed. */
import type { Database } from "../../common/database/database";

/** Rows by what they are. */
export interface Kept {
  /** Orders of the outbox that were not sent. */
  orders: number;
  tables: number;
  requests: number;
  /** That are being filled in. */
  forms: number;
  hasBucket: boolean;
}

export type KeptStore = ReturnType<typeof createKeptStore>;

export function createKeptStore(db: Database) {
  const count = (table: string, workspaceId: string, also = "") => {
    const sql = `SELECT count(*) AS n FROM ${table} WHERE workspace_id = ? ${also}`;
    return db.get<{ n: number }>(sql, workspaceId)?.n ?? 0;
  };
  return {
    of: (workspaceId: string): Kept => ({
      orders: count("outbox", workspaceId, "AND listing = 'listed' AND state <> 'sent'"),
      tables: count("bulk_drafts", workspaceId),
      requests: count("bulk_requests", workspaceId),
      forms: count("forms", workspaceId),
      hasBucket: count("script_buckets", workspaceId) > 0,
    }),
  };
}
