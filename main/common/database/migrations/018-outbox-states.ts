export default `
-- The states 'draft' (the files of the entry are being added) and 'removed' (by the user, until the next start) replace
-- the column listing. removed_from is the state that restoring a removed entry restores.
ALTER TABLE outbox ADD COLUMN removed_from TEXT;
UPDATE outbox SET removed_from = CASE state WHEN 'sending' THEN 'waiting' ELSE state END, state = 'removed'
  WHERE listing = 'removed';
UPDATE outbox SET state = 'draft' WHERE listing = 'draft';
DROP INDEX outbox_listed;
ALTER TABLE outbox DROP COLUMN listing;
CREATE INDEX outbox_shown ON outbox (workspace_id, state, project_id, id);
`;
