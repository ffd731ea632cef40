export default `
  -- The voices of characters in single languages. In others, a character has the voice of its row.
  CREATE TABLE character_voices (
    character_id TEXT NOT NULL REFERENCES characters (id) ON DELETE CASCADE,
    language_id TEXT NOT NULL,
    voice TEXT NOT NULL,
    PRIMARY KEY (character_id, language_id)
  ) STRICT, WITHOUT ROWID;
  `;
