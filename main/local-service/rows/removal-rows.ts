/** SQL of removals in progress. */
import { all, jsonList, run, type Rows } from "./unit-of-work";
import type { RemovalRows } from "./file-port";
import { endOfFolder, recordRemovals } from "./stored-files";

type Located = { location: string };

export const createRemovalRows = (rows: Rows): RemovalRows => ({
  beginRemoval: rows.within("gallery").change(function* (selection, limit) {
    const deleted =
      "folder" in selection
        ? yield* all<Located>(
            `DELETE FROM files WHERE path IN (SELECT path FROM files WHERE path >= ? AND path < ? LIMIT ?)
             RETURNING location`,
            selection.folder,
            endOfFolder(selection.folder),
            limit,
          )
        : yield* all<Located>(
            "DELETE FROM files WHERE path IN @texts RETURNING location",
            jsonList(selection.paths),
          );
    const locations = deleted.map(({ location }) => location);
    yield* recordRemovals(locations);
    return locations;
  }),
  finishRemoval: rows.within("gallery").note(function* (locations) {
    yield* run("DELETE FROM removals WHERE location IN @texts", jsonList(locations));
  }),
  listRemovals: rows.read(function* (agoMs) {
    const sql = "SELECT location FROM removals";
    // Without the time of the clock, which may have been changed.
    const found =
      agoMs === 0
        ? yield* all<Located>(sql)
        : yield* all<Located>(`${sql} WHERE removed_at <= @now - ?`, agoMs);
    return found.map(({ location }) => location);
  }),
});
