/** SQL that counts the contents of the workspace. */
import type { Database } from "../../../common/database/database";
import { batchExistsSql } from "./batch-rows";
import type { StatisticsRows, Statistics } from "./statistics-port";
import { toPromise } from "../to-promise";

export function createStatistics(database: Database): StatisticsRows {
  return {
    statistics: () =>
      toPromise(() => {
        const counts = database.get<Omit<Statistics, "batches">>(
          `WITH existing AS (SELECT id FROM projects WHERE status <> 'removed')
           SELECT (SELECT count(*) FROM existing) AS projects,
             (SELECT coalesce(sum((SELECT count(*) FROM lines WHERE batch_id = b.id)), 0)
              FROM batches b WHERE ${batchExistsSql}) AS lines,
             (SELECT count(*) FROM characters WHERE project_id IN existing) AS characters,
             (SELECT count(*) FROM glossary WHERE project_id IN existing) AS glossaryLines,
             (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM scripts) AS scripts,
             (SELECT count(*) FROM files) AS mediaFiles,
             (SELECT coalesce(sum(size), 0) FROM files) AS mediaBytes`,
        );
        if (!counts) throw new Error("the count returned no row");
        const batches = database.all<{ status: string; count: number }>(
          `SELECT status, count(*) AS count FROM batches b WHERE ${batchExistsSql} GROUP BY status`,
        );
        return {
          ...counts,
          batches: Object.fromEntries(batches.map(({ status, count }) => [status, count])),
        };
      }),
  };
}
