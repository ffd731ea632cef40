/**
 * The record of the calls that change something, with their senders and the ids of what they name.
 * It has no bodies.
 */
import type { Log } from "../../common/log";
import type { Actor } from "../common/actor";
import type { AuditIds, AuditRow, AuditRows } from "../rows/access-port";

/** Days after which a record is removed. */
const keptDays = 400;
const dayMs = 24 * 3600 * 1000;
/** Rows that are removed at once, and how often old ones are looked for. */
const removedAtOnce = 1_000;

export interface Audit {
  /**
   * Records a call before it is made, and its status after it. A call whose record cannot be
   * written is not made.
   */
  around(
    actor: Actor,
    call: { name: string; ids: AuditIds },
    handle: () => Promise<Response>,
  ): Promise<Response>;
  list(before: number | null, limit: number): Promise<AuditRow[]>;
}

/** `statusOf`: the status of the response to an error. */
export function createAudit({
  rows,
  statusOf,
  log,
  now,
}: {
  rows: AuditRows;
  statusOf: (error: unknown) => number;
  log: Log;
  now: () => number;
}): Audit {
  let cleanedAt = -Infinity;

  async function removeOld(): Promise<void> {
    if (now() < cleanedAt + dayMs) return;
    cleanedAt = now();
    const removed = await rows.removeAuditBefore(now() - keptDays * dayMs, removedAtOnce);
    // The rest is removed at the next call.
    if (removed === removedAtOnce) cleanedAt = -Infinity;
  }

  return {
    async around({ credentialId, credentialName, person }, { name, ids }, handle) {
      await removeOld();
      const userId = person?.userId ?? null;
      const by = { person: person?.name ?? null, credential: credentialName };
      const id = await rows.beginAudit({ at: now(), credentialId, userId, call: name, ids, by });
      let status = 500;
      try {
        const response = await handle();
        status = response.status;
        return response;
      } catch (error) {
        status = statusOf(error);
        throw error;
      } finally {
        // The call was made: without its status the record says only that it began.
        await rows
          .endAudit(id, status)
          .catch((error: unknown) => log.error("audit: a status is not recorded", error));
      }
    },
    list: (before, limit) => rows.listAudit(before, limit),
  };
}
