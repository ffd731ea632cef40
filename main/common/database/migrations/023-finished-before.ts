export default `
-- Of each workspace the finished uploads that are not counted as progress: they ended before the queue was empty and
-- uploads were added again. Negative when finished uploads that are counted were removed from the list.
CREATE TABLE finished_before (
  workspace_id TEXT PRIMARY KEY,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
