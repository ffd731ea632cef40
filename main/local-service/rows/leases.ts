/** SQL of leases. */
import { LostLease, type Lease, type LeaseKind, type LeaseRows } from "./lease-port";
import { all, exists, get, jsonList, run, type Rows, type Work } from "./unit-of-work";

const ownLease = "SELECT 1 FROM leases WHERE kind = ? AND key = ? AND token = ?";

/**
 * Call it first in each unit that stores a result of leased work: until the unit ends, no other
 * process can take the lease.
 * @throws LostLease
 */
export function* hold({ kind, key, token }: Lease): Work<void> {
  if (!(yield* exists(`${ownLease} @share`, kind, key, token))) throw new LostLease();
}

/** Forgets the lease, in the unit that stores the last result of its work. */
export function* end({ kind, key, token }: Lease): Work<void> {
  yield* run("DELETE FROM leases WHERE kind = ? AND key = ? AND token = ?", kind, key, token);
}

/** Ends the leases of these items, whose work is not wanted any more: their processes stop. */
export function* withdraw(kind: LeaseKind, keys: readonly string[]): Work<void> {
  yield* run("DELETE FROM leases WHERE kind = ? AND key IN @texts", kind, jsonList(keys));
}

/**
 * Ends all leases of these kinds, which others may claim at once: their processes stop, and their
 * attempts are not counted.
 */
export function* withdrawKinds(kinds: readonly LeaseKind[]): Work<void> {
  const list = jsonList(kinds);
  yield* run("DELETE FROM leases WHERE kind IN @texts AND attempts <= 1", list);
  yield* run(
    `UPDATE leases SET until = 0, token = '', attempts = attempts - 1
     WHERE kind IN @texts AND until <> 0`,
    list,
  );
}

/** The work made progress: earlier ends of the process are not counted against it. */
export function* forgetAttempts({ kind, key, token }: Lease): Work<void> {
  yield* run(
    "UPDATE leases SET attempts = 1 WHERE kind = ? AND key = ? AND token = ? AND attempts > 1",
    kind,
    key,
    token,
  );
}

/** A condition: no process works on the item. `key`: SQL. */
export const isFree = (kind: LeaseKind, key: string): string =>
  `NOT EXISTS (SELECT 1 FROM leases w WHERE w.kind = '${kind}' AND w.key = ${key} AND w.until >= @now)`;

const pinnedSet = "SELECT 1 FROM settings WHERE name = 'engine_set' AND value = ? @share";

/** `isShared`: whether several processes may use the database. */
export function createLeaseRows(rows: Rows, { isShared }: { isShared: boolean }): LeaseRows {
  function* claim(
    { kind, key, token }: Lease,
    owner: string,
    milliseconds: number,
    engineSet: string | null = null,
  ) {
    // Until the unit ends, no other set is pinned, which withdraws the lease.
    if (engineSet !== null && !(yield* exists(pinnedSet, engineSet))) return null;
    const claimed = yield* get<{ attempts: number }>(
      `INSERT INTO leases AS l (kind, key, owner, token, until, attempts)
       VALUES (?, ?, ?, ?, @now + CAST(? AS BIGINT), 1)
       ON CONFLICT (kind, key) DO UPDATE SET owner = excluded.owner, token = excluded.token,
         until = excluded.until, attempts = l.attempts + 1
       WHERE l.until < @now RETURNING attempts`,
      kind,
      key,
      owner,
      token,
      milliseconds,
    );
    return claimed?.attempts ?? null;
  }
  const hasLease = rows.read(({ kind, key, token }: Lease) => exists(ownLease, kind, key, token));
  const forget = rows.within("own-rows").note((lease: Lease) => end(lease));
  return {
    claimLease: rows.within("own-rows").note(claim),
    claimLeaseDurably: rows.within("own-rows").change(claim),
    renewLeases: rows.within("own-rows").note(function* (owner, milliseconds) {
      const sql =
        "UPDATE leases SET until = @now + CAST(? AS BIGINT) WHERE owner = ? AND until <> 0 RETURNING token";
      return (yield* all<{ token: string }>(sql, milliseconds, owner)).map(({ token }) => token);
    }),
    releaseLease: rows.within("own-rows").note(function* ({ kind, key, token }) {
      const own = "kind = ? AND key = ? AND token = ?";
      yield* run(`DELETE FROM leases WHERE ${own} AND attempts <= 1`, kind, key, token);
      yield* run(
        `UPDATE leases SET until = 0, token = '', attempts = attempts - 1 WHERE ${own}`,
        kind,
        key,
        token,
      );
    }),
    async endLease(lease) {
      // Most results end it in their own unit. A query costs less than a unit that changes nothing.
      if (await hasLease(lease)) await forget(lease);
    },
    startLeases: rows.note(function* () {
      if (!isShared) yield* run("UPDATE leases SET until = 0, token = '' WHERE until <> 0");
      return isShared;
    }),
  };
}
