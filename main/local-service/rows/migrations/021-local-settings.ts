export default `
  -- Settings that the interface does not have, as JSON; see preload/local-service/local-settings.ts.
  ALTER TABLE batches ADD COLUMN local_settings TEXT NOT NULL DEFAULT '{}';
  `;
