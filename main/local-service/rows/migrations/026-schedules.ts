export default `
  -- What a producer plans: a day ("2027-03-31") and a note. They are no part of the interface, and a change of them is
  -- no change of the project or the batch.
  ALTER TABLE projects ADD COLUMN due_on TEXT;
  ALTER TABLE projects ADD COLUMN schedule_note TEXT NOT NULL DEFAULT '';
  ALTER TABLE batches ADD COLUMN due_on TEXT;
  ALTER TABLE batches ADD COLUMN schedule_note TEXT NOT NULL DEFAULT '';
  `;
