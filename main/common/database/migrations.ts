import type { Migrations } from "./database";

/** Schema migrations of the application database, one per entry. */
export const migrations: Migrations = [
  `
  CREATE TABLE workspaces (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    base_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    auth_scheme TEXT NOT NULL,
    data_dir TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- What we know of each gallery. A file's key holds its parent folder ("" or "a/b/"), a form of its name that
  -- sorts as people count, and the name.
  CREATE TABLE gallery_files (
    workspace_id TEXT NOT NULL,
    parent TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    name TEXT NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, parent, sort_key, name)
  ) STRICT, WITHOUT ROWID;
  -- Every folder above a file, the top ("") included. Counts are kept with each change of a file.
  CREATE TABLE gallery_folders (
    workspace_id TEXT NOT NULL,
    parent TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    direct_files INTEGER NOT NULL,
    all_files INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX gallery_folders_of ON gallery_folders (workspace_id, parent, sort_key);
  CREATE TABLE galleries (
    workspace_id TEXT PRIMARY KEY,
    generation INTEGER NOT NULL,
    read_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE drops (
    id INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_announced INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE uploads (
    id INTEGER PRIMARY KEY,
    drop_id INTEGER NOT NULL,
    workspace_id TEXT NOT NULL,
    source_path TEXT NOT NULL,
    gallery_path TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- The file's identity when it was queued; nanoseconds and inode are text, being larger than a number holds.
    size INTEGER NOT NULL,
    mtime_ns TEXT NOT NULL,
    inode TEXT NOT NULL,
    state TEXT NOT NULL,
    -- Where it stands in the list: active, failed, waiting, done.
    rank INTEGER NOT NULL GENERATED ALWAYS AS (CASE state
      WHEN 'preparing' THEN 0 WHEN 'uploading' THEN 0 WHEN 'completing' THEN 0
      WHEN 'failed' THEN 1 WHEN 'done' THEN 3 ELSE 2 END) STORED,
    position REAL NOT NULL,
    -- The gallery may have held something at this path before.
    replaces INTEGER NOT NULL,
    upload_id TEXT,
    part_size INTEGER NOT NULL DEFAULT 0,
    part_count INTEGER NOT NULL DEFAULT 0,
    sent_bytes INTEGER NOT NULL DEFAULT 0,
    done_parts INTEGER NOT NULL DEFAULT 0,
    -- How often 'complete' was sent; counted on disk before it is sent.
    complete_attempts INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    restarts INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER,
    error_code TEXT,
    error_message TEXT,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX uploads_due ON uploads (state, position);
  CREATE INDEX uploads_listed ON uploads (workspace_id, rank, position);
  CREATE INDEX uploads_by_path ON uploads (workspace_id, gallery_path);
  CREATE INDEX uploads_by_position ON uploads (position);
  CREATE INDEX uploads_by_drop ON uploads (drop_id, state);

  -- The queue in numbers, kept by the triggers below.
  CREATE TABLE upload_totals (
    workspace_id TEXT NOT NULL,
    state TEXT NOT NULL,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sent_bytes INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER uploads_added AFTER INSERT ON uploads BEGIN
    INSERT INTO upload_totals VALUES (new.workspace_id, new.state, 1, new.size, new.sent_bytes)
      ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + new.size, sent_bytes = sent_bytes + new.sent_bytes;
  END;
  CREATE TRIGGER uploads_removed AFTER DELETE ON uploads BEGIN
    UPDATE upload_totals SET files = files - 1, bytes = bytes - old.size, sent_bytes = sent_bytes - old.sent_bytes
      WHERE workspace_id = old.workspace_id AND state = old.state;
  END;
  CREATE TRIGGER uploads_changed AFTER UPDATE OF state, size, sent_bytes ON uploads BEGIN
    UPDATE upload_totals SET files = files - 1, bytes = bytes - old.size, sent_bytes = sent_bytes - old.sent_bytes
      WHERE workspace_id = old.workspace_id AND state = old.state;
    INSERT INTO upload_totals VALUES (new.workspace_id, new.state, 1, new.size, new.sent_bytes)
      ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + new.size, sent_bytes = sent_bytes + new.sent_bytes;
  END;

  CREATE TABLE upload_parts (
    upload INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    etag TEXT NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a service offers beyond the interface, as a JSON array of names.
  ALTER TABLE workspaces ADD COLUMN extensions TEXT NOT NULL DEFAULT '[]';

  -- Lists of a service. The scope is what they are of: the id of a project, model or batch; "" for the workspace.
  CREATE TABLE lists (
    id INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    -- When it was last read whole; what went wrong since, as JSON.
    read_at INTEGER,
    problem TEXT,
    UNIQUE (workspace_id, kind, scope)
  ) STRICT;
  -- Their items: the resource as JSON, and beside it what it is searched, filtered and sorted by. A cache: where a
  -- later version reads something else into these columns, it empties this table and the read_at above.
  CREATE TABLE list_items (
    list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    name_key TEXT NOT NULL,
    other_key TEXT NOT NULL,
    category TEXT NOT NULL,
    subtype TEXT NOT NULL,
    amount REAL NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    -- The end of a batch was told once.
    is_announced INTEGER NOT NULL DEFAULT 0,
    search TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX list_items_by_id ON list_items (list, id);
  CREATE INDEX list_items_by_name ON list_items (list, name_key, id);
  CREATE INDEX list_items_by_category ON list_items (list, category, name_key, id);
  CREATE INDEX list_items_by_update ON list_items (list, updated_at, name_key, id);

  -- Items by category, kept by the triggers below.
  CREATE TABLE list_counts (
    list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
    category TEXT NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (list, category)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER list_items_added AFTER INSERT ON list_items BEGIN
    INSERT INTO list_counts VALUES (new.list, new.category, 1) ON CONFLICT DO UPDATE SET items = items + 1;
  END;
  CREATE TRIGGER list_items_removed AFTER DELETE ON list_items BEGIN
    UPDATE list_counts SET items = items - 1 WHERE list = old.list AND category = old.category;
  END;
  CREATE TRIGGER list_items_changed AFTER UPDATE OF category ON list_items
    WHEN new.category <> old.category BEGIN
    UPDATE list_counts SET items = items - 1 WHERE list = old.list AND category = old.category;
    INSERT INTO list_counts VALUES (new.list, new.category, 1) ON CONFLICT DO UPDATE SET items = items + 1;
  END;

  -- What a reading has found to be new or changed, until it has come to its end.
  CREATE TABLE list_staged (
    place INTEGER PRIMARY KEY,
    list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
    item TEXT NOT NULL
  ) STRICT;
  CREATE INDEX list_staged_of ON list_staged (list, place);

  -- Languages that projects were given here: the interface tells of none.
  CREATE TABLE project_languages (
    workspace_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    language_id TEXT NOT NULL,
    PRIMARY KEY (workspace_id, project_id, language_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- A workspace's own bucket for scripts; the key to it is in the vault.
  CREATE TABLE script_buckets (
    workspace_id TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    region TEXT NOT NULL,
    bucket TEXT NOT NULL,
    prefix TEXT NOT NULL,
    access_key_id TEXT NOT NULL,
    is_path_style INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Orders on their way to the service: batches and bulk requests that wait for their files, the network, their turn.
  CREATE TABLE outbox (
    -- Never given twice: what was put aside for one entry is not another's.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    project_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    -- Taken out, and kept until the list is cleared so that it can be taken back.
    is_dropped INTEGER NOT NULL DEFAULT 0,
    -- Another number after every change: what was prepared for an earlier one is not sent.
    revision INTEGER NOT NULL DEFAULT 1,
    target_folder TEXT NOT NULL,
    -- What is asked for, as JSON, and whether a script on this computer is part of it.
    body TEXT NOT NULL,
    has_script INTEGER NOT NULL,
    draft_id INTEGER,
    -- Ids of the batches of its names that were there before it was sent, as JSON; and when it was sent without an
    -- answer: on disk before it is sent, so that a lost answer can be told from none.
    seen_before TEXT,
    attempted_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER,
    error_code TEXT,
    error_message TEXT,
    fields TEXT NOT NULL DEFAULT '[]',
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    result_id TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX outbox_listed ON outbox (workspace_id, is_dropped, state, project_id, id);
  -- Media that an order names, as they were when it was taken, and the uploads that bring them to the gallery.
  CREATE TABLE outbox_files (
    entry INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    source_path TEXT NOT NULL,
    gallery_path TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns TEXT NOT NULL,
    inode TEXT NOT NULL,
    upload INTEGER,
    is_there INTEGER NOT NULL,
    PRIMARY KEY (entry, source_path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX outbox_files_by_upload ON outbox_files (upload);
  CREATE INDEX outbox_files_by_source ON outbox_files (source_path);
  CREATE INDEX uploads_by_source ON uploads (workspace_id, source_path);
  -- An upload that has arrived is known to have, whenever it is taken off the list.
  CREATE TRIGGER outbox_file_arrived AFTER UPDATE OF state ON uploads WHEN new.state = 'done' BEGIN
    UPDATE outbox_files SET is_there = 1 WHERE upload = new.id;
  END;
  CREATE TRIGGER outbox_file_left AFTER DELETE ON uploads BEGIN
    UPDATE outbox_files SET upload = NULL WHERE upload = old.id;
  END;
  `,
  `
  -- Grids of bulk requests while they are filled in.
  CREATE TABLE bulk_drafts (
    -- Never given twice: an entry of the outbox may name one that is gone.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- JSON: what holds for all rows, and the settings that have a column.
    settings TEXT NOT NULL,
    columns TEXT NOT NULL,
    target_folder TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX bulk_drafts_of ON bulk_drafts (workspace_id, project_id);
  CREATE TABLE bulk_draft_rows (
    draft INTEGER NOT NULL REFERENCES bulk_drafts (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (draft, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bulk_draft_rows_by_place ON bulk_draft_rows (draft, place);

  -- Bulk requests that were sent from here, what they asked for, and what the service last said of them.
  CREATE TABLE bulk_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    columns TEXT NOT NULL,
    target_folder TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT '',
    progress REAL NOT NULL DEFAULT 0,
    -- Nothing more will happen to it.
    is_over INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER NOT NULL,
    read_at INTEGER,
    error_code TEXT,
    error_message TEXT,
    UNIQUE (workspace_id, request_id)
  ) STRICT;
  CREATE INDEX bulk_requests_of ON bulk_requests (workspace_id, project_id, sent_at);
  CREATE TABLE bulk_request_rows (
    request INTEGER NOT NULL REFERENCES bulk_requests (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    -- The row of the grid as it was, as JSON.
    source TEXT NOT NULL,
    batch_id TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT '',
    message TEXT NOT NULL DEFAULT '',
    -- "open", "done" or "failed".
    outcome TEXT NOT NULL DEFAULT 'open',
    PRIMARY KEY (request, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX bulk_request_rows_by_outcome ON bulk_request_rows (request, outcome, place);
  `,
  `
  -- A page far down the list is found by the index alone.
  DROP INDEX uploads_listed;
  CREATE INDEX uploads_listed ON uploads (workspace_id, rank, position, state);
  `,
  `
  -- That a batch was under way says itself whether its end is one to tell of.
  ALTER TABLE list_items DROP COLUMN is_announced;
  `,
  `
  -- Forms that are being filled in, as the window writes them: the place is a name that it gives.
  CREATE TABLE forms (
    workspace_id TEXT NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (workspace_id, place)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of a request whose answer was lost: JSON, the batches of its names that were there before. Its id is our own.
  ALTER TABLE bulk_requests ADD COLUMN seen_before TEXT;
  -- The field or cell of an order that names a file.
  ALTER TABLE outbox_files ADD COLUMN field TEXT NOT NULL DEFAULT '';
  CREATE INDEX bulk_request_rows_by_batch ON bulk_request_rows (batch_id) WHERE batch_id <> '';
  `,
  `
  -- The rest of a file's snapshot: '' for those that an earlier version queued.
  ALTER TABLE uploads ADD COLUMN ctime_ns TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN device TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN restart_reason TEXT;
  -- The storage's ETags are not MD5.
  ALTER TABLE uploads ADD COLUMN is_unverified INTEGER NOT NULL DEFAULT 0;
  -- Of the bytes sent, '' where it is not known. Earlier versions kept an ETag of this form only as an MD5.
  ALTER TABLE upload_parts ADD COLUMN md5 TEXT NOT NULL DEFAULT '';
  UPDATE upload_parts SET md5 = lower(trim(replace(etag, 'W/', ''), '"'));
  UPDATE upload_parts SET md5 = '' WHERE length(md5) <> 32 OR md5 GLOB '*[^0-9a-f]*';
  `,
  `
  -- 0 for a request that is followed by its id: its rows are as the service lists them, and sent_at is when following began.
  ALTER TABLE bulk_requests ADD COLUMN is_sent_here INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- "needs-you" is now called "needs-attention": in the column that batches are filtered by, and in the batch itself.
  UPDATE list_items SET category = 'needs-attention', body = json_set(body, '$.group', 'needs-attention')
    WHERE category = 'needs-you' AND list IN (SELECT id FROM lists WHERE kind = 'batches');
  DELETE FROM list_counts WHERE category = 'needs-you';
  `,
  `
  -- What a batch was created from, where it was created here: JSON, without URLs that may be signed.
  CREATE TABLE batch_origins (
    workspace_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    PRIMARY KEY (workspace_id, batch_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Paths on this computer that the user has chosen; with a script: source audio outside of its folder, confirmed.
  CREATE TABLE approved_paths (
    script TEXT NOT NULL,
    path TEXT NOT NULL,
    approved_at INTEGER NOT NULL,
    PRIMARY KEY (script, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX approved_paths_by_age ON approved_paths (approved_at);
  `,
  `
  -- JSON: capability to true or false, as the service announced them.
  ALTER TABLE workspaces ADD COLUMN capabilities TEXT NOT NULL DEFAULT '{}';
  `,
  `
  -- What is done when the gallery path is taken at the first byte: 'ask', 'skip', 'replace' or 'rename'.
  ALTER TABLE uploads ADD COLUMN on_conflict TEXT NOT NULL DEFAULT 'ask';
  -- The path was found free, or the user's choice was applied: what is there since may be this very file.
  ALTER TABLE uploads ADD COLUMN is_started INTEGER NOT NULL DEFAULT 0;
  UPDATE uploads SET is_started = 1 WHERE upload_id IS NOT NULL OR complete_attempts > 0 OR attempts > 0
    OR state IN ('uploading', 'completing', 'done');
  CREATE TRIGGER outbox_file_renamed AFTER UPDATE OF gallery_path ON uploads
    WHEN new.gallery_path <> old.gallery_path BEGIN
    UPDATE outbox_files SET gallery_path = new.gallery_path WHERE upload = new.id;
  END;
  `,
  `
  -- 'draft': its files are being added. 'listed'. 'removed' by the user, until the next start. A row that is not listed
  -- is neither shown nor sent.
  ALTER TABLE outbox ADD COLUMN listing TEXT NOT NULL DEFAULT 'listed';
  UPDATE outbox SET listing = 'removed' WHERE is_dropped <> 0;
  DROP INDEX outbox_listed;
  ALTER TABLE outbox DROP COLUMN is_dropped;
  CREATE INDEX outbox_listed ON outbox (workspace_id, listing, state, project_id, id);
  `,
];
