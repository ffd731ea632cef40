/** SQL of publications in progress. */
import type { Database } from "../../common/database/database";
import type { PublishingRows, PublishingRow } from "./file-port";
import { toPromise } from "./to-promise";
import { fileColumns, putFile } from "./stored-files";

export const createPublishingRows = (database: Database): PublishingRows => ({
  beginPublishing: (row) =>
    toPromise(() =>
      database.durably(() => {
        // A pending removal at this location is replaced by the new file.
        database.prepare("DELETE FROM removals WHERE location = ?").run(row.location);
        database
          .prepare(
            `INSERT OR REPLACE INTO publishing (staged, upload_id, path, location, folded, size, etag, content_type)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
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
    ),
  finishPublishing: (staged) =>
    toPromise(() =>
      database.transaction(() => {
        const row = database
          .prepare(
            `DELETE FROM publishing WHERE staged = ? RETURNING staged, upload_id AS uploadId, ${fileColumns}`,
          )
          .get(staged) as PublishingRow | undefined;
        if (!row) return;
        putFile(database, row);
        if (row.uploadId !== null)
          database.prepare("DELETE FROM uploads WHERE id = ?").run(row.uploadId);
      }),
    ),
  movePublishing: (staged, location) =>
    toPromise(() =>
      database.durably(() => {
        database
          .prepare("UPDATE publishing SET location = ?, folded = NULL WHERE staged = ?")
          .run(location, staged);
      }),
    ),
  cancelPublishing: (staged) =>
    toPromise(() =>
      database.durably(() => {
        database.prepare("DELETE FROM publishing WHERE staged = ?").run(staged);
      }),
    ),
  listPublishing: () =>
    toPromise(
      () =>
        database
          .prepare(`SELECT staged, upload_id AS uploadId, ${fileColumns} FROM publishing`)
          .all() as unknown as PublishingRow[],
    ),
});
