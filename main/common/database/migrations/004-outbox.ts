export default `
-- Pending requests: batches and bulk requests that wait for their files, the network, or earlier requests.
CREATE TABLE outbox (
  -- Never reused (AUTOINCREMENT): files on disk are named by the id of their entry.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  project_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  -- 1: removed by the user. The row remains until the list is cleared, so that the removal can be undone.
  is_dropped INTEGER NOT NULL DEFAULT 0,
  -- Incremented by every change. A request that was prepared for an earlier revision is not sent.
  revision INTEGER NOT NULL DEFAULT 1,
  target_folder TEXT NOT NULL,
  -- The content of the request as JSON, and whether it includes a script on this computer.
  body TEXT NOT NULL,
  has_script INTEGER NOT NULL,
  draft_id INTEGER,
  -- JSON: the ids of the batches with the same names that existed before the request was sent. attempted_at is the
  -- time of a send attempt without a response. Both are written before the request is sent, so that a lost response
  -- is distinguishable from a request that was never sent.
  seen_before TEXT,
  attempted_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  error_code TEXT,
  error_message TEXT,
  fields TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  result_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX outbox_listed ON outbox (workspace_id, is_dropped, state, project_id, id);
-- Media files of a request with their identity when it was added, and their uploads to the gallery.
CREATE TABLE outbox_files (
  entry INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  source_path TEXT NOT NULL,
  gallery_path TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  inode TEXT NOT NULL,
  upload INTEGER,
  is_there INTEGER NOT NULL,
  PRIMARY KEY (entry, source_path)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_files_by_upload ON outbox_files (upload);
CREATE INDEX outbox_files_by_source ON outbox_files (source_path);
CREATE INDEX uploads_by_source ON uploads (workspace_id, source_path);
-- is_there remains 1 when a finished upload is removed from the list of uploads.
CREATE TRIGGER outbox_file_arrived AFTER UPDATE OF state ON uploads WHEN new.state = 'done' BEGIN
  UPDATE outbox_files SET is_there = 1 WHERE upload = new.id;
END;
CREATE TRIGGER outbox_file_left AFTER DELETE ON uploads BEGIN
  UPDATE outbox_files SET upload = NULL WHERE upload = old.id;
END;
`;
