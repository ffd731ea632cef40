export default `
  -- The dub of a batch in a language. Its counters change in the transactions that change its takes.
  CREATE TABLE dubs (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    state TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    priority INTEGER NOT NULL DEFAULT 0,
    requested_at INTEGER NOT NULL,
    is_check_due INTEGER NOT NULL DEFAULT 0,
    planned INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    outdated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (batch_id, language_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX dubs_by_state ON dubs (state, priority DESC, requested_at, batch_id, language_id);
  CREATE INDEX dubs_to_check ON dubs (batch_id, language_id) WHERE is_check_due = 1;

  -- A take of a line in a language. Takes are immutable: another text, voice or setting is another key, and the earlier
  -- take stays as outdated.
  CREATE TABLE takes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    variant INTEGER NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT '',
    voice TEXT NOT NULL DEFAULT '',
    location TEXT,
    bytes INTEGER,
    md5 TEXT,
    sha256 TEXT,
    duration_ms REAL,
    speed REAL,
    loudness REAL,
    peak REAL,
    pitch REAL,
    made_at INTEGER,
    UNIQUE (batch_id, language_id, number, variant, key)
  ) STRICT;
  CREATE INDEX takes_queued ON takes (batch_id, language_id, number, variant) WHERE state = 'queued';

  CREATE TABLE take_checks (
    take_id INTEGER NOT NULL REFERENCES takes (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY (take_id, name)
  ) STRICT, WITHOUT ROWID;

  -- The folder of a batch's results in the gallery. The folded form is unique.
  CREATE TABLE dub_folders (
    batch_id TEXT PRIMARY KEY REFERENCES batches (id) ON DELETE CASCADE,
    folder TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
  ) STRICT, WITHOUT ROWID;

  -- The length of a line's slot: of its source audio for line dubbing.
  ALTER TABLE lines ADD COLUMN slot_ms INTEGER;

  -- Batches of earlier versions were never dubbed; nothing begins by itself.
  INSERT INTO dubs (batch_id, language_id, state, requested_at)
    SELECT t.batch_id, t.language_id, 'idle', b.created_at FROM translations t
    JOIN batches b ON b.id = t.batch_id JOIN projects p ON p.id = b.project_id
    WHERE b.status = 'ready' AND t.status = 'ready' AND (t.type = 'target' OR p.type = 'audio-production');
  `;
