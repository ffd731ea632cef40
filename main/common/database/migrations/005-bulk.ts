export default `
-- Drafts of bulk requests.
CREATE TABLE bulk_drafts (
  -- Never reused (AUTOINCREMENT): an entry of the outbox may refer to a deleted draft.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: the settings of all rows, and the names of the visible setting columns.
  settings TEXT NOT NULL,
  columns TEXT NOT NULL,
  target_folder TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX bulk_drafts_of ON bulk_drafts (workspace_id, project_id);
CREATE TABLE bulk_draft_rows (
  draft INTEGER NOT NULL REFERENCES bulk_drafts (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (draft, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_draft_rows_by_place ON bulk_draft_rows (draft, place);

-- Bulk requests that this application sent, with their rows as sent and their state as last read from the service.
CREATE TABLE bulk_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  name TEXT NOT NULL,
  settings TEXT NOT NULL,
  columns TEXT NOT NULL,
  target_folder TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT '',
  progress REAL NOT NULL DEFAULT 0,
  -- 1: the service has ended its work on the request.
  is_over INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER NOT NULL,
  read_at INTEGER,
  error_code TEXT,
  error_message TEXT,
  UNIQUE (workspace_id, request_id)
) STRICT;
CREATE INDEX bulk_requests_of ON bulk_requests (workspace_id, project_id, sent_at);
CREATE TABLE bulk_request_rows (
  request INTEGER NOT NULL REFERENCES bulk_requests (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  -- The row of the draft as it was sent, as JSON.
  source TEXT NOT NULL,
  batch_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT '',
  message TEXT NOT NULL DEFAULT '',
  -- "open", "done" or "failed".
  outcome TEXT NOT NULL DEFAULT 'open',
  PRIMARY KEY (request, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_request_rows_by_outcome ON bulk_request_rows (request, outcome, place);
`;
