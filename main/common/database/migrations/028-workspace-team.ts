export default `
-- The service for several persons, with the person of the credentials, as last announced: JSON, or 'null' for others.
ALTER TABLE workspaces ADD COLUMN team TEXT NOT NULL DEFAULT 'null';
`;
