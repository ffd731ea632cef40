export default `
-- The index contains the state, so that a page at a large offset is found without reading the table.
DROP INDEX uploads_listed;
CREATE INDEX uploads_listed ON uploads (workspace_id, rank, position, state);
`;
