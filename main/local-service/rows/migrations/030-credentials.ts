export default `
  -- The credentials of persons and programs, besides those of the folder's key. Of a secret only its SHA-256 is stored.
  -- While a secret is replaced, both are valid.
  CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    secret_sha256 TEXT NOT NULL,
    earlier_secret_sha256 TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX credentials_by_user ON credentials (user_id);

  -- An invitation becomes one credential, once. Of its code only the SHA-256 is stored.
  CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    code_sha256 TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    invited_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    withdrawn_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_by_user ON invitations (user_id);

  -- The calls that change something: inserted before a call, completed after it. Without a status the process ended
  -- during the call.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    credential_id TEXT NOT NULL,
    user_id TEXT,
    call TEXT NOT NULL,
    ids TEXT NOT NULL,
    status INTEGER
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (at);
  `;
