export default `
  -- The end of the span of a line that a comment is about, as milliseconds from the start of the line like at_ms.
  ALTER TABLE comments ADD COLUMN end_ms INTEGER;
  -- The comment that a reply belongs to, which is no reply; the rows of a line that was split or merged are written in
  -- any order, so it is no foreign key.
  ALTER TABLE comments ADD COLUMN reply_to TEXT;
  -- Who resolved the comment or opened it again last, and when. Unknown for older comments.
  ALTER TABLE comments ADD COLUMN state_by TEXT NOT NULL DEFAULT '';
  ALTER TABLE comments ADD COLUMN state_at INTEGER;
  `;
