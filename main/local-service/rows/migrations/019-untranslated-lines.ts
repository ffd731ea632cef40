export default `
  -- Lines without a text in the language of a dub. The next plan counts them.
  ALTER TABLE dubs ADD COLUMN untranslated INTEGER NOT NULL DEFAULT 0;
  UPDATE dubs SET is_check_due = 1 WHERE planned > 0;
  `;
