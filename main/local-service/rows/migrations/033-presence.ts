export default `
  -- At which line of a language a person is. Rows that are not renewed for a while are removed.
  CREATE TABLE presence (
    user_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    language_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, batch_id, language_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX presence_by_language ON presence (batch_id, language_id);
`;
