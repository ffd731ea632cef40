export default `
  -- Tenths of a decibel by which the takes of a line are louder in a language.
  ALTER TABLE line_reviews ADD COLUMN level_tenths INTEGER NOT NULL DEFAULT 0;
  `;
