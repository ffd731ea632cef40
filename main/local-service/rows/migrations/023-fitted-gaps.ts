export default `
  -- Takes use the gap after their line. Those of existing batches were made without it, and stay as they are.
  UPDATE batches SET settings = json_set(settings, '$.fitGapMs', 0);
  -- The line after another one, of the batch and of a character.
  CREATE INDEX lines_by_start ON lines (batch_id, start_ms);
  CREATE INDEX lines_of_character_by_start ON lines (batch_id, character_id, start_ms);
  `;
