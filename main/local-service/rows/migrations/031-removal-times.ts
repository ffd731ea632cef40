export default `
  -- When the row was removed that named the bytes: those of a bucket stay for some days. 0 for older removals.
  ALTER TABLE removals ADD COLUMN removed_at INTEGER NOT NULL DEFAULT 0;
  `;
