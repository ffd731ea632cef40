export default `
  -- The task's project, the group with which it shares slots, its position in the casting order, and its next step.
  ALTER TABLE tasks ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN lane TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN step TEXT NOT NULL DEFAULT 'read';
  UPDATE tasks SET turn = id, project_id = coalesce(
    (SELECT project_id FROM batches WHERE id = batch_id),
    (SELECT project_id FROM bulk_requests WHERE id = request_id), '');
  UPDATE tasks SET lane = coalesce(
    request_id, (SELECT request_id FROM bulk_rows r WHERE r.batch_id = tasks.batch_id AND kind = 'batch'), project_id);
  CREATE INDEX tasks_by_lane ON tasks (lane, step, id);
  CREATE INDEX tasks_in_turn ON tasks (project_id, turn, id);

  -- The current one of a language's two text sets, and the first line for which the spare set may contain text.
  ALTER TABLE translations ADD COLUMN text_set INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE translations ADD COLUMN spare_from INTEGER;
  CREATE INDEX translations_with_spare ON translations (batch_id) WHERE spare_from IS NOT NULL;

  -- The planned batch of a row as JSON, until it is created.
  ALTER TABLE bulk_rows ADD COLUMN plan TEXT;
  CREATE INDEX bulk_rows_planned ON bulk_rows (request_id, position) WHERE plan IS NOT NULL;
  `;
