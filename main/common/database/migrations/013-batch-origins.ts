export default `
-- The origin of each batch that this application created (preload/contract/batch-origin), as JSON. URLs that may be
-- signed are not stored.
CREATE TABLE batch_origins (
  workspace_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  origin TEXT NOT NULL,
  PRIMARY KEY (workspace_id, batch_id)
) STRICT, WITHOUT ROWID;
`;
