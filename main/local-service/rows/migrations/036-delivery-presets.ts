export default `
  -- Presets of deliveries that users saved, for all projects of the workspace. "choices" is JSON; "revision" counts the
  -- changes from 1.
  CREATE TABLE delivery_presets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    choices TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
`;
