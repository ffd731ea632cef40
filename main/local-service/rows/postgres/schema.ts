/**
 * The tables and indexes of PostgreSQL, in their present state. They have the names, columns and
 * order of columns of those of SQLite, and the same version: a migration of SQLite changes this
 * text too, and `postgresMigrations` has an entry for it once a release has created databases.
 * `test/unit/local-service/postgres-schema.test.ts` compares the two.
 *
 * - Numbers are BIGINT or DOUBLE PRECISION, as in SQLite; flags are 0 and 1.
 * - A text of JSON that SQL reads is JSON; it keeps its text.
 * - Rows of an UNLOGGED table are lost with a crash of the server, and cost less.
 * - References that a unit of work defers are DEFERRABLE.
 */
export const schemaVersion = 38;

export const schema = `
CREATE TABLE workspace (
  is_only BIGINT PRIMARY KEY DEFAULT 1 CHECK (is_only = 1),
  schema_version BIGINT NOT NULL,
  folder TEXT NOT NULL
);
CREATE TABLE files (
  path TEXT PRIMARY KEY,
  location TEXT NOT NULL,
  folded TEXT,
  size BIGINT NOT NULL,
  etag TEXT NOT NULL,
  content_type TEXT NOT NULL
);
CREATE TABLE publishing (
  staged TEXT PRIMARY KEY,
  upload_id TEXT,
  path TEXT NOT NULL,
  location TEXT NOT NULL,
  folded TEXT,
  size BIGINT NOT NULL,
  etag TEXT NOT NULL,
  content_type TEXT NOT NULL
);
CREATE TABLE removals (
  location TEXT PRIMARY KEY,
  removed_at BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL,
  content_type TEXT NOT NULL,
  layout TEXT,
  is_closed BIGINT NOT NULL DEFAULT 0,
  touched_at BIGINT NOT NULL
);
CREATE TABLE parts (
  upload_id TEXT NOT NULL REFERENCES uploads ON DELETE CASCADE,
  number BIGINT NOT NULL,
  size BIGINT NOT NULL,
  etag TEXT NOT NULL,
  placement TEXT NOT NULL,
  PRIMARY KEY (upload_id, number)
);
CREATE TABLE spent_urls (
  nonce TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL,
  folded_email TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL
);
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  model TEXT NOT NULL,
  source_language TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  due_on TEXT,
  schedule_note TEXT NOT NULL DEFAULT ''
);
CREATE TABLE project_languages (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  position BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  PRIMARY KEY (project_id, position),
  UNIQUE (project_id, language_id)
);
CREATE TABLE team (
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (project_id, user_id)
);
CREATE TABLE characters (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  voice TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (project_id, folded)
);
CREATE TABLE glossary (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  word TEXT NOT NULL,
  language_id TEXT NOT NULL,
  phonemization TEXT NOT NULL,
  phonemization_language_id TEXT NOT NULL,
  pronunciation_language_id TEXT NOT NULL,
  pronounce_as TEXT NOT NULL,
  case_sensitive BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE TABLE bulk_requests (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  script_path TEXT NOT NULL,
  settings TEXT NOT NULL,
  is_read BIGINT NOT NULL DEFAULT 0,
  failure TEXT,
  created_at BIGINT NOT NULL,
  signature TEXT NOT NULL DEFAULT ''
);
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  character_count BIGINT NOT NULL DEFAULT 0,
  uncast_count BIGINT NOT NULL DEFAULT 0,
  script_path TEXT,
  video_path TEXT,
  language_code TEXT,
  settings JSON NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  awaits_transcription BIGINT NOT NULL DEFAULT 0,
  signature TEXT NOT NULL DEFAULT '',
  picture_ms DOUBLE PRECISION,
  picture_rate DOUBLE PRECISION,
  local_settings TEXT NOT NULL DEFAULT '{}',
  line_set BIGINT NOT NULL DEFAULT 0,
  due_on TEXT,
  schedule_note TEXT NOT NULL DEFAULT ''
);
CREATE TABLE translations (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  position BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  script_path TEXT,
  speaker_separator TEXT,
  text_set BIGINT NOT NULL DEFAULT 0,
  spare_from BIGINT,
  signature TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (batch_id, position),
  UNIQUE (batch_id, language_id)
);
CREATE TABLE assignments (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (batch_id, language_id, user_id)
);
CREATE TABLE batch_characters (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  character_id TEXT NOT NULL REFERENCES characters ON DELETE CASCADE,
  PRIMARY KEY (batch_id, character_id)
);
CREATE TABLE lines (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  number BIGINT NOT NULL,
  line_id TEXT NOT NULL,
  character_id TEXT NOT NULL,
  source_audio TEXT NOT NULL,
  emotion TEXT NOT NULL,
  intensity TEXT NOT NULL,
  start_ms BIGINT,
  end_ms BIGINT,
  slot_ms BIGINT,
  identity BIGINT NOT NULL DEFAULT 0,
  revision BIGINT NOT NULL DEFAULT 0,
  appearance TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (batch_id, number)
);
CREATE TABLE line_texts (
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (batch_id, number, language_id),
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE bulk_rows (
  request_id TEXT NOT NULL REFERENCES bulk_requests ON DELETE CASCADE,
  position BIGINT NOT NULL,
  row_number BIGINT NOT NULL,
  name TEXT NOT NULL,
  failure TEXT,
  batch_id TEXT REFERENCES batches ON DELETE SET NULL,
  plan TEXT,
  PRIMARY KEY (request_id, position)
);
CREATE TABLE tasks (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  batch_id TEXT REFERENCES batches ON DELETE CASCADE,
  language_id TEXT,
  request_id TEXT REFERENCES bulk_requests ON DELETE CASCADE,
  project_id TEXT NOT NULL DEFAULT '',
  lane TEXT NOT NULL DEFAULT '',
  turn BIGINT NOT NULL DEFAULT 0,
  step TEXT NOT NULL DEFAULT 'read',
  is_held BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE leases (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  owner TEXT NOT NULL,
  token TEXT NOT NULL,
  until BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE TABLE scripts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  size BIGINT NOT NULL,
  location TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE TABLE dubs (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  state TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  priority BIGINT NOT NULL DEFAULT 0,
  requested_at BIGINT NOT NULL,
  is_check_due BIGINT NOT NULL DEFAULT 0,
  planned BIGINT NOT NULL DEFAULT 0,
  made BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  outdated BIGINT NOT NULL DEFAULT 0,
  findings_state BIGINT NOT NULL DEFAULT 1,
  untranslated BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, language_id)
);
CREATE TABLE takes (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  variant BIGINT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT NOT NULL DEFAULT '',
  voice TEXT NOT NULL DEFAULT '',
  location TEXT,
  bytes BIGINT,
  md5 TEXT,
  sha256 TEXT,
  duration_ms DOUBLE PRECISION,
  speed DOUBLE PRECISION,
  loudness DOUBLE PRECISION,
  peak DOUBLE PRECISION,
  pitch DOUBLE PRECISION,
  made_at BIGINT,
  scan TEXT,
  priority BIGINT NOT NULL DEFAULT 0,
  is_to_choose BIGINT NOT NULL DEFAULT 0,
  requested_by TEXT NOT NULL DEFAULT '',
  text TEXT,
  fit TEXT,
  speech TEXT,
  UNIQUE (batch_id, language_id, number, variant, key)
);
CREATE TABLE dub_folders (
  batch_id TEXT PRIMARY KEY REFERENCES batches ON DELETE CASCADE,
  folder TEXT NOT NULL,
  folded TEXT NOT NULL UNIQUE
);
CREATE TABLE speech_spans (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  start_ms BIGINT NOT NULL,
  end_ms BIGINT NOT NULL,
  text TEXT,
  PRIMARY KEY (batch_id, start_ms)
);
CREATE TABLE external_engines (
  id TEXT PRIMARY KEY,
  settings TEXT NOT NULL
);
CREATE TABLE line_reviews (
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  revision BIGINT NOT NULL,
  voice TEXT,
  offset_ms BIGINT NOT NULL DEFAULT 0,
  fit TEXT NOT NULL DEFAULT 'auto',
  chosen_variant BIGINT,
  extra_takes BIGINT NOT NULL DEFAULT 0,
  decision TEXT,
  reason TEXT NOT NULL DEFAULT '',
  decided_by TEXT NOT NULL DEFAULT '',
  decision_key TEXT,
  decision_sha256 TEXT,
  level_tenths BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, number, language_id),
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE line_history (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  at BIGINT NOT NULL,
  by TEXT NOT NULL,
  changes TEXT NOT NULL,
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE comments (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  at_ms BIGINT,
  text TEXT NOT NULL,
  by TEXT NOT NULL,
  is_resolved BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  take_id BIGINT,
  end_ms BIGINT,
  reply_to TEXT,
  state_by TEXT NOT NULL DEFAULT '',
  state_at BIGINT,
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  request TEXT NOT NULL,
  snapshot TEXT NOT NULL,
  folder TEXT NOT NULL,
  version BIGINT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  files BIGINT NOT NULL DEFAULT 0,
  made BIGINT NOT NULL DEFAULT 0,
  failed BIGINT NOT NULL DEFAULT 0,
  findings BIGINT NOT NULL DEFAULT 0,
  signature TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT 'folder',
  expires_at BIGINT
);
CREATE TABLE export_files (
  export_id TEXT NOT NULL REFERENCES exports ON DELETE CASCADE,
  position BIGINT NOT NULL,
  path TEXT NOT NULL,
  state TEXT NOT NULL,
  bytes BIGINT,
  sha256 TEXT,
  problem TEXT NOT NULL DEFAULT '',
  measures TEXT,
  finding TEXT NOT NULL DEFAULT '',
  location TEXT,
  PRIMARY KEY (export_id, position)
);
CREATE TABLE line_findings (
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  position BIGINT NOT NULL,
  name TEXT NOT NULL,
  severity TEXT NOT NULL,
  rule TEXT,
  value DOUBLE PRECISION,
  max DOUBLE PRECISION,
  subject TEXT,
  PRIMARY KEY (batch_id, number, language_id, position),
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE ignored_checks (
  batch_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  language_id TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  by TEXT NOT NULL,
  at BIGINT NOT NULL,
  sha256 TEXT,
  PRIMARY KEY (batch_id, number, language_id, name),
  FOREIGN KEY (batch_id, number) REFERENCES lines ON DELETE CASCADE DEFERRABLE
);
CREATE TABLE review_revisions (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  first BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (batch_id, language_id)
);
CREATE TABLE line_changes (
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (batch_id, language_id, number)
);
CREATE TABLE restored_objects (
  staged TEXT PRIMARY KEY,
  location TEXT NOT NULL
);
CREATE TABLE pending_restores (
  folder TEXT PRIMARY KEY,
  started_at BIGINT NOT NULL
);
CREATE TABLE line_edits (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batches ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  by TEXT NOT NULL,
  after_line BIGINT NOT NULL,
  replaced TEXT NOT NULL,
  made TEXT NOT NULL,
  is_undone BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE character_voices (
  character_id TEXT NOT NULL REFERENCES characters ON DELETE CASCADE,
  language_id TEXT NOT NULL,
  voice TEXT NOT NULL,
  PRIMARY KEY (character_id, language_id)
);
CREATE TABLE credentials (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  user_id TEXT REFERENCES users ON DELETE CASCADE,
  scope TEXT NOT NULL,
  secret_sha256 TEXT NOT NULL,
  earlier_secret_sha256 TEXT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  revoked_at BIGINT,
  last_used_at BIGINT
);
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  code_sha256 TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  scope TEXT NOT NULL,
  invited_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  withdrawn_at BIGINT
);
CREATE TABLE audit (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at BIGINT NOT NULL,
  credential_id TEXT NOT NULL,
  user_id TEXT,
  call TEXT NOT NULL,
  ids TEXT NOT NULL,
  status BIGINT
);
CREATE UNIQUE INDEX files_by_folded ON files (folded) WHERE folded IS NOT NULL;
CREATE TABLE delivery_presets (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  choices TEXT NOT NULL,
  revision BIGINT NOT NULL
);
CREATE TABLE moving (
  is_only BIGINT PRIMARY KEY CHECK (is_only = 1),
  state TEXT NOT NULL
);
CREATE TABLE engine_sets (
  id TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNLOGGED TABLE workers (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  host TEXT NOT NULL,
  engine_set TEXT NOT NULL,
  problem TEXT NOT NULL,
  takes_per_minute DOUBLE PRECISION NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE asked (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  progress DOUBLE PRECISION NOT NULL,
  status BIGINT NOT NULL,
  problem TEXT NOT NULL,
  result TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  PRIMARY KEY (kind, key)
);
CREATE UNLOGGED TABLE presence (
  user_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  language_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, batch_id, language_id)
);
CREATE INDEX uploads_by_touched ON uploads (touched_at);
CREATE INDEX spent_urls_by_expiry ON spent_urls (expires_at);
CREATE INDEX users_in_order ON users (created_at, id);
CREATE INDEX projects_in_order ON projects (type, created_at, id);
CREATE INDEX team_by_user ON team (user_id, role);
CREATE INDEX characters_in_order ON characters (project_id, created_at, id);
CREATE INDEX glossary_in_order ON glossary (project_id, created_at, id);
CREATE INDEX glossary_by_word ON glossary (project_id, language_id, word);
CREATE INDEX bulk_requests_by_project ON bulk_requests (project_id);
CREATE INDEX batches_in_order ON batches (project_id, created_at, id);
CREATE INDEX batches_by_status ON batches (status);
CREATE INDEX assignments_by_user ON assignments (user_id);
CREATE INDEX batch_characters_by_character ON batch_characters (character_id);
CREATE INDEX lines_by_character ON lines (character_id);
CREATE INDEX bulk_rows_by_batch ON bulk_rows (batch_id);
CREATE INDEX tasks_by_batch ON tasks (batch_id);
CREATE INDEX tasks_by_request ON tasks (request_id);
CREATE INDEX leases_by_owner ON leases (owner);
CREATE INDEX scripts_in_order ON scripts (created_at, id);
CREATE INDEX tasks_by_lane ON tasks (lane, step, id);
CREATE INDEX tasks_in_turn ON tasks (project_id, turn, id);
CREATE INDEX translations_with_spare ON translations (batch_id) WHERE spare_from IS NOT NULL;
CREATE INDEX bulk_rows_planned ON bulk_rows (request_id, position) WHERE plan IS NOT NULL;
CREATE INDEX dubs_by_state ON dubs (state, priority DESC, requested_at, batch_id, language_id);
CREATE INDEX batches_awaiting ON batches (id) WHERE awaits_transcription = 1;
CREATE INDEX translations_without_script ON translations (batch_id) WHERE status = 'pending' AND type = 'target' AND script_path IS NULL;
CREATE INDEX line_history_by_line ON line_history (batch_id, number, language_id, id);
CREATE INDEX comments_by_line ON comments (batch_id, number, language_id);
CREATE INDEX exports_by_batch ON exports (batch_id, created_at);
CREATE INDEX exports_unfinished ON exports (created_at) WHERE state = 'making';
CREATE INDEX exports_with_objects ON exports (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX export_files_by_path ON export_files (export_id, path);
CREATE INDEX dubs_with_findings_due ON dubs (batch_id, language_id) WHERE findings_state <> 0;
CREATE INDEX dubs_to_check ON dubs (batch_id, language_id) WHERE is_check_due <> 0;
CREATE INDEX takes_queued ON takes (batch_id, language_id, priority DESC, number, variant) WHERE state = 'queued';
CREATE INDEX line_changes_by_revision ON line_changes (batch_id, language_id, revision);
CREATE INDEX line_edits_by_batch ON line_edits (batch_id, id);
CREATE INDEX lines_by_start ON lines (batch_id, start_ms) WHERE start_ms IS NOT NULL;
CREATE INDEX lines_of_character_by_start ON lines (batch_id, character_id, start_ms) WHERE start_ms IS NOT NULL;
CREATE INDEX credentials_by_user ON credentials (user_id);
CREATE INDEX invitations_by_user ON invitations (user_id);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX asked_waiting ON asked (asked_at, kind, key) WHERE state = 'waiting';
CREATE INDEX presence_by_language ON presence (batch_id, language_id);
`;
