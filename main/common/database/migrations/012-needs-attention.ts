export default `
-- The group "needs-you" is renamed to "needs-attention", in the column category and in the JSON of the batches.
UPDATE list_items SET category = 'needs-attention', body = json_set(body, '$.group', 'needs-attention')
  WHERE category = 'needs-you' AND list IN (SELECT id FROM lists WHERE kind = 'batches');
DELETE FROM list_counts WHERE category = 'needs-you';
`;
