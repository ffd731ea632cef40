export default `
  CREATE TABLE files (
    path TEXT PRIMARY KEY,
    location TEXT NOT NULL,
    folded TEXT,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    content_type TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX files_by_folded ON files (folded) WHERE folded IS NOT NULL;

  CREATE TABLE publishing (
    staged TEXT PRIMARY KEY,
    upload_id TEXT,
    path TEXT NOT NULL,
    location TEXT NOT NULL,
    folded TEXT,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    content_type TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE removals (location TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    content_type TEXT NOT NULL,
    layout TEXT,
    is_closed INTEGER NOT NULL DEFAULT 0,
    touched_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX uploads_by_touched ON uploads (touched_at);

  CREATE TABLE parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    placement TEXT NOT NULL,
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE spent_urls (
    nonce TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spent_urls_by_expiry ON spent_urls (expires_at);
  `;
