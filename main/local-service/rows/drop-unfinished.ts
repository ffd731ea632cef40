/**
 * SQL for a copy that replaces a damaged database. An invitation may have been used or withdrawn
 * since the copy was made; it must not be valid again. Its uploads, publications and removals refer
 * to bytes that have changed since the copy was made; repeating one could overwrite or delete a
 * newer file.
 */
export const dropUnfinished = {
  publishing: "DELETE FROM publishing",
  removals: "DELETE FROM removals",
  parts: "DELETE FROM parts",
  uploads: "DELETE FROM uploads",
  restored_objects: "DELETE FROM restored_objects",
  invitations: "DELETE FROM invitations WHERE used_at IS NULL",
};
