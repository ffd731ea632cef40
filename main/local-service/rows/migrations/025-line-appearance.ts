export default `
  -- How the script shows the subtitle of a line: "italic", "top", "italic top" or "".
  ALTER TABLE lines ADD COLUMN appearance TEXT NOT NULL DEFAULT '';
  `;
