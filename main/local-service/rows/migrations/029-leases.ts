export default `
  -- Which process works on what, until when, and how often that was begun without a result.
  CREATE TABLE leases (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    owner TEXT NOT NULL,
    token TEXT NOT NULL,
    until INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX leases_by_owner ON leases (owner);
  INSERT INTO leases (kind, key, owner, token, until, attempts)
    SELECT 'ingest', CAST(id AS TEXT), '', '', 0, attempts FROM tasks WHERE attempts > 0;
  ALTER TABLE tasks DROP COLUMN attempts;
  `;
