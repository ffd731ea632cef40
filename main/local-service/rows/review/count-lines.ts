import type { Database } from "../../../common/database/database";

/** The number of lines of a batch. */
export const countLines = (database: Database, batchId: string): number =>
  database.get<{ count: number }>("SELECT count(*) AS count FROM lines WHERE batch_id = ?", batchId)
    ?.count ?? 0;
