export default `
  -- What a reviewer set for a line in a language; without a row, nothing. The chosen take is a variant, so that it stays
  -- chosen when the takes are made again. A decision applies to the take and the placement in its key.
  CREATE TABLE line_reviews (
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    voice TEXT,
    offset_ms INTEGER NOT NULL DEFAULT 0,
    fit TEXT NOT NULL DEFAULT 'auto',
    chosen_variant INTEGER,
    extra_takes INTEGER NOT NULL DEFAULT 0,
    decision TEXT,
    reason TEXT NOT NULL DEFAULT '',
    decided_by TEXT NOT NULL DEFAULT '',
    decision_key TEXT,
    PRIMARY KEY (batch_id, number, language_id),
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  -- The values before and after each change, as JSON.
  CREATE TABLE line_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    changes TEXT NOT NULL,
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX line_history_by_line ON line_history (batch_id, number, language_id, id);
  CREATE TABLE comments (
    id TEXT PRIMARY KEY,
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    at_ms INTEGER,
    text TEXT NOT NULL,
    by TEXT NOT NULL,
    is_resolved INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX comments_by_line ON comments (batch_id, number, language_id);
  `;
