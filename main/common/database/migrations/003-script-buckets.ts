export default `
-- The bucket for the scripts of a workspace. Its secret key is in the vault.
CREATE TABLE script_buckets (
  workspace_id TEXT PRIMARY KEY,
  endpoint TEXT NOT NULL,
  region TEXT NOT NULL,
  bucket TEXT NOT NULL,
  prefix TEXT NOT NULL,
  access_key_id TEXT NOT NULL,
  is_path_style INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
