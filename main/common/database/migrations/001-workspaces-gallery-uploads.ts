export default `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  base_url TEXT NOT NULL,
  client_id TEXT NOT NULL,
  auth_scheme TEXT NOT NULL,
  data_dir TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The cached files of each gallery. The key is the parent folder ("" or "a/b/"), the sort key of the name (numbers
-- sort by value), and the name.
CREATE TABLE gallery_files (
  workspace_id TEXT NOT NULL,
  parent TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  name TEXT NOT NULL,
  generation INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, parent, sort_key, name)
) STRICT, WITHOUT ROWID;
-- Every folder above a cached file, the root ("") included. The counts are updated with each change of a file.
CREATE TABLE gallery_folders (
  workspace_id TEXT NOT NULL,
  parent TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  direct_files INTEGER NOT NULL,
  all_files INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX gallery_folders_of ON gallery_folders (workspace_id, parent, sort_key);
CREATE TABLE galleries (
  workspace_id TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  read_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE drops (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  is_announced INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE uploads (
  id INTEGER PRIMARY KEY,
  drop_id INTEGER NOT NULL,
  workspace_id TEXT NOT NULL,
  source_path TEXT NOT NULL,
  gallery_path TEXT NOT NULL,
  content_type TEXT NOT NULL,
  -- The identity of the file when it was queued. Nanoseconds and inode are text: they exceed the exact integers of
  -- JavaScript numbers.
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  inode TEXT NOT NULL,
  state TEXT NOT NULL,
  -- The order of the list: active (0), failed (1), waiting (2), done (3).
  rank INTEGER NOT NULL GENERATED ALWAYS AS (CASE state
    WHEN 'preparing' THEN 0 WHEN 'uploading' THEN 0 WHEN 'completing' THEN 0
    WHEN 'failed' THEN 1 WHEN 'done' THEN 3 ELSE 2 END) STORED,
  position REAL NOT NULL,
  -- 1: the gallery may have a file at this path already.
  replaces INTEGER NOT NULL,
  upload_id TEXT,
  part_size INTEGER NOT NULL DEFAULT 0,
  part_count INTEGER NOT NULL DEFAULT 0,
  sent_bytes INTEGER NOT NULL DEFAULT 0,
  done_parts INTEGER NOT NULL DEFAULT 0,
  -- The number of 'complete' requests. Written before each request is sent.
  complete_attempts INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  restarts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER,
  error_code TEXT,
  error_message TEXT,
  finished_at INTEGER
) STRICT;
CREATE INDEX uploads_due ON uploads (state, position);
CREATE INDEX uploads_listed ON uploads (workspace_id, rank, position);
CREATE INDEX uploads_by_path ON uploads (workspace_id, gallery_path);
CREATE INDEX uploads_by_position ON uploads (position);
CREATE INDEX uploads_by_drop ON uploads (drop_id, state);

-- Totals of the queue by state, maintained by the triggers below.
CREATE TABLE upload_totals (
  workspace_id TEXT NOT NULL,
  state TEXT NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sent_bytes INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER uploads_added AFTER INSERT ON uploads BEGIN
  INSERT INTO upload_totals VALUES (new.workspace_id, new.state, 1, new.size, new.sent_bytes)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + new.size, sent_bytes = sent_bytes + new.sent_bytes;
END;
CREATE TRIGGER uploads_removed AFTER DELETE ON uploads BEGIN
  UPDATE upload_totals SET files = files - 1, bytes = bytes - old.size, sent_bytes = sent_bytes - old.sent_bytes
    WHERE workspace_id = old.workspace_id AND state = old.state;
END;
CREATE TRIGGER uploads_changed AFTER UPDATE OF state, size, sent_bytes ON uploads BEGIN
  UPDATE upload_totals SET files = files - 1, bytes = bytes - old.size, sent_bytes = sent_bytes - old.sent_bytes
    WHERE workspace_id = old.workspace_id AND state = old.state;
  INSERT INTO upload_totals VALUES (new.workspace_id, new.state, 1, new.size, new.sent_bytes)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + new.size, sent_bytes = sent_bytes + new.sent_bytes;
END;

CREATE TABLE upload_parts (
  upload INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size INTEGER NOT NULL,
  PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;
`;
