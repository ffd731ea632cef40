export default `
  -- The folder and the snapshot belong to this computer: exports are not part of a backup.
  CREATE TABLE exports (
    id TEXT PRIMARY KEY,
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    folder TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX exports_by_batch ON exports (batch_id, created_at);
  CREATE INDEX exports_unfinished ON exports (created_at) WHERE state = 'making';
  CREATE TABLE export_files (
    export_id TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    state TEXT NOT NULL,
    bytes INTEGER,
    sha256 TEXT,
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (export_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX export_files_by_path ON export_files (export_id, path);
  `;
