/** SQL that makes copied rows usable, which are those of a backup or of another workspace. */
export const foreignRowsSql: readonly string[] = [
  "UPDATE comments SET take_id = NULL WHERE take_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM takes k WHERE k.id = comments.take_id)",
  // SECURITY: prepared rows may contain replies to replies, or to comments on other lines.
  `UPDATE comments SET reply_to = NULL WHERE reply_to IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comments AS c
     WHERE c.id = comments.reply_to AND c.reply_to IS NULL AND c.batch_id = comments.batch_id
       AND c.number = comments.number AND c.language_id = comments.language_id)`,
  "UPDATE dubs SET state = 'due' WHERE state IN ('making', 'finishing')",
  // The findings are not copied.
  "UPDATE dubs SET findings_state = 1",
  // A delivery continues only after it was confirmed for this workspace. One of the kind that this
  // service does not make would otherwise be unfinished for ever.
  "UPDATE exports SET signature = ''",
  "UPDATE exports SET state = 'unconfirmed' WHERE state = 'making'",
  // The bytes of deliveries are not copied: they are made again on request.
  "UPDATE exports SET state = 'expired', problem = '' WHERE kind = 'objects' AND state IN ('made', 'failed')",
  `UPDATE exports SET made = 0, failed = 0, expires_at = NULL WHERE kind = 'objects' AND state <> 'cancelled'`,
  `UPDATE export_files SET state = 'waiting', sha256 = NULL, problem = '' WHERE export_id IN (
     SELECT id FROM exports WHERE kind = 'objects' AND state <> 'cancelled')`,
  "UPDATE export_files SET location = NULL WHERE location IS NOT NULL",
];
