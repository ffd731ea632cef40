export default `
-- The MD5 of what was sent (uploads/transfer/content-md5.ts), '' if unknown: settles whether a file with equal size and
-- time, but another inode or ctime, has changed.
ALTER TABLE uploads ADD COLUMN content_md5 TEXT NOT NULL DEFAULT '';

ALTER TABLE outbox_files ADD COLUMN ctime_ns TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox_files ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox_files ADD COLUMN content_md5 TEXT NOT NULL DEFAULT '';
DROP TRIGGER outbox_file_arrived;
-- is_there remains 1 when a finished upload is removed from the list of uploads.
CREATE TRIGGER outbox_file_arrived AFTER UPDATE OF state ON uploads WHEN new.state = 'done' BEGIN
  UPDATE outbox_files SET is_there = 1, size = new.size, mtime_ns = new.mtime_ns, inode = new.inode,
    ctime_ns = new.ctime_ns, device = new.device, content_md5 = new.content_md5 WHERE upload = new.id;
END;

-- The version that was queued, and after its arrival the one that was sent. content_md5 is NULL in rows of earlier
-- versions, which compared only size and time.
ALTER TABLE watched_files ADD COLUMN inode TEXT NOT NULL DEFAULT '';
ALTER TABLE watched_files ADD COLUMN ctime_ns TEXT NOT NULL DEFAULT '';
ALTER TABLE watched_files ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE watched_files ADD COLUMN content_md5 TEXT;
`;
