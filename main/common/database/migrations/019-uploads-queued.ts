export default `
-- The next due upload of a workspace and the next end of a delay are found without reading other rows.
DROP INDEX uploads_due;
CREATE INDEX uploads_queued ON uploads (workspace_id, next_try_at, position) WHERE state = 'queued';
`;
