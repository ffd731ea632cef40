export default `
-- 1: the service has copied the file by its path, and the copy was not compared with it yet.
ALTER TABLE uploads ADD COLUMN is_copied INTEGER NOT NULL DEFAULT 0;
CREATE INDEX uploads_copied ON uploads (finished_at) WHERE is_copied = 1;
`;
