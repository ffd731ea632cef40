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
  // A delivery continues only after it was confirmed for this workspace.
  "UPDATE exports SET signature = ''",
  "UPDATE exports SET state = 'unconfirmed' WHERE state = 'making' AND kind = 'objects'",
];
