export default `
  -- Objects of a restored backup that are to be moved to their locations; and the restore that began and has not
  -- replaced the rows yet.
  CREATE TABLE restored_objects (staged TEXT PRIMARY KEY, location TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE pending_restores (folder TEXT PRIMARY KEY, started_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `;
