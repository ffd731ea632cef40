export default `
-- Drafts of forms in a format of the window. The place is the key of the form, chosen by the window.
CREATE TABLE forms (
  workspace_id TEXT NOT NULL,
  place TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (workspace_id, place)
) STRICT, WITHOUT ROWID;
`;
