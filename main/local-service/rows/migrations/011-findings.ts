export default `
  -- What the checks found on the lines of a language. All findings of a language are made again after a change of one of
  -- the values that they follow from: findings_state is 1 then, 2 while they are made, and 0 when they are complete.
  ALTER TABLE takes ADD COLUMN scan TEXT;
  DROP TABLE take_checks;
  ALTER TABLE dubs ADD COLUMN findings_state INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX dubs_with_findings_due ON dubs (batch_id, language_id) WHERE findings_state <> 0;
  CREATE TABLE line_findings (
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    severity TEXT NOT NULL,
    rule TEXT,
    value REAL,
    max REAL,
    subject TEXT,
    PRIMARY KEY (batch_id, number, language_id, position),
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  -- Checks that a person ignores for a line, as long as it has this text.
  CREATE TABLE ignored_checks (
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    by TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (batch_id, number, language_id, name),
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER findings_due_by_take AFTER UPDATE OF state, sha256 ON takes BEGIN
    UPDATE dubs SET findings_state = 1
      WHERE batch_id = NEW.batch_id AND language_id = NEW.language_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_new_take AFTER INSERT ON takes BEGIN
    UPDATE dubs SET findings_state = 1
      WHERE batch_id = NEW.batch_id AND language_id = NEW.language_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_removed_take AFTER DELETE ON takes BEGIN
    UPDATE dubs SET findings_state = 1
      WHERE batch_id = OLD.batch_id AND language_id = OLD.language_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_new_text AFTER INSERT ON line_texts BEGIN
    UPDATE dubs SET findings_state = 1 WHERE batch_id = NEW.batch_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_text AFTER UPDATE OF text ON line_texts BEGIN
    UPDATE dubs SET findings_state = 1 WHERE batch_id = NEW.batch_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_text_set AFTER UPDATE OF text_set ON translations BEGIN
    UPDATE dubs SET findings_state = 1 WHERE batch_id = NEW.batch_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_new_review AFTER INSERT ON line_reviews
    WHEN NEW.offset_ms <> 0 OR NEW.chosen_variant IS NOT NULL BEGIN
    UPDATE dubs SET findings_state = 1
      WHERE batch_id = NEW.batch_id AND language_id = NEW.language_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_review AFTER UPDATE OF offset_ms, chosen_variant ON line_reviews
    WHEN NEW.offset_ms IS NOT OLD.offset_ms OR NEW.chosen_variant IS NOT OLD.chosen_variant BEGIN
    UPDATE dubs SET findings_state = 1
      WHERE batch_id = NEW.batch_id AND language_id = NEW.language_id AND findings_state <> 1;
  END;
  CREATE TRIGGER findings_due_by_line AFTER UPDATE OF start_ms, end_ms, slot_ms, character_id ON lines BEGIN
    UPDATE dubs SET findings_state = 1 WHERE batch_id = NEW.batch_id AND findings_state <> 1;
  END;
  -- A change of the glossary or of the engine compares the takes.
  CREATE TRIGGER findings_due_by_check AFTER UPDATE OF is_check_due ON dubs
    WHEN NEW.is_check_due = 1 AND NEW.findings_state <> 1 BEGIN
    UPDATE dubs SET findings_state = 1 WHERE batch_id = NEW.batch_id AND language_id = NEW.language_id;
  END;
  `;
