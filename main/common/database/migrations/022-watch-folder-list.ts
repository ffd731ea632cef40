export default `
-- When the user removed it. Its files stay known until the next start, so that the removal can be undone.
ALTER TABLE watch_folders ADD COLUMN removed_at INTEGER;
-- The number of arrived files and the last one are found without reading the rows of the files.
CREATE INDEX watched_files_by_arrival ON watched_files (watch_folder_id, uploaded_at) WHERE uploaded_at IS NOT NULL;
`;
