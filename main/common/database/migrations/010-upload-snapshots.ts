export default `
-- More attributes of the file's snapshot; '' for files that an earlier version queued.
ALTER TABLE uploads ADD COLUMN ctime_ns TEXT NOT NULL DEFAULT '';
ALTER TABLE uploads ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE uploads ADD COLUMN restart_reason TEXT;
-- 1: the ETags of the storage are not MD5, so the received bytes could not be verified.
ALTER TABLE uploads ADD COLUMN is_unverified INTEGER NOT NULL DEFAULT 0;
-- The MD5 of the bytes sent; '' if it is unknown. In rows of earlier versions, an ETag of this form is that MD5.
ALTER TABLE upload_parts ADD COLUMN md5 TEXT NOT NULL DEFAULT '';
UPDATE upload_parts SET md5 = lower(trim(replace(etag, 'W/', ''), '"'));
UPDATE upload_parts SET md5 = '' WHERE length(md5) <> 32 OR md5 GLOB '*[^0-9a-f]*';
`;
