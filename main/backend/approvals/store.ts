/** Paths on this computer that the user has chosen, and source audio confirmed for a script. */
import type { Database } from "../../common/database/database";

export interface ApprovedPathRow {
  /** The script whose source audio the path is; "" for a path that the user chose. */
  script: string;
  path: string;
}

export type ApprovedPathStore = ReturnType<typeof createApprovedPathStore>;

/** `maxRows`: the oldest rows beyond it are deleted. */
export function createApprovedPathStore(db: Database, maxRows = 20_000) {
  return {
    /** The oldest first. */
    all: (): ApprovedPathRow[] =>
      db.all<ApprovedPathRow>("SELECT script, path FROM approved_paths ORDER BY approved_at"),
    /** Adds rows, of more than `maxRows` the last ones; an existing path becomes the newest. */
    add(rows: readonly ApprovedPathRow[], approvedAt: number): void {
      db.transaction(() => {
        for (const { script, path } of rows.slice(-maxRows))
          db.run(
            "INSERT OR REPLACE INTO approved_paths VALUES (?, ?, ?)",
            script,
            path,
            approvedAt,
          );
        db.run(
          `DELETE FROM approved_paths WHERE (script, path) IN (
             SELECT script, path FROM approved_paths ORDER BY approved_at DESC LIMIT -1 OFFSET ?)`,
          maxRows,
        );
      });
    },
  };
}
