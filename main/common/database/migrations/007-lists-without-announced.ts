export default `
-- Not needed: the end of a batch is reported when its group changes from an open one to an ended one.
ALTER TABLE list_items DROP COLUMN is_announced;
`;
