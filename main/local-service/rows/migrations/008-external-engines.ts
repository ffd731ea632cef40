export default `
  -- External engines; the settings are JSON. SECURITY: their keys, and what the user has confirmed, are not stored here.
  CREATE TABLE external_engines (
    id TEXT PRIMARY KEY,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
