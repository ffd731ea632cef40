/**
 * Rows for dumps of old database versions. The entry at index N-1 contains rows for the tables
 * added in version N.
 */

export const applicationSeeds: readonly string[] = [
  `
  INSERT INTO workspaces (id, name, kind, base_url, client_id, auth_scheme, data_dir, created_at) VALUES
    ('w-hosted', 'Studio', 'hosted', 'https://dub.example/api', 'client-1', 'raw', '', 1700000000000),
    ('w-local', 'This computer', 'local', '', '', 'raw', '/data/Dubyard', 1700000001000);
  INSERT INTO settings (name, value)
    VALUES ('uploads', '{"parallelFiles":2,"parallelParts":3,"partSize":0,"bandwidthLimit":0}');
  INSERT INTO gallery_files (workspace_id, parent, sort_key, name, generation)
    VALUES ('w-hosted', 'Season 1/', 'e01', 'E01 – Grüße.mp4', 3);
  INSERT INTO gallery_folders (workspace_id, parent, sort_key, path, name, direct_files, all_files)
    VALUES ('w-hosted', '', '', '', '', 0, 1), ('w-hosted', '', 'season 1', 'Season 1/', 'Season 1', 1, 1);
  INSERT INTO galleries (workspace_id, generation, read_at)
    VALUES ('w-hosted', 3, 1700000002000);
  INSERT INTO drops (id, workspace_id, created_at, is_announced) VALUES (1, 'w-hosted', 1700000003000, 0);
  INSERT INTO uploads (id, drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns, inode, state,
      position, replaces, upload_id, part_size, part_count, sent_bytes, done_parts) VALUES
    (1, 1, 'w-hosted', '/media/E01.mp4', 'Season 1/E01 – Grüße.mp4', 'video/mp4', 900, '1700000000123456789', '42',
     'done', 1, 0, NULL, 0, 0, 900, 0),
    (2, 1, 'w-hosted', '/media/E02.mp4', 'Season 1/E02.mp4', 'video/mp4', 10485761, '1700000000123456789', '43',
     'paused', 2, 1, 'upload-2', 5242880, 3, 5242880, 1);
  INSERT INTO upload_parts (upload, number, etag, size)
    VALUES (2, 1, '"0123456789abcdef0123456789abcdef"', 5242880);
  `,
  `
  UPDATE workspaces SET extensions = '["users","backup"]' WHERE id = 'w-local';
  INSERT INTO lists (id, workspace_id, kind, scope, read_at, problem) VALUES (1, 'w-hosted', 'projects', '', 1700000004000, NULL);
  INSERT INTO list_items (list, id, name_key, other_key, category, subtype, amount, created_at, updated_at, search, body)
    VALUES (1, 'p-1', 'season', '', 'active', 'line-dubbing', 0, 1, 2, 'season', '{"id":"p-1","name":"Season"}');
  INSERT INTO list_staged (place, list, item) VALUES (1, 1, '{"id":"p-2"}');
  INSERT INTO project_languages (workspace_id, project_id, language_id) VALUES ('w-hosted', 'p-1', 'fr-fr');
  `,
  `
  INSERT INTO script_buckets (workspace_id, endpoint, region, bucket, prefix, access_key_id, is_path_style)
    VALUES ('w-hosted', 'https://s3.example', 'eu-1', 'scripts', 'a/', 'key-id', 1);
  `,
  `
  INSERT INTO outbox (id, workspace_id, project_id, project_name, kind, name, state, target_folder, body, has_script,
      created_at) VALUES (7, 'w-hosted', 'p-1', 'Season', 'batch', 'E02', 'waiting', 'Season 1/', '{"name":"E02"}', 0, 1700000005000);
  INSERT INTO outbox_files (entry, source_path, gallery_path, size, mtime_ns, inode, upload, is_there)
    VALUES (7, '/media/E02.mp4', 'Season 1/E02.mp4', 10485761, '1700000000123456789', '43', 2, 0);
  `,
  `
  INSERT INTO bulk_drafts (id, workspace_id, project_id, name, settings, columns, target_folder, updated_at)
    VALUES (3, 'w-hosted', 'p-1', 'Season 2', '{}', '[]', '', 1700000006000);
  INSERT INTO bulk_draft_rows (draft, id, place, body) VALUES (3, 1, 0, '{"name":"E01"}'), (3, 2, 1, '{"name":"E02"}');
  INSERT INTO bulk_requests (id, workspace_id, project_id, request_id, name, settings, columns, target_folder, row_count,
      sent_at) VALUES (4, 'w-hosted', 'p-1', 'r-1', 'Season 1', '{}', '[]', '', 1, 1700000007000);
  INSERT INTO bulk_request_rows (request, place, source, batch_id, name, outcome) VALUES (4, 0, '{}', 'b-1', 'E01', 'done');
  `,
  ``,
  ``,
  `INSERT INTO forms (workspace_id, place, text)
    VALUES ('w-hosted', 'batch/p-1', '{"name":"E03"}');`,
  ``,
  ``,
  ``,
  ``,
  `INSERT INTO batch_origins (workspace_id, batch_id, origin) VALUES ('w-hosted', 'b-1', '{"script":{"kind":"none"}}');`,
  `INSERT INTO approved_paths (script, path, approved_at) VALUES ('', '/media', 1700000008000);`,
  `UPDATE workspaces SET capabilities = '{"transcription":false}' WHERE id = 'w-local';`,
];

export const workspaceSeeds: readonly string[] = [
  `
  INSERT INTO files (path, location, folded, size, etag, content_type)
    VALUES
    ('Season 1/E01 – Grüße.mp4', 'media/Season 1/E01 – Grüße.mp4', 'season 1/e01 – grüsse.mp4', 5, 'etag-1', 'video/mp4'),
    ('con.wav', 'renamed/0123.wav', NULL, 5, 'etag-2', 'audio/wav');
  INSERT INTO uploads (id, path, content_type, layout, is_closed, touched_at)
    VALUES ('00000000000000000000000000000001', 'Season 1/E02.mp4', 'video/mp4', '5242880', 0, 4100000000000);
  INSERT INTO parts (upload_id, number, size, etag, placement)
    VALUES ('00000000000000000000000000000001', 1, 5242880, '"etag"', 'data@0');
  INSERT INTO spent_urls (nonce, expires_at)
    VALUES ('nonce-1', 4100000000);
  `,
  `
  INSERT INTO users (id, first_name, last_name, email, folded_email, created_at)
    VALUES ('u-1', 'Ada', 'Example', 'Ada@example.test', 'ada@example.test', 1700000000000);
  INSERT INTO projects (id, name, status, type, model, source_language, created_at, updated_at)
    VALUES ('p-1', 'Season', 'active', 'line-dubbing', 'local-basic', 'en-us', 1700000000000, 1700000000000);
  INSERT INTO project_languages (project_id, position, language_id) VALUES ('p-1', 0, 'fr-fr');
  INSERT INTO team (project_id, user_id, role)
    VALUES ('p-1', 'u-1', 'editor');
  INSERT INTO characters (id, project_id, name, folded, voice, created_at, updated_at)
    VALUES ('c-1', 'p-1', 'Anna', 'anna', NULL, 1700000000000, 1700000000000);
  INSERT INTO glossary (id, project_id, word, language_id, phonemization, phonemization_language_id, pronunciation_language_id, pronounce_as, case_sensitive, created_at, updated_at)
    VALUES ('g-1', 'p-1', 'Dub', 'en-us', '', 'en-us', 'en-us', 'dab', 0, 1700000000000, 1700000000000);
  INSERT INTO bulk_requests (id, project_id, script_path, settings, is_read, failure, created_at)
    VALUES ('r-1', 'p-1', 'https://scripts.example/a.csv', '{}', 1, NULL, 1700000000000);
  INSERT INTO batches (id, project_id, name, status, character_count, uncast_count, script_path, settings, created_at, updated_at)
    VALUES ('b-1', 'p-1', 'E01', 'casting', 1, 1, 'https://scripts.example/a.csv', '{}', 1700000000000, 1700000000000);
  INSERT INTO translations (batch_id, position, language_id, type, status) VALUES ('b-1', 0, 'fr-fr', 'dub', 'casting');
  INSERT INTO assignments (batch_id, language_id, user_id)
    VALUES ('b-1', 'fr-fr', 'u-1');
  INSERT INTO batch_characters (batch_id, character_id)
    VALUES ('b-1', 'c-1');
  INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity, start_ms, end_ms)
    VALUES ('b-1', 1, 'L1', 'c-1', '', '', '', 0, 1000);
  INSERT INTO line_texts (batch_id, number, language_id, text) VALUES ('b-1', 1, 'fr-fr', 'Un « œuf »');
  INSERT INTO bulk_rows (request_id, position, row_number, name, failure, batch_id) VALUES ('r-1', 0, 2, 'E01', NULL, 'b-1');
  INSERT INTO tasks (id, kind, batch_id, language_id, request_id) VALUES (9, 'batch', 'b-1', NULL, NULL);
  INSERT INTO scripts (id, name, size, location, created_at)
    VALUES ('00000000000000000000000000000002', 'a.csv', 5, 'scripts/00000000000000000000000000000002', 1700000000000);
  `,
];
