/** SQL of multipart uploads, their parts, and used URLs. */
import type { Database } from "../../common/database/database";
import type { UploadRows, PartRow, UsedUrl, UploadRow } from "./upload-port";
import { toPromise } from "./to-promise";

/** Inside a transaction: false when the URL was used before. */
function markUrlUsed(database: Database, url: UsedUrl): boolean {
  const sql = "INSERT INTO spent_urls (nonce, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING";
  return database.prepare(sql).run(url.nonce, url.expiresAt).changes > 0;
}

export function createUploadRows(database: Database): UploadRows {
  const openUpload = (id: string) =>
    database
      .prepare(
        "SELECT id, path, content_type AS contentType, layout FROM uploads WHERE id = ? AND is_closed = 0",
      )
      .get(id) as UploadRow | undefined;
  return {
    addUpload: (row, at) =>
      toPromise(() =>
        database.durably(() => {
          database
            .prepare("INSERT INTO uploads (id, path, content_type, touched_at) VALUES (?, ?, ?, ?)")
            .run(row.id, row.path, row.contentType, at);
        }),
      ),
    findOpenUpload: (id) => toPromise(() => openUpload(id) ?? null),
    touchUpload: (id, at) =>
      toPromise(() => {
        database.prepare("UPDATE uploads SET touched_at = ? WHERE id = ?").run(at, id);
      }),
    listParts: (uploadId) =>
      toPromise(
        () =>
          database
            .prepare(
              "SELECT number, size, etag, placement FROM parts WHERE upload_id = ? ORDER BY number",
            )
            .all(uploadId) as unknown as PartRow[],
      ),
    findPart: (uploadId, number) =>
      toPromise(() => {
        const row = database
          .prepare(
            "SELECT number, size, etag, placement FROM parts WHERE upload_id = ? AND number = ?",
          )
          .get(uploadId, number) as PartRow | undefined;
        return row ?? null;
      }),
    storePart: (uploadId, part, layout, url, at) =>
      toPromise(() =>
        database.durably(() => {
          if (!openUpload(uploadId)) return "upload-closed";
          if (!markUrlUsed(database, url)) return "url-used";
          database
            .prepare(
              `INSERT INTO parts (upload_id, number, size, etag, placement) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT DO UPDATE SET size = excluded.size, etag = excluded.etag, placement = excluded.placement`,
            )
            .run(uploadId, part.number, part.size, part.etag, part.placement);
          database
            .prepare("UPDATE uploads SET touched_at = ?, layout = coalesce(?, layout) WHERE id = ?")
            .run(at, layout, uploadId);
          return "stored";
        }),
      ),
    closeUpload: (id, lastNumber) =>
      toPromise(() =>
        database.durably(() => {
          database.prepare("UPDATE uploads SET is_closed = 1 WHERE id = ?").run(id);
          database
            .prepare("DELETE FROM parts WHERE upload_id = ? AND number > ?")
            .run(id, lastNumber);
        }),
      ),
    reopenUpload: (id) =>
      toPromise(() => {
        if (id === undefined) database.prepare("UPDATE uploads SET is_closed = 0").run();
        else database.prepare("UPDATE uploads SET is_closed = 0 WHERE id = ?").run(id);
      }),
    removeUploadsBefore: (time) =>
      toPromise(() =>
        database.durably(() => {
          const rows = database
            .prepare("DELETE FROM uploads WHERE touched_at < ? AND is_closed = 0 RETURNING id")
            .all(time) as unknown as { id: string }[];
          return rows.map((row) => row.id);
        }),
      ),
    isUploadKnown: (id) =>
      toPromise(
        () => database.prepare("SELECT 1 AS found FROM uploads WHERE id = ?").get(id) !== undefined,
      ),
    isUrlUsed: (nonce) =>
      toPromise(
        () =>
          database.prepare("SELECT 1 AS found FROM spent_urls WHERE nonce = ?").get(nonce) !==
          undefined,
      ),
    deleteExpiredUrls: (expiredBefore) =>
      toPromise(() => {
        database.prepare("DELETE FROM spent_urls WHERE expires_at < ?").run(expiredBefore);
      }),
  };
}
