/** SQL of removals in progress. */
import type { Database } from "../../common/database/database";
import type { RemovalRows } from "./file-port";
import { toPromise } from "./to-promise";
import { endOfFolder } from "./stored-files";

export const createRemovalRows = (database: Database): RemovalRows => ({
  beginRemoval: (selection, limit) =>
    toPromise(() =>
      database.durably(() => {
        const deleted =
          "folder" in selection
            ? (database
                .prepare(
                  `DELETE FROM files WHERE path IN (SELECT path FROM files WHERE path >= ? AND path < ? LIMIT ?)
                   RETURNING location`,
                )
                .all(selection.folder, endOfFolder(selection.folder), limit) as unknown as {
                location: string;
              }[])
            : selection.paths.flatMap(
                (path) =>
                  database
                    .prepare("DELETE FROM files WHERE path = ? RETURNING location")
                    .all(path) as unknown as { location: string }[],
              );
        const locations = deleted.map((row) => row.location);
        const insert = database.prepare("INSERT OR IGNORE INTO removals (location) VALUES (?)");
        for (const location of locations) insert.run(location);
        return locations;
      }),
    ),
  finishRemoval: (locations) =>
    toPromise(() =>
      database.transaction(() => {
        const remove = database.prepare("DELETE FROM removals WHERE location = ?");
        for (const location of locations) remove.run(location);
      }),
    ),
  listRemovals: () =>
    toPromise(() => {
      const rows = database.prepare("SELECT location FROM removals").all() as unknown as {
        location: string;
      }[];
      return rows.map((row) => row.location);
    }),
});
