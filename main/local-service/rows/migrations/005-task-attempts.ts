export default `
  -- How often the task was started and neither finished nor put back: each time the process ended while running it.
  ALTER TABLE tasks ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
  `;
