/** SQL that counts what is in the workspace. */
import type { Database } from "../../store/database";
import type { LocalStore, Statistics } from "./port";
import { promised } from "./promised";

export function createStatistics(database: Database): Pick<LocalStore, "statistics"> {
  return {
    statistics: () =>
      promised(() => {
        const counts = database.get<Omit<Statistics, "batches">>(
          `SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM lines) AS lines,
             (SELECT count(*) FROM characters) AS characters, (SELECT count(*) FROM glossary) AS glossaryLines,
             (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM scripts) AS scripts,
             (SELECT count(*) FROM files) AS mediaFiles,
             (SELECT coalesce(sum(size), 0) FROM files) AS mediaBytes`,
        );
        if (!counts) throw new Error("counting gave nothing");
        const batches = database.all<{ status: string; count: number }>(
          "SELECT status, count(*) AS count FROM batches GROUP BY status",
        );
        return {
          ...counts,
          batches: Object.fromEntries(batches.map(({ status, count }) => [status, count])),
        };
      }),
  };
}
