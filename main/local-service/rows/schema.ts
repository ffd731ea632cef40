import type { Migrations } from "../../common/database/database";

/** The application_id in the header of a workspace database ("DBLW"); `inspectFolder` recognises the database by it. */
export const applicationId = 0x44424c57;
/** Tables of every version; a database older than the application id is recognised by them. */
export const firstTables = ["files", "publishing", "removals", "uploads", "parts", "spent_urls"];

/** The body of a trigger: the line of the row has changed. A released version contains this text: it is never edited. */
const countsAsChange = (row: "NEW" | "OLD") => `BEGIN
    INSERT INTO review_revisions VALUES (${row}.batch_id, ${row}.language_id, unixepoch(), unixepoch())
      ON CONFLICT DO UPDATE SET revision = revision + 1;
    INSERT INTO line_changes
      SELECT batch_id, language_id, ${row}.number, revision FROM review_revisions
        WHERE batch_id = ${row}.batch_id AND language_id = ${row}.language_id
      ON CONFLICT DO UPDATE SET revision = excluded.revision;
  END;`;

/** The local workspace's tables. Each entry is one version; a released one is never edited. */
export const migrations: Migrations = [
  `
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
  `,
  `
  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    folded_email TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX users_in_order ON users (created_at, id);

  CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    type TEXT NOT NULL,
    model TEXT NOT NULL,
    source_language TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX projects_in_order ON projects (type, created_at, id);

  CREATE TABLE project_languages (
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    PRIMARY KEY (project_id, position),
    UNIQUE (project_id, language_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE team (
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (project_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX team_by_user ON team (user_id, role);

  CREATE TABLE characters (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    voice TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, folded)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX characters_in_order ON characters (project_id, created_at, id);

  CREATE TABLE glossary (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    word TEXT NOT NULL,
    language_id TEXT NOT NULL,
    phonemization TEXT NOT NULL,
    phonemization_language_id TEXT NOT NULL,
    pronunciation_language_id TEXT NOT NULL,
    pronounce_as TEXT NOT NULL,
    case_sensitive INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX glossary_in_order ON glossary (project_id, created_at, id);
  CREATE INDEX glossary_by_word ON glossary (project_id, language_id, word);

  CREATE TABLE bulk_requests (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    script_path TEXT NOT NULL,
    settings TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0,
    failure TEXT,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bulk_requests_by_project ON bulk_requests (project_id);

  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    character_count INTEGER NOT NULL DEFAULT 0,
    uncast_count INTEGER NOT NULL DEFAULT 0,
    script_path TEXT,
    video_path TEXT,
    language_code TEXT,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batches_in_order ON batches (project_id, created_at, id);
  CREATE INDEX batches_by_status ON batches (status);

  CREATE TABLE translations (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    script_path TEXT,
    speaker_separator TEXT,
    PRIMARY KEY (batch_id, position),
    UNIQUE (batch_id, language_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE assignments (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (batch_id, language_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX assignments_by_user ON assignments (user_id);

  CREATE TABLE batch_characters (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    character_id TEXT NOT NULL REFERENCES characters (id) ON DELETE CASCADE,
    PRIMARY KEY (batch_id, character_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_characters_by_character ON batch_characters (character_id);

  CREATE TABLE lines (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    line_id TEXT NOT NULL,
    character_id TEXT NOT NULL,
    source_audio TEXT NOT NULL,
    emotion TEXT NOT NULL,
    intensity TEXT NOT NULL,
    start_ms INTEGER,
    end_ms INTEGER,
    PRIMARY KEY (batch_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lines_by_character ON lines (character_id);

  CREATE TABLE line_texts (
    batch_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    language_id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (batch_id, number, language_id),
    FOREIGN KEY (batch_id, number) REFERENCES lines (batch_id, number) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE bulk_rows (
    request_id TEXT NOT NULL REFERENCES bulk_requests (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    row_number INTEGER NOT NULL,
    name TEXT NOT NULL,
    failure TEXT,
    batch_id TEXT REFERENCES batches (id) ON DELETE SET NULL,
    PRIMARY KEY (request_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bulk_rows_by_batch ON bulk_rows (batch_id);

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    batch_id TEXT REFERENCES batches (id) ON DELETE CASCADE,
    language_id TEXT,
    request_id TEXT REFERENCES bulk_requests (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX tasks_by_batch ON tasks (batch_id);
  CREATE INDEX tasks_by_request ON tasks (request_id);

  CREATE TABLE scripts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    location TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX scripts_in_order ON scripts (created_at, id);
  `,
  `
  -- The task's project, the group with which it shares slots, its position in the casting order, and its next step.
  ALTER TABLE tasks ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN lane TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN step TEXT NOT NULL DEFAULT 'read';
  UPDATE tasks SET turn = id, project_id = coalesce(
    (SELECT project_id FROM batches WHERE id = batch_id),
    (SELECT project_id FROM bulk_requests WHERE id = request_id), '');
  UPDATE tasks SET lane = coalesce(
    request_id, (SELECT request_id FROM bulk_rows r WHERE r.batch_id = tasks.batch_id AND kind = 'batch'), project_id);
  CREATE INDEX tasks_by_lane ON tasks (lane, step, id);
  CREATE INDEX tasks_in_turn ON tasks (project_id, turn, id);

  -- The current one of a language's two text sets, and the first line for which the spare set may contain text.
  ALTER TABLE translations ADD COLUMN text_set INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE translations ADD COLUMN spare_from INTEGER;
  CREATE INDEX translations_with_spare ON translations (batch_id) WHERE spare_from IS NOT NULL;

  -- The planned batch of a row as JSON, until it is created.
  ALTER TABLE bulk_rows ADD COLUMN plan TEXT;
  CREATE INDEX bulk_rows_planned ON bulk_rows (request_id, position) WHERE plan IS NOT NULL;
  `,
  `PRAGMA application_id = 1145195607`,
  `
  -- How often the task was started and neither finished nor put back: each time the process ended while running it.
  ALTER TABLE tasks ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
  `,
  `
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
  `,
  `
  -- Spans of speech in the video of a batch, with their texts once they are transcribed. They are deleted when the lines
  -- of the batch are stored; until then an interrupted analysis continues with them.
  CREATE TABLE speech_spans (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT,
    PRIMARY KEY (batch_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  -- Whether the batch has no lines because no transcription of its language was installed.
  ALTER TABLE batches ADD COLUMN awaits_transcription INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX batches_awaiting ON batches (id) WHERE awaits_transcription = 1;
  CREATE INDEX translations_without_script ON translations (batch_id)
    WHERE status = 'pending' AND type = 'target' AND script_path IS NULL;
  `,
  `
  -- External engines; the settings are JSON. SECURITY: their keys, and what the user has confirmed, are not stored here.
  CREATE TABLE external_engines (
    id TEXT PRIMARY KEY,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
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
  `,
  `
  -- The folder and the snapshot belong to this computer: exports are not part of a backup.
  CREATE TABLE exports (
    id TEXT PRIMARY KEY,
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    folder TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX exports_by_batch ON exports (batch_id, created_at);
  CREATE INDEX exports_unfinished ON exports (created_at) WHERE state = 'making';
  CREATE TABLE export_files (
    export_id TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    state TEXT NOT NULL,
    bytes INTEGER,
    sha256 TEXT,
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (export_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX export_files_by_path ON export_files (export_id, path);
  `,
  `
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
  `,
  `
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
  `,
  `
  -- Numbers of files, which change in the transactions that change them. A snapshot is '' when it was removed. What was
  -- measured on a file of an export, as JSON; and in which way it does not meet its preset, or ''.
  ALTER TABLE exports ADD COLUMN files INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN findings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE export_files ADD COLUMN measures TEXT;
  ALTER TABLE export_files ADD COLUMN finding TEXT NOT NULL DEFAULT '';
  UPDATE exports SET
    files = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id),
    made = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id AND f.state = 'made'),
    failed = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id AND f.state = 'failed');
  `,
  `
  -- A decision is about a sound: its SHA-256. A take that is made again with other bytes is not decided. A decision whose
  -- take does not exist any more has none, and does not apply to a take that is made later.
  ALTER TABLE line_reviews ADD COLUMN decision_sha256 TEXT;
  UPDATE line_reviews SET decision_sha256 = (SELECT k.sha256 FROM takes k
      WHERE k.batch_id = line_reviews.batch_id AND k.language_id = line_reviews.language_id
        AND k.number = line_reviews.number AND k.state IN ('made', 'outdated') AND k.location IS NOT NULL
        AND instr(line_reviews.decision_key, k.key || ':' || k.variant || ':') = 1)
    WHERE decision IS NOT NULL;
  `,
];

/** First version that sets the application id. */
export const firstVersionWithId =
  1 + migrations.findIndex((sql) => sql.includes("PRAGMA application_id"));

/**
 * SQL for a copy that replaces a damaged database. Its uploads, publications and removals refer to bytes that have
 * changed since the copy was made; repeating one could overwrite or delete a newer file.
 */
export const dropUnfinished = {
  publishing: "DELETE FROM publishing",
  removals: "DELETE FROM removals",
  parts: "DELETE FROM parts",
  uploads: "DELETE FROM uploads",
};
