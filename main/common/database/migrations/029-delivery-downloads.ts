export default `
-- Deliveries that are downloaded to a folder of this computer.
CREATE TABLE delivery_downloads (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  delivery_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  target TEXT NOT NULL, -- the folder that the user chose
  folder TEXT NOT NULL DEFAULT '', -- that of this delivery in it; '' until it is created
  state TEXT NOT NULL DEFAULT 'running', -- running, done, failed
  problem TEXT NOT NULL DEFAULT 'null', -- why it failed, as JSON
  PRIMARY KEY (workspace_id, delivery_id)
) STRICT;
CREATE INDEX delivery_downloads_running ON delivery_downloads (workspace_id) WHERE state = 'running';
-- The files that are complete.
CREATE TABLE delivery_files (
  workspace_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (workspace_id, delivery_id, path),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES delivery_downloads (workspace_id, delivery_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
`;
