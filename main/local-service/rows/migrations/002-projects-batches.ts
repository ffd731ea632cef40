export default `
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
  `;
