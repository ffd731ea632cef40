export default `
  -- Lines can be changed, added and removed. The number of a line is its position; identity stays the same when lines
  -- before it are added or removed. revision is incremented by each change of a value that all languages share.
  ALTER TABLE lines ADD COLUMN identity INTEGER NOT NULL DEFAULT 0;
  UPDATE lines SET identity = number;
  ALTER TABLE lines ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  -- How often lines of a batch were added or removed.
  ALTER TABLE batches ADD COLUMN line_set INTEGER NOT NULL DEFAULT 0;

  -- Each addition or removal of lines, with the rows that it replaced, so that it can be undone. The takes of removed
  -- lines stay; their number is the negative identity of their line.
  CREATE TABLE line_edits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    by TEXT NOT NULL,
    -- The identity of the line before the replaced ones, or 0.
    after_line INTEGER NOT NULL,
    -- The replaced rows of each line, by table, and the identities and contents of the lines in their place, as JSON.
    replaced TEXT NOT NULL,
    made TEXT NOT NULL,
    is_undone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX line_edits_by_batch ON line_edits (batch_id, id);

  CREATE TRIGGER line_changed_by_line AFTER UPDATE OF revision ON lines BEGIN
    INSERT INTO review_revisions
      SELECT NEW.batch_id, t.language_id, unixepoch(), unixepoch() FROM translations t WHERE t.batch_id = NEW.batch_id
      ON CONFLICT DO UPDATE SET revision = revision + 1;
    INSERT INTO line_changes
      SELECT r.batch_id, r.language_id, NEW.number, r.revision FROM review_revisions r WHERE r.batch_id = NEW.batch_id
      ON CONFLICT DO UPDATE SET revision = excluded.revision;
  END;
  `;
