export default `
-- 0: the request is followed by its id. Its rows are those that the service lists, and sent_at is the time when
-- following began.
ALTER TABLE bulk_requests ADD COLUMN is_sent_here INTEGER NOT NULL DEFAULT 1;
`;
