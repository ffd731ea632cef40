export default `
  -- Several services on one database: what the engines of each worker can do, as JSON. The id is its
  -- SHA-256.
  CREATE TABLE engine_sets (
    id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  -- Their processes. Rows that are not renewed for a while are removed.
  CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    host TEXT NOT NULL,
    engine_set TEXT NOT NULL,
    problem TEXT NOT NULL,
    takes_per_minute REAL NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  -- What applies to all of them: "engine_set" is the pinned one, "paused" exists while no take is
  -- begun.
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
`;
