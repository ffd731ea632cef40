export default `
-- Due dates and notes of projects and batches whose service stores none. batch_id is '' for a project.
CREATE TABLE schedules (
  workspace_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  due_on TEXT,
  note TEXT NOT NULL,
  PRIMARY KEY (workspace_id, project_id, batch_id)
) STRICT, WITHOUT ROWID;
`;
