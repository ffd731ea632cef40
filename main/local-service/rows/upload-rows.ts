/** SQL of multipart uploads, their parts, and used URLs. */
import { all, exists, get, run, type Rows, type Work } from "./unit-of-work";
import type { UploadRows, PartRow, UsedUrl, UploadRow } from "./upload-port";

/** Inside a transaction: false when the URL was used before. */
function* markUrlUsed(url: UsedUrl): Work<boolean> {
  const sql = "INSERT INTO spent_urls (nonce, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING";
  return (yield* run(sql, url.nonce, url.expiresAt)) > 0;
}

function* openUpload(id: string): Work<UploadRow | undefined> {
  const sql =
    "SELECT id, path, content_type AS contentType, layout FROM uploads WHERE id = ? AND is_closed = 0";
  return yield* get<UploadRow>(sql, id);
}

export const createUploadRows = (rows: Rows): UploadRows => ({
  addUpload: rows.within("gallery").change(function* (row, at) {
    const sql =
      "INSERT INTO uploads (id, path, content_type, layout, touched_at) VALUES (?, ?, ?, ?, ?)";
    yield* run(sql, row.id, row.path, row.contentType, row.layout, at);
  }),
  findOpenUpload: rows.read(function* (id) {
    return (yield* openUpload(id)) ?? null;
  }),
  touchUpload: rows.within("own-rows").note(function* (id, at) {
    yield* run("UPDATE uploads SET touched_at = ? WHERE id = ?", at, id);
  }),
  listParts: rows.read((uploadId) =>
    all<PartRow>(
      "SELECT number, size, etag, placement FROM parts WHERE upload_id = ? ORDER BY number",
      uploadId,
    ),
  ),
  findPart: rows.read(function* (uploadId, number) {
    const sql =
      "SELECT number, size, etag, placement FROM parts WHERE upload_id = ? AND number = ?";
    return (yield* get<PartRow>(sql, uploadId, number)) ?? null;
  }),
  storePart: rows.within("gallery").change(function* (uploadId, part, layout, url, at) {
    if (!(yield* openUpload(uploadId))) return "upload-closed";
    if (!(yield* markUrlUsed(url))) return "url-used";
    yield* run(
      `INSERT INTO parts (upload_id, number, size, etag, placement) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (upload_id, number) DO UPDATE SET size = excluded.size, etag = excluded.etag,
         placement = excluded.placement`,
      uploadId,
      part.number,
      part.size,
      part.etag,
      part.placement,
    );
    const sql = "UPDATE uploads SET touched_at = ?, layout = coalesce(?, layout) WHERE id = ?";
    yield* run(sql, at, layout, uploadId);
    return "stored";
  }),
  closeUpload: rows.within("gallery").change(function* (id, lastNumber) {
    yield* run("UPDATE uploads SET is_closed = 1 WHERE id = ?", id);
    yield* run("DELETE FROM parts WHERE upload_id = ? AND number > ?", id, lastNumber);
  }),
  reopenUpload: rows.within("gallery").note(function* (id) {
    if (id === undefined) yield* run("UPDATE uploads SET is_closed = 0");
    else yield* run("UPDATE uploads SET is_closed = 0 WHERE id = ?", id);
  }),
  removeUploadsBefore: rows.within("gallery").change(function* (time) {
    const sql = "DELETE FROM uploads WHERE touched_at < ? AND is_closed = 0 RETURNING id, layout";
    return yield* all<Pick<UploadRow, "id" | "layout">>(sql, time);
  }),
  isLayoutUsed: rows.read((layout) =>
    exists("SELECT 1 AS found FROM uploads WHERE layout = ? AND is_closed = 0 LIMIT 1", layout),
  ),
  isUploadKnown: rows.read((id) => exists("SELECT 1 AS found FROM uploads WHERE id = ?", id)),
  isUrlUsed: rows.read((nonce) =>
    exists("SELECT 1 AS found FROM spent_urls WHERE nonce = ?", nonce),
  ),
  deleteExpiredUrls: rows.within("gallery").note(function* (expiredBefore) {
    yield* run("DELETE FROM spent_urls WHERE expires_at < ?", expiredBefore);
  }),
});
