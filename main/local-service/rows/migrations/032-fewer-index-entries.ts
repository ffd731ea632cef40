export default `
  -- Lines without a time need no entries.
  DROP INDEX lines_by_start;
  DROP INDEX lines_of_character_by_start;
  CREATE INDEX lines_by_start ON lines (batch_id, start_ms) WHERE start_ms IS NOT NULL;
  CREATE INDEX lines_of_character_by_start ON lines (batch_id, character_id, start_ms) WHERE start_ms IS NOT NULL;
  `;
