export default `
  -- The length in milliseconds, and the frames per second, of a video at a URL when it was last read. NULL: unknown.
  ALTER TABLE batches ADD COLUMN picture_ms REAL;
  ALTER TABLE batches ADD COLUMN picture_rate REAL;
  -- The times of lines are compared with the picture.
  UPDATE dubs SET findings_state = 1;
  `;
