export default `
-- The extensions that the service announced: a JSON array of names.
ALTER TABLE workspaces ADD COLUMN extensions TEXT NOT NULL DEFAULT '[]';

-- The cached lists of a service. The scope is the id of a project, model or batch; "" for the whole workspace.
CREATE TABLE lists (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  -- The time of the last complete sync, and the problem of a later one as JSON.
  read_at INTEGER,
  problem TEXT,
  UNIQUE (workspace_id, kind, scope)
) STRICT;
-- The items of the lists: the resource as JSON, and the columns by which it is searched, filtered and sorted. This is
-- a cache: a migration that changes the meaning of these columns empties this table and sets read_at above to NULL.
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
  -- 1: the end of the batch was reported to the user.
  is_announced INTEGER NOT NULL DEFAULT 0,
  search TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX list_items_by_id ON list_items (list, id);
CREATE INDEX list_items_by_name ON list_items (list, name_key, id);
CREATE INDEX list_items_by_category ON list_items (list, category, name_key, id);
CREATE INDEX list_items_by_update ON list_items (list, updated_at, name_key, id);

-- Numbers of items by category, maintained by the triggers below.
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

-- New and changed items of a sync in progress, until the sync has read the whole list.
CREATE TABLE list_staged (
  place INTEGER PRIMARY KEY,
  list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  item TEXT NOT NULL
) STRICT;
CREATE INDEX list_staged_of ON list_staged (list, place);

-- Languages that this application added to projects: the interface does not return the languages of a project.
CREATE TABLE project_languages (
  workspace_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  language_id TEXT NOT NULL,
  PRIMARY KEY (workspace_id, project_id, language_id)
) STRICT, WITHOUT ROWID;
`;
