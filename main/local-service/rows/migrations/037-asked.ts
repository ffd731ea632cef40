export default `
  -- What processes without an engine ask workers to make for clients. Rows of a day are removed.
  CREATE TABLE asked (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    subject TEXT NOT NULL,
    state TEXT NOT NULL,
    progress REAL NOT NULL,
    status INTEGER NOT NULL,
    problem TEXT NOT NULL,
    result TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX asked_waiting ON asked (asked_at, kind, key) WHERE state = 'waiting';
`;
