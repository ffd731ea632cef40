export default `
-- The action if the gallery path exists before the first byte is sent: 'ask', 'skip', 'replace' or 'rename'.
ALTER TABLE uploads ADD COLUMN on_conflict TEXT NOT NULL DEFAULT 'ask';
-- 1: the path was free, or the user's choice was applied. A file that appeared there later may be this one.
ALTER TABLE uploads ADD COLUMN is_started INTEGER NOT NULL DEFAULT 0;
UPDATE uploads SET is_started = 1 WHERE upload_id IS NOT NULL OR complete_attempts > 0 OR attempts > 0
  OR state IN ('uploading', 'completing', 'done');
CREATE TRIGGER outbox_file_renamed AFTER UPDATE OF gallery_path ON uploads
  WHEN new.gallery_path <> old.gallery_path BEGIN
  UPDATE outbox_files SET gallery_path = new.gallery_path WHERE upload = new.id;
END;
`;
