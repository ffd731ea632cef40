export default `
  -- 'folder': the files are in a folder of the service's computer. 'objects': they are objects, and
  -- "folder" is the name of the folder that clients create for them.
  ALTER TABLE exports ADD COLUMN kind TEXT NOT NULL DEFAULT 'folder';
  -- When the objects are removed; NULL while they are made, and for a folder.
  ALTER TABLE exports ADD COLUMN expires_at INTEGER;
  ALTER TABLE export_files ADD COLUMN location TEXT;
  CREATE INDEX exports_with_objects ON exports (expires_at) WHERE expires_at IS NOT NULL;
`;
