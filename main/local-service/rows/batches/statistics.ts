/** SQL that counts the contents of the workspace. */
import { all, get, type Rows } from "../unit-of-work";
import { batchExistsSql } from "./batch-rows";
import type { StatisticsRows, Statistics } from "./statistics-port";

export function createStatistics(rows: Rows): StatisticsRows {
  return {
    statistics: rows.snapshot(function* () {
      const counts = yield* get<Omit<Statistics, "batches">>(
        `WITH existing AS (SELECT id FROM projects WHERE status <> 'removed')
         SELECT (SELECT count(*) FROM existing) AS projects,
           (SELECT coalesce(sum((SELECT count(*) FROM lines WHERE batch_id = b.id)), 0)
            FROM batches b WHERE ${batchExistsSql}) AS lines,
           (SELECT count(*) FROM characters WHERE project_id IN (SELECT id FROM existing)) AS characters,
           (SELECT count(*) FROM glossary WHERE project_id IN (SELECT id FROM existing)) AS glossaryLines,
           (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM scripts) AS scripts,
           (SELECT count(*) FROM files) AS mediaFiles,
           (SELECT coalesce(sum(size), 0) FROM files) AS mediaBytes`,
      );
      if (!counts) throw new Error("the count returned no row");
      const batches = yield* all<{ status: string; count: number }>(
        `SELECT status, count(*) AS count FROM batches b WHERE ${batchExistsSql} GROUP BY status`,
      );
      return {
        ...counts,
        batches: Object.fromEntries(batches.map(({ status, count }) => [status, count])),
      };
    }),
  };
}
