export default `
  -- The same for what is read in the background; a task without it waits.
  ALTER TABLE batches ADD COLUMN signature TEXT NOT NULL DEFAULT '';
  ALTER TABLE translations ADD COLUMN signature TEXT NOT NULL DEFAULT '';
  ALTER TABLE bulk_requests ADD COLUMN signature TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;
  `;
