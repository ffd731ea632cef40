/** SQL of publications in progress. */
import { all, get, run, type Rows } from "./unit-of-work";
import type { PublishingRows, PublishingRow } from "./file-port";
import { fileColumns, putFile, recordRemovals } from "./stored-files";

const columns = `staged, upload_id AS uploadId, ${fileColumns}`;

export const createPublishingRows = (rows: Rows): PublishingRows => ({
  beginPublishing: rows.within("gallery").change(function* (row) {
    // A pending removal at this location is replaced by the new file.
    yield* run("DELETE FROM removals WHERE location = ?", row.location);
    // An earlier publication of this path failed: the next start must not complete it.
    const failed = yield* all<Pick<PublishingRow, "staged" | "location" | "uploadId">>(
      `DELETE FROM publishing WHERE path = ? AND staged <> ?
       RETURNING staged, location, upload_id AS uploadId`,
      row.path,
      row.staged,
    );
    // An object that has its location already. A client may complete an upload in parts again.
    const abandoned = failed.filter((one) => one.staged === one.location && one.uploadId === null);
    yield* recordRemovals(abandoned.map(({ location }) => location));
    yield* run(
      `INSERT INTO publishing (staged, upload_id, path, location, folded, size, etag, content_type)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (staged) DO UPDATE SET upload_id = excluded.upload_id, path = excluded.path,
         location = excluded.location, folded = excluded.folded, size = excluded.size,
         etag = excluded.etag, content_type = excluded.content_type`,
      row.staged,
      row.uploadId,
      row.path,
      row.location,
      row.folded,
      row.size,
      row.etag,
      row.contentType,
    );
  }),
  finishPublishing: rows.within("gallery").note(function* (staged) {
    const sql = `DELETE FROM publishing WHERE staged = ? RETURNING ${columns}`;
    const row = yield* get<PublishingRow>(sql, staged);
    if (!row) return;
    const replaced = yield* get<{ location: string }>(
      "SELECT location FROM files WHERE path = ? AND location <> ?",
      row.path,
      row.location,
    );
    if (replaced) yield* recordRemovals([replaced.location]);
    yield* putFile(row);
    if (row.uploadId !== null) yield* run("DELETE FROM uploads WHERE id = ?", row.uploadId);
  }),
  movePublishing: rows.within("gallery").change(function* (staged, location) {
    const sql = "UPDATE publishing SET location = ?, folded = NULL WHERE staged = ?";
    yield* run(sql, location, staged);
  }),
  cancelPublishing: rows.within("gallery").change(function* (staged) {
    yield* run("DELETE FROM publishing WHERE staged = ?", staged);
  }),
  listPublishing: rows.read(() => all<PublishingRow>(`SELECT ${columns} FROM publishing`)),
});
