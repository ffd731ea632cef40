export default `
  -- What the workspace is in a move to another service, as JSON; no row without a move.
  CREATE TABLE moving (
    is_only INTEGER PRIMARY KEY CHECK (is_only = 1),
    state TEXT NOT NULL
  ) STRICT;
`;
