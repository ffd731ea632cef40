export default `
-- Paths on this computer that the user has chosen (script is ''), and confirmed source audio outside of the folder of
-- its script.
CREATE TABLE approved_paths (
  script TEXT NOT NULL,
  path TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (script, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX approved_paths_by_age ON approved_paths (approved_at);
`;
