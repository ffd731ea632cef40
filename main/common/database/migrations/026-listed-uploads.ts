export default `
-- 1: the upload has finished, and no list of the gallery that was begun since then has shown it. Those of earlier versions
-- are not checked: their files may have been deleted on purpose.
ALTER TABLE uploads ADD COLUMN is_unlisted INTEGER NOT NULL DEFAULT 0;
-- 1: it has finished, but no answer of the service or its storage says so.
ALTER TABLE uploads ADD COLUMN is_assumed INTEGER NOT NULL DEFAULT 0;
-- How often the file was sent again, by reason, as JSON.
ALTER TABLE uploads ADD COLUMN resends TEXT NOT NULL DEFAULT '{}';
CREATE INDEX uploads_unlisted ON uploads (workspace_id) WHERE is_unlisted = 1;

DROP TRIGGER outbox_file_arrived;
-- is_there remains 1 when a finished upload is removed from the list of uploads.
CREATE TRIGGER outbox_file_arrived AFTER UPDATE OF state, is_unlisted ON uploads
  WHEN new.state = 'done' AND (new.is_assumed = 0 OR new.is_unlisted = 0)
BEGIN
  UPDATE outbox_files SET is_there = 1, size = new.size, mtime_ns = new.mtime_ns, inode = new.inode,
    ctime_ns = new.ctime_ns, device = new.device, content_md5 = new.content_md5 WHERE upload = new.id;
END;
-- The gallery does not have the file, or another one, after all.
CREATE TRIGGER outbox_file_missing AFTER UPDATE OF state ON uploads
  WHEN old.state = 'done' AND new.state <> 'done'
BEGIN
  UPDATE outbox_files SET is_there = 0 WHERE upload = new.id;
END;
`;
