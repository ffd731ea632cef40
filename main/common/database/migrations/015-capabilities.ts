export default `
-- The capabilities that the service announced: a JSON object of booleans by name.
ALTER TABLE workspaces ADD COLUMN capabilities TEXT NOT NULL DEFAULT '{}';
`;
