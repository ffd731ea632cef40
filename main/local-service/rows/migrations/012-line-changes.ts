/** The body of a trigger: the line of the row has changed. */
const countsAsChange = (row: "NEW" | "OLD") => `BEGIN
    INSERT INTO review_revisions VALUES (${row}.batch_id, ${row}.language_id, unixepoch(), unixepoch())
      ON CONFLICT DO UPDATE SET revision = revision + 1;
    INSERT INTO line_changes
      SELECT batch_id, language_id, ${row}.number, revision FROM review_revisions
        WHERE batch_id = ${row}.batch_id AND language_id = ${row}.language_id
      ON CONFLICT DO UPDATE SET revision = excluded.revision;
  END;`;

export default `
  -- is_check_due of a dub is 1 when its takes are to be compared, 2 while they are, and 0 afterwards.
  DROP INDEX dubs_to_check;
  CREATE INDEX dubs_to_check ON dubs (batch_id, language_id) WHERE is_check_due <> 0;

  -- Takes with a higher priority are made first. A line uses the take of a variant to choose as soon as it is made.
  -- What a take was made of shows why it is outdated.
  ALTER TABLE takes ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE takes ADD COLUMN is_to_choose INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE takes ADD COLUMN requested_by TEXT NOT NULL DEFAULT '';
  ALTER TABLE takes ADD COLUMN text TEXT;
  ALTER TABLE takes ADD COLUMN fit TEXT;
  -- The location of the synthesised sound, which takes of other lengths share.
  ALTER TABLE takes ADD COLUMN speech TEXT;
  DROP INDEX takes_queued;
  CREATE INDEX takes_queued ON takes (batch_id, language_id, priority DESC, number, variant) WHERE state = 'queued';

  -- The take that a comment is about.
  ALTER TABLE comments ADD COLUMN take_id INTEGER;

  -- The lines of a language that changed, each with the number of its last change. The numbers of a language begin with
  -- the present time, so that those before a restored backup are not among them.
  CREATE TABLE review_revisions (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    first INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (batch_id, language_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE line_changes (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (batch_id, language_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX line_changes_by_revision ON line_changes (batch_id, language_id, revision);
  CREATE TRIGGER line_changed_by_new_take AFTER INSERT ON takes ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_take AFTER UPDATE OF state, sha256 ON takes ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_removed_take AFTER DELETE ON takes
    WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id) ${countsAsChange("OLD")}
  CREATE TRIGGER line_changed_by_new_review AFTER INSERT ON line_reviews ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_review AFTER UPDATE ON line_reviews ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_new_comment AFTER INSERT ON comments ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_comment AFTER UPDATE ON comments ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_removed_comment AFTER DELETE ON comments
    WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id) ${countsAsChange("OLD")}
  CREATE TRIGGER line_changed_by_finding AFTER INSERT ON line_findings ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_removed_finding AFTER DELETE ON line_findings
    WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id) ${countsAsChange("OLD")}
  CREATE TRIGGER line_changed_by_ignored_check AFTER INSERT ON ignored_checks ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_changed_ignored_check AFTER UPDATE ON ignored_checks ${countsAsChange("NEW")}
  CREATE TRIGGER line_changed_by_removed_ignored_check AFTER DELETE ON ignored_checks
    WHEN EXISTS (SELECT 1 FROM batches WHERE id = OLD.batch_id) ${countsAsChange("OLD")}
  `;
