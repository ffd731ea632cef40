/** SQL of what workers are asked to make for clients. Times are those of the database's clock. */
import type { AskedItem, AskedRows, AskedState } from "./asked-port";
import { hold, isFree } from "./leases";
import { get, jsonList, notIn, run, type Rows } from "./unit-of-work";

/** How long a row stays, in milliseconds. */
const keptMs = 24 * 3_600_000;

const isItem = "kind = ? AND key = ?";
/** The key of the lease of an item. */
const leaseKey = "asked.kind || '/' || asked.key";

export const createAskedRows = (rows: Rows): AskedRows => ({
  ask: rows.within("own-rows").note(function* ({ kind, key, subject }, retryMs) {
    yield* run(
      `INSERT INTO asked AS a (kind, key, subject, state, progress, status, problem, result, asked_at)
       VALUES (?, ?, ?, 'waiting', 0, 0, '', '', @now)
       ON CONFLICT (kind, key) DO UPDATE SET state = 'waiting', progress = 0, status = 0,
         problem = '', asked_at = excluded.asked_at
       WHERE (a.state = 'made' AND a.result = '')
         OR (a.state = 'failed' AND a.asked_at < @now - CAST(? AS BIGINT))`,
      kind,
      key,
      subject,
      retryMs,
    );
  }),
  findAsked: rows.read(function* ({ kind, key }) {
    const found = yield* get<AskedState>(
      `SELECT state, progress, status, problem, result FROM asked WHERE ${isItem}`,
      kind,
      key,
    );
    return found ?? null;
  }),
  findAskedOf: rows.read(function* (kinds, except) {
    const { sql, values } = notIn(leaseKey, except, "@texts");
    const found = yield* get<AskedItem>(
      `SELECT kind, key, subject FROM asked WHERE state = 'waiting' AND kind IN @texts
         AND ${sql} AND ${isFree("asked", leaseKey)}
       ORDER BY asked_at, kind, key LIMIT 1`,
      jsonList(kinds),
      ...values,
    );
    return found ?? null;
  }),
  noteAskedProgress: rows.within("own-rows").note(function* (lease, { kind, key }, progress) {
    yield* hold(lease);
    yield* run(`UPDATE asked SET progress = ? WHERE ${isItem}`, progress, kind, key);
  }),
  finishAsked: rows.within("own-rows").note(function* (
    lease,
    { kind, key },
    { state, status, problem, result, laterMs },
  ) {
    yield* hold(lease);
    yield* run(
      `UPDATE asked SET state = ?, status = ?, problem = ?, result = ?, progress = 1,
         asked_at = @now + CAST(? AS BIGINT) WHERE ${isItem}`,
      state,
      status,
      problem,
      result,
      laterMs,
      kind,
      key,
    );
  }),
  removeFormerAsked: rows.within("own-rows").note(function* () {
    yield* run(`DELETE FROM asked WHERE asked_at < @now - ${keptMs}`);
  }),
});
