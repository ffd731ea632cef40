export default `
  -- Spans of speech in the video of a batch, with their texts once they are transcribed. They are deleted when the lines
  -- of the batch are stored; until then an interrupted analysis continues with them.
  CREATE TABLE speech_spans (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT,
    PRIMARY KEY (batch_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  -- Whether the batch has no lines because no transcription of its language was installed.
  ALTER TABLE batches ADD COLUMN awaits_transcription INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX batches_awaiting ON batches (id) WHERE awaits_transcription = 1;
  CREATE INDEX translations_without_script ON translations (batch_id)
    WHERE status = 'pending' AND type = 'target' AND script_path IS NULL;
  `;
