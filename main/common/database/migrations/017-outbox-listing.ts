export default `
-- 'draft' while the files of the entry are added, then 'listed'; 'removed' by the user, until the next start. Only
-- listed entries are shown and sent.
ALTER TABLE outbox ADD COLUMN listing TEXT NOT NULL DEFAULT 'listed';
UPDATE outbox SET listing = 'removed' WHERE is_dropped <> 0;
DROP INDEX outbox_listed;
ALTER TABLE outbox DROP COLUMN is_dropped;
CREATE INDEX outbox_listed ON outbox (workspace_id, listing, state, project_id, id);
`;
