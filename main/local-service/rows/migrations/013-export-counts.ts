export default `
  -- Numbers of files, which change in the transactions that change them. A snapshot is '' when it was removed. What was
  -- measured on a file of an export, as JSON; and in which way it does not meet its preset, or ''.
  ALTER TABLE exports ADD COLUMN files INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE exports ADD COLUMN findings INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE export_files ADD COLUMN measures TEXT;
  ALTER TABLE export_files ADD COLUMN finding TEXT NOT NULL DEFAULT '';
  UPDATE exports SET
    files = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id),
    made = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id AND f.state = 'made'),
    failed = (SELECT count(*) FROM export_files f WHERE f.export_id = exports.id AND f.state = 'failed');
  `;
