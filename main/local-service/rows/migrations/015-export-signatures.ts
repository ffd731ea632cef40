export default `
  -- What shows that an export was confirmed on this computer; see confirmations.ts.
  ALTER TABLE exports ADD COLUMN signature TEXT NOT NULL DEFAULT '';
  `;
