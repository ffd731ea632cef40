/** SQL of the persons who are at lines now. Times are those of the database's clock. */
import { all, run, type Rows } from "../unit-of-work";
import type { PresenceRows, PresentPerson } from "./presence-port";

export const createPresenceRows = (rows: Rows): PresenceRows => ({
  notePresence: rows.within("own-rows").note(function* (userId, { batchId, languageId }, number) {
    yield* run(
      `INSERT INTO presence (user_id, batch_id, language_id, number, seen_at) VALUES (?, ?, ?, ?, @now)
       ON CONFLICT (user_id, batch_id, language_id)
       DO UPDATE SET number = excluded.number, seen_at = excluded.seen_at`,
      userId,
      batchId,
      languageId,
      number,
    );
  }),
  // Apart from the row of a person, so that no two units wait for each other.
  removeFormerPresence: rows.within("own-rows").note(function* (ms) {
    yield* run("DELETE FROM presence WHERE seen_at < @now - CAST(? AS BIGINT)", ms);
  }),
  listPresent: rows.read(({ batchId, languageId }, ms) =>
    all<PresentPerson>(
      `SELECT p.user_id AS userId, u.first_name AS firstName, u.last_name AS lastName, p.number
       FROM presence p JOIN users u ON u.id = p.user_id
       WHERE p.batch_id = ? AND p.language_id = ? AND p.seen_at >= @now - CAST(? AS BIGINT)
       ORDER BY p.number, u.first_name, u.last_name, p.user_id`,
      batchId,
      languageId,
      ms,
    ),
  ),
});
