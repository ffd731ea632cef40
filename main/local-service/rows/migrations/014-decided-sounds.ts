export default `
  -- A decision is about a sound: its SHA-256. A take that is made again with other bytes is not decided. A decision whose
  -- take does not exist any more has none, and does not apply to a take that is made later.
  ALTER TABLE line_reviews ADD COLUMN decision_sha256 TEXT;
  UPDATE line_reviews SET decision_sha256 = (SELECT k.sha256 FROM takes k
      WHERE k.batch_id = line_reviews.batch_id AND k.language_id = line_reviews.language_id
        AND k.number = line_reviews.number AND k.state IN ('made', 'outdated') AND k.location IS NOT NULL
        AND instr(line_reviews.decision_key, k.key || ':' || k.variant || ':') = 1)
    WHERE decision IS NOT NULL;
  `;
