export default `
-- JSON: the ids of the batches with the same names that existed before the request was sent. NULL unless the response
-- was lost; request_id is then a local id.
ALTER TABLE bulk_requests ADD COLUMN seen_before TEXT;
-- The field or cell of the request that names the file.
ALTER TABLE outbox_files ADD COLUMN field TEXT NOT NULL DEFAULT '';
CREATE INDEX bulk_request_rows_by_batch ON bulk_request_rows (batch_id) WHERE batch_id <> '';
`;
