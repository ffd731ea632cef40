export default `
CREATE TABLE watch_folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  source_path TEXT NOT NULL,
  target_folder TEXT NOT NULL,
  -- JSON arrays of patterns.
  include TEXT NOT NULL,
  exclude TEXT NOT NULL,
  quiet_ms INTEGER NOT NULL,
  -- What happens when another file is at the gallery path.
  on_conflict TEXT NOT NULL,
  is_paused INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (workspace_id, source_path, target_folder)
) STRICT;

-- The last version of each file that was queued from a watch folder; path is relative to it.
CREATE TABLE watched_files (
  watch_folder_id INTEGER NOT NULL REFERENCES watch_folders (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  source_path TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  gallery_path TEXT NOT NULL,
  -- The upload of this version until it has arrived. Ids of deleted uploads are used again.
  upload_id INTEGER,
  -- When a version of the file last arrived at gallery_path; NULL if none has.
  uploaded_at INTEGER,
  PRIMARY KEY (watch_folder_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_files_by_upload ON watched_files (upload_id) WHERE upload_id IS NOT NULL;
`;
