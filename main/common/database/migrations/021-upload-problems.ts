export default `
-- Counts of the uploads with a problem, by its code.
CREATE INDEX uploads_by_problem ON uploads (workspace_id, error_code, state) WHERE error_code IS NOT NULL;

-- Multipart uploads of hosted services that will never be completed, because their file is sent again under another id
-- or not at all. The interface has no call that deletes them.
CREATE TABLE abandoned_uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  gallery_path TEXT NOT NULL,
  -- Of the parts that the service confirmed.
  bytes INTEGER NOT NULL,
  -- Milliseconds since 1970.
  abandoned_at INTEGER NOT NULL
) STRICT;
CREATE INDEX abandoned_uploads_by_upload ON abandoned_uploads (upload_id);
CREATE TRIGGER uploads_restarted AFTER UPDATE OF upload_id ON uploads
  WHEN old.upload_id IS NOT NULL AND old.upload_id IS NOT new.upload_id AND old.state <> 'done'
    AND EXISTS (SELECT 1 FROM workspaces WHERE id = old.workspace_id AND kind = 'hosted')
BEGIN
  INSERT INTO abandoned_uploads (workspace_id, upload_id, gallery_path, bytes, abandoned_at)
    VALUES (old.workspace_id, old.upload_id, old.gallery_path, old.sent_bytes, unixepoch() * 1000);
  DELETE FROM abandoned_uploads WHERE id <= (SELECT max(id) FROM abandoned_uploads) - 10000;
END;
CREATE TRIGGER uploads_abandoned AFTER DELETE ON uploads
  WHEN old.upload_id IS NOT NULL AND old.state <> 'done'
    AND EXISTS (SELECT 1 FROM workspaces WHERE id = old.workspace_id AND kind = 'hosted')
BEGIN
  INSERT INTO abandoned_uploads (workspace_id, upload_id, gallery_path, bytes, abandoned_at)
    VALUES (old.workspace_id, old.upload_id, old.gallery_path, old.sent_bytes, unixepoch() * 1000);
  DELETE FROM abandoned_uploads WHERE id <= (SELECT max(id) FROM abandoned_uploads) - 10000;
END;
`;
