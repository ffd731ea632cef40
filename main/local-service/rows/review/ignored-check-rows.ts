/** SQL of the checks of lines that are ignored. */
import { soundChecks } from "../../../../preload/facts/checks";
import { ofLanguage } from "../scopes";
import { run, type Rows } from "../unit-of-work";
import { currentSet } from "../batches/line-rows";
import { usedTake } from "../dubs/used-take";
import type { FindingRows } from "./finding-port";

export const createIgnoredCheckRows = (rows: Rows): Pick<FindingRows, "ignoreCheck"> => ({
  ignoreCheck: rows.within(ofLanguage).change(function* (
    { batchId, languageId },
    number,
    { name, by, at },
  ) {
    const where = [batchId, number, languageId];
    if (by === null) {
      yield* run(
        "DELETE FROM ignored_checks WHERE batch_id = ? AND number = ? AND language_id = ? AND name = ?",
        ...where,
        name,
      );
      return true;
    }
    return (
      (yield* run(
        `INSERT INTO ignored_checks (batch_id, number, language_id, name, text, by, at, sha256)
         SELECT l.batch_id, l.number, t.language_id, ?, coalesce(x.text, ''), ?, CAST(? AS BIGINT),
           CASE WHEN ? = 1 THEN coalesce((SELECT k.sha256 FROM takes k WHERE k.id = ${usedTake}), '') END
         FROM lines l JOIN translations t ON t.batch_id = l.batch_id
         LEFT JOIN line_texts x ON x.batch_id = l.batch_id AND x.number = l.number
           AND x.language_id = ${currentSet}
         LEFT JOIN line_reviews r ON r.batch_id = l.batch_id AND r.number = l.number
           AND r.language_id = t.language_id
         WHERE l.batch_id = ? AND l.number = ? AND t.language_id = ?
         ON CONFLICT (batch_id, number, language_id, name) DO UPDATE SET text = excluded.text, by = excluded.by, at = excluded.at,
           sha256 = excluded.sha256`,
        name,
        by,
        at,
        soundChecks.has(name) ? 1 : 0,
        ...where,
      )) > 0
    );
  }),
});
