export default `
  -- To ignore a check of the sound is about the sound: its SHA-256. Null for checks of the text. Earlier rows get the hash
  -- of the present take; without a take of their text they apply to no later one.
  ALTER TABLE ignored_checks ADD COLUMN sha256 TEXT;
  UPDATE ignored_checks SET sha256 = coalesce((
      SELECT k.sha256 FROM takes k
      LEFT JOIN line_reviews r ON r.batch_id = k.batch_id AND r.number = k.number AND r.language_id = k.language_id
      WHERE k.batch_id = ignored_checks.batch_id AND k.number = ignored_checks.number
        AND k.language_id = ignored_checks.language_id AND k.state = 'made'
        AND ignored_checks.text = coalesce((SELECT x.text FROM translations t JOIN line_texts x
          ON x.batch_id = t.batch_id AND x.language_id = t.language_id || CASE t.text_set WHEN 1 THEN '#' ELSE '' END
          WHERE t.batch_id = k.batch_id AND t.language_id = k.language_id AND x.number = k.number), '')
      ORDER BY k.variant <> coalesce(r.chosen_variant, 0), k.variant LIMIT 1), '')
    WHERE name IN ('words-cut', 'silence', 'clipping', 'loudness', 'loudness-jump');
  `;
